//! Rebellion's missions beyond the starting ones, and its projects: each card on a board, worked out by hand.

use holotable_env::{ByKey, Chance, Finite, Game, Sample, Save, Viewer, generator, outcomes};
use holotable_games::rebellion::event::Event;
use holotable_games::rebellion::state::{Ending, Post, Stage};
use holotable_games::rebellion::words::{
    Face, Loyalty, Objective, Place, Places, Side, Stack, Units, Way, systems, turncoat,
};
use holotable_games::rebellion::{
    Action, Rebellion, base, captive, combat, deck, destroyed_systems, flow, mobilize, objectives, probes,
    refresh,
};

use holotable_games::rebellion::action_cards::moment::Moment;
use holotable_games::rebellion_combat as rc;

use crate::any_game;
use crate::golden::golden;
use crate::rebellion_board::{Empire, Rebels, War, game};
use crate::rebellion_missions::{close, leader_on};

impl War {
    /// A side's turn, with a mission face down and these leaders on it; nobody else is in the game.
    pub fn ready(base: &str, side: Side, name: &str, leaders: &[&str]) -> Self {
        let war = Self::all(base).without(Rebels).without(Empire).turn(side);
        war.laid(side, name, leaders)
    }

    fn laid(mut self, side: Side, name: &str, leaders: &[&str]) -> Self {
        let mission = self.mission(side, name);
        if self.s.missions[side].has(mission) {
            self.s.missions[side].take(mission);
        }
        let free = self.s.laid(side);
        self.s.stacks[side][free] = Some(mission);
        self.s.stage = Stage::Turn;
        leaders.iter().fold(self, |war, leader| war.post(side, leader, Post::On(Stack::at(free))))
    }

    /// The first result of an action of which this holds.
    fn then(mut self, a: Action, holds: impl Fn(&War) -> bool) -> Self {
        assert!(self.may(a), "{a:?} of {:?}", self.legal());
        let all = outcomes(&self.g, &self.s, a, 100_000).unwrap();
        let after = |o: &holotable_env::Outcome<_>| War { g: self.g.clone(), s: o.state };
        let found = all.iter().map(after).find(|war| holds(war)).expect("it can happen");
        self.s = found.s;
        self
    }

    fn seize(&self, name: &str) -> Action {
        Action::Seize { leader: self.leader(Rebels, name) }
    }

    /// A captive in a system.
    pub fn held(self, name: &str, place: &str) -> Self {
        let at = self.place(place);
        self.post(Rebels, name, Post::Captive(at))
    }

    pub fn queue(mut self, space: usize, units: &[(&str, u8)]) -> Self {
        for (name, n) in units {
            let row = self.row(Empire, name);
            self.s.queue[Empire][space - 1][row] = *n;
        }
        self
    }

    pub fn queued(&self, side: Side, space: usize, unit: &str) -> u8 {
        self.s.queue[side][space - 1][self.row(side, unit)]
    }

    pub fn take_enemy(&self, name: &str) -> Action {
        Action::Take { unit: self.row(self.s.asked.other(), name) }
    }

    /// Whether a mission is among the discards.
    fn spent(&self, side: Side, name: &str) -> bool {
        self.s.spent[side].has(self.mission(side, name))
    }

    fn loyalty(&self, place: &str) -> Loyalty {
        self.s.loyalty[self.place(place)]
    }
}

/// R33, R41: the cards of the box, and after the set-up.
#[test]
fn r33_r41_cards_with_all_missions() {
    let war = War::all("Ilum").check();
    let t = &war.g.tables;
    assert_eq!((t.missions[Empire].len(), t.missions[Rebels].len()), (29, 24));
    assert_eq!((t.copies[Empire].len(), t.copies[Rebels].len()), (39, 29));
    for side in Side::all() {
        assert_eq!((deck::missions(&war.g, &war.s, side).len(), war.s.missions[side].len()), (23, 6));
    }
    assert_eq!(deck::projects(&war.g, &war.s).len(), 10);
    let seen = war.g.to_json(&war.s, Viewer::Seat(0));
    assert!(seen["missions_in_hand"]["rebels"].is_null() && !seen["missions_in_hand"]["empire"].is_null());
    assert_eq!(seen["missions_held"]["rebels"], 6);
}

/// R42: hands of 8 and 10, then two discards a refresh; the deck of 23 is made anew at the twelfth.
#[test]
fn r42_hands_and_discards() {
    let mut war = War::all("Ilum").without(Empire).without(Rebels);
    let mut rng = Sample(generator(2, 0));
    for (n, cards) in [(1, 8), (2, 10), (3, 12), (4, 12)] {
        let event = deck::refresh(&war.g, &mut war.s, &mut rng);
        flow::go_on(&war.g, &mut war.s, event, &mut rng);
        assert_eq!(war.s.missions[Rebels].len(), cards, "after refresh {n}");
        assert_eq!(war.s.stage == Stage::Discard, n > 2);
        while war.s.stage == Stage::Discard {
            let legal = war.legal();
            assert!(legal.iter().all(|a| !matches!(a, Action::Assign { mission } if mission.index() < 4)));
            war = war.play(legal[0]);
        }
    }
    let at_most = |war: &War| Side::all().all(|side| war.s.missions[side].len() <= 10);
    assert!(at_most(&war));
    war.s.spent[Rebels] = war.s.spent[Rebels].with(deck::missions(&war.g, &war.s, Rebels));
    let discards = war.s.spent[Rebels].len();
    deck::draw(&war.g, &mut war.s, Rebels, &mut rng);
    assert_eq!((deck::missions(&war.g, &war.s, Rebels).len(), war.s.spent[Rebels].len()), (discards - 1, 0));
}

/// R52: what the queue gets by its icons, whatever hinders building; and where the card goes.
#[test]
fn r52_address_delays_and_construct_factory() {
    let sabotaged = |name: &str| {
        let mut war = War::ready("Ilum", Empire, name, &["Tagge"]);
        let corellia = war.place("Corellia");
        war.s.sabotaged.add(corellia);
        war.check().carry(name).to("Corellia")
    };
    for (name, marked) in [("Address Delays", true), ("Construct Factory", false)] {
        let war = sabotaged(name);
        assert_eq!((war.queued(Empire, 3, "TIE Fighter"), war.queued(Empire, 3, "Star Destroyer")), (1, 1));
        assert_eq!(war.s.sabotaged.has(war.place("Corellia")), marked);
        assert!(war.spent(Empire, name) && war.s.mission[Empire].is_none());
    }
}

