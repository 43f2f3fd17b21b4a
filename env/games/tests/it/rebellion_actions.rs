//! Rebellion's action cards, each worked out by hand, and who is asked for them.

use holotable_env::{
    ByKey, Finite, Game, Options, Sample, Save, Set, Tabletop, Viewer, generator, legal_actions, outcomes,
};
use holotable_games::rebellion::ability::Ring;
use holotable_games::rebellion::action_cards::{moment::Moment, wear::attach, window::imaginable};
use holotable_games::rebellion::hand::Hand;
use holotable_games::rebellion::recruit::shown_by;
use holotable_games::rebellion::state::{Ending, Post, Stage, State};
use holotable_games::rebellion::words::{Loyalty, Recruit, Row, Side, Theatre, Way};
use holotable_games::rebellion::{Action, Rebellion, captive, combat, flow};
use holotable_games::rebellion_combat as rc;
use holotable_games::rebellion_combat::action::Die;
use holotable_games::rebellion_combat::attack;
use holotable_games::rebellion_combat::legal::who_leads;
use holotable_games::rebellion_combat::state::Stage as Step;
use holotable_games::rebellion_combat::words::{Colour, Face};

use crate::rebellion_board::{Empire, Rebels, War, blow, game};

impl War {
    pub fn card(&self, name: &str) -> (Side, Recruit) {
        let find = |side: Side| self.g.tables.recruits[side].iter().position(|card| card.name == name);
        let side = Side::all().find(|&side| find(side).is_some());
        let side = side.unwrap_or_else(|| panic!("no action card {name}"));
        (side, Recruit::at(find(side).unwrap()))
    }

    /// These action cards are in the hands of their sides.
    pub fn holding(mut self, names: &[&str]) -> Self {
        for name in names {
            let (side, card) = self.card(name);
            self.s.recruits[side].take(card);
            self.s.action_cards[side].keep(&self.g.tables, side, card, None);
        }
        self
    }

    pub fn uses(self, name: &str) -> Self {
        let (_, card) = self.card(name);
        self.play(Action::Play { card })
    }

    pub fn can_use(&self, name: &str) -> bool {
        self.may(Action::Play { card: self.card(name).1 })
    }

    /// Who is in the pool of a side: these alone.
    fn alone(self, side: Side, names: &[&str]) -> Self {
        self.without(side).pool(side, names)
    }

    /// Taking a unit of this side.
    fn take_of(&self, side: Side, name: &str) -> Action {
        let unit: Row = self.row(side, name);
        Action::Take { unit }
    }

    fn leader_at(&self, side: Side, name: &str) -> Post {
        self.s.posts[side][self.leader(side, name)]
    }

    fn at_place(&self, name: &str) -> Post {
        Post::At(self.place(name))
    }

    /// A combat begins there, which the side whose turn it is has begun.
    pub fn fight(mut self, side: Side, place: &str) -> Self {
        let at = self.place(place);
        (self.s.turn, self.s.asked, self.s.target) = (side, side, Some(at));
        self.s.stage = Stage::Turn;
        let mut rng = Sample(generator(1, 0));
        let event = combat::begin(&self.g, &mut self.s, at, &mut rng);
        flow::go_on(&self.g, &mut self.s, event, &mut rng);
        self
    }

    fn battle(&self) -> &rc::State {
        self.s.battle.as_ref().unwrap()
    }

    fn dice(&self, side: Side, theatre: Theatre) -> [u8; 2] {
        *attack::dice_of(self.g.battle_of(None), self.battle(), side, theatre).values()
    }

    /// Plays the first thing that is legal until this holds.
    fn until(mut self, holds: impl Fn(&Self) -> bool) -> Self {
        for _ in 0..400 {
            if holds(&self) {
                return self;
            }
            let legal = self.legal();
            let a = legal.iter().copied().find(|&a| a == Action::Done).unwrap_or(legal[0]);
            self = self.play(a);
        }
        panic!("it never held");
    }
}

/// The Empire assigns; these leaders are in its pool.
fn empire(leaders: &[&str], cards: &[&str]) -> War {
    let war = War::with_action_cards("Ilum").holding(cards).alone(Empire, leaders).without(Rebels);
    let war = war.pool(Rebels, &["Princess Leia"]).done();
    assert_eq!((war.s.stage, war.s.asked, war.s.turn), (Stage::Assign, Empire, Rebels));
    war
}

/// The Rebels assign; these leaders are in their pool.
fn rebels(leaders: &[&str], cards: &[&str]) -> War {
    War::with_action_cards("Ilum").holding(cards).alone(Rebels, leaders)
}

/// A card is carried out, and its side goes on assigning.
fn assigns(war: War, side: Side) -> War {
    assert_eq!((war.s.stage, war.s.asked, war.s.turn), (Stage::Assign, side, Rebels));
    assert_eq!((war.s.act, war.s.target, war.s.deed), (None, None, 0));
    war.check()
}

#[test]
fn r33_thirty_four_action_cards() {
    let g = game(&[("missions", "all"), ("actions", "all")]);
    assert_eq!(Side::all().map(|side| g.tables.recruits[side].len()).collect::<Vec<_>>(), [16, 18]);
    let openings = Side::all().map(|side| g.tables.openings(side).len());
    assert_eq!(openings.collect::<Vec<_>>(), [4, 6]);
    let all = |given: &[(&str, &str)]| {
        let options = Options::resolve(Rebellion::option_specs(), given.iter().copied()).unwrap();
        Rebellion::build(&options, None).unwrap_err().to_string()
    };
    assert_eq!(
        all(&[("actions", "all")]),
        "option 'actions' is 'all', which needs all missions, but option 'missions' is 'starting' (ruling W53)"
    );
    assert!(all(&[("actions", "all"), ("missions", "none")]).contains("is 'none'"));
}

