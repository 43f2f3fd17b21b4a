//! Cases of the rulebook and of reports of games, one by one. A page such as p8 is the rulebook's.

use holotable_env::{Finite, Game, Options, Sample, Save, Set, Tabletop, Viewer, generator, legal_actions};
use holotable_games::risk::board::Emperor;
use holotable_games::risk::dice::{Volley, lost_by_defender};
use holotable_games::risk::pending::{Pending, Stage};
use holotable_games::risk::setup;
use holotable_games::risk::state::{Ending, Order, Ready};
use holotable_games::risk::words::{Army, Class, Dice, Faction, How, Lot, Part, Planet, Planets, count};
use holotable_games::risk::{Action, Risk, battle, end, hand, turn};

use crate::any_game::{edited, random_game};
use crate::risk_board::{War, game, seat};

/// A war in which seat 0 holds these planets and nothing else.
fn holding(planets: Planets) -> War {
    let mut war = War::new(&[]);
    for planet in Planet::all() {
        let name = war.g.tables.map.name(planet).to_owned();
        let army = if planets.has(planet) { 0 } else { 2 };
        war = war.own(&name, army, 1);
    }
    war.s.star = None;
    war
}

#[test]
fn g1_a_troop_for_three_planets_but_three_at_least() {
    for (planets, troops) in [(7, 3), (9, 3), (11, 3), (12, 4), (14, 4), (20, 6), (41, 13)] {
        let g = game(&[]);
        // One of each region in turn, so that no region is whole before it must be.
        let mut order: Vec<Planet> = Planet::all().collect();
        order.sort_by_key(|planet| planet.index() * 5 % 42);
        let held: Planets = order.into_iter().take(planets).collect();
        let war = holding(held);
        let regions = g.tables.map.regions.iter().filter(|r| r.planets.without(held).is_empty());
        let bonus: u16 = regions.map(|r| u16::from(r.bonus)).sum();
        assert_eq!(turn::reinforcements(&war.g, &war.s, seat(0)) - bonus, troops, "{planets} planets");
    }
}

#[test]
fn g2_the_mid_rim_is_worth_five() {
    let g = game(&[]);
    let rim = g.tables.map.regions.iter().find(|r| r.name == "Mid Rim").unwrap().planets;
    assert_eq!(rim.len(), 11);
    let war = holding(rim);
    assert_eq!(turn::reinforcements(&war.g, &war.s, seat(0)), 8);
}

#[test]
fn g3_the_chart_of_the_setup() {
    use Faction::{Empire, Hutts, Rebels};
    for (players, factions, troops, neutral) in [
        ("2", &[Rebels, Empire][..], &[40, 45][..], 25),
        ("3", &[Rebels, Hutts, Empire], &[30, 25, 35], 0),
        ("4", &[Rebels, Empire, Rebels, Empire], &[28, 31, 28, 31], 25),
        ("5", &[Rebels, Empire, Hutts, Rebels, Empire], &[28, 31, 25, 28, 31], 0),
    ] {
        let g = game(&[("players", players)]);
        let s = g.start(&mut Sample(generator(1, 0)));
        let seated: Vec<Faction> = g.seats().map(|seat| g.faction(seat)).collect();
        assert_eq!(seated, factions);
        let reserve: Vec<u16> = g.seats().map(|seat| s.reserve[Army::of(seat)]).collect();
        assert_eq!((&reserve[..], s.reserve[Army::Neutral]), (troops, neutral));
        assert_eq!((s.now().stage, s.turn, s.stack), (Stage::Claim, seat(0), 6));
    }
}

/// How many planets each army has when all are claimed.
fn claimed(players: &str) -> Vec<usize> {
    let g = game(&[("players", players)]);
    let mut counts = Vec::new();
    random_game(&g, 3, |s, _| {
        if s.now().stage == Stage::PlaceStar {
            counts = Army::all().map(|army| s.board.held[army].len()).collect();
            assert_eq!(s.reserve.values().iter().sum::<u16>() + 42, [110, 90, 143, 143][g.players - 2]);
        }
    });
    counts
}

#[test]
fn g5_g6_g7_limits_hold_and_the_empire_takes_the_rest() {
    assert_eq!(claimed("2"), [15, 20, 0, 0, 0, 7]);
    assert_eq!(claimed("3"), [15, 7, 20, 0, 0, 0]);
    assert_eq!(claimed("4"), [8, 9, 8, 9, 0, 8]);
    assert_eq!(claimed("5"), [8, 9, 8, 8, 9, 0]);
}

#[test]
fn g5_who_has_reached_its_limit_is_not_asked() {
    let g = game(&[]);
    random_game(&g, 4, |s, _| {
        if s.now().stage == Stage::Claim {
            let most = [15, 7, 42][s.asked.index()];
            assert!(s.board.held[Army::of(s.asked)].len() < most);
        }
    });
}

#[test]
fn g6_the_players_claim_for_the_hutts_in_turn() {
    let g = game(&[("players", "2")]);
    let mut who = Vec::new();
    random_game(&g, 5, |s, _| {
        if s.now().stage == Stage::ClaimForHutts {
            who.push(s.asked.index());
        }
    });
    assert_eq!(who, [0, 1, 0, 1, 0, 1, 0]);
}