/// R54: a captive opposes what is against him.
#[test]
fn r54_interrogation_of_a_captive() {
    let war =
        War::ready("Ilum", Empire, "Interrogation", &["Veers"]).held("Princess Leia", "Corellia").check();
    let war = war.carry("Interrogation");
    let seize = war.seize("Princess Leia");
    close(
        war.likely(seize, |after| after.s.known == after.s.hand && !after.s.known.is_empty()),
        131.0 / 216.0,
    );
    // A rescue is opposed by free Imperials alone.
    let war = War::ready("Ilum", Rebels, "Daring Rescue", &["Jan Dodonna"]).held("Princess Leia", "Corellia");
    let war = war.carry("Daring Rescue");
    let lead = war.lead("Princess Leia");
    let war = war.play(lead).check();
    assert_eq!(
        (war.s.stage, leader_on(&war, "Princess Leia")),
        (Stage::Effect, Post::At(war.place("Rebel Base")))
    );
    let along = war.lead("Jan Dodonna");
    let war = war.play(along);
    assert_eq!(leader_on(&war, "Jan Dodonna"), Post::At(war.place("Rebel Base")));
    war.check();
}

/// Who frees a captive in the system of the revealed base is at the base: nobody is asked to go there, again and again.
#[test]
fn nobody_goes_along_where_the_base_is() {
    let mut war = War::ready("Ilum", Rebels, "Daring Rescue", &["Jan Dodonna"]).held("Princess Leia", "Ilum");
    base::reveal(&war.g, &mut war.s, &mut Sample(generator(1, 0)));
    let war = war.carry("Daring Rescue");
    let lead = war.lead("Princess Leia");
    let war = war.play(lead).check();
    assert!(war.s.captive().is_none() && war.s.stage != Stage::Effect, "{:?}", war.s.stage);
}

/// The portrait: two successes more. One die and two successes against one die: none against two loses alone, 1/3 of 1/6.
#[test]
fn portraits_help_attempts() {
    let detain = |leader: &str| {
        let war =
            War::ready("Ilum", Empire, "Detained", &[leader]).posted(Rebels, "Princess Leia", "Corellia");
        let war = war.carry("Detained");
        war.likely(war.seize("Princess Leia"), |after| after.s.detained.is_some())
    };
    close(detain("Tagge"), 17.0 / 18.0);
    close(detain("Piett"), 11.0 / 36.0);
}

#[test]
fn detained_leaders_stay_for_a_refresh() {
    let war = War::ready("Ilum", Empire, "Detained", &["Tagge"]).posted(Rebels, "Princess Leia", "Corellia");
    let war = war.posted(Rebels, "Rieekan", "Naboo").carry("Detained");
    let seize = war.seize("Princess Leia");
    let mut war = war.then(seize, |after| after.s.detained.is_some()).check();
    let (at, mut rng) = (Post::At(war.place("Corellia")), Sample(generator(1, 0)));
    flow::go_on(&war.g, &mut war.s, Event::Scored, &mut rng);
    assert_eq!((leader_on(&war, "Princess Leia"), leader_on(&war, "Rieekan")), (at, Post::Pool));
    flow::go_on(&war.g, &mut war.s, Event::Scored, &mut rng);
    assert_eq!(leader_on(&war, "Princess Leia"), Post::Pool);
}

#[test]
fn carbon_freezing_is_a_second_ring() {
    let war =
        War::ready("Ilum", Empire, "Carbon Freezing", &["Darth Vader"]).held("Princess Leia", "Corellia");
    let war = war.posted(Rebels, "Rieekan", "Sullust").carry("Carbon Freezing");
    let seize = war.seize("Princess Leia");
    let mut war = war.then(seize, |after| after.s.frozen.is_some()).check();
    assert_eq!(war.s.reputation, 15);
    let rieekan = war.leader(Rebels, "Rieekan");
    captive::capture(&war.g, &mut war.s, rieekan, &mut Sample(generator(1, 0)));
    assert_eq!(war.s.captives().count(), 2);
    assert!(!objectives::met_at_refresh(&war.g, &war.s).has(war.objective("Leave No One Behind")));
    war.check();
}

/// Dantooine's nearest system with an Imperial unit is Mandalore, two away.
#[test]
fn collect_bounty_takes_the_captive_along() {
    let war = War::ready("Ilum", Empire, "Collect Bounty", &["Boba Fett"]).posted(
        Rebels,
        "Princess Leia",
        "Dantooine",
    );
    let war = war.carry("Collect Bounty");
    let seize = war.seize("Princess Leia");
    let war = war.then(seize, |after| after.s.captive().is_some()).check();
    let mandalore = war.place("Mandalore");
    assert_eq!(leader_on(&war, "Princess Leia"), Post::Captive(mandalore));
    assert_eq!(war.s.posts[Empire][war.leader(Empire, "Boba Fett")], Post::At(mandalore));
}

#[test]
fn display_of_power_and_trade_negotiations() {
    let to = |name: &str, leader: &str, place: &str| {
        War::ready("Ilum", Empire, name, &[leader]).carry(name).to(place)
    };
    assert_eq!(to("Display of Power", "Palpatine", "Kashyyyk").loyalty("Kashyyyk"), Loyalty::Empire);
    assert_eq!(to("Display of Power", "Palpatine", "Alderaan").loyalty("Alderaan"), Loyalty::Empire);
    assert_eq!(to("Trade Negotiations", "Darth Vader", "Kashyyyk").loyalty("Kashyyyk"), Loyalty::Neutral);
}

#[test]
fn double_our_efforts_brings_units_nearer() {
    let war = |leader: &str| {
        let war =
            War::ready("Ilum", Empire, "Double Our Efforts", &[leader]).queue(3, &[("Star Destroyer", 1)]);
        let war = war.check().carry("Double Our Efforts").to("Corellia");
        let take = war.take("Star Destroyer");
        war.play(take).check()
    };
    let once = war("Palpatine");
    assert_eq!((once.queued(Empire, 2, "Star Destroyer"), once.s.mission[Empire]), (1, None));
    let twice = war("Jerjerrod");
    let take = twice.take("Star Destroyer");
    assert_eq!(twice.play(take).queued(Empire, 1, "Star Destroyer"), 1);
}