/// R41: the decks have twelve each, and each side two of those that it may begin with; a ring is given at once.
#[test]
fn r41_action_cards_after_the_set_up() {
    let mut rings = 0;
    for (seed, setup) in (0..30).zip(["first", "normal"].into_iter().cycle()) {
        let g = game(&[("missions", "all"), ("actions", "all"), ("setup", setup)]);
        let mut rng = Sample(generator(seed, 0));
        let mut s = g.start(&mut rng);
        while s.stage != Stage::Assign {
            let a = legal_actions(&g, &s)[0];
            g.step(&mut s, a, &mut rng);
            g.check(&s).unwrap();
        }
        assert!(s.recruits.values().iter().all(|deck| deck.len() == 12));
        // Both rings may go to one leader, who keeps the later one.
        let given = s.action_cards[Rebels].used().len();
        assert_eq!(s.action_cards.values().map(|hand| hand.held().len()), [2, 2 - given]);
        assert_eq!(s.rings.values().iter().flatten().count(), given.min(1));
        rings += given;
    }
    assert!(rings > 10, "{rings} of 60 cards are rings by a third");
}

/// R43: recruiting four times takes eight cards, of which four are kept and four lie under the deck.
#[test]
fn r43_one_card_of_two_is_kept() {
    let mut war = War::with_action_cards("Ilum");
    let mut asked = 0;
    while war.s.time < 6 {
        let legal = war.legal();
        asked += usize::from(war.s.stage == Stage::Recruit);
        war = war.play(legal[0]).check();
    }
    assert_eq!(asked, 2 * 2 * 4, "which card, and which leader");
    for (side, hand) in war.s.action_cards.iter() {
        let (kept, under, deck) = (hand.held().len(), hand.under().len(), war.s.recruits[side].len());
        assert_eq!(kept + hand.used().len() + under + deck, 12, "{side:?}");
        assert!(kept + hand.used().len() == 4 && deck <= 4, "{side:?}: {kept}, {under} and {deck}");
    }
}

#[test]
fn brilliant_administrator_builds_by_icons() {
    let war = empire(&["Tarkin", "Tagge"], &["Brilliant Administrator"]).uses("Brilliant Administrator");
    assert!(!war.choices().contains(&"Naboo") && war.choices().contains(&"Mandalore"));
    let war = assigns(war.to("Corellia"), Empire);
    assert_eq!(war.leader_at(Empire, "Tarkin"), war.at_place("Corellia"));
    let queue = &war.s.queue[Empire][2];
    let n = |name: &str| queue[war.row(Empire, name)];
    assert_eq!((n("TIE Fighter"), n("Star Destroyer"), queue.total()), (1, 1, 2));
    assert!(war.s.action_cards[Empire].used().has(war.card("Brilliant Administrator").1));
}

#[test]
fn boba_fett_keeps_the_rebels_off() {
    let war = empire(&["Boba Fett", "Tagge"], &["Boba Fett? Where?"]).uses("Boba Fett? Where?");
    let war = assigns(war.to("Corellia"), Empire);
    let mut other = war.clone();
    other.s.guarded = None;
    let sabotage = |war: War| {
        let war = war.done();
        let mut war = War { s: war.s, g: war.g };
        let mission = war.mission(Rebels, "Sabotage");
        war.s.missions[Rebels].take(mission);
        war.s.stacks[Rebels][0] = Some(mission);
        let stack = holotable_games::rebellion::words::Stack::at(0);
        war = war.post(Rebels, "Princess Leia", Post::On(stack));
        (war.s.turn, war.s.asked) = (Rebels, Rebels);
        war.carry("Sabotage").choices().contains(&"Corellia")
    };
    assert!(!sabotage(war.clone()) && sabotage(other));
    // Until the end of the phase.
    assert_eq!(war.until(|war| war.s.time == 2).s.guarded, None);
}

#[test]
fn catch_them_by_surprise_activates() {
    let war = empire(&["Ozzel", "Tagge"], &["Catch Them by Surprise"]).uses("Catch Them by Surprise");
    let war = war.to("Felucia");
    assert_eq!((war.s.stage, war.s.turn), (Stage::From, Empire));
    let war = war.check().move_from("Saleucami", &["Star Destroyer", "Stormtrooper"]);
    let war = assigns(war.done(), Empire);
    assert_eq!(war.count(Empire, "Felucia", "Stormtrooper"), 1);
    assert!(war.s.subjugated.has(war.place("Felucia")) && !war.s.possible.has(war.place("Felucia")));
}

#[test]
fn local_rumors_tell_of_a_region() {
    let war = empire(&["Yularen", "Tagge"], &["Local Rumors"]).unknown().uses("Local Rumors");
    assert!(war.choices().iter().all(|place| {
        ["Coruscant", "Mandalore", "Saleucami", "Sullust", "Mustafar", "Corellia"].contains(place)
    }));
    let region = |war: &War, n: u8| {
        war.s.possible.iter().filter(|&place| war.g.tables.worlds[place].region == n).count()
    };
    assert!(region(&war, 6) > 0);
    let far = assigns(war.clone().to("Mandalore"), Empire);
    assert!(region(&far, 6) == 0 && region(&far, 5) > 0);
    let near = war.units(Empire, "Mygeeto", &[("TIE Fighter", 1)]);
    let near = assigns(near.to("Mygeeto"), Empire);
    assert_eq!(near.s.possible.len(), region(&near, 5));
}

#[test]
fn proceeding_as_planned_takes_a_project() {
    let war =
        empire(&["Ozzel", "Jerjerrod", "Tagge"], &["Proceeding as Planned"]).uses("Proceeding as Planned");
    assert_eq!((war.s.moment, war.legal().len()), (Moment::Place, 2));
    let ozzel = war.lead("Ozzel");
    let war = war.play(ozzel).check();
    let laser = war.mission(Empire, "Superlaser Online");
    assert!(war.legal().len() == 5 && war.g.choice_is_private(&war.s), "five titles of projects");
    let war = war.play(Action::Assign { mission: laser }).check();
    assert_eq!((war.s.stage, war.s.asked, war.s.stacks[Empire][0]), (Stage::Staff, Empire, Some(laser)));
    let tagge = war.lead("Tagge");
    let war = assigns(war.play(tagge), Empire);
    for seed in 0..40 {
        let mut other = war.s;
        war.g.redeal(&mut other, Rebels.index(), &mut Sample(generator(seed, 0)));
        war.g.check(&other).unwrap();
        assert!(
            war.g.tables.projects[Empire].has(other.stacks[Empire][0].unwrap()),
            "all know it is a project"
        );
    }
}