/// The dice of an attack on Rodia with so many troops on Gamorr.
fn dice(troops: u16, defenders: u16) -> (u8, u8) {
    let war = War::new(&[]).own("Gamorr", 0, troops).own("Rodia", 2, defenders);
    let order = holotable_games::risk::state::Order {
        from: war.planet("Gamorr"),
        to: war.planet("Rodia"),
        how: How::Once,
        with: war.s.ready,
        parry: 0,
        one_die: false,
    };
    (battle::attack_dice(&war.s, &order).dice, battle::defence_dice(&war.s, &order).dice)
}

#[test]
fn g8_g9_dice_by_troops() {
    let one = War::new(&[]).own("Gamorr", 0, 1).check();
    assert!(!one.may(one.attack("Gamorr", "Rodia", How::Once)));
    assert_eq!([2, 3, 4, 9].map(|troops| dice(troops, 5).0), [1, 2, 3, 3]);
    assert_eq!([1, 2, 5].map(|troops| dice(4, troops).1), [1, 2, 2]);
    // And fewer, if the attacker likes.
    let war = War::new(&[]).own("Gamorr", 0, 9).check();
    assert!(war.legal().iter().filter(|a| matches!(a, Action::Limit { .. })).count() == 2);
    let limited = war.play(Action::Limit { dice: holotable_games::risk::words::Dice::One });
    let results = limited.all(limited.attack("Gamorr", "Rodia", How::Once));
    assert_eq!(results.len(), 2);
}

#[test]
fn g10_g11_dice_are_compared_from_the_highest_and_ties_are_the_defenders() {
    assert_eq!(lost_by_defender(&[6, 4, 3], &[6, 3], 0, 0), 1);
    assert_eq!(lost_by_defender(&[5, 2, 1], &[4], 0, 0), 1);
    assert_eq!(lost_by_defender(&[4], &[4, 1], 0, 0), 0);
    assert_eq!(lost_by_defender(&[4], &[4, 1], 1, 0), 1);
}

#[test]
fn g13_g14_g15_g17_a_card_for_each_faction_robbed_and_the_bonus() {
    let draws = |seat: usize, robbed: &[usize], meter: i8, players: &str| {
        let mut war = War::new(&[("players", players)]).force(meter).turn(seat, Pending::Invade);
        war.s.robbed = robbed.iter().map(|&army| Army::at(army)).collect();
        turn::draws(&war.g, &war.s)
    };
    // The Empire takes planets of both Rebel armies and of the Hutts: two factions.
    assert_eq!(draws(1, &[0, 3, 2], 0, "5"), 2);
    assert_eq!(draws(1, &[0, 3], 0, "5"), 1);
    assert_eq!(draws(0, &[2], 0, "3"), 1);
    // Nothing taken, but the Force is with the seat.
    assert_eq!([-3, -2, -1, 0, 1, 2, 3].map(|meter| draws(2, &[], meter, "3")), [2, 1, 0, 0, 0, 0, 0]);
    assert_eq!([-3, 0, 1, 2, 3].map(|meter| draws(0, &[], meter, "3")), [0, 0, 0, 1, 2]);
    // It is nothing to the Hutts; resources are.
    assert_eq!([-3, 0, 3].map(|meter| draws(1, &[0, 2], meter, "3")), [2, 2, 2]);
    let mut war = War::new(&[]).turn(1, Pending::Invade);
    for (n, name) in
        ["Bespin", "Sullust", "Sluis Van", "Gamorr", "Nar Shaddaa", "Rodia", "Kessel", "Duro", "Ylesia"]
            .into_iter()
            .enumerate()
    {
        war = war.own(name, 1, 1);
        assert_eq!(turn::draws(&war.g, &war.s), [0, 0, 0, 0, 0, 0, 0, 1, 2][n], "{} resources", n + 1);
    }
}

#[test]
fn g16_one_card_a_turn_in_standard_risk() {
    let mut war = War::new(&[("variant", "standard"), ("players", "4")]).turn(3, Pending::Invade);
    war.s.robbed = [0, 1, 2].map(Army::at).into_iter().collect();
    assert_eq!(turn::draws(&war.g, &war.s), 1);
    war.s.robbed = Set::EMPTY;
    assert_eq!(turn::draws(&war.g, &war.s), 0);
}