/// Kashyyyk, Malastare and Mandalore have icons in the region of the Death Star.
#[test]
fn fear_gains_loyalty_in_two_systems() {
    let war = War::ready("Ilum", Empire, "Fear Will Keep Them in Line", &["Tarkin"]);
    let war = war.carry("Fear Will Keep Them in Line");
    assert!(!war.choices().contains(&"Corellia"), "an Assault Carrier is too small");
    let war = war.to("Mandalore").check();
    assert_eq!(war.choices(), ["Kashyyyk", "Malastare", "Mandalore"]);
    let war = war.to("Kashyyyk").check();
    assert_eq!(war.choices(), ["Malastare", "Mandalore"]);
    let war = war.to("Malastare").check();
    assert_eq!((war.loyalty("Kashyyyk"), war.loyalty("Malastare")), (Loyalty::Neutral, Loyalty::Empire));
}

#[test]
fn homing_beacon_tells_the_region() {
    let war = War::ready("Ilum", Empire, "Homing Beacon", &["Yularen"]).held("Princess Leia", "Corellia");
    let war = war.carry("Homing Beacon");
    let seize = war.seize("Princess Leia");
    let war = war.then(seize, |after| after.s.stage == Stage::Effect).check();
    assert_eq!((war.s.asked, war.choices()), (Rebels, vec!["Mygeeto", "Ord Mantell", "Dantooine", "Ilum"]));
    let war = war.to("Mygeeto").check();
    assert_eq!(leader_on(&war, "Princess Leia"), Post::At(war.place("Mygeeto")));
    let left: Vec<&str> = war.s.possible.iter().map(|place| war.g.tables.name(place)).collect();
    assert_eq!(left, ["Dantooine", "Ilum"]);
}

#[test]
fn units_are_destroyed_by_health() {
    let war = War::ready("Ilum", Empire, "Hunt Them Down", &["Veers"]).carry("Hunt Them Down").to("Bothawui");
    assert!(war.may(war.take_enemy("Corellian Corvette")) && war.may(Action::Done));
    let trooper = war.take_enemy("Rebel Trooper");
    let war = war.play(trooper).check();
    assert!(!war.may(war.take_enemy("Corellian Corvette")) && war.may(trooper));
    let war = war.play(trooper).check();
    assert_eq!((war.count(Rebels, "Bothawui", "Rebel Trooper"), war.s.mission[Empire]), (1, None));
    // By the Rebels: a station that takes no damage is no choice.
    let war = War::ready("Ilum", Rebels, "Hit and Run", &["Han Solo"]).carry("Hit and Run").to("Mandalore");
    assert!(!war.may(war.take_enemy("Death Star")) && war.may(war.take_enemy("AT-ST")));
    // Four health and loyalty.
    let war =
        War::ready("Ilum", Rebels, "Wookiee Uprising", &["Chewbacca"]).loyal("Kashyyyk", Loyalty::Neutral);
    let war = war.units(Empire, "Kashyyyk", &[("AT-AT", 1), ("Stormtrooper", 2)]).carry("Wookiee Uprising");
    let war = war.to("Kashyyyk").check();
    let (at_at, trooper) = (war.take_enemy("AT-AT"), war.take_enemy("Stormtrooper"));
    let war = war.play(at_at).play(trooper).check();
    assert_eq!(
        (war.loyalty("Kashyyyk"), war.count(Empire, "Kashyyyk", "Stormtrooper")),
        (Loyalty::Rebels, 1)
    );
    assert!(war.s.mission[Rebels].is_none(), "four health are gone");
}

#[test]
fn propaganda_unsettles_a_region() {
    let war = War::ready("Ilum", Empire, "Imperial Propaganda", &["Palpatine"]).carry("Imperial Propaganda");
    assert_eq!(war.to("Mandalore").check().loyalty("Kashyyyk"), Loyalty::Neutral);
}

/// With a fighter everywhere all eight cards are handed over; with none no card is.
#[test]
fn transmissions_are_intercepted() {
    let mut war =
        War::ready("Ilum", Empire, "Intercept Transmissions", &["Yularen"]).carry("Intercept Transmissions");
    let none = war.clone().to("Naboo").check();
    assert_eq!((none.s.probes.len(), probes::deck(&none.g, &none.s).len()), (0, 25));
    let fighter = war.row(Empire, "TIE Fighter");
    systems().for_each(|place| war.s.units[Empire][place][fighter] += 1);
    let war = war.to("Naboo");
    assert_eq!((war.s.probes.len(), war.s.open), (8, war.s.probes));
}

#[test]
fn interrogations_show_objectives() {
    let war =
        War::ready("Ilum", Empire, "Retrieve the Plans", &["Darth Vader"]).held("Princess Leia", "Corellia");
    let war = war.carry("Retrieve the Plans");
    let seize = war.seize("Princess Leia");
    let war = war.then(seize, |after| after.s.stage == Stage::Effect).check();
    let card = war.s.hand.nth(0);
    let mut war = war.play(Action::Keep { objective: card }).check();
    assert!(war.s.hand.is_empty() && war.s.bottom.to_vec() == [card] && war.s.known.has(card));
    assert!(!objectives::imaginable(&war.g, &war.s).has(card));
    // A Rebel hand that is imagined never has it, and it stays at the bottom.
    for seed in 0..20 {
        let mut other = war.s;
        holotable_env::Game::redeal(&war.g, &mut other, 0, &mut Sample(generator(seed, 0)));
        assert_eq!(other.bottom.to_vec(), [card]);
    }
    refresh::draw_objective(&war.g, &mut war.s, &mut Sample(generator(1, 0)));
    assert!(!war.s.hand.has(card));
}

#[test]
fn an_interrogation_droid_names_three_systems() {
    let war =
        War::ready("Ilum", Empire, "Interrogation Droid", &["Yularen"]).held("Princess Leia", "Corellia");
    let war = war.carry("Interrogation Droid");
    let seize = war.seize("Princess Leia");
    // Every icon counts: three against five, and two successes for the portrait.
    let war = war.then(seize, |after| after.s.stage == Stage::Effect).check();
    assert_eq!((war.s.asked, war.choices().len()), (Rebels, 9));
    let war = war.to("Tatooine").check();
    assert_eq!(war.s.possible.len(), 10, "nothing is told before all are named");
    let hidden = war.g.to_json(&war.s, Viewer::Seat(0));
    assert!(!hidden["now"].to_string().contains("Tatooine"));
    // The card of what was named may be in the Empire's hand: here all are.
    let mut drawn = war.s;
    drawn.probes = probes::deck(&war.g, &war.s);
    let mut dealt = drawn;
    holotable_env::Game::redeal(&war.g, &mut dealt, 1, &mut Sample(generator(1, 0)));
    assert_eq!(dealt.probes, drawn.probes);
    let war = war.to("Endor").check();
    let left: Vec<&str> = war.s.possible.iter().map(|place| war.g.tables.name(place)).collect();
    assert_eq!(left, ["Tatooine", "Endor", "Ilum"]);
}