#[test]
fn public_support_brings_troops_that_nobody_holds() {
    let war = empire(&["Greejatus", "Tagge"], &["Public Support"]).uses("Public Support");
    let mut war = assigns(war.to("Corellia"), Empire);
    assert_eq!(war.count(Empire, "Corellia", "Stormtrooper"), 4);
    let corellia = war.place("Corellia");
    assert!(!war.s.held(Empire, corellia));
    war.s.loose = None;
    assert!(war.s.held(Empire, corellia));
}

#[test]
fn scouting_mission_gathers_fighters() {
    let war = empire(&["Soontir Fel", "Tagge"], &["Scouting Mission"]).uses("Scouting Mission");
    let war = war.to("Ilum").move_from("Mandalore", &["TIE Fighter", "TIE Fighter", "TIE Fighter"]);
    assert_eq!((war.s.stage, war.s.left), (Stage::Effect, 1));
    let war = assigns(war.check().move_from("Sullust", &["TIE Fighter"]), Empire);
    assert_eq!(war.count(Empire, "Ilum", "TIE Fighter"), 4);
    assert!(!war.s.revealed, "ships find nothing");
}

#[test]
fn our_most_desperate_hour_takes_a_mission() {
    let war =
        rebels(&["Princess Leia", "Rieekan"], &["Our Most Desperate Hour"]).uses("Our Most Desperate Hour");
    let rescue = war.mission(Rebels, "Daring Rescue");
    let before = holotable_games::rebellion::deck::missions(&war.g, &war.s, Rebels).len();
    let war = war.play(Action::Assign { mission: rescue });
    assert_eq!(holotable_games::rebellion::deck::missions(&war.g, &war.s, Rebels).len(), before - 1);
    let war = assigns(war.done(), Rebels);
    assert_eq!(war.s.stacks[Rebels][0], Some(rescue));
    let mut other = war.s;
    war.g.redeal(&mut other, Empire.index(), &mut Sample(generator(1, 0)));
    assert!(!war.g.tables.starting[Rebels].has(other.stacks[Rebels][0].unwrap()));
}

#[test]
fn rebel_planning_draws_an_objective() {
    let war = rebels(&["Jan Dodonna", "Rieekan"], &["Rebel Planning"]);
    let before = war.s.hand.len();
    let war = assigns(war.uses("Rebel Planning"), Rebels);
    assert_eq!(
        (war.s.hand.len(), war.leader_at(Rebels, "Jan Dodonna")),
        (before + 1, war.at_place("Rebel Base"))
    );
}

#[test]
fn start_the_evacuation_moves_the_base_units() {
    let war = rebels(&["Rieekan", "Mon Mothma", "Jan Dodonna"], &["Start the Evacuation"]);
    let there = war.at(Rebels, "Rebel Base").total();
    let go = |war: War| war.uses("Start the Evacuation").to("Mygeeto");
    assert!(!war.clone().uses("Start the Evacuation").choices().contains(&"Corellia"));
    let mut moving = go(war.clone());
    while moving.s.stage == Stage::Load {
        let a = *moving.legal().last().unwrap();
        moving = moving.play(a);
    }
    let moving = assigns(moving, Rebels);
    assert_eq!(moving.count(Rebels, "Mygeeto", "X-wing"), 1);
    assert!(moving.at(Rebels, "Rebel Base").total() < there);
    // A leader on the space holds them.
    let held = assigns(go(war.posted(Rebels, "Mon Mothma", "Rebel Base")), Rebels);
    assert_eq!(held.at(Rebels, "Rebel Base").total(), there);
}

#[test]
fn temporary_alliance_builds_in_a_neutral_system() {
    let war = rebels(&["Mon Mothma", "Rieekan"], &["Temporary Alliance"]).uses("Temporary Alliance");
    assert!(
        war.choices().contains(&"Sullust") && !war.choices().contains(&"Naboo"),
        "subjugated, but neutral"
    );
    assert!(!war.choices().contains(&"Hoth"));
    let war = assigns(war.to("Kessel"), Rebels);
    assert_eq!(war.s.queue[Rebels][0][war.row(Rebels, "Rebel Trooper")], 1);
}

#[test]
fn ambush_kills_ground_units() {
    let war = rebels(&["Madine", "Rieekan"], &["Ambush"]).uses("Ambush").to("Sullust");
    assert!(war.may(war.take_of(Empire, "AT-ST")) && !war.may(war.take_of(Empire, "Star Destroyer")));
    let walker = war.take_of(Empire, "AT-ST");
    let war = war.play(walker);
    assert!(!war.may(walker), "one health is left");
    let trooper = war.take_of(Empire, "Stormtrooper");
    let war = assigns(war.play(trooper), Rebels);
    assert_eq!((war.count(Empire, "Sullust", "AT-ST"), war.count(Empire, "Sullust", "Stormtrooper")), (0, 1));
}

#[test]
fn an_old_friend_joins() {
    for (place, friend) in [("Bespin", "Lando"), ("Kashyyyk", "Chewbacca")] {
        let war = rebels(&["Han Solo", "Rieekan"], &["An Old Friend"]).uses("An Old Friend");
        assert_eq!(war.choices().len(), 2);
        let war = assigns(war.to(place), Rebels);
        assert_eq!(war.leader_at(Rebels, friend), war.at_place(place));
    }
}

#[test]
fn independent_operation_drives_troops_out() {
    let war = rebels(&["Lando", "Rieekan"], &["Independent Operation"]).uses("Independent Operation");
    assert_eq!(
        {
            let mut all = war.choices();
            all.sort_unstable();
            all
        },
        ["Mandalore", "Sullust"]
    );
    let war = war.to("Mandalore");
    assert_eq!((war.s.asked, war.s.stage), (Empire, Stage::Effect));
    assert!(war.choices().contains(&"Coruscant") && !war.choices().contains(&"Mandalore"));
    let war = assigns(war.to("Corellia"), Rebels);
    assert_eq!(
        (war.count(Empire, "Mandalore", "Stormtrooper"), war.count(Empire, "Corellia", "Stormtrooper")),
        (0, 3)
    );
    assert!(
        !war.s.subjugated.has(war.place("Mandalore")) && war.count(Empire, "Mandalore", "Death Star") == 1
    );
}

