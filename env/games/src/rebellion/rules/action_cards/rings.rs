//! The rings of action cards: who can get one, and when it can be used.

use holotable_env::Finite;

use super::moment::Moment;
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::{Ability, Ring};
use crate::rebellion::rules::state::{Post, State};
use crate::rebellion::rules::under_way::card as mission;
use crate::rebellion::rules::words::{Leader, Leaders, Recruit, Role, Side, Skill};

/// The card of a ring.
pub fn card(g: &Rebellion, ring: Ring) -> Option<Recruit> {
    let of = |ability| matches!(ability, Some(Ability::Ring { ring: one, .. }) if one == ring);
    g.tables.acts_who(Side::Rebels, |card| of(card.ability)).iter().next()
}

/// Who can get the ring that is given: leaders who are in the game and free, those on its card or any.
pub fn bearers(g: &Rebellion, s: &State) -> Leaders {
    let Some(card) = s.used.map(|card| g.tables.action_card(Side::Rebels, card)) else {
        return Leaders::default();
    };
    let free = |post: Post| matches!(post, Post::Pool | Post::At(_) | Post::On(_));
    let all = s.posts[Side::Rebels].iter().filter(|(_, post)| free(**post)).map(|(leader, _)| leader);
    let anyone = matches!(card.ability, Some(Ability::Ring { anyone: true, .. }));
    all.filter(|&leader| anyone || card.able.has(leader)).collect()
}

/// Whether who has a ring is free where the mission is.
fn is_there(s: &State, ring: Ring) -> bool {
    s.target.is_some_and(|here| s.rings[ring].is_some_and(|one| s.posts[Side::Rebels][one] == Post::At(here)))
}

/// The captives where the mission is.
pub fn captives(s: &State) -> Leaders {
    s.captives().filter(|&(_, at)| s.target == Some(at)).map(|(leader, _)| leader).collect()
}

/// The card of the ring that can be used at this time, which everybody sees; of partners by who commands its bearer.
pub fn usable(g: &Rebellion, s: &State, role: Role, moment: Moment) -> Option<Recruit> {
    let fits = |ring: Ring| match ring {
        Ring::ProtocolDroid => moment == Moment::Failure && mission(g, s).skill == Skill::Diplomacy,
        Ring::Falcon => moment == Moment::Success && !captives(s).is_empty(),
        // Nobody is asked: a die is blanked as dice are rolled.
        Ring::Astromech => false,
    };
    let leads = |leader| g.own(s, Side::Rebels, role).has(leader);
    let there =
        |ring: &Ring| s.turn == Side::Rebels && is_there(s, *ring) && s.rings[*ring].is_some_and(leads);
    let mut own = Ring::all().filter(there);
    own.find(|&ring| fits(ring)).and_then(|ring| card(g, ring))
}

/// Whether a die of the Empire can be blanked.
pub fn blanks(s: &State) -> bool {
    s.sharp > 0 && is_there(s, Ring::Astromech)
}

/// A leader becomes who replaces him, with his rings.
pub fn pass_on(s: &mut State, young: Leader, grown: Leader) {
    let bears = |bearer: &&mut Option<Leader>| **bearer == Some(young);
    s.rings.values_mut().iter_mut().filter(bears).for_each(|bearer| *bearer = Some(grown));
}

const _: () = assert!(Ring::N == 3, "three action cards bring rings");
