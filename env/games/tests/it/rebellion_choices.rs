//! Rebellion's choices that cards leave to a side: which own units are destroyed for others, and which ones are lost for lack of room.

use holotable_env::{Chance, Finite, Game, Sample, Save, Show, Viewer, generator};
use holotable_games::rebellion::state::{Post, Stage};
use holotable_games::rebellion::words::{Side, Units, Way};
use holotable_games::rebellion::{Action, scrap};
use holotable_games::rebellion_combat as rc;

use crate::rebellion_board::{Empire, Rebels, War};

impl War {
    /// All units of a kind of the box, but those that are somewhere already, are in a system.
    fn rest(self, side: Side, place: &str, unit: &str) -> Self {
        let row = self.row(side, unit);
        let out = holotable_games::rebellion::supply::out(&self.s, side, row);
        let n = self.count(side, place, unit) + self.g.components().unit(side, row).supply - out;
        self.units(side, place, &[(unit, n)])
    }

    /// The position is a proper one, and comes back from JSON as it was.
    fn saved(self) -> Self {
        let json = self.g.to_json(&self.s, Viewer::All);
        assert_eq!(self.g.from_json(&json).unwrap(), self.s);
        self.check()
    }

    fn scraps(&self) -> (Stage, Side, Vec<&str>) {
        (self.s.stage, self.s.asked, self.choices())
    }
}

/// Troopers all on the board: one is there already, eighteen are in Ryloth, one in Naboo, one is left in the box.
fn risen() -> War {
    let mut war = War::ready("Ilum", Rebels, "Incite Rebellion", &["Mon Mothma"]);
    war.s.units[Rebels].values_mut().iter_mut().for_each(|units| *units = Units::default());
    let war =
        war.units(Rebels, "Sullust", &[("Rebel Trooper", 1)]).units(Rebels, "Naboo", &[("Rebel Trooper", 1)]);
    let mut war = war.rest(Rebels, "Ryloth", "Rebel Trooper");
    let (ryloth, trooper) = (war.place("Ryloth"), war.row(Rebels, "Rebel Trooper"));
    war.s.units[Rebels][ryloth][trooper] -= 1;
    war.saved().carry("Incite Rebellion").to("Sullust").saved()
}

/// Ruling W39: what the box lacks comes for own units that are destroyed elsewhere, one by one.
#[test]
fn troopers_rise_for_troopers_elsewhere() {
    let war = risen();
    assert_eq!(war.scraps(), (Stage::Scrap, Rebels, vec!["Ryloth", "Naboo"]));
    assert_eq!((war.s.left, war.count(Rebels, "Sullust", "Rebel Trooper")), (2, 2));
    assert!(war.may(Action::Done));
    // Nobody is asked where all of them are in Sullust already.
    let mut nowhere = war.clone();
    let trooper = war.row(Rebels, "Rebel Trooper");
    let [ryloth, naboo, sullust] = ["Ryloth", "Naboo", "Sullust"].map(|name| war.place(name));
    let elsewhere = [ryloth, naboo].map(|place| std::mem::take(&mut nowhere.s.units[Rebels][place][trooper]));
    nowhere.s.units[Rebels][sullust][trooper] += elsewhere.iter().sum::<u8>();
    assert!(nowhere.g.check(&nowhere.s).is_err());
    let all = war.clone().to("Naboo").saved();
    assert_eq!(all.scraps(), (Stage::Scrap, Rebels, vec!["Ryloth"]));
    let all = all.to("Ryloth").saved();
    let lost = |war: &War| {
        war.s.battle.map(|battle| battle.camps[Rebels].units.count(war.row(Rebels, "Rebel Trooper")))
    };
    assert_eq!((lost(&all), all.count(Rebels, "Naboo", "Rebel Trooper")), (Some(4), 0));
    assert_eq!(all.count(Rebels, "Ryloth", "Rebel Trooper"), 17);
    // Or the rest of them is lost.
    let some = war.done().saved();
    assert_eq!((lost(&some), some.count(Rebels, "Ryloth", "Rebel Trooper")), (Some(2), 18));
}

