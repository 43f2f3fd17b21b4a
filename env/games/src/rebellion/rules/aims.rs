//! Where a mission can be carried out as the galaxy stands, and against whom.

use super::Rebellion;
use super::base;
use super::state::{Post, State};
use super::venue::{Aim, Condition, Venue};
use super::words::{ALL, Leaders, Place, Places, Side, Theatre, systems};

impl Venue {
    /// The systems that fit; for a mission against a leader those where one is. None for the Rebel Base space.
    pub fn places(&self, g: &Rebellion, s: &State) -> Places {
        let guarded = s.guarded.filter(|_| self.forbidden).map_or(Places::EMPTY, Places::only);
        self.all.iter().fold(ALL.without(guarded), |all, condition| all.and(condition.places(g, s)))
    }

    /// The Rebel leaders whom the mission can be against.
    pub fn victims(&self, g: &Rebellion, s: &State) -> Leaders {
        let at = self.places(g, s);
        let fits = |post: Post| match (self.aim, post) {
            (Aim::Leader, Post::At(place)) | (Aim::Captive, Post::Captive(place)) => at.has(place),
            _ => false,
        };
        s.posts[Side::Rebels].iter().filter(|(_, post)| fits(**post)).map(|(leader, _)| leader).collect()
    }
}

impl Condition {
    /// Where it holds.
    fn places(self, g: &Rebellion, s: &State) -> Places {
        match self {
            Self::RebelLeader => {
                let place = |post: &Post| if let Post::At(place) = *post { Some(place) } else { None };
                s.posts[Side::Rebels].values().iter().filter_map(place).collect::<Places>().and(ALL)
            }
            Self::Captive => s.captives().map(|(_, place)| place).collect(),
            Self::Base | Self::Nowhere => Places::EMPTY,
            Self::Populous => g.tables.populous.without(s.destroyed),
            Self::Remote => ALL.without(g.tables.populous).without(s.destroyed),
            Self::ImperialSystem => s.of(Side::Empire),
            Self::RebelSystem => s.of(Side::Rebels),
            Self::ImperialLoyalty => s.loyal(Side::Empire),
            Self::Subjugated => s.subjugated,
            Self::ImperialUnit => s.with_units(Side::Empire),
            Self::ImperialShip => base::with_theatre(g, s, Side::Empire, Theatre::Space),
            Self::NoImperialUnit => ALL.without(s.with_units(Side::Empire)),
            Self::NoRebelUnit => ALL.without(s.with_units(Side::Rebels)),
            Self::NoSabotage => ALL.without(s.sabotaged),
            Self::Has(rows) => {
                let has = |place: &Place| rows.iter().any(|row| s.units[Side::Empire][*place][row] > 0);
                systems().filter(has).collect()
            }
            Self::Icon(icon) => {
                systems().filter(|&place| g.tables.worlds[place].icons.contains(&Some(icon))).collect()
            }
            Self::At(place) => Places::only(place),
            Self::AtOneOf(places) => places,
            Self::Neutral => ALL.without(s.loyal(Side::Empire)).without(s.loyal(Side::Rebels)),
            Self::Outlet => {
                let free =
                    s.of(Side::Empire).without(base::with_theatre(g, s, Side::Rebels, Theatre::Ground));
                systems().filter(|&place| !free.without(Places::only(place)).is_empty()).collect()
            }
            Self::NoRebelGround => ALL.without(base::with_theatre(g, s, Side::Rebels, Theatre::Ground)),
        }
    }
}
