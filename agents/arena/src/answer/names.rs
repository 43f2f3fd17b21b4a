//! [`Names`]: by what a legal action can be called, and which of them a text names.

use std::collections::HashMap;

use holotable_store::error::Error;

use holotable_erased::AnyState;

/// By what the legal actions of a position can be called.
pub(super) struct Names<'a> {
    state: &'a dyn AnyState,
    /// The names as they are written, with the numbers.
    written: Vec<(String, usize)>,
    /// Names alike, in small letters.
    called: HashMap<String, usize>,
    /// What they mean in words, and how lists put names and words beside each other; words may mean several.
    words: HashMap<String, Vec<usize>>,
}

impl<'a> Names<'a> {
    /// Those of a position.
    pub fn of(state: &'a dyn AnyState) -> Self {
        let rules = state.rules();
        let mut of = Self { state, written: Vec::new(), called: HashMap::new(), words: HashMap::new() };
        for action in state.legal() {
            let (name, words) = (rules.label(action), state.describe_action(action));
            let listed =
                [format!("{name} {words}"), format!("{action}: {name}"), format!("{action}: {name} {words}")];
            for form in [words].iter().chain(&listed) {
                of.words.entry(alike(form)).or_default().push(action);
            }
            of.called.insert(alike(&name), action);
            of.written.push((name, action));
        }
        of
    }

    /// The number of the action that is called so, legal or not; `None` if none is.
    ///
    /// # Errors
    /// The words mean several.
    pub fn whole(&self, said: &str) -> Result<Option<usize>, Error> {
        let (form, rules) = (alike(said), self.state.rules());
        if let Some(&action) = self.called.get(&form) {
            return Ok(Some(action));
        }
        match self.words.get(&form).map_or(&[][..], Vec::as_slice) {
            [] => {}
            [only] => return Ok(Some(*only)),
            [first, second, ..] => return Err(self.two(*first, *second)),
        }
        let known = rules.actions().ignoring_case(&form);
        Ok(known.or_else(|| rules.named(said)))
    }

    /// The legal actions that a text names, each once, in whatever letters.
    pub fn mentioned(&self, text: &str) -> Vec<usize> {
        // What is but a number in words is part of many a sentence.
        let speaks = |form: &str| form.chars().any(char::is_alphabetic);
        let words = self.words.iter().filter(|(form, _)| speaks(form));
        let words =
            words.flat_map(|(form, actions)| actions.iter().map(move |&action| (form.as_str(), action)));
        let names = self.called.iter().map(|(form, &action)| (form.as_str(), action));
        found(&alike(text), names.chain(words))
    }

    /// That a text which follows an action names no other, by its name as it is written.
    ///
    /// # Errors
    /// One line with both.
    pub fn alone(&self, action: usize, after: &str) -> Result<(), Error> {
        let names = self.written.iter().map(|(name, action)| (name.as_str(), *action));
        match found(after, names).into_iter().find(|&other| other != action) {
            Some(other) => Err(self.two(action, other)),
            None => Ok(()),
        }
    }

    /// That an answer names two actions.
    pub fn two(&self, first: usize, second: usize) -> Error {
        let rules = self.state.rules();
        let (first, second) = (rules.label(first), rules.label(second));
        Error::new(format!("the answer names two actions, '{first}' and '{second}': name one"))
    }
}

/// What is taken for the same: in small letters, with single spaces, without what stands around arguments.
fn alike(text: &str) -> String {
    let plain: String = text.chars().map(|c| if "(),\u{a0}".contains(c) { ' ' } else { c }).collect();
    let words = plain.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    words.replace(" = ", "=").replace("= ", "=").replace(" =", "=")
}

/// The actions whose names stand in a text, each once; a name within a longer one does not count.
fn found<'n>(text: &str, names: impl Iterator<Item = (&'n str, usize)>) -> Vec<usize> {
    let mut places: Vec<(usize, usize, usize)> = Vec::new();
    for (name, action) in names.filter(|(name, _)| !name.is_empty()) {
        let stands = text.match_indices(name).map(|(start, _)| (start, start + name.len()));
        let stands = stands.filter(|&(start, end)| stands_alone(&text[..start], &text[end..]));
        places.extend(stands.map(|(start, end)| (start, end, action)));
    }
    // The longest first of those that begin at the same place.
    places.sort_by_key(|&(start, end, action)| (start, usize::MAX - end, action));
    let (mut last, mut actions): ((usize, usize), Vec<usize>) = ((0, 0), Vec::new());
    for (start, end, action) in places {
        if end > last.1 || (start, end) == last {
            last = (start, end);
            if !actions.contains(&action) {
                actions.push(action);
            }
        }
    }
    actions
}

/// Whether a name between these is not part of a longer one.
fn stands_alone(before: &str, after: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || "_=/".contains(c);
    if before.ends_with(part) {
        return false;
    }
    let mut next = after.chars();
    match next.next() {
        Some(c) if part(c) => false,
        Some('.' | '-') => !next.next().is_some_and(char::is_alphanumeric),
        // One more argument makes another action.
        Some(' ') => {
            let word = after[1..].split([' ', '\n']).next().unwrap_or_default();
            !word.split_once('=').is_some_and(|(name, _)| name.chars().all(part) && !name.is_empty())
        }
        _ => true,
    }
}