#[test]
fn a_probe_is_told_whether_the_base_is_there() {
    let war = War::ready("Ilum", Empire, "Long Range Probe", &["Piett"]).carry("Long Range Probe");
    let (there, elsewhere) = (war.clone().to("Ilum").check(), war.to("Dantooine").check());
    assert_eq!((there.s.possible, there.s.revealed), (Places::only(there.place("Ilum")), false));
    assert!(elsewhere.s.possible.len() == 9 && !elsewhere.s.possible.has(elsewhere.place("Dantooine")));
}

/// Luke is lured: he leads for the Empire with his own values, and the Rebels lose reputation.
#[test]
fn the_dark_side_lures() {
    let war = War::ready("Ilum", Empire, "Lure of the Dark Side", &["Palpatine"])
        .held("Luke Skywalker", "Corellia");
    let war = war.carry("Lure of the Dark Side");
    let seize = war.seize("Luke Skywalker");
    let war = war.then(seize, |after| after.s.lured.is_some()).check();
    let (luke, at) = (war.leader(Rebels, "Luke Skywalker"), war.place("Corellia"));
    assert_eq!((war.s.reputation, war.s.lured), (15, Some(luke)));
    assert_eq!((war.s.posts[Rebels][luke], war.s.posts[Empire][turncoat()]), (Post::Gone, Post::At(at)));
    assert_eq!(war.g.skills(&war.s, Empire, turncoat()), &war.g.tables.skills[Rebels][luke]);
    let tagge = war.leader(Empire, "Tagge");
    assert_eq!(
        war.g.skills(&war.s, Empire, tagge),
        &war.g.tables.skills[Empire][tagge],
        "others keep theirs"
    );
    assert_eq!(war.g.from_json(&war.g.to_json(&war.s, Viewer::All)), Ok(war.s));
    let mut war = war.turn(Empire);
    war.s.posts[Empire][turncoat()] = Post::Pool;
    assert!(war.may(Action::Lead { leader: turncoat() }), "who has tactic values activates");
    // In a battle he brings his cards.
    war.s.posts[Empire][turncoat()] = Post::At(war.place("Sullust"));
    let war = war.units(Rebels, "Sullust", &[("Y-wing", 2)]).post(Empire, "Tagge", Post::Pool);
    let mut war = war.activate("Tagge", "Sullust").done();
    while war.s.battle.is_some_and(|battle| battle.camps[Empire].hand.is_empty()) {
        let a = *war.legal().last().unwrap();
        war = war.play(a).check();
    }
    assert_eq!(war.s.battle.map(|battle| battle.camps[Empire].hand.total()), Some(2));
}

/// R62: from where units have come the Rebels may not retreat to; what a card brings has come from nowhere.
#[test]
fn r62_planetary_conquest_and_incite_rebellion() {
    let war = War::ready("Ilum", Empire, "Planetary Conquest", &["Veers"]);
    let war = war.units(Empire, "Nal Hutta", &[("Stormtrooper", 3), ("AT-ST", 2)]).check();
    let war = war.carry("Planetary Conquest").to("Bothawui").check();
    assert!(war.choices().contains(&"Coruscant") && war.choices().contains(&"Nal Hutta"));
    let mut war = war.to("Nal Hutta");
    // The card names the units that move, so captives stay (ruling W31).
    let leia = war.leader(Rebels, "Princess Leia");
    war.s.posts[Rebels][leia] = Post::Captive(war.place("Nal Hutta"));
    for name in ["Stormtrooper", "Stormtrooper", "AT-ST"] {
        assert!(!war.may(Action::Seize { leader: leia }));
        let take = war.take(name);
        war = war.play(take);
    }
    let battle = war.s.battle.expect("both have ground units there");
    assert_eq!((battle.current, war.s.field), (Empire, Some(war.place("Bothawui"))));
    let near = war.g.tables.next_to[war.place("Bothawui")];
    let origin: Vec<Place> =
        near.iter().zip(battle.beside.iter()).filter(|(_, b)| b.origin).map(|(p, _)| p).collect();
    assert_eq!(origin, [war.place("Nal Hutta")]);
    assert_eq!(
        (war.count(Empire, "Nal Hutta", "Stormtrooper"), war.count(Empire, "Nal Hutta", "AT-ST")),
        (1, 1)
    );
    war.check();
    let war = War::ready("Ilum", Rebels, "Incite Rebellion", &["Mon Mothma"]).carry("Incite Rebellion");
    assert_eq!(war.choices(), ["Mandalore", "Sullust"]);
    let war = war.to("Sullust").check();
    let battle = war.s.battle.expect("troopers rise");
    assert!(battle.current == Rebels && battle.beside.iter().all(|beside| !beside.origin));
}

#[test]
fn probe_droids_draw_more_with_ozzel() {
    for (leader, cards) in [("Piett", 2), ("Ozzel", 4)] {
        let war =
            War::ready("Ilum", Empire, "Probe Droid Initiative", &[leader]).carry("Probe Droid Initiative");
        assert_eq!(war.to("Saleucami").check().s.probes.len(), cards);
    }
}

#[test]
fn projects_are_drawn() {
    let war = War::ready("Ilum", Empire, "Secret Weapons Research", &["Tagge"]);
    let hand = war.s.missions[Empire].len();
    let war = war.carry("Secret Weapons Research").to("Corellia").check();
    assert_eq!((war.s.missions[Empire].len(), deck::projects(&war.g, &war.s).len()), (hand + 2, 8));
    // Research & Development: one of two, the other under the deck; or a repair and one.
    let research = War::ready("Ilum", Empire, "Research & Development", &["Tagge"]);
    let war = research.clone().carry("Research & Development").to("Corellia").check();
    assert_eq!((war.s.stage, war.s.offer.len()), (Stage::Effect, 2));
    let kept = *war.legal().first().unwrap();
    let war = war.play(kept).check();
    assert_eq!((war.s.sunk.len(), deck::projects(&war.g, &war.s).len()), (1, 9));
    assert!(!war.spent(Empire, "Research & Development"), "a starting mission is back in the hand");
    let mut research = research;
    let corellia = research.place("Corellia");
    research.s.sabotaged.add(corellia);
    let war = research.carry("Research & Development").to("Corellia").check();
    assert_eq!(war.legal(), [0, 1].map(|way| Action::Pick { way: Way::at(way) }));
    let war = war.play(Action::Pick { way: Way::at(1) }).check();
    assert!(war.s.sabotaged.is_empty() && deck::projects(&war.g, &war.s).len() == 9);
}