/// A Death Star is destroyed for none, and nobody is asked where no other unit is on the board.
#[test]
fn nothing_is_asked_where_nothing_can_be_destroyed() {
    let war = War::ready("Ilum", Empire, "Construct Death Star", &["Tarkin"]);
    let war = war.units(Empire, "Hoth", &[("Death Star Under Construction", 1)]).saved();
    let war = war.carry("Construct Death Star").to("Yavin").saved();
    assert_eq!(war.count(Empire, "Yavin", "Death Star Under Construction"), 0);
    assert_ne!(war.s.stage, Stage::Scrap);
    let mut war = War::ready("Ilum", Rebels, "Incite Rebellion", &["Mon Mothma"]);
    war.s.units[Rebels].values_mut().iter_mut().for_each(|units| *units = Units::default());
    let war = war.rest(Rebels, "Sullust", "Rebel Trooper").saved();
    let war = war.carry("Incite Rebellion").to("Sullust").saved();
    assert!(war.s.battle.is_some(), "they would come from where they are");
}

/// Ruling W39 for cards that leave the kind open: a unit that the box lacks can be chosen, and its place then.
#[test]
fn units_of_several_kinds_rise_for_others() {
    let war = War::ready("Ilum", Rebels, "Public Uprising", &["Mon Mothma"]);
    let war = war.rest(Rebels, "Ryloth", "Rebel Trooper").saved();
    let war = war.carry("Public Uprising").to("Sullust").saved();
    let circle = war.take("Airspeeder");
    let war = war.play(circle).saved();
    let trooper = war.take("Rebel Trooper");
    let war = war.play(trooper).saved();
    assert_eq!((war.s.stage, war.s.left), (Stage::Scrap, 2));
    let war = war.to("Ryloth").saved();
    assert_eq!((war.s.stage, war.s.left), (Stage::Effect, 1));
    let trooper = war.take("Rebel Trooper");
    let war = war.play(trooper).saved().done().saved();
    let camp = war.s.battle.expect("they fight").camps[Rebels];
    let of = |name: &str| camp.units.count(war.row(Rebels, name));
    assert_eq!((of("Airspeeder"), of("Rebel Trooper")), (1, 1));
}

/// Ruling W45: an AT-AT may live where Stormtroopers die. Rebels destroy a carrier of the Empire in a destroyed system.
#[test]
fn the_owner_says_who_survives_in_a_destroyed_system() {
    let mut war = War::ready("Ilum", Rebels, "Hit and Run", &["Wedge"]);
    let hoth = war.place("Hoth");
    war.s.destroyed.add(hoth);
    war.s.possible.take(hoth);
    let crew = [("Star Destroyer", 1), ("Assault Carrier", 1), ("AT-AT", 2), ("Stormtrooper", 9)];
    let war = war.units(Empire, "Hoth", &crew).saved().carry("Hit and Run").to("Hoth");
    let carrier = war.take_enemy("Assault Carrier");
    let mut war = war.play(carrier).saved();
    while war.s.stage == Stage::Scrap {
        assert_eq!(war.s.asked, Empire);
        assert_eq!(war.legal(), [war.take("Stormtrooper"), war.take("AT-AT")]);
        let lost = war.take("Stormtrooper");
        war = war.play(lost).saved();
    }
    let room = war.g.stat(Empire, war.row(Empire, "Star Destroyer")).carries;
    let left = ["AT-AT", "Stormtrooper"].map(|name| war.count(Empire, "Hoth", name));
    assert_eq!(left, [2, room - 2]);
    assert!(war.s.mission[Rebels].is_none());
    assert_eq!(war.s.posts[Rebels][war.leader(Rebels, "Wedge")], Post::At(hoth));
}

/// The same after a combat that has cost a carrier; then the turn goes on.
#[test]
fn the_owner_says_who_survives_after_a_combat() {
    let mut war = War::all("Ilum").without(Rebels).without(Empire).turn(Rebels);
    war.s.units[Rebels].values_mut().iter_mut().for_each(|units| *units = Units::default());
    let dathomir = war.place("Dathomir");
    war.s.destroyed.add(dathomir);
    war.s.possible.take(dathomir);
    war.s.stage = Stage::Turn;
    let crew = [("Star Destroyer", 1), ("Assault Carrier", 1), ("AT-AT", 2), ("Stormtrooper", 5)];
    let war = war.units(Empire, "Dathomir", &crew).units(Rebels, "Yavin", &[("X-wing", 6)]);
    let war = war.post(Rebels, "Princess Leia", Post::Pool).saved().activate("Princess Leia", "Dathomir");
    let war = war.move_from("Yavin", &["X-wing"; 6]);
    assert!(war.s.battle.is_some());
    let asked = (0..20).filter(|&seed| {
        let (mut war, mut rng, mut asked) = (war.clone(), Sample(generator(seed, 0)), false);
        while war.s.battle.is_some() || scrap::is_for_room(&war.s) {
            asked |= scrap::is_for_room(&war.s);
            let legal = war.legal();
            // The Rebels stay as long as they can.
            let a = if legal.len() > 1 && !asked { legal[rng.below(legal.len())] } else { legal[0] };
            war.g.step(&mut war.s, a, &mut rng);
            war = war.saved();
        }
        assert!(war.s.target.is_none(), "the turn is over");
        asked
    });
    assert!(asked.count() > 0);
}