/// Both sides over Naboo, the Empire's turn, with the leaders of the cards.
fn over_naboo(cards: &[&str], lead: [&[&str]; 2]) -> War {
    let mut war = War::with_action_cards("Ilum").holding(cards).without(Rebels).without(Empire);
    war.s.units = ByKey::default();
    war.s.subjugated = holotable_env::Set::EMPTY;
    for (side, names) in [Empire, Rebels].into_iter().zip(lead) {
        for name in names {
            war = war.posted(side, name, "Naboo");
        }
    }
    let imperial =
        [("Star Destroyer", 2), ("TIE Fighter", 2), ("Death Star", 1), ("Stormtrooper", 2), ("AT-ST", 1)];
    let rebel = [
        ("X-wing", 3),
        ("Mon Calamari Cruiser", 1),
        ("Rebel Trooper", 2),
        ("Shield Generator", 1),
        ("Ion Cannon", 1),
    ];
    war.units(Empire, "Naboo", &imperial).units(Rebels, "Naboo", &rebel)
}

/// After the cards of the start of the combat.
fn begun(war: War) -> War {
    war.until(|war| war.s.moment == Moment::None).check()
}

#[test]
fn according_to_my_design_takes_dice() {
    let war = over_naboo(&["According to My Design"], [&["Palpatine"], &["Wedge"]]).fight(Empire, "Naboo");
    assert_eq!((war.s.moment, war.s.asked, war.battle().stage), (Moment::Combat, Empire, Step::Cards));
    // The black and red dice of three X-wings and a cruiser, of two troopers.
    assert_eq!((war.dice(Rebels, Theatre::Space), war.dice(Rebels, Theatre::Ground)), ([4, 2], [2, 0]));
    let war = begun(war.check().uses("According to My Design"));
    assert_eq!((war.dice(Rebels, Theatre::Space), war.dice(Rebels, Theatre::Ground)), ([2, 1], [0, 0]));
    let later = war.until(|war| war.s.battle.is_none_or(|battle| battle.round == 2));
    assert_eq!(later.battle().camps[Rebels].odds.fewer, ByKey::default());
}

#[test]
fn more_dangerous_than_you_realize_draws_cards() {
    let war =
        over_naboo(&["More Dangerous Than You Realize"], [&["Tagge"], &["Wedge"]]).fight(Empire, "Naboo");
    let war = war.uses("More Dangerous Than You Realize");
    assert_eq!(war.legal().len(), 2);
    let war = war.check().play(Action::Pick { way: Way::at(1) });
    let n = |deck: Theatre| war.battle().hand_size(&war.g.battle().tables, Empire, deck);
    assert_eq!((n(Theatre::Space), n(Theatre::Ground)), (0, 3));
}

#[test]
fn fully_operational_destroys_a_ship() {
    let war = over_naboo(&["Fully Operational"], [&["Jerjerrod"], &["Wedge"]]);
    let mut none = war.clone();
    let (naboo, station) = (none.place("Naboo"), none.row(Empire, "Death Star"));
    none.s.units[Empire][naboo][station] = 0;
    assert!(!none.fight(Empire, "Naboo").can_use("Fully Operational"));
    let war = war.fight(Empire, "Naboo").uses("Fully Operational");
    let cruiser = war.take_of(Rebels, "Mon Calamari Cruiser");
    assert_eq!(war.legal().len(), 2, "X-wings or the cruiser");
    let war = begun(war.play(cruiser));
    assert_eq!(war.battle().camps[Rebels].units.count(war.row(Rebels, "Mon Calamari Cruiser")), 0);
}

#[test]
fn good_intel_opens_a_hand() {
    let war = over_naboo(&["Good Intel"], [&["Yularen"], &["Wedge"]]).fight(Empire, "Naboo");
    let war = begun(war.uses("Good Intel")).until(|war| war.battle().stage == Step::Roll);
    let hand = |viewer: Viewer| war.g.to_json(&war.s, viewer)["now"]["battle"]["rebels"]["hand"].clone();
    assert_eq!(hand(Viewer::Seat(0)), hand(Viewer::Seat(1)));
    let mut other = war.s;
    war.g.redeal(&mut other, 0, &mut Sample(generator(3, 0)));
    assert_eq!(other.battle.unwrap().camps[Rebels].hand, war.battle().camps[Rebels].hand);
    assert!(war.battle().camps[Rebels].hand.total() >= 3, "Wedge has three cards");
}

#[test]
fn keep_them_from_escaping_bars_retreats() {
    let war = over_naboo(&["Keep Them from Escaping"], [&["Piett"], &["Wedge"]]).fight(Empire, "Naboo");
    let war = begun(war.uses("Keep Them from Escaping"));
    for round in 1..3 {
        let war = war.clone().until(|war| war.s.battle.is_none_or(|battle| battle.round == round));
        let battle = war.battle();
        assert!(battle.camps[Rebels].held && !rc::legal::may_retreat(war.g.battle_of(None), battle, Rebels));
    }
}

#[test]
fn ready_for_action_brings_a_guest() {
    let war =
        over_naboo(&["Ready for Action"], [&["Veers"], &["Wedge"]]).pool(Empire, &["Palpatine", "Tarkin"]);
    let war = war.fight(Empire, "Naboo").uses("Ready for Action");
    assert_eq!(war.legal().len(), 2);
    let palpatine = war.lead("Palpatine");
    let war = begun(war.play(palpatine));
    let leader = war.leader(Empire, "Palpatine");
    assert!(war.battle().camps[Empire].leaders.has(leader) && !who_leads(war.battle(), Empire).has(leader));
    let war = war.until(|war| war.s.battle.is_none());
    assert_eq!(war.leader_at(Empire, "Palpatine"), Post::Pool);
}

#[test]
fn target_the_generator_destroys_a_structure() {
    let war = over_naboo(&["Target the Generator"], [&["Veers"], &["Wedge"]]).fight(Empire, "Naboo");
    let war = war.uses("Target the Generator");
    assert_eq!(war.legal().len(), 2, "a generator or a cannon");
    let generator = war.take_of(Rebels, "Shield Generator");
    let war = begun(war.play(generator));
    assert_eq!(war.battle().camps[Rebels].units.count(war.row(Rebels, "Shield Generator")), 0);
}

