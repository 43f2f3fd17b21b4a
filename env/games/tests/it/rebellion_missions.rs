//! Rebellion's cases with missions, by number where they have one: each from the rules, worked out by hand.

use holotable_env::{ByKey, Finite, Game, Pack, Sample, Save, Set, Show, Viewer, generator, outcomes};
use holotable_games::rebellion::deck_counts::{self, DeckCounts};
use holotable_games::rebellion::state::{Ending, Post, Stage, State};
use holotable_games::rebellion::words::{
    Leader, Loyalty, MISSIONS, Mission, Missions, Objective, Place, Places, Side, Stack, Units,
};
use holotable_games::rebellion::{Action, base, captive, probes};

use crate::rebellion_board::{Empire, Rebels, War, game};

impl War {
    pub fn mission(&self, side: Side, name: &str) -> Mission {
        let at = self.g.tables.missions[side].iter().position(|card| card.name == name);
        Mission::at(at.unwrap_or_else(|| panic!("no mission {name}")))
    }

    /// Puts leaders on a mission.
    pub fn assign(self, name: &str, leaders: &[&str]) -> Self {
        let mission = self.mission(self.s.asked, name);
        let mut war = self.play(Action::Assign { mission });
        for leader in leaders {
            let lead = war.lead(leader);
            war = war.play(lead);
        }
        if war.s.stage == Stage::Staff { war.done() } else { war }
    }

    /// Turns a mission up.
    pub fn carry(self, name: &str) -> Self {
        let mission = self.mission(self.s.turn, name);
        let stack = self.s.stacks[self.s.turn].iter().position(|one| *one == Some(mission)).unwrap();
        self.play(Action::Carry { stack: Stack::at(stack) })
    }

    pub fn to(self, place: &str) -> Self {
        let there = self.choose(place);
        self.play(there)
    }

    /// No leader of the side is in the game.
    pub fn without(mut self, side: Side) -> Self {
        self.s.posts[side] = ByKey::default();
        self
    }

    pub fn pool(self, side: Side, names: &[&str]) -> Self {
        names.iter().fold(self, |war, name| war.post(side, name, Post::Pool))
    }

    /// How likely it is that this holds after an action.
    pub fn likely(&self, a: Action, holds: impl Fn(&War) -> bool) -> f64 {
        let all = outcomes(&self.g, &self.s, a, 100_000).unwrap();
        let after = |o: &holotable_env::Outcome<_>| War { g: self.g.clone(), s: o.state };
        all.iter().filter(|o| holds(&after(o))).map(|o| o.probability).sum()
    }
}