/// A Death Star grows where it is built, Rebel troops or not, and is lost with what it grows from.
#[test]
fn a_death_star_is_built() {
    let war = War::ready("Ilum", Empire, "Construct Death Star", &["Tarkin"]).carry("Construct Death Star");
    assert!(war.choices().iter().all(|name| !["Ilum", "Corellia"].contains(name) || *name == "Ilum"));
    let war = war.to("Yavin").check();
    assert_eq!(war.count(Empire, "Yavin", "Death Star Under Construction"), 1);
    assert_eq!(war.queued(Empire, 3, "Death Star"), 1);
    let mut war = war.units(Rebels, "Yavin", &[("Rebel Trooper", 1)]);
    (war.s.stage, war.s.asked) = (Stage::Deploy, Empire);
    war.s.waiting[Empire] = std::mem::take(&mut war.s.queue[Empire][2]);
    assert_eq!(war.choices(), ["Yavin"]);
    let lost = {
        let mut war = war.clone();
        war.s.queue[Empire][2] = std::mem::take(&mut war.s.waiting[Empire]);
        let yavin = war.place("Yavin");
        war.s.units[Empire][yavin] = Units::default();
        destroyed_systems::settle(&war.g, &mut war.s, &mut Sample(generator(1, 0)));
        war.queued(Empire, 3, "Death Star")
    };
    let war = war.to("Yavin");
    assert_eq!(
        (
            war.count(Empire, "Yavin", "Death Star"),
            war.count(Empire, "Yavin", "Death Star Under Construction"),
            lost
        ),
        (1, 0, 0)
    );
}

#[test]
fn a_super_star_destroyer_needs_a_blue_square() {
    let war = War::ready("Ilum", Empire, "Construct Super Star Destroyer", &["Tarkin"]);
    let war = war.carry("Construct Super Star Destroyer");
    assert_eq!(war.choices(), ["Corellia"]);
    assert_eq!(war.to("Corellia").check().queued(Empire, 3, "Super Star Destroyer"), 1);
}

#[test]
fn a_project_is_overseen() {
    let war = War::ready("Ilum", Empire, "Oversee Project", &["Tarkin"]);
    let war =
        war.queue(1, &[("Stormtrooper", 1)]).queue(2, &[("Star Destroyer", 1)]).queue(3, &[("AT-AT", 1)]);
    let war = war
        .units(Empire, "Dagobah", &[("Assault Carrier", 1)])
        .carry("Oversee Project")
        .to("Dagobah")
        .check();
    assert!(!war.may(war.take("AT-AT")) && war.may(war.take("Stormtrooper")));
    let take = war.take("Star Destroyer");
    let war = war.play(take).check();
    assert_eq!(
        (war.count(Empire, "Dagobah", "Star Destroyer"), war.queued(Empire, 2, "Star Destroyer")),
        (1, 0)
    );
}

/// R51: no loyalty, no marker, no icons, and troops only as far as ships carry them.
#[test]
fn r51_superlaser_online() {
    let ready = |base: &str| War::ready(base, Empire, "Superlaser Online", &["Tarkin"]);
    let war = ready("Ilum").units(Empire, "Mandalore", &[("Stormtrooper", 9)]).carry("Superlaser Online");
    assert_eq!(war.choices(), ["Mandalore"]);
    let mut war = war.to("Mandalore").check();
    // A Death Star carries eight of nine Stormtroopers and one AT-ST: the Empire says which two are lost.
    for _ in 0..2 {
        assert_eq!((war.s.stage, war.s.asked), (Stage::Scrap, Empire));
        assert_eq!(war.legal(), [war.take("Stormtrooper"), war.take("AT-ST")]);
        let lost = war.take("Stormtrooper");
        war = war.play(lost).check();
    }
    assert_eq!(war.choices(), ["Kashyyyk", "Malastare"]);
    let war = war.to("Malastare").check();
    let mandalore = war.place("Mandalore");
    assert!(war.s.destroyed.has(mandalore) && !war.s.subjugated.has(mandalore));
    assert_eq!(
        (war.count(Empire, "Mandalore", "Stormtrooper"), war.count(Empire, "Mandalore", "AT-ST")),
        (7, 1)
    );
    assert!(objectives::met_at_refresh(&war.g, &war.s).has(war.objective("Inspire Sympathy")));
    let mut war = war.loyal("Kashyyyk", Loyalty::Rebels).loyal("Malastare", Loyalty::Rebels);
    assert!(objectives::met_at_refresh(&war.g, &war.s).has(war.objective("Regional Support")));
    base::gain(&war.g, &mut war.s, mandalore, Empire, 2);
    assert_eq!(war.s.loyalty[mandalore], Loyalty::Neutral);
    let moved =
        ready("Ilum").units(Empire, "Ilum", &[("Death Star", 1)]).carry("Superlaser Online").to("Ilum");
    assert_eq!((moved.s.stage, moved.s.ending), (Stage::Over, Ending::BaseDestroyed));
    moved.check();
}

#[test]
fn base_defenses_come_to_the_base() {
    let war =
        War::ready("Ilum", Rebels, "Base Defenses", &["Rieekan"]).carry("Base Defenses").to("Naboo").check();
    let at = |name: &str| war.count(Rebels, "Rebel Base", name);
    assert_eq!((at("Ion Cannon"), at("Shield Generator")), (1, 1));
}

/// Lando is put on a mission that was used in this round, with two successes more.
#[test]
fn a_contingency_plan() {
    let war =
        War::ready("Ilum", Rebels, "Contingency Plan", &["Lando"]).posted(Empire, "Palpatine", "Corellia");
    let war = war.check().carry("Contingency Plan").check();
    let mission = war.mission(Rebels, "Sabotage");
    assert_eq!((war.s.stage, war.legal().len()), (Stage::Effect, 5));
    let war = war.play(Action::Assign { mission }).check();
    assert_eq!((war.s.stage, war.s.laid(Rebels)), (Stage::Turn, 1));
    let war = war.carry("Sabotage");
    close(war.likely(war.choose("Corellia"), |after| !after.s.sabotaged.is_empty()), 1.0);
    // Two leaders: which of them goes.
    let war = War::ready("Ilum", Rebels, "Contingency Plan", &["Lando", "Rieekan"]).carry("Contingency Plan");
    let lead = war.lead("Rieekan");
    let war = war.play(lead).check().play(Action::Assign { mission }).check();
    assert_eq!((war.s.boosted, leader_on(&war, "Lando")), (None, Post::At(war.place("Rebel Base"))));
}