#[test]
fn its_a_trap_stops_space_cards_in_the_first_round() {
    let war = over_naboo(&["It's a Trap"], [&["Palpatine"], &["Ackbar"]]).fight(Rebels, "Naboo");
    let war = begun(war.uses("It's a Trap"));
    let war = war.until(|war| war.battle().round == 1 && war.battle().stage == Step::Roll);
    let (battle, t) = (war.battle(), &war.g.battle().tables);
    assert!(battle.in_hand(t, Empire, Theatre::Space) != 0, "Palpatine has three space cards");
    assert_eq!(battle.playable(t, Empire), 0);
    assert!(battle.playable(t, Rebels) != 0);
    let later = rc::State { round: 2, ..*battle };
    assert!(later.playable(t, Empire) != 0);
}

#[test]
fn point_blank_assault_weakens_all() {
    let war = over_naboo(&["Point Blank Assault"], [&["Palpatine"], &["Madine"]]).fight(Rebels, "Naboo");
    let war = begun(war.uses("Point Blank Assault"));
    let t = &war.g.battle().tables;
    let health = |side: Side, name: &str| war.battle().health(t, side, war.row(side, name));
    assert_eq!(
        (
            health(Empire, "Star Destroyer"),
            health(Empire, "TIE Fighter"),
            health(Rebels, "Mon Calamari Cruiser")
        ),
        (3, 1, 3)
    );
    assert_eq!(health(Empire, "Death Star"), 0, "nothing hurts it");
}

#[test]
fn target_the_star_destroyers_turns_black_hits() {
    let war =
        over_naboo(&["Target the Star Destroyers"], [&["Palpatine"], &["Wedge"]]).fight(Rebels, "Naboo");
    let mut war = begun(war.uses("Target the Star Destroyers"));
    let mut battle = *war.battle();
    let hit = Die { colour: Colour::Black, face: Face::Hit };
    (battle.stage, battle.side, battle.theatre) = (Step::Assign, Rebels, Theatre::Space);
    battle.round = 1;
    battle.dice = ByKey::default();
    battle.dice[hit] = 3;
    war.s.battle = Some(battle);
    (war.s.stage, war.s.asked) = (Stage::Battle, Rebels);
    let destroyer = war.row(Empire, "Star Destroyer");
    let target = rc::action::Target::Fresh(rc::action::Own::whole(destroyer));
    let damage = blow(rc::Action::Damage { target });
    let war = war.play(damage);
    assert_eq!(war.battle().cards.turned, 1);
    let again = blow(rc::Action::Damage { target: rc::action::Target::Wounded(Finite::at(0)) });
    let war = war.play(again);
    assert!(!war.may(damage), "the third one is black again");
}

#[test]
fn one_in_a_million_sets_dice_of_an_attack() {
    let war = over_naboo(&["One in a Million"], [&["Palpatine"], &["Wedge"]]).fight(Rebels, "Naboo");
    let war = war.until(|war| war.battle().stage == Step::Roll && war.s.asked == Rebels);
    assert!(war.g.choice_is_private(&war.s));
    let war = war.uses("One in a Million").check();
    assert!(!war.may(Action::Done));
    let set = |colour: Colour, face: Face| blow(rc::Action::Reroll { die: Die { colour, face } });
    let war = war.play(set(Colour::Red, Face::Direct)).check();
    let (mut one, red) = (war.clone(), war.dice(Rebels, Theatre::Space)[1]);
    one.s.battle.as_mut().unwrap().camps[Rebels].odds.fewer[Colour::Red] += red - 1;
    assert!(!one.may(set(Colour::Red, Face::Direct)), "the only red die is set");
    let war = war.play(set(Colour::Red, Face::Direct));
    let red = Die { colour: Colour::Red, face: Face::Direct };
    assert_eq!((war.battle().dice[red], war.battle().dice.values().iter().sum::<u8>()), (2, 6));
    // Where nobody holds the card the Rebels are asked all the same, and may only roll.
    let none = over_naboo(&["Noble Sacrifice"], [&["Palpatine"], &["Wedge"]]).fight(Rebels, "Naboo");
    let none = none.until(|war| war.battle().stage == Step::Roll && war.s.asked == Rebels);
    assert!(none.legal().len() == 1 && none.g.choice_is_private(&none.s));
}

#[test]
fn one_in_a_million_hits_with_the_plans() {
    let war =
        over_naboo(&["One in a Million"], [&["Palpatine"], &["Luke Skywalker"]]).hand(&["Death Star Plans"]);
    let war = war.units(Rebels, "Naboo", &[("X-wing", 8)]);
    let war = war.fight(Rebels, "Naboo");
    let war = war.until(|war| war.s.battle.is_none_or(|battle| battle.stage == Step::Plans));
    let war = war.uses("One in a Million");
    let station = war.row(Empire, "Death Star");
    assert_eq!(war.s.battle.map_or(0, |battle| battle.camps[Empire].units.count(station)), 0);
    assert_eq!(war.s.reputation, 12);
}

/// Whoever may hold a card is asked, whoever has none is not.
#[test]
fn who_is_asked_tells_nothing() {
    let asked = |cards: &[&str]| {
        let war = over_naboo(cards, [&["Palpatine"], &["Wedge"]]).fight(Empire, "Naboo");
        war.s.moment == Moment::Combat && war.s.asked == Empire
    };
    assert!(!asked(&[]), "nobody holds a card");
    assert!(asked(&["According to My Design"]));
    assert!(asked(&["Brilliant Administrator"]), "it may be the other one");
    let war = over_naboo(&["Brilliant Administrator"], [&["Palpatine"], &["Wedge"]]).fight(Empire, "Naboo");
    assert!(war.legal() == [Action::Done] && war.g.choice_is_private(&war.s));
    // A card that was kept for somebody shows him.
    let mut war = over_naboo(&[], [&["Piett"], &["Wedge"]]);
    let (_, card) = war.card("Local Rumors");
    let yularen = war.leader(Empire, "Yularen");
    war.s.recruits[Empire].take(card);
    war.s.action_cards[Empire].keep(&war.g.tables, Empire, card, Some(yularen));
    war = war.post(Empire, "Yularen", Post::Pool);
    let may: Vec<&str> = imaginable(&war.g, &war.s, Empire)
        .iter()
        .map(|card| war.g.tables.action_card(Empire, card).name.as_str())
        .collect();
    assert_eq!(may, ["Good Intel", "Local Rumors"]);
    assert_eq!(war.fight(Empire, "Naboo").s.moment, Moment::None, "neither is Piett's");
}