#[test]
fn g18_g19_three_ships_of_a_class_and_one_a_turn() {
    let hand = [
        ("Trust in the Force", Class::Fighter),
        ("Volunteers", Class::Fighter),
        ("Marksmen", Class::Bomber),
        ("Sabotage", Class::Capital),
    ];
    let war = War::new(&[])
        .own("Gamorr", 0, 3)
        .ships("Gamorr", [3, 0, 0])
        .cards(0, &hand)
        .turn(0, Pending::Cards)
        .check();
    let [fighter, _, bomber, capital] = hand.map(|(name, class)| war.kind(0, name, class));
    assert!(!war.may(Action::Build { card: fighter }), "there is no fourth fighter");
    let built = war.play(Action::Build { card: bomber });
    assert_eq!(built.s.ship, Some(Class::Bomber));
    assert!(!built.may(Action::Build { card: capital }), "one ship a turn");
    let hand = [
        ("Trust in the Force", Class::Fighter),
        ("Marksmen", Class::Bomber),
        ("Sabotage", Class::Capital),
        ("Sabotage", Class::Bomber),
    ];
    let war = War::new(&[]).cards(0, &hand).turn(0, Pending::Cards).check();
    let [fighter, marksmen, capital, sabotage] = hand.map(|(name, class)| war.kind(0, name, class));
    let war = war.play(Action::Build { card: sabotage }).play(Action::Trade { card: fighter });
    let war = war.play(Action::Trade { card: marksmen }).play(Action::Trade { card: capital });
    assert_eq!((war.s.reserve[Army::Seat0], war.s.now().stage), (7, Stage::Place));
    let planet = war.planet("Elom");
    let war = war.play(Action::Place { planet, lot: Lot::All });
    assert_eq!((war.s.now().stage, war.troops("Elom")), (Stage::PlaceShip, 8));
    let elom = war.choose("Elom");
    let war = war.play(elom);
    assert_eq!(war.s.board.ships[war.planet("Elom")][Class::Bomber], 1);
}

#[test]
fn g20_g22_ships_change_dice() {
    // Dice 1, 1, 5 with a fighter: one of the ones becomes 2 to 6. So no roll of three with a fighter shows three ones.
    let fighter = Volley { dice: 3, fighters: 1, bombers: 0, capitals: 0 };
    let results = fighter.results();
    assert!(!results.contains_key(&vec![1, 1, 1]));
    assert_eq!(results.values().sum::<u32>(), fighter.ways());
    // Rolled 1, 1, 5, a one becomes 2 to 6, so 5, 1, 1 is left only by three ones of which one becomes 5.
    let p = f64::from(results[&vec![5, 1, 1]]) / f64::from(fighter.ways());
    assert!((p - 1.0 / 216.0 / 5.0).abs() < 1e-12);
    let capitals = Volley { dice: 3, fighters: 0, bombers: 0, capitals: 2 };
    assert_eq!(capitals.ways(), 56 * 56 * 30);
    let results = capitals.results();
    assert!(results.contains_key(&vec![8, 8, 6]) && !results.contains_key(&vec![8, 8, 7]));
    let bombers = Volley { dice: 3, fighters: 0, bombers: 2, capitals: 0 };
    assert!(
        bombers.results().contains_key(&vec![7, 7, 6]) && !bombers.results().contains_key(&vec![7, 7, 7])
    );
}

#[test]
fn g23_a_planet_is_taken_with_its_ships_lost_and_the_attackers_moved_in() {
    let war = War::new(&[])
        .own("Gamorr", 0, 5)
        .ships("Gamorr", [1, 2, 3])
        .own("Rodia", 2, 1)
        .ships("Rodia", [1, 1, 0])
        .check();
    let attack = war.attack("Gamorr", "Rodia", How::Once);
    let war = war.play_with(attack, &[1]);
    assert_eq!((war.owner("Rodia"), war.s.now().stage), (Some(Army::Seat0), Stage::Advance));
    assert_eq!((war.troops("Rodia"), war.troops("Gamorr")), (3, 2));
    assert_eq!(*war.s.board.ships[war.planet("Rodia")].values(), [1, 2, 3]);
    // One more troop may follow, and one stays.
    let war = war.play(Action::Move { part: Part::One });
    assert_eq!((war.troops("Rodia"), war.troops("Gamorr"), war.s.now().stage), (4, 1, Stage::Invade));
}

#[test]
fn ships_left_out_of_an_attack_stay_and_may_follow() {
    let war = War::new(&[]).own("Gamorr", 0, 4).ships("Gamorr", [2, 0, 0]).own("Rodia", 2, 1).check();
    let war = war.play(Action::Leave { class: Class::Fighter });
    let attack = war.attack("Gamorr", "Rodia", How::Once);
    let war = war.play_with(attack, &[1]);
    assert_eq!(war.s.board.ships[war.planet("Rodia")][Class::Fighter], 1);
    let war = war.play(Action::Bring { class: Class::Fighter });
    assert_eq!(war.s.board.ships[war.planet("Rodia")][Class::Fighter], 2);
}

#[test]
fn g24_bases_defend_with_eight_siders() {
    for attacker in [0, 1] {
        let war = War::new(&[])
            .own("Gamorr", attacker, 9)
            .own("Rodia", 2, 2)
            .base("Rodia", false)
            .turn(attacker, Pending::Invade)
            .check();
        let results = war.all(war.attack("Gamorr", "Rodia", How::Once));
        let both = results
            .iter()
            .find(|o| o.state.board.owner(war.planet("Rodia")) == Some(Army::at(attacker)))
            .unwrap();
        assert!((both.probability - 2890.0 / 13824.0).abs() < 1e-12);
    }
}

#[test]
fn g26_an_empty_stack_is_skipped() {
    let mut war = War::new(&[]);
    for name in ["Kuat", "Byss", "Duro", "Hapes", "Alderaan", "Corellia"] {
        war = war.base(name, name == "Byss");
    }
    let mut war = war.turn(2, Pending::Invade).check();
    turn::begin(&war.g, &mut war.s, &mut Sample(generator(1, 0)));
    assert_eq!(war.s.now().stage, Stage::Place);
    let mut full = War::new(&[]).turn(2, Pending::Invade);
    turn::begin(&full.g, &mut full.s, &mut Sample(generator(1, 0)));
    assert_eq!((full.s.now().stage, full.s.stack, full.s.tokens), (Stage::Token, 5, 1));
}