/// What the Empire has put at the bottom of the deck is looked at once nothing else is left; then it no longer knows where that goes.
#[test]
fn a_buried_objective_is_looked_at() {
    let mut war =
        War::ready("Ilum", Rebels, "Covert Operation", &["Obi-Wan Kenobi"]).carry("Covert Operation");
    let deck: Vec<_> = Objective::all().filter(|&card| !war.s.hand.has(card)).collect();
    let [other, buried] = [deck[0], deck[1]];
    deck[2..].iter().for_each(|&card| war.s.played.add(card));
    war.s.bottom.push(buried);
    war.s.known.add(buried);
    let war = war.to("Corellia").check();
    assert!(war.s.looked.has(other) && war.s.looked.has(buried) && war.s.known.is_empty());
    let war = war.play(Action::Keep { objective: buried }).check();
    assert!(war.s.hand.has(buried) && war.s.bottom.to_vec() == [other]);
    for seed in 0..20 {
        let mut dealt = war.s;
        holotable_env::Game::redeal(&war.g, &mut dealt, 0, &mut Sample(generator(seed, 0)));
    }
}

#[test]
fn objectives_are_studied_and_put_in_order() {
    let war = War::ready("Ilum", Rebels, "Covert Operation", &["Obi-Wan Kenobi"]).carry("Covert Operation");
    let war = war.to("Corellia").check();
    let [first, last] = [war.s.looked.nth(0), war.s.looked.nth(1)];
    let war = war.play(Action::Keep { objective: first }).check();
    assert!(war.s.hand.has(first) && war.s.bottom.to_vec() == [last] && war.s.top.is_empty());
    let war = War::ready("Ilum", Rebels, "Stolen Plans", &["Princess Leia"])
        .carry("Stolen Plans")
        .to("Corellia")
        .check();
    let seen: Vec<_> = war.s.looked.iter().collect();
    assert_eq!(seen.len(), 4);
    let order = [seen[2], seen[0], seen[3], seen[1]];
    let mut war = order[..3].iter().fold(war, |war, &objective| war.play(Action::Keep { objective }).check());
    assert_eq!(war.s.top.to_vec(), order);
    refresh::draw_objective(&war.g, &mut war.s, &mut Sample(generator(1, 0)));
    assert!(war.s.hand.has(order[0]) && war.s.top.to_vec() == order[1..]);
}

#[test]
fn the_imperial_queue_is_struck() {
    let war = War::ready("Ilum", Rebels, "Demolition", &["Chewbacca"]).queue(1, &[("TIE Fighter", 2)]);
    let war = war.queue(3, &[("Star Destroyer", 1), ("AT-AT", 1)]).carry("Demolition").to("Corellia").check();
    let left = ["TIE Fighter", "Star Destroyer", "AT-AT"]
        .map(|name| (1..=3).map(|n| war.queued(Empire, n, name)).sum::<u8>());
    assert_eq!(left, [1, 0, 1]);
    let war = War::ready("Ilum", Rebels, "Rogue Squadron Raid", &["Wedge"])
        .queue(3, &[("Star Destroyer", 1), ("AT-AT", 1)]);
    let war = war.carry("Rogue Squadron Raid").to("Corellia").check();
    let take = war.take_enemy("AT-AT");
    let war = war.play(take).check();
    assert_eq!(
        (war.queued(Empire, 3, "AT-AT"), war.s.mission[Rebels]),
        (0, None),
        "one health is left for nothing"
    );
}

#[test]
fn trade_relations_build() {
    let war = War::ready("Ilum", Rebels, "Establish Trade Relations", &["Mon Mothma"]);
    let mut war = war.loyal("Geonosis", Loyalty::Neutral);
    let naboo = war.place("Naboo");
    war.s.sabotaged.add(naboo);
    let war = war.carry("Establish Trade Relations");
    assert!(!war.choices().contains(&"Naboo"));
    // A triangle in space and a square on the ground: each of several kinds.
    let war = war.to("Geonosis").check();
    assert_eq!(war.legal().len(), 3);
    let y_wing = war.take("Y-wing");
    let war = war.play(y_wing).check();
    let cannon = war.take("Ion Cannon");
    let war = war.play(cannon).check();
    assert_eq!((war.queued(Rebels, 2, "Y-wing"), war.queued(Rebels, 2, "Ion Cannon")), (1, 1));
    assert_eq!(war.loyalty("Geonosis"), Loyalty::Rebels);
}

#[test]
fn a_rescue_for_the_greater_good_draws_an_objective() {
    let war = War::ready("Ilum", Rebels, "For the Greater Good", &["Obi-Wan Kenobi"])
        .held("Princess Leia", "Corellia");
    let war = war.carry("For the Greater Good");
    let lead = war.lead("Princess Leia");
    let war = war.play(lead).check();
    assert_eq!((war.s.hand.len(), leader_on(&war, "Obi-Wan Kenobi")), (2, Post::At(war.place("Corellia"))));
}

/// As if it were adjacent, within what is carried, and whoever stands on the Base space.
#[test]
fn the_base_sends_fleets_and_teams() {
    let ready = |name: &str, leader: &str| {
        War::ready("Ilum", Rebels, name, &[leader]).posted(Rebels, "Ackbar", "Rebel Base")
    };
    let war = ready("Hidden Fleet", "Lando").carry("Hidden Fleet");
    assert!(!war.choices().contains(&"Corellia"));
    let war = war.to("Dagobah").check();
    assert_eq!((war.s.stage, war.legal().len()), (Stage::Load, 2), "nothing carries troops");
    let take = war.take("X-wing");
    let war = war.play(take).check().done().check();
    assert_eq!(
        (war.count(Rebels, "Dagobah", "X-wing"), war.s.possible.len()),
        (1, 10),
        "a card tells nothing"
    );
    let war = ready("Plan the Assault", "Jan Dodonna").carry("Plan the Assault").to("Corellia").check();
    let take = war.take("X-wing");
    let war = war.play(take).done();
    assert_eq!(
        (war.s.battle.map(|battle| battle.current), war.s.field),
        (Some(Rebels), Some(war.place("Corellia")))
    );
    // Who leads a team is held by a leader on the space.
    let team = |held: bool| {
        let war = War::ready("Ilum", Rebels, "Lead the Strike Team", &["Han Solo"]);
        let war = if held { war.posted(Rebels, "Ackbar", "Rebel Base") } else { war };
        war.carry("Lead the Strike Team").to("Sullust").check()
    };
    assert!(team(true).s.mission[Rebels].is_none());
    let mut war = team(false);
    for name in ["Rebel Trooper", "Rebel Trooper", "Rebel Trooper", "Airspeeder"] {
        let take = war.take(name);
        war = war.play(take).check();
    }
    assert!(war.s.battle.is_some());
}

