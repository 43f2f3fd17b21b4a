//! [`Focus`]: a search at some kinds of decisions only, the [`Kinds`], and its evaluator's own moves at the others.

use std::fmt;

use holotable_env::{ActionBlock, Finite, Game, GameRng, each_legal, suggest};
use holotable_store::error::Error;

use crate::policy::{Analysis, Policy};

/// The kinds of decisions at which a search is worth its time: those that offer an action of certain blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds(Vec<std::ops::Range<usize>>);

impl Kinds {
    /// The decisions that offer actions of the blocks with these names, in upper or lower case.
    ///
    /// # Errors
    /// One line with the names that there are, if one is unknown.
    pub fn named<'a>(
        blocks: &[ActionBlock],
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, Error> {
        let range = |name: &str| {
            let block = blocks.iter().find(|b| b.name.eq_ignore_ascii_case(name));
            block.map(|b| b.offset..b.offset + b.len).ok_or_else(|| {
                let known: Vec<&str> = blocks.iter().map(|b| b.name.as_str()).collect();
                let (hint, all) = (suggest(name, known.iter().copied()), known.join(", "));
                Error::new(format!("unknown kind of decision '{name}'{hint} (the kinds are all, {all})"))
            })
        };
        names.into_iter().map(range).collect::<Result<_, _>>().map(Self)
    }

    /// Whether the decision in `s` is one of them.
    pub fn include<G: Game>(&self, game: &G, s: &G::State) -> bool {
        let mut found = false;
        each_legal(game, s, &mut |a| found |= self.0.iter().any(|kind| kind.contains(&a.index())));
        found
    }
}

/// Searches at the decisions of some kinds, and follows another policy at the others.
pub struct Focus<G: Game> {
    kinds: Kinds,
    search: Box<dyn Policy<G>>,
    otherwise: Box<dyn Policy<G>>,
}

impl<G: Game> Focus<G> {
    /// `search` at these kinds of decisions, and `otherwise` at the others.
    pub fn new(kinds: Kinds, search: Box<dyn Policy<G>>, otherwise: Box<dyn Policy<G>>) -> Self {
        Self { kinds, search, otherwise }
    }

    fn asked(&mut self, game: &G, s: &G::State) -> &mut dyn Policy<G> {
        if self.kinds.include(game, s) { self.search.as_mut() } else { self.otherwise.as_mut() }
    }
}

impl<G: Game> Policy<G> for Focus<G> {
    fn choose(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> G::Action {
        self.asked(game, s).choose(game, s, rng)
    }

    fn analyse(&mut self, game: &G, s: &G::State, rng: &mut GameRng) -> Option<Analysis<G::Action>> {
        self.asked(game, s).analyse(game, s, rng)
    }
}

impl<G: Game> fmt::Debug for Focus<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Focus").field("kinds", &self.kinds).finish_non_exhaustive()
    }
}