#[test]
fn g27_g28_rebels_destroy_bases_and_win_by_the_emperor() {
    let war =
        War::new(&[]).own("Gamorr", 0, 9).own("Rodia", 2, 1).base("Rodia", false).base("Kuat", true).check();
    let attack = war.attack("Gamorr", "Rodia", How::Once);
    let after = war.clone().play_with(attack, &[1]);
    assert_eq!(
        (after.s.meter, after.s.board.bases[after.planet("Rodia")], after.s.now().stage),
        (1, 0, Stage::Advance)
    );
    let war = War::new(&[]).own("Gamorr", 0, 9).own("Rodia", 2, 1).base("Rodia", true).check();
    let won = war.play_with(attack, &[1]);
    assert_eq!((won.s.ending, won.s.winner), (Ending::EmperorFound, Some(seat(0))));
    assert_eq!([0, 1, 2].map(|p| won.g.score(&won.s, p).to_bits()), [1.0_f32, 0.0, 0.0].map(f32::to_bits));
}

#[test]
fn g29_a_base_that_the_hutts_take_moves() {
    let war = War::new(&[])
        .own("Gamorr", 1, 9)
        .own("Rodia", 2, 1)
        .base("Rodia", true)
        .turn(1, Pending::Invade)
        .check();
    let attack = war.attack("Gamorr", "Rodia", How::Once);
    let war = war.play_with(attack, &[1]);
    assert_eq!((war.s.now().stage, war.s.asked, war.s.meter), (Stage::MoveBase, seat(2), 0));
    let kuat = war.choose("Kuat");
    let war = war.play(kuat);
    assert_eq!(
        (war.s.emperor, war.s.asked, war.s.now().stage),
        (Emperor::On(war.planet("Kuat")), seat(1), Stage::Advance)
    );
}

#[test]
fn g30_g31_the_death_star_must_be_destroyed_first() {
    for (attacker, meter, chance) in [(1, 3, 1.0 / 216.0), (0, 0, 1.0 / 216.0), (0, 3, 20.0 / 216.0)] {
        let war = War::new(&[])
            .own("Gamorr", attacker, 9)
            .star("Rodia")
            .force(meter)
            .turn(attacker, Pending::Invade)
            .check();
        assert!(!war.may(war.attack("Gamorr", "Rodia", How::Break)), "no ordinary battle");
        let results = war.all(war.attack("Gamorr", "Rodia", How::Once));
        let [failed, destroyed] = &results[..] else { panic!("{} results", results.len()) };
        assert!((destroyed.probability - chance).abs() < 1e-12, "{}", destroyed.probability);
        assert_eq!(
            (failed.state.board.troops[war.planet("Gamorr")], failed.state.star, failed.state.meter),
            (6, war.s.star, meter)
        );
        assert_eq!((destroyed.state.star, destroyed.state.meter), (None, (meter + 1).min(3)));
        assert_eq!(destroyed.state.board.troops[war.planet("Gamorr")], 9);
        // The same invasion goes on.
        let mut on = war.clone();
        on.s = destroyed.state;
        assert!(on.may(on.attack("Gamorr", "Rodia", How::Break)));
    }
}

#[test]
fn ships_that_helped_against_the_death_star_are_lost_with_the_troops() {
    let war = War::new(&[]).own("Gamorr", 0, 3).ships("Gamorr", [3, 1, 0]).star("Rodia").check();
    let attack = war.attack("Gamorr", "Rodia", How::Once);
    let results = war.all(attack);
    // Two dice with a bomber reach 13.
    assert_eq!(results.len(), 1);
    let after = &results[0].state;
    assert_eq!(*after.board.ships[war.planet("Gamorr")].values(), [1, 0, 0]);
    assert_eq!(after.board.troops[war.planet("Gamorr")], 1);
}

#[test]
fn g33_the_death_star_destroys_three_planets_at_most() {
    let fire = [("Fire at Will", Class::Fighter)];
    let war = War::new(&[])
        .star("Gamorr")
        .own("Rodia", 0, 7)
        .ships("Rodia", [1, 0, 0])
        .cards(2, &fire)
        .turn(2, Pending::Orbit { steps: 1 });
    let war = war.check();
    let card = war.kind(2, "Fire at Will", Class::Fighter);
    let war = war.play(Action::Play { card });
    assert_eq!(war.s.now().stage, Stage::Shot);
    let rodia = war.choose("Rodia");
    let shot = war.play(rodia);
    assert!(shot.s.board.destroyed.has(shot.planet("Rodia")));
    assert_eq!((shot.troops("Rodia"), shot.s.meter, shot.s.turn), (0, -1, seat(0)));
    assert_eq!(shot.s.star, Some(shot.planet("Gamorr")), "it stays where the Empire is");
    // No route is left: nobody attacks, fortifies or flies through.
    let open = turn::there(&shot.s);
    assert!(!shot.g.tables.map.reach(shot.planet("Gamorr"), open).has(shot.planet("Rodia")));
    let invade = shot.clone().own("Nar Shaddaa", 0, 9).turn(0, Pending::Invade);
    let mut invade = invade;
    invade.s.reserve = holotable_env::ByKey::default();
    assert!(!invade.may(invade.attack("Nar Shaddaa", "Rodia", How::Once)));
    // After three there is no fourth.
    let mut last =
        War::new(&[]).star("Gamorr").own("Rodia", 0, 7).cards(2, &fire).turn(2, Pending::Orbit { steps: 1 });
    for name in ["Hoth", "Endor", "Bakura"] {
        let planet = last.planet(name);
        last.s.board.held[Army::Seat2].take(planet);
        last.s.board.destroyed.add(planet);
        last.s.board.troops[planet] = 0;
    }
    let last = last.check();
    assert!(!last.may(Action::Play { card }));
}