#[test]
fn misdirection_keeps_the_pool_away() {
    let war =
        War::ready("Ilum", Rebels, "Misdirection", &["Madine"]).laid(Rebels, "Sabotage", &["Princess Leia"]);
    let war = war.carry("Misdirection").to("Corellia").check();
    let lead = war.lead("Princess Leia");
    let war = war.play(lead).check().pool(Empire, &["Darth Vader"]).carry("Sabotage").to("Kessel");
    assert!(war.s.sabotaged.has(war.place("Kessel")), "nobody was asked: {:?}", war.s.stage);
    war.check();
}

/// Four of six cards go back, one on top, three under the deck. Both know that the base is in none of them.
#[test]
fn a_false_lead_is_planted() {
    let mut war = War::ready("Ilum", Rebels, "Plant False Lead", &["Lando"]);
    let mut rng = Sample(generator(1, 0));
    probes::draw(&war.g, &mut war.s, 6, &mut rng);
    let before = war.s.probes;
    let war = war.carry("Plant False Lead").to("Corellia").check();
    assert_eq!((war.s.probes.len(), war.s.havens.len()), (2, 4));
    let top = war.s.havens.nth(2);
    let war = war.play(Action::Choose { place: top }).check();
    for seed in 0..20 {
        let mut other = war.s;
        war.g.redeal(&mut other, 0, &mut Sample(generator(seed, 0)));
        assert!(other.havens.iter().all(|card| other.depth[card] == 0), "what is in the hand lies nowhere");
    }
    let mut war = war.done().check();
    assert_eq!((war.s.planted.len(), probes::above(&war.s), probes::under(&war.s)), (4, 1, 3));
    assert!(war.s.possible.and(before).is_empty() || war.s.possible.and(war.s.planted).is_empty());
    let mut tops = Places::EMPTY;
    for seed in 0..50 {
        let mut other = war.s;
        holotable_env::Game::redeal(&war.g, &mut other, 0, &mut Sample(generator(seed, 0)));
        war.g.check(&other).unwrap();
        let above =
            other.depth.iter().filter(|(_, depth)| **depth < 0).map(|(place, _)| place).collect::<Places>();
        assert!(above.len() == 1 && above.without(war.s.planted).is_empty());
        assert!(!other.planted.has(other.base.unwrap()));
        tops = tops.or(above);
    }
    assert_eq!(tops, war.s.planted, "the Empire cannot know which one lies on top");
    probes::draw(&war.g, &mut war.s, 1, &mut rng);
    assert!(war.s.probes.has(top) && probes::above(&war.s) == 0);
    // Once the others have been put under the deck as well, those three are drawn first, and the base can move to where they are.
    let others = probes::deck(&war.g, &war.s).without(war.s.planted);
    probes::put_under(&war.g, &mut war.s, others);
    probes::look(&war.g, &mut war.s, 3, &mut rng);
    assert!(war.s.havens.without(war.s.planted).is_empty());
    let to = mobilize::havens(&war.s).nth(0);
    let event = mobilize::settle(&war.g, &mut war.s, Some(to), &mut rng);
    flow::go_on(&war.g, &mut war.s, event, &mut rng);
    assert!(war.s.base == Some(to) && war.s.possible.has(to));
}

#[test]
fn a_public_uprising_brings_either_theatre() {
    let war = War::ready("Ilum", Rebels, "Public Uprising", &["Mon Mothma"])
        .carry("Public Uprising")
        .to("Sullust")
        .check();
    assert_eq!(war.legal().len(), 2, "a corvette or an airspeeder");
    let speeder = war.take("Airspeeder");
    let war = war.play(speeder).check();
    assert_eq!(war.legal().len(), 4);
    let (x_wing, trooper) = (war.take("X-wing"), war.take("Rebel Trooper"));
    let war = war.play(x_wing).check().play(trooper).check();
    let battle = war.s.battle.expect("they fight");
    assert_eq!(battle.camps[Rebels].units.count(war.row(Rebels, "X-wing")), 1);
}

/// Luke becomes a Jedi; once a round a die is rolled again where the ring is.
#[test]
fn yoda_trains_luke() {
    let war = War::ready("Ilum", Rebels, "Seek Yoda", &["Luke Skywalker"]).carry("Seek Yoda");
    assert_eq!(war.choices(), ["Dagobah"]);
    let mut war = war.to("Dagobah").check();
    let jedi = war.leader(Rebels, "Luke Skywalker (Jedi)");
    assert_eq!((leader_on(&war, "Luke Skywalker"), war.s.yoda), (Post::Gone, Some(jedi)));
    war.s.posts[Rebels][jedi] = Post::Supply;
    let mut war = war.laid(Rebels, "Sabotage", &["Luke Skywalker (Jedi)"]).posted(Empire, "Tagge", "Kessel");
    (war.s.turn, war.s.asked) = (Rebels, Rebels);
    let war = war.check().carry("Sabotage");
    let there = war.choose("Kessel");
    // Two dice against one: 131/216 at once; a blank that is rolled again makes it likelier.
    let rolled = war.then(there, |after| {
        after.s.stage == Stage::Reroll && after.s.rolled.values()[0] == 2 && after.s.against == 1
    });
    let rolled = rolled.check();
    let again = Action::Reroll { face: Face::at(0) };
    close(rolled.likely(again, |after| !after.s.sabotaged.is_empty()), 1.0 / 6.0);
    assert!(rolled.play(again).s.taught);
}