/// Leia in Corellia, and the Empire's turn with a mission of these leaders.
fn against(mission: &str, imperial: &[&str], rebels: &[(&str, &str)], cards: &[&str]) -> War {
    let mut war = War::with_action_cards("Ilum").holding(cards).without(Rebels).alone(Empire, imperial);
    for (name, place) in rebels {
        war = war.posted(Rebels, name, place);
    }
    while war.s.asked == Rebels {
        war = war.done();
    }
    let mission_ = war.mission(Empire, mission);
    if !war.s.missions[Empire].has(mission_) {
        war.s.missions[Empire].add(mission_);
    }
    let mut war = war.assign(mission, imperial);
    if war.s.stage == Stage::Assign {
        war = war.done();
    }
    (war.s.turn, war.s.asked, war.s.stage) = (Empire, Empire, Stage::Turn);
    war
}

fn seize(war: &War, name: &str) -> Action {
    Action::Seize { leader: war.leader(Rebels, name) }
}

#[test]
fn blindside_keeps_the_pool_away() {
    let war =
        against("Capture Rebel Operative", &["Boba Fett"], &[("Princess Leia", "Corellia")], &["Blindside"]);
    let war = war.pool(Rebels, &["Chewbacca"]);
    let open = war.clone().carry("Capture Rebel Operative");
    let leia = seize(&open, "Princess Leia");
    assert_eq!(open.play(leia).s.stage, Stage::Oppose);
    let war = war.uses("Blindside").check();
    assert!(war.legal().iter().all(|a| matches!(a, Action::Carry { .. })));
    let war = war.carry("Capture Rebel Operative").play(leia);
    assert_ne!(war.s.stage, Stage::Oppose);
    assert!(!war.s.surprised || war.s.mission[Empire].is_some());
}

#[test]
fn wookiee_guardian_foils() {
    let rebels = [("Chewbacca", "Corellia")];
    let war = against("Capture Rebel Operative", &["Boba Fett"], &rebels, &["Wookiee Guardian"]);
    let war = war.carry("Capture Rebel Operative");
    let chewbacca = seize(&war, "Chewbacca");
    let war = war.play(chewbacca);
    assert_eq!((war.s.moment, war.s.asked), (Moment::Attempt, Rebels));
    let war = war.check().uses("Wookiee Guardian").check();
    assert_eq!((war.leader_at(Rebels, "Chewbacca"), war.s.turn), (war.at_place("Corellia"), Rebels));
}

#[test]
fn undercover_comes_from_another_system() {
    let rebels = [("Princess Leia", "Corellia"), ("Lando", "Bespin"), ("Obi-Wan Kenobi", "Rebel Base")];
    let war = against("Capture Rebel Operative", &["Tagge"], &rebels, &["Undercover"]);
    let war = war.carry("Capture Rebel Operative");
    let leia = seize(&war, "Princess Leia");
    let war = war.play(leia).uses("Undercover");
    assert_eq!(war.legal(), [war.lead("Lando")], "the base is no system");
    let lando = war.lead("Lando");
    let all = outcomes(&war.g, &war.s, lando, 10_000).unwrap();
    let there = war.at_place("Corellia");
    let lando = war.leader(Rebels, "Lando");
    assert!(all.iter().all(|o| o.state.posts[Rebels][lando] == there));
    // One die against two: 1/2 x 1/9 + 1/6 x 4/9.
    let won: f64 = all.iter().filter(|o| o.state.captive().is_some()).map(|o| o.probability).sum();
    crate::rebellion_missions::close(won, 7.0 / 54.0);
}

#[test]
fn one_in_a_million_sets_dice_of_a_mission() {
    let rebels = [("Luke Skywalker", "Corellia")];
    let war = against("Capture Rebel Operative", &["Boba Fett"], &rebels, &["One in a Million"]);
    let war = war.carry("Capture Rebel Operative");
    let luke = seize(&war, "Luke Skywalker");
    let war = war.play(luke);
    let (_, card) = war.card("One in a Million");
    let all = outcomes(&war.g, &war.s, Action::Play { card }, 10_000).unwrap();
    let won: f64 = all.iter().filter(|o| o.state.captive().is_some()).map(|o| o.probability).sum();
    // His one die shows two; three dice have more with 1 - P(at most 2): 1/27 + 3/18 + (3/54 + 3/12) + ...
    let at_most_two =
        1.0 / 27.0 + 3.0 * (1.0 / 9.0) * 0.5 + 3.0 * (1.0 / 9.0) / 6.0 + 3.0 * (1.0 / 3.0) * 0.25;
    crate::rebellion_missions::close(won, 1.0 - at_most_two);
}

#[test]
fn noble_sacrifice_gains_reputation() {
    let rebels = [("Obi-Wan Kenobi", "Corellia")];
    let war = against("Capture Rebel Operative", &["Boba Fett"], &rebels, &["Noble Sacrifice"]);
    let mut war = war.carry("Capture Rebel Operative");
    let obi_wan = seize(&war, "Obi-Wan Kenobi");
    let all = outcomes(&war.g, &war.s, obi_wan, 1_000).unwrap();
    let state = all.iter().map(|o| o.state).find(|s| s.moment == Moment::Capture);
    war.s = state.unwrap_or_else(|| {
        // The Rebels are asked before dice are rolled, too.
        let s = all[0].state;
        assert_eq!(s.moment, Moment::Attempt);
        let after = outcomes(&war.g, &s, Action::Done, 1_000).unwrap();
        after.iter().map(|o| o.state).find(|s| s.moment == Moment::Capture).unwrap()
    });
    let war = war.check().uses("Noble Sacrifice").check();
    assert_eq!((war.s.reputation, war.leader_at(Rebels, "Obi-Wan Kenobi")), (13, Post::Gone));
    assert_eq!((war.s.captive(), war.s.ending), (None, Ending::None));
}

/// Leia is a captive in Corellia, and these leaders carry a mission out there; nobody opposes it, and it succeeds.
fn rescue(leaders: &[&str], cards: &[&str]) -> War {
    let mut war = War::with_action_cards("Ilum").holding(cards).alone(Rebels, leaders).without(Empire);
    let corellia = war.place("Corellia");
    war = war.post(Rebels, "Princess Leia", Post::Captive(corellia));
    let mission = war.mission(Rebels, "Daring Rescue");
    if !war.s.missions[Rebels].has(mission) {
        war.s.missions[Rebels].add(mission);
    }
    let mut war = war.assign("Daring Rescue", leaders);
    while war.s.stage == Stage::Assign {
        war = war.done();
    }
    let war = war.carry("Daring Rescue");
    let leia = Action::Lead { leader: war.leader(Rebels, "Princess Leia") };
    war.play(leia)
}