/// What the Hutts hold in a report of a game, with the rest of the resource planets the Empire's.
fn hutts(names: &[&str]) -> War {
    let war = War::new(&[]).turn(1, Pending::Invade);
    names.iter().fold(war, |war, name| war.own(name, 1, 3))
}

const TEN: [&str; 10] = [
    "Bespin",
    "Sullust",
    "Sluis Van",
    "Gamorr",
    "Nar Shaddaa",
    "Rodia",
    "Kessel",
    "Ord Mantell",
    "Duro",
    "Tatooine",
];

#[test]
fn g34_g35_g36_the_hutts_win_at_once_with_ten_resource_planets() {
    let ten = hutts(&TEN);
    assert!(end::resources_are_held(&ten.g, &ten.s));
    let all: Vec<String> = {
        let map = &ten.g.tables.map;
        map.resources.iter().map(|planet| map.name(planet).to_owned()).collect()
    };
    assert_eq!(all.len(), 13);
    let without = ["Gamorr", "Nar Shaddaa", "Elom", "Sullust"];
    let nine: Vec<&str> = all.iter().map(String::as_str).filter(|name| !without.contains(name)).collect();
    let nine = hutts(&nine);
    assert!(!end::resources_are_held(&nine.g, &nine.s));
    // Nine, and the tenth in the middle of an invasion: no cards are drawn, and others have nothing to say any more.
    let war = hutts(&TEN[..9]).own("Duro", 1, 9).check();
    let attack = war.attack("Duro", "Tatooine", How::Once);
    let won = war.play_with(attack, &[1]);
    assert_eq!((won.s.ending, won.s.winner, count(&won.s.hands[1])), (Ending::Resources, Some(seat(2)), 0));
    assert_eq!([0, 1, 2].map(|p| won.g.score(&won.s, p).to_bits()), [0.0_f32, 1.0, 0.0].map(f32::to_bits));
}

#[test]
fn g38_change_of_command() {
    let base = || {
        War::new(&[("players", "4")])
            .own("Kuat", 2, 1)
            .own("Byss", 2, 2)
            .own("Duro", 2, 1)
            .turn(0, Pending::Command)
    };
    let war = base().ships("Duro", [1, 0, 0]).check();
    let [kuat, byss, duro] = ["Kuat", "Byss", "Duro"].map(|name| war.choose(name));
    assert!(war.may(kuat) && !war.may(byss) && !war.may(duro));
    let asked = war.play(kuat);
    assert_eq!((asked.s.now().stage, asked.s.asked), (Stage::Consent, seat(2)));
    let agreed = asked.clone().play(Action::Agree);
    assert_eq!((agreed.owner("Kuat"), agreed.troops("Kuat")), (Some(Army::Seat0), 1));
    assert_ne!(agreed.s.now().stage, Stage::Command, "once a turn");
    assert_eq!(asked.play(Action::Done).owner("Kuat"), Some(Army::Seat2));
    // An Imperial planet with a base is not given away.
    let empire = War::new(&[("players", "4")])
        .own("Kuat", 3, 1)
        .own("Byss", 3, 1)
        .base("Kuat", false)
        .turn(1, Pending::Command)
        .check();
    let [kuat, byss] = ["Kuat", "Byss"].map(|name| empire.choose(name));
    assert!(!empire.may(kuat) && empire.may(byss));
}

#[test]
fn g39_a_token_may_go_to_the_team_mate() {
    let mut war = War::new(&[("players", "4")]).own("Kuat", 3, 4).turn(1, Pending::Invade);
    turn::begin(&war.g, &mut war.s, &mut Sample(generator(1, 0)));
    let kuat = war.choose("Kuat");
    assert!(war.may(kuat) && !war.may(war.choose("Elom")));
}

#[test]
fn g41_sets_are_worth_the_same_each_time() {
    use Class::{Bomber, Capital, Fighter};
    let g = game(&[]);
    let worth = |classes| g.tables.values.sets.worth(classes);
    assert_eq!(worth([Fighter, Bomber, Capital]), Some(7));
    assert_eq!([Fighter, Bomber, Capital].map(|c| worth([c; 3])), [Some(4), Some(5), Some(6)]);
    assert_eq!(worth([Fighter, Fighter, Capital]), None);
}