pub fn close(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

/// The Rebels carry a mission out with these leaders in Corellia, where this Imperial leader is; how likely it succeeds.
fn attempt(mission: &str, leaders: &[&str], against: &str, units: &[(&str, u8)]) -> f64 {
    let war = War::campaign("Ilum").without(Rebels).without(Empire).pool(Rebels, leaders);
    let mut war = war.posted(Empire, against, "Corellia");
    let corellia = war.place("Corellia");
    war.s.units[Empire][corellia] = Units::default();
    let war = war.units(Rebels, "Corellia", units).assign(mission, leaders);
    assert_eq!(war.s.stage, Stage::Turn, "no leader is left to assign");
    let war = war.carry(mission);
    let there = war.choose("Corellia");
    war.likely(there, |after| {
        after.s.sabotaged.has(corellia) || after.s.loyalty[corellia] == Loyalty::Neutral
    })
}

#[test]
fn r2_r3_r5_r53_odds_of_missions() {
    close(attempt("Sabotage", &["Princess Leia"], "Palpatine", &[]), 2.0 / 3.0);
    close(attempt("Sabotage", &["Princess Leia"], "Tagge", &[]), 11.0 / 36.0);
    close(attempt("Sabotage", &["Princess Leia", "Rieekan"], "Tagge", &[]), 131.0 / 216.0);
    close(attempt("Sabotage", &["Han Solo"], "Veers", &[]), 155.0 / 432.0);
    close(attempt("Sabotage", &["Chewbacca"], "Veers", &[]), 757.0 / 1296.0);
    close(attempt("Sabotage", &["Chewbacca"], "Palpatine", &[]), 26.0 / 27.0);
    close(attempt("Sabotage", &["Han Solo", "Madine"], "Veers", &[]), 35_207.0 / 46_656.0);
    close(attempt("Sabotage", &["Princess Leia"], "Darth Vader", &[]), 17.0 / 324.0);
    close(attempt("Build Alliance", &["Mon Mothma"], "Greejatus", &[("X-wing", 1)]), 40_369.0 / 46_656.0);
    // Nobody there to oppose it: no dice.
    let war = War::campaign("Ilum").without(Empire).assign("Sabotage", &["Princess Leia"]).done();
    let war = war.carry("Sabotage");
    let there = war.choose("Corellia");
    close(war.likely(there, |after| after.s.sabotaged.has(after.place("Corellia"))), 1.0);
}

/// R41: cards after the set-up, with missions.
#[test]
fn r41_cards_with_missions() {
    let war = War::campaign("Ilum");
    assert_eq!((probes::deck(&war.g, &war.s).len(), war.s.probes.len()), (25, 0));
    assert_eq!((war.s.hand.len(), war.g.tables.objectives.len()), (1, 15));
    let stages: Vec<usize> = war.g.tables.stages.iter().map(|stage| stage.len()).collect();
    assert_eq!(stages, [5, 5, 5]);
    assert_eq!(war.legal().len(), 5, "four missions, or none");
    assert!(game(&[("missions", "none")]).tables.missions[Rebels].is_empty());
}

/// All that can be assigned is, and comes back unseen where it was not turned up.
#[test]
fn assignment_and_what_comes_back() {
    let war = War::campaign("Ilum").assign("Infiltration", &["Jan Dodonna", "Princess Leia"]);
    assert_eq!((war.s.stage, war.s.asked), (Stage::Assign, Rebels));
    let war = war.assign("Sabotage", &["Mon Mothma"]).assign("Build Alliance", &["Rieekan"]);
    assert_eq!((war.s.stage, war.s.asked), (Stage::Assign, Empire), "the Rebel pool is empty");
    assert!(!war.g.to_json(&war.s, Viewer::Seat(0))["missions_face_down"].to_string().contains("Sabotage"));
    assert!(war.g.to_json(&war.s, Viewer::Seat(1))["missions_face_down"].to_string().contains("Sabotage"));
    let mut war = war.done().check();
    assert_eq!((war.s.stage, war.s.turn), (Stage::Turn, Rebels));
    // Mothma has no spec ops, Rieekan has diplomacy.
    let carries = war.legal().iter().filter(|a| matches!(a, Action::Carry { .. })).count();
    assert_eq!(carries, 2);
    for _ in 0..2 {
        war = war.done();
    }
    let pool = war.s.leaders(Rebels, Post::Pool).len();
    assert_eq!((pool, war.s.laid(Rebels), war.s.time), (4, 0, 2));
    war.check();
}

/// R49, R50: what loyalty does where troops stand.
#[test]
fn r49_r50_loyalty_and_troops() {
    let trooper = [("Assault Carrier", 1), ("Stormtrooper", 1)];
    let gain = |war: &mut War, place: &str, side: Side| {
        let at = war.place(place);
        base::gain(&war.g, &mut war.s, at, side, 1);
        base::subjugate(&war.g, &mut war.s);
        (war.s.loyalty[at], war.s.subjugated.has(at))
    };
    let bare = || War::bare("Ilum").units(Empire, "Alderaan", &trooper);
    assert_eq!(gain(&mut bare(), "Alderaan", Empire), (Loyalty::Empire, false));
    let mut war = bare();
    assert_eq!(gain(&mut war, "Alderaan", Rebels), (Loyalty::Rebels, true));
    assert!(war.s.of(Empire).has(war.place("Alderaan")));
    let mut war = War::bare("Ilum").units(Empire, "Naboo", &trooper);
    assert_eq!(gain(&mut war, "Naboo", Empire), (Loyalty::Neutral, true));
    assert_eq!(gain(&mut war, "Naboo", Empire), (Loyalty::Empire, false));
    assert_eq!(gain(&mut war, "Coruscant", Rebels), (Loyalty::Empire, false));
}

/// R52: sabotage stops building and deploying, until it is repaired.
#[test]
fn r52_sabotage() {
    let mut war = War::campaign("Ilum");
    let corellia = war.place("Corellia");
    war.s.sabotaged.add(corellia);
    let war = war.without(Rebels).done().assign("Research & Development", &["Tagge"]).done();
    assert_eq!((war.s.stage, war.s.turn), (Stage::Turn, Rebels), "the base can be revealed");
    let war = war.done().carry("Research & Development");
    assert!(war.choices().contains(&"Corellia") && !war.choices().contains(&"Mandalore"));
    let repaired = war.clone().to("Corellia");
    assert!(repaired.s.sabotaged.is_empty());
    let star_destroyers = |war: War| {
        let mut war = war.done();
        while war.s.stage != Stage::Deploy {
            let a = *war.legal().last().unwrap();
            war = war.play(a);
        }
        let row = war.row(Empire, "Star Destroyer");
        (war.s.queue[Empire][2][row], war)
    };
    let (n, mut war) = star_destroyers(war.to("Coruscant"));
    assert_eq!((n, star_destroyers(repaired).0), (0, 1));
    (war.s.asked, war.s.waiting) = (Empire, ByKey::default());
    let trooper = war.row(Empire, "Stormtrooper");
    war.s.waiting[Empire][trooper] = 1;
    assert!(!war.choices().contains(&"Corellia") && war.choices().contains(&"Saleucami"));
}

pub fn leader_on(war: &War, name: &str) -> Post {
    war.s.posts[Rebels][war.leader(Rebels, name)]
}

/// Leia is in Corellia, and the Empire captures her, Boba Fett against nobody.
fn captured() -> War {
    let war = War::campaign("Ilum").without(Rebels).without(Empire).pool(Empire, &["Boba Fett", "Tagge"]);
    let war = war.posted(Rebels, "Princess Leia", "Corellia").done();
    let mut war = war.assign("Capture Rebel Operative", &["Boba Fett"]).done();
    (war.s.turn, war.s.asked) = (Empire, Empire);
    let war = war.carry("Capture Rebel Operative");
    let seize = Action::Seize { leader: war.leader(Rebels, "Princess Leia") };
    assert_eq!(war.legal(), [seize]);
    // Three dice of Boba Fett's against one of hers.
    let hers = |after: &War| matches!(leader_on(after, "Princess Leia"), Post::Captive(_));
    assert!(war.likely(seize, hers) > 0.8);
    let place = war.place("Corellia");
    let mut war = war.clone();
    let all = outcomes(&war.g, &war.s, seize, 1_000).unwrap();
    war.s = all.iter().map(|o| o.state).find(|s| s.captive().is_some()).unwrap();
    assert_eq!(leader_on(&war, "Princess Leia"), Post::Captive(place));
    war.check()
}

#[test]
fn r54_captives_are_held_moved_and_rescued() {
    let war = captured();
    assert!(!war.s.held(Rebels, war.place("Corellia")), "who is captured holds nobody");
    // She goes with units, and not alone.
    let war = war.turn(Empire).post(Empire, "Boba Fett", Post::Pool);
    let moving = war.clone().activate("Tagge", "Alderaan").play(war.choose("Corellia"));
    let her = Action::Seize { leader: war.leader(Rebels, "Princess Leia") };
    assert!(!moving.may(her));
    let carrier = moving.take("Assault Carrier");
    let moving = moving.play(carrier);
    let along = moving.clone().play(her).done().done().check();
    assert_eq!(leader_on(&along, "Princess Leia"), Post::Captive(along.place("Alderaan")));
    // Without any unit left she is rescued, to the Base space.
    let trooper = moving.take("Stormtrooper");
    let left = moving.play(trooper).done();
    let left = if left.s.stage == Stage::From { left.done() } else { left };
    assert_eq!(leader_on(&left, "Princess Leia"), Post::At(left.place("Rebel Base")));
    left.check();
}

/// The last unit that guards a captive is destroyed for another one, when leaders were already retrieved (ruling W32).
#[test]
fn who_goes_free_while_units_are_built_waits_at_the_base() {
    let mut war = captured();
    let star = war.row(Empire, "Star Destroyer");
    let supply = war.g.components().unit(Empire, star).supply;
    war.s.units = ByKey::default();
    war = war.units(Empire, "Coruscant", &[("Star Destroyer", supply - 1)]);
    war = war.units(Empire, "Corellia", &[("Star Destroyer", 1)]);
    war.s.subjugated = Set::EMPTY;
    let corellia = war.place("Corellia");
    war = war.post(Rebels, "Princess Leia", Post::Captive(corellia)).done();
    while war.s.stage != Stage::Scrap {
        let first = war.legal()[0];
        war = war.play(first);
    }
    let corellia = war.choose("Corellia");
    war = war.play(corellia).check();
    let base = Post::At(war.place("Rebel Base"));
    while war.s.stage != Stage::Turn {
        assert_eq!(leader_on(&war, "Princess Leia"), base, "at {:?}", war.s.stage);
        war = war.done().check();
    }
    assert_eq!(leader_on(&war, "Princess Leia"), base);
}

/// One ring: whoever was captured before is rescued.
#[test]
fn a_second_capture_rescues_the_first() {
    let mut war = captured().posted(Rebels, "Rieekan", "Sullust");
    let rieekan = war.leader(Rebels, "Rieekan");
    captive::capture(&war.g, &mut war.s, rieekan, &mut Sample(generator(1, 0)));
    assert_eq!(war.s.captive().map(|(leader, _)| leader), Some(rieekan));
    assert_eq!(leader_on(&war, "Princess Leia"), Post::At(war.place("Rebel Base")));
    war.check();
}

/// R55: who has passed may still send a leader.
#[test]
fn r55_who_has_passed_still_opposes() {
    let war = War::campaign("Ilum").assign("Sabotage", &["Princess Leia"]).done().done();
    let mut war = war;
    war.s.passed[Empire] = true;
    let war = war.check().carry("Sabotage").to("Kessel");
    assert_eq!((war.s.stage, war.s.asked), (Stage::Oppose, Empire));
    let tagge: Leader = war.leader(Empire, "Tagge");
    let win = war.likely(Action::Lead { leader: tagge }, |after| !after.s.sabotaged.is_empty());
    close(win, 11.0 / 36.0);
    close(war.likely(Action::Done, |after| !after.s.sabotaged.is_empty()), 1.0);
}

/// A system of the base that becomes Imperial shows it; with Imperial ships and no Rebel there the war is over.
#[test]
fn loyalty_finds_the_base() {
    let ruled = |war: War| {
        let mut war = war.done().assign("Rule by Fear", &["Palpatine"]).done();
        (war.s.turn, war.s.asked) = (Empire, Empire);
        let war = war.without(Rebels).carry("Rule by Fear");
        let there = war.to("Rodia");
        if there.s.stage == Stage::Oppose { there.done() } else { there }
    };
    let ship = [("Assault Carrier", 1)];
    let war = ruled(War::campaign("Rodia").units(Empire, "Rodia", &ship));
    assert!(war.s.revealed && war.s.stage == Stage::Battle, "{:?}", war.s.stage);
    let mut bare = War::campaign("Rodia");
    bare.s.units = ByKey::default();
    bare.s.subjugated = Set::EMPTY;
    let war = ruled(bare.units(Empire, "Rodia", &ship));
    assert_eq!(war.s.ending, Ending::BaseTaken);
}

/// Of two objectives one is drawn next, the other last; the Empire sees the stages of both.
#[test]
fn infiltration_orders_the_deck() {
    let war = War::campaign("Ilum").without(Empire).assign("Infiltration", &["Jan Dodonna"]).done();
    let war = war.carry("Infiltration").to("Corellia").check();
    assert_eq!((war.s.stage, war.s.looked.len()), (Stage::Inspect, 2));
    let [first, last] = [war.s.looked.nth(0), war.s.looked.nth(1)];
    let war = war.play(Action::Keep { objective: last });
    assert_eq!((war.s.top.to_vec(), war.s.bottom.to_vec()), (vec![last], vec![first]));
    let json = war.g.to_json(&war.s, Viewer::Seat(0));
    let stages = serde_json::json!([1]);
    assert_eq!((&json["objectives_on_top"], &json["stages_on_top"]), (&serde_json::Value::Null, &stages));
    let mut war = war.done().check();
    assert!(war.s.hand.has(last) && war.s.top.is_empty());
    let mut rng = Sample(generator(3, 0));
    for n in 3..=15 {
        assert!(!war.s.hand.has(first), "after {n}");
        holotable_games::rebellion::refresh::draw_objective(&war.g, &mut war.s, &mut rng);
    }
    assert_eq!((war.s.hand.len(), war.s.bottom.len(), war.s.hand.has(first)), (15, 0, true));
}

/// Of two objectives that the Rebels look at, the Empire sees of which stages they are, whichever they are and wherever they stand in the
/// data.
#[test]
fn the_empire_sees_backs_alone() {
    let mut war = War::campaign("Ilum").without(Empire).assign("Infiltration", &["Jan Dodonna"]).done();
    war = war.carry("Infiltration").to("Corellia");
    let stages = &war.g.tables.stages;
    let pairs: Vec<_> =
        stages[0].iter().flat_map(|one| stages[1].iter().map(move |two| [one, two])).collect();
    assert!(pairs.iter().any(|[one, two]| one.index() < two.index()));
    assert!(pairs.iter().any(|[one, two]| one.index() > two.index()));
    let seen = |pair: &[Objective; 2]| {
        let mut s: State = war.s;
        s.looked = pair.iter().copied().collect();
        let seat = Viewer::Seat(Empire.index());
        (war.g.text(&s, seat), war.g.to_json(&s, seat), war.g.prompt(&s))
    };
    let first = seen(&pairs[0]);
    assert!(first.0.contains("looked at: one of stage 1, one of stage 2"), "{}", first.0);
    assert!(pairs.iter().all(|pair| seen(pair) == first));
}

/// Mothma, or Mothma and Rieekan, on Rapid Mobilization; both sides have passed.
fn mobilizing(base: &str, leaders: &[&str]) -> War {
    let war = War::campaign(base).without(Empire).assign("Rapid Mobilization", leaders).done();
    let war = war.carry("Rapid Mobilization").done().check();
    assert_eq!((war.s.stage, war.s.asked), (Stage::Mobilize, Rebels));
    war
}

#[test]
fn r60_a_new_base_or_none() {
    let war = mobilizing("Ilum", &["Mon Mothma"]);
    let drawn = war.play(Action::Relocate).check();
    assert_eq!((drawn.s.stage, drawn.s.havens.len()), (Stage::Relocate, 4));
    let deep =
        |war: &War| -> Places { war.s.depth.iter().filter(|(_, n)| **n > 0).map(|(at, _)| at).collect() };
    let stays = drawn.clone().done();
    // The refresh phase has drawn two cards.
    assert_eq!(
        (probes::deck(&stays.g, &stays.s).len(), stays.s.probes.len(), deep(&stays).len()),
        (23, 2, 4)
    );
    assert_eq!((stays.s.base, stays.s.possible.len()), (Some(stays.place("Ilum")), 10));
    let to = drawn.choices()[0].to_owned();
    let ilum = drawn.place("Ilum");
    let moved = drawn.to(&to).check();
    assert_eq!((moved.s.base, moved.s.hidden()), (Some(moved.place(&to)), true));
    assert_eq!(
        (probes::deck(&moved.g, &moved.s).len(), moved.s.probes.len(), deep(&moved).len()),
        (22, 3, 3)
    );
    assert!(moved.s.open == Set::only(ilum) && !moved.s.possible.has(ilum) && moved.s.possible.len() > 15);
    assert_eq!(moved.count(Rebels, "Ilum", "Rebel Trooper"), 3);
    assert!(moved.at(Rebels, "Rebel Base").some().next().is_none());
    let two = mobilizing("Ilum", &["Mon Mothma", "Rieekan"]).play(Action::Relocate);
    assert_eq!(two.s.havens.len(), 8);
}

/// R61: what lands where an Imperial fleet is fights at once, the Rebels as the current player; then comes the refresh phase.
#[test]
fn r61_landing_under_a_fleet() {
    let war = mobilizing("Ilum", &["Mon Mothma"]);
    let war = war.units(Empire, "Ilum", &[("Star Destroyer", 1)]);
    let drawn = war.play(Action::Relocate);
    let to = drawn.choices()[0].to_owned();
    let war = drawn.to(&to).check();
    let battle = war.s.battle.unwrap();
    assert_eq!((war.s.stage, battle.current, war.s.field), (Stage::Battle, Rebels, Some(war.place("Ilum"))));
    assert!(war.s.hidden() && war.s.held(Rebels, war.place("Ilum")));
    let mut war = war;
    let mut rng = Sample(generator(1, 0));
    while war.s.stage == Stage::Battle {
        let a = war.legal()[0];
        war.g.step(&mut war.s, a, &mut rng);
    }
    assert_eq!(war.s.time, 2, "{:?}", war.s.stage);
}

/// Up to five units of one system without a Rebel leader come, within what they carry.
#[test]
fn mobilization_brings_units() {
    let war = mobilizing("Ilum", &["Mon Mothma"]);
    assert_eq!(war.choices(), ["Bothawui"]);
    let held = war.clone().posted(Rebels, "Rieekan", "Bothawui");
    assert!(held.choices().is_empty());
    let mut war = war.to("Bothawui");
    for name in ["Rebel Transport", "Rebel Trooper", "Rebel Trooper", "X-wing"] {
        let take = war.take(name);
        war = war.play(take).check();
    }
    assert_eq!((war.s.stage, war.s.lift), (Stage::Load, 1));
    let last = war.take("Airspeeder");
    let war = war.play(last).check();
    assert_eq!((war.count(Rebels, "Rebel Base", "Rebel Trooper"), war.s.time), (5, 2));
    assert_eq!(war.s.possible.len(), 10, "a card tells nothing");
}

/// The objectives that need missions.
#[test]
fn objectives_of_loyalty_and_captives() {
    let met = |war: &War, name: &str| {
        holotable_games::rebellion::objectives::met_at_refresh(&war.g, &war.s).has(war.objective(name))
    };
    let mut war = War::campaign("Ilum");
    assert!(met(&war, "Leave No One Behind") && !met(&captured(), "Leave No One Behind"));
    assert!(
        !met(&war, "Popular Support") && !met(&war, "Defend the People") && !met(&war, "Regional Support")
    );
    assert!(!met(&war, "Inspire Sympathy"));
    for name in ["Alderaan", "Kessel", "Ryloth"] {
        war = war.loyal(name, Loyalty::Rebels);
    }
    assert!(met(&war, "Popular Support"));
    let fighters = ["Alderaan", "Kessel", "Ryloth"];
    war = fighters.iter().fold(war, |war, name| war.units(Rebels, name, &[("X-wing", 1)]));
    assert!(met(&war, "Defend the People"));
    // Bespin and Mustafar are what has icons in their region.
    war = war.loyal("Bespin", Loyalty::Rebels);
    assert!(!met(&war, "Regional Support"));
    war = war.loyal("Mustafar", Loyalty::Rebels);
    assert!(met(&war, "Regional Support"));
    // A Rebel unit and no Imperial one hold Coruscant.
    let held = [(1, 0), (0, 0), (1, 1)].map(|(rebels, empire)| {
        let war = War::bare("Ilum").units(Rebels, "Coruscant", &[("X-wing", rebels)]);
        met(&war.units(Empire, "Coruscant", &[("TIE Fighter", empire)]), "Heart of the Empire")
    });
    assert_eq!(held, [true, false, false]);
    // Sabotage cuts supply lines as a unit does.
    let mut war = War::bare("Ilum");
    assert!(!met(&war, "Cut Supply Lines"));
    let marked: Vec<Place> = war.s.of(Empire).iter().take(3).collect();
    for at in marked {
        war.s.sabotaged.add(at);
    }
    assert!(met(&war, "Cut Supply Lines"));
}

#[test]
fn piles_count_up_to_three_of_every_title() {
    let all: DeckCounts = Mission::all().flat_map(|title| [title; deck_counts::MOST as usize]).collect();
    assert_eq!((all.len(), all.titles().count()), (3 * MISSIONS, MISSIONS));
    let mut pile: DeckCounts = [5, 0, 5].map(Mission::at).into_iter().collect();
    assert_eq!((pile.len(), pile.count(Mission::at(5)), pile.has(Mission::at(1))), (3, 2, false));
    assert_eq!(pile.cards().map(Finite::index).collect::<Vec<_>>(), [0, 5, 5]);
    let fives = pile.of(Missions::only(Mission::at(5)));
    assert_eq!((fives.len(), pile.without(fives).len(), all.without(pile).with(pile)), (2, 1, all));
    pile.take(Mission::at(5));
    let mut bytes = Vec::new();
    pile.pack(&mut bytes);
    assert_eq!(DeckCounts::unpack(&mut &bytes[..]), Some(pile));
    assert_eq!(DeckCounts::unpack(&mut &[255; 8][..]), None);
}