#[test]
fn it_is_your_destiny_captures_a_rescuer() {
    let mut war = rescue(&["Madine"], &["It Is Your Destiny"]);
    assert_eq!((war.s.stage, war.s.asked), (Stage::Effect, Rebels), "Madine may go along");
    war = war.posted(Empire, "Darth Vader", "Corellia");
    let gone = {
        let madine = war.lead("Madine");
        war.clone().play(madine)
    };
    assert_ne!(gone.s.moment, Moment::Rescue, "nobody is there any more");
    let war = war.done();
    assert_eq!((war.s.moment, war.s.asked), (Moment::Rescue, Empire));
    let war = war.uses("It Is Your Destiny");
    let madine = seize(&war, "Madine");
    assert_eq!(war.legal(), [madine]);
    let war = war.play(madine).check();
    assert_eq!(war.leader_at(Rebels, "Madine"), Post::Captive(war.place("Corellia")));
    assert_eq!(war.leader_at(Rebels, "Princess Leia"), war.at_place("Rebel Base"));
}

#[test]
fn son_of_skywalker_finds_a_mission() {
    let mut war = War::with_action_cards("Ilum")
        .holding(&["Son of Skywalker"])
        .alone(Rebels, &["Luke Skywalker"])
        .without(Empire);
    let seek = war.mission(Rebels, "Seek Yoda");
    if war.s.missions[Rebels].has(seek) {
        war.s.missions[Rebels].take(seek);
    }
    let war = war.assign("Infiltration", &["Luke Skywalker"]);
    let mut war = war.until(|war| war.s.stage == Stage::Turn).carry("Infiltration").to("Corellia");
    let keep = war.legal()[0];
    war = war.play(keep);
    assert_eq!((war.s.moment, war.s.asked), (Moment::Success, Rebels));
    let war = war.uses("Son of Skywalker").check();
    assert!(war.g.choice_is_private(&war.s) && war.legal().len() >= 2);
    let war = war.play(Action::Assign { mission: seek }).check();
    assert!(war.s.missions[Rebels].has(seek));
}

#[test]
fn c_3po_turns_a_failure() {
    let war = War::with_action_cards("Ilum").alone(Rebels, &["Mon Mothma"]).alone(Empire, &["Palpatine"]);
    let mut war = war.assign("Build Alliance", &["Mon Mothma"]);
    let mothma = war.leader(Rebels, "Mon Mothma");
    war.s.rings[Ring::ProtocolDroid] = Some(mothma);
    let war = war.posted(Empire, "Palpatine", "Kessel").until(|war| war.s.stage == Stage::Turn);
    let war = war.carry("Build Alliance");
    let kessel = war.choose("Kessel");
    let all = outcomes(&war.g, &war.s, kessel, 10_000).unwrap();
    let failed = all.iter().map(|o| o.state).find(|s| s.moment == Moment::Failure).unwrap();
    let war = War { s: failed, g: war.g }.check().uses("Human-Cyborg Relations").check();
    assert_eq!(war.s.loyalty[war.place("Kessel")], Loyalty::Rebels);
    assert_eq!(war.s.rings[Ring::ProtocolDroid], None);
}

#[test]
fn r2_d2_blanks_a_die() {
    let war = War::with_action_cards("Ilum").alone(Rebels, &["Princess Leia"]).alone(Empire, &["Tagge"]);
    let mut war = war.assign("Sabotage", &["Princess Leia"]);
    let leia = war.leader(Rebels, "Princess Leia");
    war.s.rings[Ring::Astromech] = Some(leia);
    let war = war.posted(Empire, "Tagge", "Corellia").until(|war| war.s.stage == Stage::Turn);
    let war = war.carry("Sabotage");
    let corellia = war.choose("Corellia");
    let all = outcomes(&war.g, &war.s, corellia, 10_000).unwrap();
    // One die each. It is asked for where Tagge's shows anything: then any success of Leia's is enough.
    let asked: f64 = all.iter().filter(|o| o.state.stage == Stage::Reroll).map(|o| o.probability).sum();
    crate::rebellion_missions::close(asked, 2.0 / 3.0);
    let (_, card) = war.card("Resourceful Astromech");
    let mut won = 0.0;
    for o in &all {
        let after = War { s: o.state, g: war.g.clone() };
        let s = if o.state.stage == Stage::Reroll { after.play(Action::Play { card }).s } else { o.state };
        won += if s.sabotaged.has(war.place("Corellia")) { o.probability } else { 0.0 };
    }
    crate::rebellion_missions::close(won, 2.0 / 3.0);
}

#[test]
fn the_falcon_rescues_after_a_success() {
    let mut war = War::with_action_cards("Ilum").alone(Rebels, &["Han Solo"]).without(Empire);
    let (corellia, han) = (war.place("Corellia"), war.leader(Rebels, "Han Solo"));
    war = war.post(Rebels, "Princess Leia", Post::Captive(corellia));
    war.s.rings[Ring::Falcon] = Some(han);
    let war = war.assign("Sabotage", &["Han Solo"]).until(|war| war.s.stage == Stage::Turn);
    let war = war.carry("Sabotage").to("Corellia");
    assert_eq!((war.s.moment, war.s.asked), (Moment::Success, Rebels));
    let war = war.check().uses("Millennium Falcon");
    let leia = war.lead("Princess Leia");
    assert_eq!(war.legal(), [leia]);
    let war = war.check().play(leia).check();
    assert_eq!(war.leader_at(Rebels, "Princess Leia"), war.at_place("Rebel Base"));
    assert!(war.s.rings[Ring::Falcon].is_none() && war.s.sabotaged.has(corellia));
}