#[test]
fn g42_the_rebels_win_when_the_hutts_end_the_empire() {
    let mut war = War::new(&[]);
    for planet in Planet::all() {
        let name = war.g.tables.map.name(planet).to_owned();
        if name != "Rodia" && !war.g.tables.map.resources.has(planet) {
            war = war.own(&name, 1, 1);
        } else if name != "Rodia" {
            war = war.own(&name, 0, 1);
        }
    }
    let war = war.own("Kashyyyk", 1, 9).own("Rodia", 2, 1).base("Rodia", true).turn(1, Pending::Invade);
    let mut war = war;
    war.s.star = None;
    let war = war.check();
    let attack = war.attack("Kashyyyk", "Rodia", How::Once);
    let won = war.play_with(attack, &[1]);
    assert_eq!((won.s.ending, won.s.winner), (Ending::EmpireGone, Some(seat(0))));
}

#[test]
fn the_empire_wins_when_both_rebel_armies_are_gone() {
    let war = War::new(&[("players", "4")])
        .own("Csilla", 1, 9)
        .own("Excarga", 1, 9)
        .turn(1, Pending::Invade)
        .check();
    let elom = war.attack("Csilla", "Elom", How::Once);
    let one = war.play_with(elom, &[1]).play(Action::Done);
    assert_eq!((one.s.now().stage, one.s.out.len()), (Stage::Invade, 1));
    assert!(!one.g.ended(&one.s, 0), "its team plays on");
    let omwat = one.attack("Csilla", "Omwat", How::Once);
    let won = one.play_with(omwat, &[1]);
    assert_eq!((won.s.ending, won.s.winner), (Ending::RebelsGone, Some(seat(1))));
}

#[test]
fn hutts_who_are_gone_have_ended_and_the_others_play_on() {
    let war = War::new(&[]).own("Omwat", 2, 9).turn(2, Pending::Invade).check();
    let attack = war.attack("Omwat", "Csilla", How::Once);
    let war = war.play_with(attack, &[1]);
    assert!(war.g.ended(&war.s, 1) && !war.g.ended(&war.s, 0));
    assert_eq!((war.g.score(&war.s, 1), war.s.ending), (0.0, Ending::None));
}

#[test]
fn standard_risk_hands_over_cards_that_are_turned_in_at_once() {
    let plain = [("fighter", Class::Fighter), ("bomber", Class::Bomber), ("capital", Class::Capital)];
    let war = War::new(&[("variant", "standard")]).own("Csilla", 2, 9).turn(2, Pending::Invade);
    let war = war.cards(2, &plain).cards(0, &plain).check();
    let attack = war.attack("Csilla", "Elom", How::Once);
    let war = war.play_with(attack, &[1]).play(Action::Done);
    assert_eq!((war.s.now().stage, count(&war.s.hands[2]), war.s.spoils), (Stage::Cards, 6, true));
    assert!(!war.may(Action::Done));
    let kinds = plain.map(|(name, class)| war.kind(2, name, class));
    let war = kinds.into_iter().fold(war, |war, card| war.play(Action::Trade { card }));
    assert_eq!((war.s.now().stage, war.s.reserve[Army::Seat2]), (Stage::Place, 7));
    let planet = war.planet("Csilla");
    let war = war.play(Action::Place { planet, lot: Lot::All });
    assert_eq!((war.s.now().stage, war.s.spoils), (Stage::Invade, false));
}

#[test]
fn fortification_moves_over_the_team_mates_planets() {
    let war = War::new(&[("players", "4")])
        .own("Gamorr", 0, 5)
        .own("Rodia", 2, 1)
        .own("Kashyyyk", 0, 1)
        .turn(0, Pending::From)
        .check();
    let gamorr = war.choose("Gamorr");
    let war = war.play(gamorr);
    assert!(!war.may(war.choose("Rodia")));
    let kashyyyk = war.choose("Kashyyyk");
    let war = war.play(kashyyyk).play(Action::Move { part: Part::Three });
    assert_eq!((war.troops("Gamorr"), war.troops("Kashyyyk")), (2, 4));
}

#[test]
fn the_rounds_end_in_a_draw_between_those_who_are_left() {
    let g = game(&[("rounds", "1")]);
    let s = random_game(&g, 2, |_, _| {});
    assert_eq!(s.ending, Ending::Draw);
    assert_eq!([0, 1, 2].map(|p| g.score(&s, p).to_bits()), [(1.0_f32 / 3.0).to_bits(); 3]);
    let teams = game(&[("rounds", "1"), ("players", "5")]);
    let s = random_game(&teams, 2, |_, _| {});
    assert_eq!([0, 1, 2, 3, 4].map(|p| teams.score(&s, p).to_bits()), [(1.0_f32 / 3.0).to_bits(); 5]);
}

#[test]
fn every_planet_is_claimed_in_the_set_up() {
    for players in ["2", "3", "4", "5"] {
        let g = game(&[("players", players)]);
        random_game(&g, 9, |s, _| {
            assert_eq!(
                matches!(s.now().stage, Stage::Claim | Stage::ClaimForHutts),
                !setup::unclaimed(s).is_empty()
            );
        });
    }
}