/// Ruling W45: walkers that are lost with their carrier over a destroyed system count for an objective of the combat.
#[test]
fn who_is_lost_with_a_carrier_counts_for_an_objective() {
    let met = |walkers: u8| {
        let mut war = War::all("Ilum").without(Rebels).without(Empire).turn(Rebels).hand(&["Crippling Blow"]);
        war.s.units[Rebels].values_mut().iter_mut().for_each(|units| *units = Units::default());
        let dathomir = war.place("Dathomir");
        war.s.destroyed.add(dathomir);
        war.s.possible.take(dathomir);
        war.s.stage = Stage::Turn;
        let war = war.units(Empire, "Dathomir", &[("Assault Carrier", 1), ("AT-AT", walkers)]);
        let war = war.units(Rebels, "Yavin", &[("X-wing", 6)]).post(Rebels, "Princess Leia", Post::Pool);
        let mut war = war.activate("Princess Leia", "Dathomir").move_from("Yavin", &["X-wing"; 6]);
        let mut rng = Sample(generator(1, 0));
        while war.s.battle.is_some() {
            let fulfil = Action::Fulfil { objective: war.objective("Crippling Blow") };
            if war.may(fulfil) {
                assert_eq!(war.count(Empire, "Dathomir", "AT-AT"), walkers, "they are lost after it");
                return true;
            }
            let legal = war.legal();
            let stays = legal.iter().copied().find(|a| *a == Action::Battle { battle: rc::Action::Done });
            war.g.step(&mut war.s, stays.unwrap_or(legal[legal.len() - 1]), &mut rng);
        }
        assert_eq!(war.count(Empire, "Dathomir", "Assault Carrier"), 0);
        false
    };
    assert!(met(1) && !met(0));
}

/// The nearest space, or a later one.
fn pick(i: usize) -> Action {
    Action::Pick { way: Way::at(i) }
}

impl War {
    /// How many units of a kind are on each space of the Imperial queue.
    fn queues(&self, unit: &str) -> [u8; 3] {
        [1, 2, 3].map(|space| self.queued(Empire, space, unit))
    }
}

/// Ruling W40: which of two units of a kind comes nearer. What lies on one space alone is not asked.
#[test]
fn the_unit_that_is_hastened_is_chosen() {
    let war = War::ready("Ilum", Empire, "Double Our Efforts", &["Jerjerrod"]);
    let war = war.queue(2, &[("TIE Fighter", 1), ("AT-ST", 1)]).queue(3, &[("TIE Fighter", 1)]).saved();
    let war = war.carry("Double Our Efforts").to("Corellia").saved();
    let (tie, walker) = (war.take("TIE Fighter"), war.take("AT-ST"));
    assert_eq!(war.clone().play(walker).saved().queues("AT-ST"), [1, 0, 0]);
    let war = war.play(tie).saved();
    assert_eq!((war.s.stage, war.s.asked, war.legal()), (Stage::Pick, Empire, vec![pick(0), pick(1)]));
    let words = [pick(0), pick(1)].map(|a| war.g.describe_action(&war.s, a));
    assert_eq!(words, ["the TIE Fighter on space 2", "the TIE Fighter on space 3"]);
    assert_eq!(war.clone().play(pick(0)).saved().queues("TIE Fighter"), [1, 0, 1]);
    assert_eq!(war.play(pick(1)).saved().queues("TIE Fighter"), [0, 2, 0]);
}

/// The same for a unit that is deployed from one of the first two spaces.
#[test]
fn the_unit_that_is_deployed_is_chosen() {
    let war = War::ready("Ilum", Empire, "Oversee Project", &["Tarkin"]);
    let war = war.queue(1, &[("AT-ST", 1)]).queue(2, &[("AT-ST", 1)]).queue(3, &[("AT-ST", 1)]);
    let war = war.saved().carry("Oversee Project").to("Corellia");
    let walker = war.take("AT-ST");
    let war = war.play(walker).saved();
    assert_eq!(war.clone().play(pick(0)).saved().queues("AT-ST"), [0, 1, 1]);
    assert_eq!(war.play(pick(1)).saved().queues("AT-ST"), [1, 0, 1]);
}

