//! Agents by name: [`named_agents`] lists them, and [`load`] turns what a user types into a [`Policy`].

use holotable_env::{Finite, suggest};
use holotable_store::checkpoint::Source;
use holotable_store::error::Error;
use holotable_store::shipped;

use crate::bots::{Bots, Random};
use crate::facts::{Named, named_agents, strongest};
use crate::net_policy::NetPolicy;
use crate::policy::Policy;
use crate::program_spec;
use crate::search::{Evaluator, FLAT, Flat, Focus, Kinds, Method, ONE_PLY, OnePly, Playout, Spec, head};
use crate::slips::{self, Slips};

/// The agent called `spec`: one of the [named agents](named_agents), the path of a checkpoint folder or of a training run, which
/// plays its best checkpoint, a search ([`Spec`]) with any of these as its evaluator, the strongest bot unless named, or any of
/// these and a specialist, as in `expert+dice`. Any of them [slips](Slips), as in `slips:10+expert`.
///
/// # Errors
/// The nearest name and the list when there is no such agent; what differs when a checkpoint is not of this
/// game; what is wrong with a search.
pub fn load<G: Bots>(game: &G, spec: &str) -> Result<Box<dyn Policy<G>>, Error> {
    if program_spec::Spec::read(spec)?.is_some() {
        return Err(Error::new(format!(
            "'{spec}' is a program, which is taken only where agents are named by hand, and not by another agent, a recipe or a page"
        )));
    }
    if let Some((often, agent)) = slips::read(spec)? {
        return Ok(Box::new(Slips::new(often, load(game, agent)?)));
    }
    if let Some((agent, name)) = spec.rsplit_once('+').filter(|(_, name)| special::<G>(name)) {
        let player = load(game, agent)?;
        return Ok(game.specialist(name, player).expect("it is one of the specialists"));
    }
    let Some(search) = Spec::read(spec)? else {
        return Ok(match find(game, spec)? {
            Loaded::Bot(bot) => bot,
            Loaded::Network(player) => player,
        });
    };
    let (evaluator, kinds) = (search.evaluator.unwrap_or(strongest(G::BOTS)), kinds::<G>(&search)?);
    // The agent that evaluates also plays where nothing is searched.
    let (evaluator, otherwise): (Box<dyn Evaluator<G>>, Box<dyn Policy<G>>) = match evaluator {
        "random" => (Box::new(Playout::random()), Box::new(Random)),
        name => match find(game, name)? {
            Loaded::Bot(bot) => (Box::new(Playout::by(bot)), load(game, name)?),
            Loaded::Network(player) => (player.clone(), player),
        },
    };
    let policy: Box<dyn Policy<G>> = match search.method {
        Method::Flat(budget) => Box::new(Flat::new(budget, evaluator)),
        Method::OnePly => Box::new(OnePly::new(evaluator)),
    };
    Ok(match kinds {
        Some(kinds) => Box::new(Focus::new(kinds, policy, otherwise)),
        None => policy,
    })
}

/// The kinds of decisions that a search is asked to make, `None` for all: those of the game unless it names others. The agent that
/// evaluates at random has no moves of his own for the rest.
fn kinds<G: Bots>(search: &Spec<'_>) -> Result<Option<Kinds>, Error> {
    let own = if search.evaluator == Some("random") { &[] } else { G::SEARCHED };
    let names: Vec<&str> = match search.kinds {
        None => own.to_vec(),
        Some("all") => return Ok(None),
        Some(names) => names.split(',').collect(),
    };
    if names.is_empty() {
        return Ok(None);
    }
    Kinds::named(&G::Action::blocks(), names).map(Some)
}

fn special<G: Bots>(name: &str) -> bool {
    G::SPECIALISTS.iter().any(|(known, _)| *known == name)
}

/// An agent that is no search.
enum Loaded<G: Bots> {
    Bot(Box<dyn Policy<G>>),
    Network(Box<NetPolicy<G>>),
}

fn find<G: Bots>(game: &G, spec: &str) -> Result<Loaded<G>, Error> {
    if spec == "random" {
        return Ok(Loaded::Bot(Box::new(Random)));
    }
    if let Some(bot) = game.bot(spec) {
        return Ok(Loaded::Bot(bot));
    }
    Ok(Loaded::Network(Box::new(NetPolicy::load(network(game, spec)?, game)?)))
}

/// The checkpoint by which an agent of this name plays, or by which it evaluates what it searches; `None` if it needs none.
///
/// # Errors
/// As [`load`] where there is no such agent.
pub fn checkpoint<G: Bots>(game: &G, spec: &str) -> Result<Option<Source>, Error> {
    if let Some(program) = program_spec::Spec::read(spec)? {
        return program.instead.map_or(Ok(None), |agent| checkpoint(game, agent));
    }
    if let Some((_, agent)) = slips::read(spec)? {
        return checkpoint(game, agent);
    }
    if let Some((agent, _)) = spec.rsplit_once('+').filter(|(_, name)| special::<G>(name)) {
        return checkpoint(game, agent);
    }
    let evaluator = Spec::read(spec)?.map_or(spec, |search| search.evaluator.unwrap_or(strongest(G::BOTS)));
    if evaluator == "random" || G::BOTS.iter().any(|(bot, _)| *bot == evaluator) {
        return Ok(None);
    }
    network(game, evaluator).map(Some)
}

/// Where the files of the network of this name are: one of those that come with the game, or a folder.
fn network<G: Bots>(game: &G, spec: &str) -> Result<Source, Error> {
    let shipped = G::NETWORKS.iter().any(|(name, _)| *name == spec);
    let source =
        if shipped { shipped::checkpoint(game.checkpoints(), spec) } else { Source::Folder(spec.into()) };
    let source = source.playing();
    let Source::Folder(folder) = &source else { return Ok(source) };
    if folder.is_dir() {
        return Ok(source);
    }
    let (name, folder) = (G::NAME, folder.display());
    Err(if shipped && shipped::is_complete() {
        Error::new(format!("'{spec}' of {name} was not trained for a game with these options"))
    } else if shipped {
        Error::new(format!(
            "'{spec}' of {name} is not in this program, which was built without the trained agents, and there is no {folder} here"
        ))
    } else if spec.contains(std::path::MAIN_SEPARATOR) {
        Error::new(format!("no checkpoint folder at {folder}"))
    } else {
        unknown(spec, &named_agents(G::BOTS, G::NETWORKS))
    })
}

fn unknown(spec: &str, agents: &[Named]) -> Error {
    let names: Vec<_> = agents.iter().map(|(name, _)| *name).collect();
    let known = names.iter().copied().chain([FLAT, ONE_PLY]);
    let hint = suggest(head(spec), known);
    let all = names.join(", ");
    Error::new(format!(
        "unknown agent '{spec}'{hint} (the agents are {all}, a search such as flat:1000, a program as exec:COMMAND, or the path of a checkpoint folder)"
    ))
}