#[test]
fn a_dealt_game_begins_with_the_first_turn() {
    let g = game(&[("setup", "dealt")]);
    let s = g.start(&mut Sample(generator(3, 0)));
    assert_eq!((s.round, s.turn, s.now().stage), (1, seat(0), Stage::Place));
    assert!(!legal_actions(&g, &s).is_empty());
}

/// In standard RISK the highest die begins (p6), on the board of the factions the first seat of the chart.
#[test]
fn a_die_says_who_begins_in_standard_risk() {
    let first = |given: &[(&str, &str)]| {
        let g = game(given);
        let seats: std::collections::BTreeSet<usize> =
            (0..40).map(|seed| g.start(&mut Sample(generator(seed, 0))).turn.index()).collect();
        seats.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(first(&[("variant", "standard")]), [0, 1, 2]);
    assert_eq!(first(&[("variant", "standard"), ("players", "4")]), [0, 1, 2, 3]);
    assert_eq!(first(&[]), [0]);
}

/// Two bases on a planet move the Force once (ruling R13).
#[test]
fn a_planet_with_two_bases_moves_the_force_one_space() {
    let mut war = War::new(&[]).own("Gamorr", 0, 9).own("Rodia", 2, 1).base("Rodia", false);
    let rodia = war.planet("Rodia");
    war.s.board.bases[rodia] += 1;
    war.s.stack -= 1;
    let war = war.check();
    let before = war.s.meter;
    let attack = war.attack("Gamorr", "Rodia", How::Once);
    assert_eq!(war.play_with(attack, &[1]).s.meter, before + 1);
}

/// A defender with ships is asked how many dice he rolls (p8, ruling U24), and nobody else is.
#[test]
fn a_defender_with_ships_chooses_his_dice() {
    let asked = |given: &[(&str, &str)], troops: u16, ships: [u8; 3]| {
        let war = War::new(given).own("Gamorr", 0, 9).own("Rodia", 2, troops).ships("Rodia", ships).check();
        let attack = war.attack("Gamorr", "Rodia", How::Once);
        let war = war.play(attack);
        (war.s.now().stage == Stage::Defend).then(|| war.check())
    };
    let war = asked(&[], 5, [0, 1, 0]).expect("he is asked");
    assert_eq!(war.s.asked, seat(2));
    let one = Action::Limit { dice: Dice::One };
    assert_eq!(war.legal(), [Action::Done, one]);
    let rodia = war.planet("Rodia");
    let lost = |a: Action| war.all(a).iter().map(|o| 5 - o.state.board.troops[rodia]).max();
    assert_eq!((lost(one), lost(Action::Done)), (Some(1), Some(2)));
    for (given, troops, ships) in
        [(&[][..], 5, [0; 3]), (&[], 1, [0, 1, 0]), (&[("defence_dice", "most")], 5, [0, 1, 0])]
    {
        assert!(asked(given, troops, ships).is_none(), "{given:?} {troops} {ships:?}");
    }
}

/// Who has no attacker before him any more has nothing to roll: a card of the defence has killed them.
#[test]
fn a_defender_without_attackers_is_not_asked_for_dice() {
    let war = War::new(&[])
        .own("Gamorr", 0, 3)
        .own("Rodia", 1, 5)
        .ships("Rodia", [0, 1, 0])
        .cards(1, &[("Assassins", Class::Fighter)])
        .check();
    let card = war.kind(1, "Assassins", Class::Fighter);
    let attack = war.attack("Gamorr", "Rodia", How::Break);
    let war = war.play(attack);
    assert!(war.may(Action::Limit { dice: Dice::One }));
    let war = war.play(Action::Play { card });
    assert_eq!((war.troops("Gamorr"), war.s.now().stage, war.s.asked), (1, Stage::Invade, seat(0)));
}

/// What the Hutts draw for resource planets is a row of its own with five players (ruling U5).
#[test]
fn the_hutts_draw_more_with_five_players() {
    let drawn = |players: &str, seat: usize, planets: &[&str]| {
        let war = War::new(&[("players", players)]);
        let war = planets.iter().fold(war, |war, name| war.own(name, seat, 1));
        turn::bonus(&war.g, &war.s, war.seat_of(Faction::Hutts))
    };
    let nine = TEN[..9].to_vec();
    assert_eq!([&TEN[..0], &TEN[..7], &TEN[..8], &nine].map(|held| drawn("3", 1, held)), [0, 0, 1, 2]);
    assert_eq!([&TEN[..0], &TEN[..5], &TEN[..8], &nine].map(|held| drawn("5", 2, held)), [3, 4, 5, 5]);
}

/// Seats are numbered in the JSON of a position; who has won is a faction, and in standard RISK a seat.
#[test]
fn the_winner_is_named() {
    let war = War::new(&[]).own("Gamorr", 0, 9).own("Rodia", 2, 1).base("Rodia", true).check();
    let attack = war.attack("Gamorr", "Rodia", How::Once);
    let won = war.play_with(attack, &[1]);
    let json = won.g.to_json(&won.s, Viewer::All);
    assert_eq!(json["winner"], "rebels");
    assert_eq!(won.g.from_json(&json), Ok(won.s));
    let mut plain = War::new(&[("variant", "standard")]).own("Csilla", 2, 9).own("Omwat", 2, 1);
    plain.s.out.add(seat(1));
    let plain = plain.turn(2, Pending::Invade).check();
    let attack = plain.attack("Csilla", "Elom", How::Once);
    let won = plain.play_with(attack, &[1]);
    let json = won.g.to_json(&won.s, Viewer::All);
    assert_eq!(json["winner"], "seat_2");
    assert_eq!(won.g.from_json(&json), Ok(won.s));
}

/// One troop stays behind when troops move (p9): of four troops three may go.
#[test]
fn one_troop_stays_behind() {
    let war = War::new(&[]).own("Gamorr", 0, 4).own("Rodia", 0, 1);
    let (from, to) = (war.planet("Gamorr"), war.planet("Rodia"));
    let war = war.turn(0, Pending::Carry { from, to }).check();
    let moves = [Part::One, Part::All].map(|part| Action::Move { part });
    assert_eq!(war.legal(), [Action::Done, moves[0], moves[1]]);
}

/// A team-mate keeps his last planet (p21), but may give one of two away.
#[test]
fn one_of_two_planets_may_change_command() {
    let war = War::new(&[("players", "4")]).own("Kuat", 2, 1).turn(0, Pending::Command).check();
    assert!(war.may(war.choose("Kuat")));
    assert_eq!(war.g.players(), 4);
}

/// One troop stays behind when a planet is taken (p9), but ships may follow.
#[test]
fn ships_follow_where_no_troop_can() {
    let war = War::new(&[]).own("Gamorr", 0, 1).ships("Gamorr", [1, 0, 0]).own("Rodia", 0, 3);
    let (from, to) = (war.planet("Gamorr"), war.planet("Rodia"));
    let order = Order { from, to, how: How::Once, with: Ready::default(), parry: 0, one_die: false };
    let war = war.turn(0, Pending::Advance { order }).check();
    assert_eq!(war.legal(), [Action::Done, Action::Bring { class: Class::Fighter }]);
}

/// A card is in the deck, in a hand, on the table until its set is complete, or among the discards.
#[test]
fn a_set_is_discarded_when_it_is_complete() {
    let set =
        [("Trust in the Force", Class::Fighter), ("Marksmen", Class::Bomber), ("Sabotage", Class::Capital)];
    let mut war = War::new(&[]).cards(0, &set).turn(0, Pending::Cards).check();
    let gone = |war: &War| hand::discards(&war.g, &war.s, Faction::Rebels);
    let kinds = set.map(|(name, class)| war.kind(0, name, class));
    for card in kinds {
        assert_eq!(count(&gone(&war)), 0);
        war = war.play(Action::Trade { card });
    }
    assert_eq!((count(&gone(&war)), kinds.map(|kind| gone(&war)[kind])), (3, [1; 3]));
}

/// With `reshuffle` a deck that has run out is made of its discards; without there are no more cards.
#[test]
fn an_empty_deck_is_made_of_its_discards() {
    let options = Options::resolve(Risk::option_specs(), []).unwrap();
    let again =
        Risk::build(&options, Some(&edited::<Risk>("values.toml", "reshuffle = false", "reshuffle = true")));
    for (g, drawn) in [(game(&[]), 0), (again.unwrap(), 1)] {
        let mut war = War::new(&[]);
        war.g = g;
        let gone = war.kind(0, "Sabotage", Class::Capital);
        // All other cards of the Rebels are in the hand.
        let mut all = std::mem::take(&mut war.s.decks[Faction::Rebels]);
        all[gone] -= 1;
        war.s.hands[0] = all;
        let held = count(&all);
        hand::draw(&war.g, &mut war.s, seat(0), &mut Sample(generator(1, 0)));
        assert_eq!((count(&war.s.hands[0]) - held, war.s.hands[0][gone] - all[gone]), (drawn, drawn));
    }
}

/// With a `hand_limit` nobody draws a card beyond it.
#[test]
fn a_full_hand_draws_no_card() {
    let options = Options::resolve(Risk::option_specs(), []).unwrap();
    let two = edited::<Risk>("values.toml", "hand_limit = 0", "hand_limit = 2");
    for (g, held) in [(game(&[]), 3), (Risk::build(&options, Some(&two)).unwrap(), 2)] {
        let mut s = War::new(&[]).s;
        (0..3).for_each(|_| hand::draw(&g, &mut s, seat(0), &mut Sample(generator(1, 0))));
        assert_eq!(count(&s.hands[0]), held);
    }
}

/// The cards of an eliminated player are discarded in the Star Wars game (ruling U16): nobody takes them or draws for them.
#[test]
fn cards_of_who_is_eliminated_are_discarded() {
    let hutts = [("Slaves", Class::Fighter), ("Thugs", Class::Fighter)];
    let war = War::new(&[]).own("Omwat", 2, 9).cards(1, &hutts).turn(2, Pending::Invade).check();
    let attack = war.attack("Omwat", "Csilla", How::Once);
    let war = war.play(attack).play_with(Action::Done, &[1]);
    let gone = hand::discards(&war.g, &war.s, Faction::Hutts);
    assert_eq!((war.s.out.has(seat(1)), count(&gone)), (true, 2));
    assert_eq!([1, 2].map(|seat| count(&war.s.hands[seat])), [0, 0]);
}