/// Each of two captives stays or goes by itself (ruling W31).
#[test]
fn two_captives_are_taken_along_one_by_one() {
    let war = War::all("Ilum").without(Rebels).without(Empire).turn(Empire).post(Empire, "Tagge", Post::Pool);
    let mut war = war.units(Empire, "Corellia", &[("Assault Carrier", 1), ("Stormtrooper", 2)]);
    war.s.stage = Stage::Turn;
    let [leia, lando] = ["Princess Leia", "Lando"].map(|name| war.leader(Rebels, name));
    for leader in [leia, lando] {
        war.s.posts[Rebels][leader] = Post::Captive(war.place("Corellia"));
    }
    war.s.frozen = Some(lando);
    let war = war.check().activate("Tagge", "Alderaan");
    let there = war.choose("Corellia");
    let war = war.play(there);
    let carrier = war.take("Assault Carrier");
    let war = war.play(carrier);
    assert!(war.may(Action::Seize { leader: leia }) && war.may(Action::Seize { leader: lando }));
    let war = war.play(Action::Seize { leader: lando }).check();
    assert!(war.may(Action::Seize { leader: leia }) && !war.may(Action::Seize { leader: lando }));
    let (to, from) = (war.place("Alderaan"), war.place("Corellia"));
    assert_eq!(
        (war.s.posts[Rebels][lando], war.s.posts[Rebels][leia]),
        (Post::Captive(to), Post::Captive(from))
    );
}

/// Once a round who has the ring of Yoda rolls a die of an attack again (ruling W47).
#[test]
fn the_ring_of_yoda_works_in_combats() {
    let g: Rebellion = any_game::game(&[("missions", "all"), ("setup", "normal")]);
    let (mut used, mut rng) = (0, Sample(generator(3, 0)));
    for _ in 0..40 {
        let mut s = g.start(&mut rng);
        while let Some(legal) = Some(holotable_env::legal_actions(&g, &s)).filter(|legal| !legal.is_empty()) {
            if s.yoda.is_none() {
                s.yoda = s.battle.and_then(|battle| battle.camps[Rebels].leaders.iter().next());
            }
            let card = s.battle.is_some_and(|battle| battle.playing.is_some());
            let again = legal.iter().copied().find(|a| {
                matches!(a, Action::Battle { battle: rc::Action::Reroll { .. } })
                    && !card
                    && s.moment == Moment::None
            });
            if let Some(again) = again {
                assert!(!s.taught && s.asked == Rebels && combat::teaches(&s));
                g.step(&mut s, again, &mut rng);
                assert!(s.taught && s.battle.is_none_or(|battle| battle.camps[Rebels].odds.again == 0));
                used += 1;
            } else {
                let a = legal[rng.below(legal.len())];
                g.step(&mut s, a, &mut rng);
            }
            g.check(&s).unwrap();
        }
    }
    assert!(used > 10, "{used}");
}

#[test]
fn mon_calamari_gives_loyalty_or_a_cruiser() {
    let war =
        War::ready("Ilum", Rebels, "Support of Mon Calamari", &["Ackbar"]).carry("Support of Mon Calamari");
    let war = war.loyal("Mon Calamari", Loyalty::Empire).to("Mon Calamari");
    let pick = |n: usize| Action::Pick { way: Way::at(n) };
    assert_eq!(war.clone().play(pick(0)).loyalty("Mon Calamari"), Loyalty::Rebels);
    assert_eq!(war.play(pick(1)).queued(Rebels, 3, "Mon Calamari Cruiser"), 1);
}

/// With the Jedi there, a won battle against Palpatine eliminates one Imperial leader who is there.
#[test]
fn return_of_the_jedi_eliminates_a_leader() {
    let war = War::all("Ilum").without(Rebels).without(Empire).turn(Rebels).hand(&["Return of the Jedi"]);
    let war = war.posted(Rebels, "Luke Skywalker (Jedi)", "Naboo").posted(Empire, "Palpatine", "Naboo");
    let war = war.units(Rebels, "Naboo", &[("X-wing", 8)]).units(Empire, "Naboo", &[("TIE Fighter", 1)]);
    let mut war = war.post(Rebels, "Wedge", Post::Pool);
    war.s.stage = Stage::Turn;
    let mut war = war.activate("Wedge", "Naboo");
    if war.s.stage == Stage::From {
        war = war.done();
    }
    let mut rng = Sample(generator(3, 0));
    while war.s.stage == Stage::Battle {
        let a = *war.legal().last().unwrap();
        holotable_env::Game::step(&war.g, &mut war.s, a, &mut rng);
    }
    assert_eq!(war.s.stage, Stage::Objective, "the battle is won");
    let objective = war.objective("Return of the Jedi");
    let war = war.play(Action::Fulfil { objective });
    let palpatine = war.leader(Empire, "Palpatine");
    assert_eq!((war.s.stage, war.legal()), (Stage::Eliminate, vec![Action::Seize { leader: palpatine }]));
    let war = war.play(Action::Seize { leader: palpatine });
    assert_eq!(war.s.posts[Empire][palpatine], Post::Gone);
}

/// The options: what is played, and that everything else is as it was.
#[test]
fn starting_missions_need_no_projects() {
    let t = game(&[]).tables;
    assert!(!t.all_missions && t.projects[Empire].is_empty());
    assert_eq!((t.missions[Empire].len(), t.missions[Empire][2].ways.len()), (4, 1));
    let _: ByKey<Side, usize, 2> = ByKey::from_fn(|side| t.copies[side].len());
}

/// A leader who was put on a mission has two successes more in the next attempt, and no other.
#[test]
fn two_successes_more_help_one_attempt() {
    let mut war = War::ready("Ilum", Rebels, "Sabotage", &["Lando"]);
    war.s.boosted = Some(war.leader(Rebels, "Lando"));
    assert_eq!(war.carry("Sabotage").to("Corellia").s.boosted, None);
}

/// What a card does is printed on it.
#[test]
fn every_card_says_what_it_does() {
    let t = game(&[("missions", "all"), ("actions", "all")]).tables;
    let of = |side: Side| {
        let missions = t.missions[side].iter().map(|card| &card.words);
        missions.chain(t.recruits[side].iter().map(|card| &card.words))
    };
    let mut all: Vec<_> =
        Side::all().flat_map(|side| of(side).map(move |words| format!("{}: {words}", side.word()))).collect();
    all.extend(t.objectives.iter().map(|card| format!("{}: {}", card.name, card.words)));
    golden("rebellion-cards.txt", &(all.join("\n") + "\n"));
}
