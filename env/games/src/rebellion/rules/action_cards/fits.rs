//! Which action cards fit an assignment or a mission, as everybody can see.

use holotable_env::Finite;

use super::moment::Moment;
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::ability::{Ability, of_combats};
use crate::rebellion::rules::attempt::{dice, opponents};
use crate::rebellion::rules::deck;
use crate::rebellion::rules::state::{Post, State};
use crate::rebellion::rules::tables::Card;
use crate::rebellion::rules::task::Task;
use crate::rebellion::rules::under_way::card as mission;
use crate::rebellion::rules::venue::Aim;
use crate::rebellion::rules::words::{Leaders, Missions, STACKS, SYSTEMS, Side};

/// Whether a card of the assignment phase can be used: its leader is in the pool, and there is somewhere to go.
pub fn assigns(g: &Rebellion, s: &State, side: Side, card: &Card) -> bool {
    let venue = &card.deed.venue;
    let open = match venue.aim {
        Aim::Base => true,
        Aim::Nowhere => s.laid(side) < STACKS && !fetchable(g, s, side, card).is_empty(),
        Aim::System | Aim::Leader | Aim::Captive => !venue.places(g, s).is_empty(),
    };
    open && !able(s, side, card).is_empty()
}

/// The leaders of a card who can be placed.
pub fn able(s: &State, side: Side, card: &Card) -> Leaders {
    card.able.and(s.leaders(side, Post::Pool))
}

/// The missions that a card can take out of the deck.
pub fn fetchable(g: &Rebellion, s: &State, side: Side, card: &Card) -> Missions {
    let project = |task| if let Task::Fetch { project } = task { Some(project) } else { None };
    let fetches = card.deed.tasks().find_map(project);
    fetches.map_or(Missions::EMPTY, |project| in_the_deck(g, s, side, project))
}

/// The missions of a deck of a side, each title once.
pub fn in_the_deck(g: &Rebellion, s: &State, side: Side, project: bool) -> Missions {
    let deck_counts = if project { deck::projects(g, s) } else { deck::missions(g, s, side) };
    deck_counts.titles().collect()
}

/// Whether it is the time of a card in a mission, as everybody can see.
pub fn helps(g: &Rebellion, s: &State, side: Side, card: &Card, ability: Ability, moment: Moment) -> bool {
    let Some(here) = s.target else { return false };
    if side == Side::Rebels && s.guarded == Some(here) {
        return false;
    }
    let present = || !card.able.and(s.leaders(side, Post::At(here))).is_empty();
    let opposed = || !opponents(s, s.turn.other(), here).is_empty();
    let at = |time: Moment| moment == time;
    match ability {
        Ability::Slip => at(Moment::Attempt) && s.turn != side && !slipping(s, side, card).is_empty(),
        Ability::Foil { skill } => {
            at(Moment::Attempt) && s.turn != side && mission(g, s).skill == skill && present()
        }
        Ability::Set { .. } => {
            at(Moment::Attempt) && s.set == 0 && present() && opposed() && dice(g, s, side, here) > 0
        }
        Ability::Find { .. } => at(Moment::Success) && s.turn == side && present(),
        Ability::Sacrifice { .. } => {
            at(Moment::Capture) && s.victim.is_some_and(|victim| card.able.has(victim))
        }
        Ability::Recapture => at(Moment::Rescue) && present() && !rescuers(s).is_empty(),
        of_combats!(Ability::Surprise, Ability::Ring { .. }) => false,
    }
}

/// Who can come against the mission by a card, from another system.
pub fn slipping(s: &State, side: Side, card: &Card) -> Leaders {
    let here = s.target.map(Post::At);
    there(s, side, card).iter().filter(|&leader| Some(s.posts[side][leader]) != here).collect()
}

/// Those who carry the mission out and are still there.
pub fn rescuers(s: &State) -> Leaders {
    s.target.map_or(Leaders::default(), |here| s.crew().and(s.leaders(s.turn, Post::At(here))))
}

/// The leaders of a card who are free in a system.
fn there(s: &State, side: Side, card: &Card) -> Leaders {
    let at = |post: Post| matches!(post, Post::At(place) if place.index() < SYSTEMS);
    card.able.iter().filter(|&leader| at(s.posts[side][leader])).collect()
}