/// Whoever rescues by the Falcon may be captured for it. The mission has succeeded, and nothing of it is done again.
#[test]
fn the_falcon_does_not_save_its_pilot() {
    let mut war = War::with_action_cards("Ilum")
        .holding(&["It Is Your Destiny", "Son of Skywalker"])
        .alone(Rebels, &["Han Solo", "Luke Skywalker"])
        .without(Empire);
    let (corellia, han) = (war.place("Corellia"), war.leader(Rebels, "Han Solo"));
    war = war.post(Rebels, "Princess Leia", Post::Captive(corellia));
    war.s.rings[Ring::Falcon] = Some(han);
    let war = war.assign("Sabotage", &["Han Solo", "Luke Skywalker"]).until(|war| war.s.stage == Stage::Turn);
    let war = war.carry("Sabotage").to("Corellia").posted(Empire, "Darth Vader", "Corellia");
    assert_eq!((war.s.moment, war.s.asked), (Moment::Success, Rebels));
    let war = war.uses("Millennium Falcon");
    let leia = war.lead("Princess Leia");
    let war = war.play(leia).check();
    assert_eq!((war.s.moment, war.s.asked), (Moment::Rescue, Empire));
    let let_go = war.clone().done().check();
    assert_eq!((let_go.s.stage, let_go.s.mission[Rebels]), (Stage::Turn, None));
    let war = war.uses("It Is Your Destiny");
    let seized = seize(&war, "Han Solo");
    let war = war.play(seized).check();
    assert_eq!(war.leader_at(Rebels, "Han Solo"), Post::Captive(corellia));
    assert!(war.s.sabotaged.has(corellia) && war.s.mission[Rebels].is_none());
}

/// One ring a leader: another one ends it, and so does capture.
#[test]
fn a_leader_has_one_ring() {
    let mut war = War::with_action_cards("Ilum").posted(Rebels, "Princess Leia", "Corellia");
    let leia = war.leader(Rebels, "Princess Leia");
    war.s.rings[Ring::Astromech] = Some(leia);
    war.s.used = Some(war.card("Human-Cyborg Relations").1);
    let mut rng = Sample(generator(1, 0));
    let event = attach(&war.g, &mut war.s, leia, &mut rng);
    flow::go_on(&war.g, &mut war.s, event, &mut rng);
    assert_eq!((war.s.rings[Ring::Astromech], war.s.rings[Ring::ProtocolDroid]), (None, Some(leia)));
    captive::capture(&war.g, &mut war.s, leia, &mut Sample(generator(1, 0)));
    assert_eq!(war.s.rings[Ring::ProtocolDroid], None);
}

/// The Falcon's card is used as soon as it is kept, by Han or Chewbacca; if both are captives it is lost.
#[test]
fn the_falcon_is_given_at_once() {
    let recruit = |war: War| {
        let mut war = war;
        let (_, card) = war.card("Millennium Falcon");
        war.s.recruits[Rebels].take(card);
        war.s.drawn[Rebels].add(card);
        (war.s.stage, war.s.asked, war.s.passed) = (Stage::Recruit, Rebels, ByKey::new([true; 2]));
        let war = war.uses("Millennium Falcon");
        let first = war.legal()[0];
        war.play(first)
    };
    let war = recruit(War::with_action_cards("Ilum"));
    assert_eq!((war.s.moment, war.s.asked), (Moment::Ring, Rebels));
    let first = war.legal()[0];
    let war = war.play(first);
    assert_eq!((war.s.stage, war.s.asked), (Stage::Recruit, Empire));
    assert!(war.s.rings[Ring::Falcon].is_some());
    let gone = War::with_action_cards("Ilum").post(Rebels, "Han Solo", Post::Gone).post(
        Rebels,
        "Chewbacca",
        Post::Gone,
    );
    let war = recruit(gone);
    assert!(
        war.s.rings[Ring::Falcon].is_none()
            && war.s.action_cards[Rebels].used().has(war.card("Millennium Falcon").1)
    );
}

/// Hidden hands are dealt anew as what was seen allows: who recruited somebody holds a card that shows him.
#[test]
fn hands_are_imagined_by_whom_they_recruited() {
    let mut war = War::with_action_cards("Ilum").holding(&["Brilliant Administrator"]);
    let (_, card) = war.card("Local Rumors");
    let yularen = war.leader(Empire, "Yularen");
    war.s.recruits[Empire].take(card);
    war.s.action_cards[Empire].keep(&war.g.tables, Empire, card, Some(yularen));
    let war = war.post(Empire, "Yularen", Post::Pool).check();
    let mut seen = [0; 16];
    for seed in 0..400 {
        let mut other = war.s;
        war.g.redeal(&mut other, Rebels.index(), &mut Sample(generator(seed, 0)));
        war.g.check(&other).unwrap();
        other.action_cards[Empire].held().iter().for_each(|card| seen[card.index()] += 1);
    }
    let n = |name: &str| seen[war.card(name).1.index()];
    assert!(n("Good Intel") > 150 && n("Local Rumors") > 150, "{seen:?}");
    assert_eq!(n("Good Intel") + n("Local Rumors"), 400);
    assert_eq!(seen[12..].iter().sum::<i32>(), 400, "one of the four to begin with: {seen:?}");
    assert!(seen[12..].iter().all(|&n| n > 50));
    assert_eq!(Hand::default().held().len(), 0);
}

/// Who draws a third card has seen nobody to recruit on the first two: the last card alone shows somebody.
#[test]
fn a_third_card_is_drawn_only_where_two_show_nobody() {
    let mut war = War::with_action_cards("Ilum");
    let shows = |war: &War, s: &State, card: Recruit| !shown_by(&war.g, s, Set::only(card)).is_empty();
    (war.s.stage, war.s.asked, war.s.passed) = (Stage::Recruit, Empire, ByKey::new([true; 2]));
    let cards: Vec<Recruit> = war.s.recruits[Empire].iter().collect();
    // Whoever the first cards show is in the game already.
    for leader in war.g.tables.shown(Empire, cards[..2].iter().copied().collect()).iter() {
        war.s.posts[Empire][leader] = Post::Pool;
    }
    let third = cards[2..].iter().copied().find(|&card| shows(&war, &war.s, card)).unwrap();
    for card in [cards[0], cards[1], third] {
        war.s.recruits[Empire].take(card);
        war.s.drawn[Empire].add(card);
    }
    let war = war.check();
    for seed in 0..200 {
        let mut other = war.s;
        war.g.redeal(&mut other, Rebels.index(), &mut Sample(generator(seed, 0)));
        let drawn = other.drawn[Empire];
        assert_eq!((drawn.len(), drawn.iter().filter(|&card| shows(&war, &other, card)).count()), (3, 1));
    }
}