/// The same for a raid on all three spaces: the nearest, or which of the others; then it goes on.
#[test]
fn the_unit_that_is_raided_is_chosen() {
    let war = War::ready("Ilum", Rebels, "Rogue Squadron Raid", &["Wedge"]);
    let war = (1..=3).fold(war, |war, space| war.queue(space, &[("TIE Fighter", 1)]));
    let war = war.saved().carry("Rogue Squadron Raid").to("Corellia");
    let tie = war.take_enemy("TIE Fighter");
    let war = war.play(tie).saved();
    assert_eq!((war.s.stage, war.s.asked), (Stage::Pick, Rebels));
    assert_eq!(war.g.describe_action(&war.s, pick(1)), "a TIE Fighter on a later space");
    let near = war.clone().play(pick(0)).saved();
    assert_eq!((near.s.stage, near.queues("TIE Fighter")), (Stage::Effect, [0, 1, 1]));
    let war = war.play(pick(1)).saved();
    assert_eq!(
        (war.s.stage, war.g.describe_action(&war.s, pick(0)).as_str()),
        (Stage::Pick, "the TIE Fighter on space 2")
    );
    assert_eq!(war.clone().play(pick(0)).saved().queues("TIE Fighter"), [1, 0, 1]);
    let war = war.play(pick(1)).saved();
    assert_eq!((war.s.stage, war.s.left, war.queues("TIE Fighter")), (Stage::Effect, 3, [1, 1, 0]));
}

/// The same for each icon of the system.
#[test]
fn the_units_that_are_demolished_are_chosen() {
    let war = War::ready("Ilum", Rebels, "Demolition", &["Wedge", "Rieekan"]);
    let war = war.queue(1, &[("Star Destroyer", 1)]).queue(2, &[("TIE Fighter", 1)]);
    let war = war.queue(3, &[("TIE Fighter", 1), ("Star Destroyer", 1)]).saved();
    let mut war = war.post(Rebels, "Rieekan", Post::Pool);
    let wedge = war.leader(Rebels, "Wedge");
    war.s.posts[Rebels][wedge] = Post::At(war.place("Corellia"));
    war.s.team[Rebels].add(wedge);
    let mission = war.s.stacks[Rebels][0].take();
    (war.s.mission[Rebels], war.s.target, war.s.way) = (mission, Some(war.place("Corellia")), Way::at(0));
    war.s.shown[Rebels].add(mission.unwrap());
    let mut rng = Sample(generator(1, 0));
    let event = holotable_games::rebellion::mission_effects::perform::begin(&war.g, &mut war.s, &mut rng);
    holotable_games::rebellion::flow::go_on(&war.g, &mut war.s, event, &mut rng);
    let war = war.saved();
    assert_eq!(war.legal(), [pick(0), pick(1)], "Corellia builds TIE Fighters and Star Destroyers");
    let war = war.play(pick(1)).saved();
    assert_eq!((war.s.stage, war.queues("TIE Fighter")), (Stage::Pick, [0, 1, 0]));
    let war = war.play(pick(0)).saved();
    assert_eq!((war.queues("Star Destroyer"), war.s.mission[Rebels]), ([0, 0, 1], None));
}

/// A combat for a base that lay open when a turn began is no part of the turn: the same side takes it afterwards.
#[test]
fn who_survives_is_said_before_the_turn_goes_on() {
    let mut war = War::all("Ilum").without(Rebels).without(Empire).pool(Empire, &["Tagge"]);
    let hoth = war.place("Hoth");
    war.s.destroyed.add(hoth);
    war.s.possible.take(hoth);
    let crew = [("Assault Carrier", 1), ("AT-AT", 2), ("Stormtrooper", 3)];
    let mut war = war.units(Empire, "Hoth", &crew).turn(Empire);
    war.s.stage = Stage::Scrap;
    while war.s.stage == Stage::Scrap {
        let trooper = war.take("Stormtrooper");
        war = war.play(trooper);
    }
    assert_eq!((war.s.stage, war.s.turn), (Stage::Turn, Empire));
}
