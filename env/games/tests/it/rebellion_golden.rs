//! Rebellion's cases by number, as far as they need no mission: each from the rules, worked out by hand.

use holotable_env::{Finite, Game, Sample, generator};
use holotable_games::rebellion::state::{Ending, Post, Stage};
use holotable_games::rebellion::words::{Loyalty, Place, Places, SYSTEMS, Side, Units, systems};
use holotable_games::rebellion::{Action, deploy, end, flow, probes, recruit};
use holotable_games::rebellion_combat as rc;
use holotable_games::rebellion_combat::state::Stage as Step;
use holotable_games::rebellion_combat::words::Neighbour;
use holotable_games::rebellion_combat::zones::Zone;

use crate::rebellion_board::{Empire, Rebels, War, blow, game};

fn sorted(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names
}

#[test]
fn r32_the_map() {
    let t = game(&[]).tables;
    assert_eq!(t.routes().count(), 69);
    assert_eq!(
        (t.populous.len(), t.next_to.values().iter().map(|near| near.len()).sum::<usize>()),
        (24, 138)
    );
    let icons = systems().flat_map(|place| t.worlds[place].icons).flatten().count();
    assert_eq!(icons, 37);
    let reach = |from: Place| {
        let (mut seen, mut steps) = (Places::only(from), 0);
        while seen.len() < SYSTEMS {
            seen = seen.iter().flat_map(|place| t.around[place].iter().collect::<Vec<_>>()).collect();
            steps += 1;
        }
        steps
    };
    assert_eq!(systems().map(reach).max(), Some(7));
    for region in 1..=8 {
        assert_eq!(systems().filter(|&place| t.worlds[place].region == region).count(), 4);
    }
}

#[test]
fn r33_the_box() {
    let g = game(&[]);
    let pieces = Side::all().flat_map(|side| &g.components().units[side]).map(|unit| u32::from(unit.supply));
    assert_eq!(pieces.sum::<u32>(), 153);
    assert_eq!(Side::all().map(|side| g.tables.recruits[side].len()).collect::<Vec<_>>(), [12, 12]);
    assert_eq!(holotable_games::rebellion::words::ALL.without(g.tables.always).len(), 31);
    assert_eq!(g.tables.stages.iter().map(|stage| stage.len()).collect::<Vec<_>>(), [5, 5, 5]);
}

#[test]
fn r40_where_the_base_of_the_first_game_can_be() {
    let g = game(&[]);
    let s = g.start(&mut Sample(generator(1, 0)));
    let war = War { g, s };
    assert_eq!(
        sorted(war.choices()),
        [
            "Bothawui",
            "Dantooine",
            "Endor",
            "Geonosis",
            "Ilum",
            "Nal Hutta",
            "Rodia",
            "Ryloth",
            "Tatooine",
            "Utapau"
        ]
    );
}

#[test]
fn r41_cards_after_the_set_up() {
    for given in [&[][..], &[("setup", "normal")]] {
        let g = game(given);
        let mut s = g.start(&mut Sample(generator(3, 0)));
        while s.stage != Stage::Turn {
            let a = holotable_env::legal_actions(&g, &s)[0];
            g.step(&mut s, a, &mut Sample(generator(1, 0)));
        }
        assert_eq!((probes::deck(&g, &s).len(), s.probes.len(), s.boxed.len()), (25, 0, 5));
        assert_eq!((s.hand.len(), s.played.len()), (1, 0));
        assert!(s.recruits.values().iter().all(|deck| deck.len() == 12));
    }
}

/// Of the normal set-up: three systems of the Rebels, three and Coruscant of the Empire, two subjugated, a ground unit in each.
#[test]
fn the_normal_set_up() {
    let g = game(&[("setup", "normal")]);
    for seed in 0..20 {
        let mut rng = Sample(generator(seed, 0));
        let mut s = g.start(&mut rng);
        assert_eq!((s.loyal(Rebels).len(), s.loyal(Empire).len(), s.subjugated.len()), (3, 4, 2));
        let imperial = s.of(Empire);
        let mut n = 0;
        while !matches!(s.stage, Stage::Turn | Stage::Assign) {
            let legal = holotable_env::legal_actions(&g, &s);
            if s.stage == Stage::Hide {
                assert_eq!(legal.len(), 26);
            }
            let a = legal[holotable_env::Chance::below(&mut rng, legal.len())];
            g.step(&mut s, a, &mut rng);
            n += 1;
        }
        assert_eq!(n, 37 + 14 + 1);
        assert_eq!(holotable_games::rebellion::base::garrisons(&g, &s), imperial);
        let rebels = s.with_units(Rebels).len();
        assert!((1..=2).contains(&rebels), "{rebels} places");
    }
}

#[test]
fn r21_who_has_no_tactic_values_activates_nothing() {
    let war = War::first("Ilum");
    assert!(!war.may(war.lead("Mon Mothma")) && war.may(war.lead("Rieekan")));
    let war = war.post(Empire, "Boba Fett", Post::Pool).post(Empire, "Greejatus", Post::Pool).done();
    assert!(!war.may(war.lead("Boba Fett")) && !war.may(war.lead("Greejatus")));
    assert!(war.may(war.lead("Tagge")));
}

#[test]
fn r23_a_leader_holds_the_units_of_a_system() {
    let war = War::first("Ilum").turn(Empire).posted(Empire, "Tagge", "Saleucami");
    let war = war.activate("Tarkin", "Felucia");
    assert_eq!(sorted(war.choices()), ["Mandalore"]);
    let war = War::first("Ilum").turn(Empire).posted(Rebels, "Rieekan", "Saleucami");
    let war = war.activate("Tarkin", "Felucia");
    assert_eq!(sorted(war.choices()), ["Mandalore", "Saleucami"]);
}

/// Both pass; the first refresh follows up to the first choice in building.
fn first_refresh() -> War {
    let mut war = War::first("Ilum").done().done();
    assert_eq!((war.s.stage, war.s.asked, war.s.time), (Stage::Recruit, Rebels, 2));
    while war.s.stage == Stage::Recruit {
        war = war.done();
    }
    war
}

#[test]
fn r24_what_the_empire_builds_in_the_first_refresh() {
    let mut war = first_refresh();
    while war.s.stage == Stage::Build {
        assert_eq!(war.s.asked, Rebels);
        let wing = war.take("X-wing");
        war = war.play(wing);
    }
    let queue = |war: &War, side: Side, i: usize| {
        let units = war.s.queue[side][i];
        let mut all: Vec<_> =
            units.some().map(|(row, n)| (war.g.unit_name(side, row).to_owned(), n)).collect();
        all.sort();
        all
    };
    let words = |list: &[(&str, u8)]| list.iter().map(|(w, n)| ((*w).to_owned(), *n)).collect::<Vec<_>>();
    assert_eq!((war.s.stage, war.s.asked), (Stage::Deploy, Rebels));
    assert_eq!(queue(&war, Empire, 0), words(&[("AT-ST", 1), ("Stormtrooper", 2)]));
    assert_eq!(
        queue(&war, Empire, 1),
        words(&[("Assault Carrier", 1), ("Stormtrooper", 1), ("TIE Fighter", 1)])
    );
    assert_eq!(queue(&war, Empire, 2), words(&[("Star Destroyer", 1), ("TIE Fighter", 1)]));
    // R26: what was built on space 1 is deployed in the same refresh. Kashyyyk and Naboo and the base build on it.
    let waiting = war.s.waiting[Rebels];
    let n = |name: &str| waiting[war.row(Rebels, name)];
    assert_eq!((n("X-wing"), n("Rebel Trooper"), n("Airspeeder")), (2, 4, 1));
}

#[test]
fn r27_two_units_a_system_are_deployed() {
    let mut war = War::bare("Ilum");
    let trooper = war.row(Empire, "Stormtrooper");
    war.s.queue[Empire][0][trooper] = 3;
    for place in war.s.loyal(Empire).iter().collect::<Vec<_>>() {
        war.s.loyalty.set(place, Loyalty::Neutral);
    }
    let mut war = war.loyal("Coruscant", Loyalty::Empire);
    let event = deploy::begin(&war.g, &mut war.s, Rebels, &mut Sample(generator(0, 0)));
    flow::go_on(&war.g, &mut war.s, event, &mut Sample(generator(1, 0)));
    assert_eq!((war.s.stage, war.s.asked, war.choices()), (Stage::Deploy, Empire, vec!["Coruscant"]));
    let there = war.choose("Coruscant");
    let war = war.play(there);
    let war = war.play(there);
    assert_eq!(war.s.stage, Stage::Turn, "the third has nowhere to go");
    assert_eq!(war.count(Empire, "Coruscant", "Stormtrooper"), 2);
    assert_eq!(war.s.queue[Empire][0][trooper], 1);
}

/// A finished Death Star is one of the two units that are deployed in a system.
#[test]
fn a_yard_takes_no_more_units_than_may_be_deployed() {
    let left = |fighters: u8| {
        let mut war = War::all("Ilum").units(Empire, "Coruscant", &[("Death Star Under Construction", 1)]);
        let [star, fighter] = ["Death Star", "TIE Fighter"].map(|name| war.row(Empire, name));
        war.s.queue[Empire][0] = Units::default();
        war.s.queue[Empire][0][fighter] = fighters;
        war.s.queue[Empire][0][star] = 1;
        let event = deploy::begin(&war.g, &mut war.s, Empire, &mut Sample(generator(0, 0)));
        flow::go_on(&war.g, &mut war.s, event, &mut Sample(generator(1, 0)));
        while war.s.stage == Stage::Deploy {
            let there = war.choose("Coruscant");
            war = war.play(there);
        }
        (war.count(Empire, "Coruscant", "Death Star"), war.s.queue[Empire][0][star])
    };
    assert_eq!((left(1), left(2)), ((1, 0), (0, 1)));
}

#[test]
fn r28_the_last_trooper_takes_the_marker_along() {
    let units = [("Star Destroyer", 1), ("Stormtrooper", 1)];
    let war = War::bare("Ilum").units(Empire, "Naboo", &units).turn(Empire).check();
    assert!(war.s.of(Empire).has(war.place("Naboo")));
    let war = war.activate("Tagge", "Dagobah").move_from("Naboo", &["Star Destroyer", "Stormtrooper"]);
    assert!(war.s.of(Rebels).has(war.place("Naboo")));
    let war = war.check();
    // R51: Dagobah is remote.
    assert!(!war.s.subjugated.has(war.place("Dagobah")) && !war.s.of(Empire).has(war.place("Dagobah")));
}

#[test]
fn r29_ships_do_not_find_the_base() {
    let units = [("Death Star", 1), ("Stormtrooper", 1)];
    let war = War::bare("Ilum").units(Empire, "Mygeeto", &units).units(
        Rebels,
        "Rebel Base",
        &[("Rebel Trooper", 1)],
    );
    let war = war.turn(Empire).activate("Tagge", "Ilum");
    let alone = war.clone().move_from("Mygeeto", &["Death Star"]);
    assert!(!alone.s.revealed && alone.s.possible.has(alone.place("Ilum")));
    let war = war.move_from("Mygeeto", &["Death Star", "Stormtrooper"]);
    assert!(war.s.revealed);
    assert_eq!(
        (war.s.stage, war.s.field),
        (Stage::Battle, Some(war.place("Ilum"))),
        "the base defends itself"
    );
    assert!(war.at(Rebels, "Rebel Base").is_empty());
}

#[test]
fn r30_reputation_stops_where_it_meets_the_time() {
    let mut war = War::first("Ilum");
    (war.s.time, war.s.reputation) = (9, 11);
    end::gain(&mut war.s, 3, &mut Sample(generator(1, 0)));
    assert_eq!((war.s.reputation, war.s.ending, war.g.score(&war.s, 1)), (9, Ending::Reputation, 1.0));
}

/// R34 and R42: nobody does anything. Leaders join at 2 to 5, icons build at even times, and the 13th refresh is the Rebels'.
#[test]
fn r34_the_rebels_hold_out() {
    let mut war = War::first("Ilum");
    let (mut recruited, mut built, mut refreshes) = (Vec::new(), Vec::new(), 0);
    let mut time = 1;
    while war.s.stage != Stage::Over {
        if war.s.time > time {
            (time, refreshes) = (war.s.time, refreshes + 1);
            assert_eq!(war.s.probes.len(), 2 * refreshes);
        }
        let note = |list: &mut Vec<u8>| {
            if list.last() != Some(&war.s.time) {
                list.push(war.s.time);
            }
        };
        if war.s.stage == Stage::Recruit {
            note(&mut recruited);
        } else if war.s.stage == Stage::Build {
            note(&mut built);
        }
        let first = war.legal()[0];
        war = war.play(first).check();
    }
    assert_eq!((recruited, built), (vec![2, 3, 4, 5], vec![2, 4, 6, 8, 10, 12]));
    assert_eq!((war.s.ending, war.s.time, war.s.probes.len()), (Ending::Time, 14, 25));
    assert_eq!(probes::deck(&war.g, &war.s).len(), 0);
}

#[test]
fn nobody_is_recruited_beside_whom_he_became() {
    let mut war = War::first("Ilum");
    war.s.asked = Rebels;
    war.s.drawn[Rebels] = std::mem::take(&mut war.s.recruits[Rebels]);
    let luke = war.leader(Rebels, "Luke Skywalker");
    let before = recruit::choices(&war.g, &war.s);
    assert!(before.has(luke) && before.len() > 1);
    let war = war.post(Rebels, "Luke Skywalker (Jedi)", Post::Pool);
    let after = recruit::choices(&war.g, &war.s);
    assert!(!after.has(luke) && after.len() == before.len() - 1);
}

/// Eight cards are drawn in four times, if each time the first two show somebody; both are out of the game.
#[test]
fn r43_cards_of_those_who_are_recruited() {
    let mut war = War::first("Ilum");
    while war.s.time < 6 {
        let legal = war.legal();
        let first = if war.s.stage == Stage::Recruit { legal[1] } else { legal[0] };
        war = war.play(first);
    }
    for (side, deck) in war.s.recruits.iter() {
        assert!(deck.len() <= 4, "{side:?}");
        let there = war.s.posts[side].values().iter().filter(|post| **post != Post::Supply).count();
        assert_eq!(there, 8);
    }
}

/// The base is in Hoth, which cannot be in the first game; nobody knows anything of it.
fn hoth() -> War {
    let mut war = War::bare("Ilum");
    war.s.base = Some(war.place("Hoth"));
    let ships = [("X-wing", 1)];
    let war =
        war.units(Rebels, "Rebel Base", &ships).units(Rebels, "Hoth", &ships).units(Rebels, "Bespin", &ships);
    war.units(Rebels, "Endor", &ships)
        .units(Rebels, "Mustafar", &ships)
        .units(Rebels, "Sullust", &ships)
        .unknown()
}

#[test]
fn r44_the_base_space_is_next_to_the_system_and_its_neighbours() {
    for place in ["Hoth", "Bespin", "Endor", "Mustafar"] {
        assert!(hoth().activate("Rieekan", place).choices().contains(&"Rebel Base"), "{place}");
    }
    let far = hoth().activate("Rieekan", "Sullust");
    assert_eq!(sorted(far.choices()), ["Bespin", "Mustafar"]);
    assert!(far.g.choice_is_private(&far.s));
    let home = hoth().activate("Rieekan", "Rebel Base");
    assert_eq!(sorted(home.choices()), ["Bespin", "Endor", "Hoth", "Mustafar"]);
    let held = hoth().posted(Rebels, "Jan Dodonna", "Rebel Base").activate("Rieekan", "Hoth");
    assert_eq!(sorted(held.choices()), ["Bespin", "Endor", "Mustafar"]);
    let held = hoth().posted(Rebels, "Jan Dodonna", "Hoth").activate("Rieekan", "Bespin");
    assert_eq!(sorted(held.choices()), ["Endor", "Mustafar", "Rebel Base", "Sullust"]);
}

/// What units that set out from the Base space or for it tell.
#[test]
fn moves_between_the_base_and_a_system_tell_where_it_can_be() {
    let war = hoth().activate("Rieekan", "Bespin");
    let before = war.s.possible.len();
    let war = war.move_from("Rebel Base", &["X-wing"]);
    let possible: Vec<&str> = war.s.possible.iter().map(|place| war.g.tables.name(place)).collect();
    assert!(before > 20);
    assert_eq!(
        sorted(possible),
        ["Bespin", "Endor", "Hoth"],
        "Mustafar and Sullust have no probe cards any more"
    );
}

#[test]
fn r45_what_transports_carry() {
    let carried = |ships: &[(&str, u8)]| {
        let force = [("Rebel Trooper", 5), ("Shield Generator", 1), ("X-wing", 1), ("Rebel Transport", 1)];
        let war = War::bare("Ilum").units(Rebels, "Rebel Base", &force).units(Rebels, "Rebel Base", ships);
        let mut war = war.activate("Rieekan", "Mygeeto");
        let base = war.choose("Rebel Base");
        war = war.play(base);
        assert!(!war.may(war.take("Rebel Trooper")) && !war.may(Action::Done));
        while war.s.stage == Stage::Load {
            let next = war.legal().into_iter().next_back().unwrap();
            war = war.play(next);
        }
        assert_eq!(war.count(Rebels, "Rebel Base", "Shield Generator"), 1);
        (war.count(Rebels, "Mygeeto", "Rebel Trooper"), war.count(Rebels, "Mygeeto", "X-wing"))
    };
    assert_eq!(carried(&[("Corellian Corvette", 1)]), (5, 1));
    assert_eq!(carried(&[]), (4, 1));
}

#[test]
fn r46_capacity_comes_from_the_same_system() {
    let war = War::bare("Ilum").units(Empire, "Bespin", &[("Star Destroyer", 1)]);
    let war = war.units(Empire, "Mustafar", &[("Stormtrooper", 2)]).turn(Empire).activate("Tagge", "Sullust");
    assert_eq!(war.choices(), ["Bespin"]);
    let war = war.move_from("Bespin", &["Star Destroyer"]);
    assert_eq!((war.count(Empire, "Mustafar", "Stormtrooper"), war.s.turn), (2, Rebels));
}

#[test]
fn r47_time_meets_reputation_before_anything_else() {
    for (time, reputation) in [(8, 9), (3, 4)] {
        let mut war = War::first("Ilum");
        (war.s.time, war.s.reputation) = (time, reputation);
        let war = war.done().done();
        assert_eq!((war.s.stage, war.s.ending), (Stage::Over, Ending::Time));
        assert!(war.s.queue.values().iter().flatten().all(Zone::is_empty));
    }
}

#[test]
fn r48_the_base_is_found_and_taken() {
    let units = [("Assault Carrier", 1), ("Stormtrooper", 1)];
    let war = War::bare("Ilum").units(Empire, "Mygeeto", &units).turn(Empire).activate("Tagge", "Ilum");
    let alone = war.clone().move_from("Mygeeto", &["Assault Carrier"]);
    assert_eq!((alone.s.stage, alone.s.revealed), (Stage::Turn, false));
    let war = war.move_from("Mygeeto", &["Assault Carrier", "Stormtrooper"]);
    assert_eq!((war.s.ending, war.g.score(&war.s, 0)), (Ending::BaseTaken, 1.0));
}

/// Where the Empire looked and found nothing, the base is not.
#[test]
fn troops_rule_a_system_out() {
    let units = [("Assault Carrier", 1), ("Stormtrooper", 1)];
    let war = War::bare("Ilum").units(Empire, "Mygeeto", &units).turn(Empire).activate("Tagge", "Dantooine");
    assert!(war.s.possible.has(war.place("Dantooine")));
    let war = war.move_from("Mygeeto", &["Assault Carrier", "Stormtrooper"]).check();
    assert!(!war.s.possible.has(war.place("Dantooine")) && war.s.possible.has(war.place("Ilum")));
}

/// R49: a neutral system is subjugated at the end of the activation, and no longer when the trooper has left.
#[test]
fn r49_subjugation_comes_and_goes() {
    let units = [("Assault Carrier", 1), ("Stormtrooper", 1)];
    let war = War::bare("Ilum").units(Empire, "Coruscant", &units).turn(Empire);
    let mut war =
        war.activate("Tagge", "Alderaan").move_from("Coruscant", &["Assault Carrier", "Stormtrooper"]);
    let alderaan = war.place("Alderaan");
    assert!(war.s.subjugated.has(alderaan) && war.s.loyalty[alderaan] == Loyalty::Neutral);
    war = war.post(Empire, "Tagge", Post::Pool).done();
    let war = war.activate("Tarkin", "Corellia").move_from("Alderaan", &["Assault Carrier", "Stormtrooper"]);
    assert!(war.s.subjugated.is_empty());
}

#[test]
fn r55_who_has_passed_waits_for_the_other() {
    let war = War::first("Ilum").activate("Rieekan", "Yavin").done();
    assert_eq!((war.s.turn, war.s.passed[Empire]), (Rebels, true));
    let war = war.activate("Jan Dodonna", "Felucia").activate("Princess Leia", "Yavin");
    assert_eq!((war.s.turn, war.s.stage), (Rebels, Stage::Turn), "the base can still be revealed");
    assert!(war.legal().len() == 2);
    // Against an attack the Empire may still add a leader.
    let war = War::first("Ilum").done();
    let war = war.activate("Tagge", "Bothawui");
    assert_eq!((war.s.passed[Rebels], war.s.turn), (true, Empire));
}

/// A voluntary reveal: what is on the space moves into the system, and the turn goes on.
#[test]
fn the_rebels_reveal_their_base() {
    let war = War::first("Ilum").posted(Rebels, "Jan Dodonna", "Rebel Base").play(Action::Reveal).check();
    assert_eq!((war.s.turn, war.s.stage, war.s.revealed), (Rebels, Stage::Turn, true));
    assert_eq!(war.count(Rebels, "Ilum", "Rebel Trooper"), 3);
    let at = war.place("Ilum");
    assert!(war.s.held(Rebels, at) && !war.may(Action::Reveal));
    let carrier = [("Assault Carrier", 1)];
    let war = War::first("Ilum").units(Empire, "Ilum", &carrier).play(Action::Reveal);
    let battle = war.s.battle.unwrap();
    assert_eq!((war.s.stage, battle.current), (Stage::Battle, Rebels));
    let war = War::bare("Ilum").units(Empire, "Ilum", &carrier).play(Action::Reveal);
    assert_eq!(war.s.ending, Ending::BaseTaken);
}

/// Plays the battle on, each side as `choose` says, until it is over or `until` holds.
fn fight(
    mut war: War,
    seed: u64,
    until: impl Fn(&War) -> bool,
    choose: impl Fn(&War, &[Action]) -> Action,
) -> War {
    let mut rng = Sample(generator(seed, 0));
    while war.s.battle.is_some() && war.s.stage != Stage::Over && !until(&war) {
        let legal = war.legal();
        let a = choose(&war, &legal);
        war.g.step(&mut war.s, a, &mut rng);
        // The board is as a test made it, so only the battle is held to its invariants.
        if let Some(battle) = &war.s.battle {
            holotable_env::Save::check(war.g.battle(), battle).unwrap();
        }
    }
    war
}

fn last(_: &War, legal: &[Action]) -> Action {
    *legal.last().unwrap()
}

fn first(_: &War, legal: &[Action]) -> Action {
    legal[0]
}

/// A Death Star comes to Utapau, where two Ion Cannons and two X-wings are.
fn lone_star(hand: &[&str], trooper: bool) -> War {
    let star: &[(&str, u8)] =
        if trooper { &[("Death Star", 1), ("Stormtrooper", 1)] } else { &[("Death Star", 1)] };
    let war = War::bare("Ilum").units(Empire, "Naboo", star).hand(hand);
    let war = war.units(Rebels, "Utapau", &[("X-wing", 2), ("Ion Cannon", 2)]);
    let war = war.turn(Empire);
    let war = war.activate("Tagge", "Utapau");
    let all: Vec<&str> = star.iter().map(|(name, _)| *name).collect();
    war.move_from("Naboo", &all)
}

fn step(war: &War) -> Option<Step> {
    war.s.battle.as_ref().filter(|_| war.s.stage == Stage::Battle).map(|battle| battle.stage)
}

#[test]
fn r56_a_death_star_without_dice() {
    let nobody = fight(lone_star(&[], false), 1, |_| false, first);
    assert_eq!(nobody.count(Rebels, "Utapau", "X-wing"), 0, "no leader, so the ships are lost");
    assert_eq!(nobody.count(Rebels, "Utapau", "Ion Cannon"), 2);
    assert_eq!(nobody.count(Empire, "Utapau", "Death Star"), 1);
    let led = |war: &War, legal: &[Action]| {
        if step(war) == Some(Step::Leaders) { *legal.last().unwrap() } else { legal[0] }
    };
    let at_retreat = |war: &War| step(war) == Some(Step::Retreat);
    let retreats = fight(lone_star(&[], false), 1, at_retreat, led);
    assert!(at_retreat(&retreats) && !retreats.may(blow(rc::Action::Done)), "they must flee");
    let trooper = fight(lone_star(&[], true), 1, at_retreat, led);
    assert!(at_retreat(&trooper) && trooper.may(blow(rc::Action::Done)), "the fight goes on");
}

#[test]
fn r56_plans_that_were_tried_excuse_for_a_round() {
    let plans = ["Death Star Plans"];
    let at_plans = |war: &War| step(war) == Some(Step::Plans);
    let led = |war: &War, legal: &[Action]| {
        if step(war) == Some(Step::Leaders) { *legal.last().unwrap() } else { legal[0] }
    };
    let war = fight(lone_star(&plans, false), 1, at_plans, led);
    assert!(war.may(blow(rc::Action::UsePlans)) && war.g.choice_is_private(&war.s));
    let declined = war.clone().play(blow(rc::Action::Done));
    assert!(step(&declined) == Some(Step::Retreat) && !declined.may(blow(rc::Action::Done)));
    let (mut hits, mut misses) = (0, 0);
    for seed in 0..200 {
        let mut tried = war.clone();
        let a = blow(rc::Action::UsePlans);
        tried.g.step(&mut tried.s, a, &mut Sample(generator(seed, 0)));
        if tried.s.reputation < 14 {
            hits += 1;
            assert_eq!((tried.s.reputation, tried.s.hand.len(), tried.s.played.len()), (12, 0, 1));
        } else {
            misses += 1;
            assert!(step(&tried) == Some(Step::Retreat) && tried.may(blow(rc::Action::Done)));
            assert_eq!(tried.s.known, tried.s.hand, "everybody saw the card");
        }
    }
    // 91/216 of 200 are 84; five deviations are 35.
    assert!(hits + misses == 200 && (50..120).contains(&hits), "{hits} hits");
}

/// After a hit of the plans the card is played, and the Rebels say which of two stations is destroyed.
#[test]
fn plans_that_hit_ask_for_the_station() {
    let stations = ["Death Star", "Death Star Under Construction"];
    let war = War::bare("Ilum").units(Empire, "Naboo", &[("Death Star", 1)]).hand(&["Death Star Plans"]);
    let war = war.units(Empire, "Utapau", &[(stations[1], 1)]).turn(Empire);
    let war = war.units(Rebels, "Utapau", &[("X-wing", 4)]).activate("Tagge", "Utapau");
    let war = war.move_from("Naboo", &["Death Star"]);
    let at_plans = |war: &War| step(war) == Some(Step::Plans);
    let war =
        (0..20).map(|seed| fight(war.clone(), seed, at_plans, first)).find(at_plans).expect("X-wings live");
    let hit = |seed: u64| {
        let mut tried = war.clone();
        let a = blow(rc::Action::UsePlans);
        tried.g.step(&mut tried.s, a, &mut Sample(generator(seed, 0)));
        Some(tried).filter(|tried| tried.s.reputation < 14)
    };
    let war = (0..50).find_map(hit).expect("one of many hits");
    let all = war.legal();
    assert!(at_plans(&war) && all.len() == 2 && war.s.asked == Rebels && !war.g.choice_is_private(&war.s));
    for (i, &a) in all.iter().enumerate() {
        let after = war.clone().play(a);
        let lost =
            stations.map(|name| after.s.battle.map_or(0, |b| b.camps[Empire].lost[after.row(Empire, name)]));
        assert!(after.s.battle.is_none() || lost == [1 - i as u8, i as u8]);
    }
}

/// Who may hold the plans is asked, and tries nothing without them.
#[test]
fn who_is_asked_for_the_plans_may_not_hold_them() {
    let at_plans = |war: &War| step(war) == Some(Step::Plans);
    let war = fight(lone_star(&["Liberation"], false), 1, at_plans, first);
    assert!(at_plans(&war) && war.legal() == [blow(rc::Action::Done)] && war.g.choice_is_private(&war.s));
    let none = fight(lone_star(&["Crippling Blow"], false), 1, at_plans, first);
    assert!(!at_plans(&none), "no card of stage II or III, no question");
}

/// The Rebels attack a Star Destroyer beside a Death Star; the first objective that is met is played, and no other in this combat.
#[test]
fn r58_one_objective_a_combat() {
    let hand = ["Rebel Assault", "Major Victory", "Death Star Plans"];
    let mut played = 0;
    for seed in 0..30 {
        let war = War::bare("Ilum").units(Empire, "Utapau", &[("Star Destroyer", 1), ("Death Star", 1)]);
        let war = war.units(Rebels, "Naboo", &[("Mon Calamari Cruiser", 3), ("X-wing", 8)]).hand(&hand);
        let ships = ["Mon Calamari Cruiser", "Mon Calamari Cruiser", "Mon Calamari Cruiser"];
        let ships: Vec<&str> = ships.into_iter().chain(["X-wing"; 8]).collect();
        let war = war.activate("Rieekan", "Utapau").move_from("Naboo", &ships);
        let keep = |war: &War, legal: &[Action]| {
            if step(war) == Some(Step::Plans) { legal[0] } else { last(war, legal) }
        };
        let war = fight(war, seed, |war| war.s.stage == Stage::Objective, keep);
        if war.s.stage != Stage::Objective {
            continue;
        }
        played += 1;
        let (assault, victory) = (war.objective("Rebel Assault"), war.objective("Major Victory"));
        assert!(war.s.window.has(assault) && war.s.window.has(victory) && war.s.window.len() == 2);
        assert!(war.may(Action::Fulfil { objective: victory }));
        let mut last_one = war.clone();
        last_one.s.reputation = 2;
        let won = last_one.play(Action::Fulfil { objective: assault });
        assert_eq!((won.s.stage, won.s.ending), (Stage::Over, Ending::Reputation));
        let battle = won.s.battle.as_ref().unwrap();
        assert_eq!(
            holotable_env::Save::check(won.g.battle(), battle),
            Ok(()),
            "the plans may have been next"
        );
        let war = war.play(Action::Fulfil { objective: assault });
        assert_eq!((war.s.reputation, war.s.scored), (13, true));
        let asked = |war: &War| war.s.stage == Stage::Objective || step(war) == Some(Step::Plans);
        let war = fight(war, seed, asked, last);
        assert!(war.s.battle.is_none(), "nothing more was asked in this combat");
    }
    assert!(played > 10, "{played} of 30");
}

#[test]
fn r59_liberation_of_what_was_subjugated() {
    let liberated = |empire_attacks: bool| {
        let mut asked = 0;
        for seed in 0..20 {
            let war = War::bare("Ilum").hand(&["Liberation"]);
            let rebels = [("Airspeeder", 4), ("Rebel Transport", 1)];
            let war = if empire_attacks {
                let war = war.units(Empire, "Dagobah", &[("Assault Carrier", 1), ("Stormtrooper", 1)]);
                let war = war.units(Rebels, "Naboo", &rebels[..1]).turn(Empire).activate("Tagge", "Naboo");
                war.move_from("Dagobah", &["Assault Carrier", "Stormtrooper"])
            } else {
                let war = war.units(Empire, "Naboo", &[("Stormtrooper", 1)]);
                let war = war.units(Rebels, "Dagobah", &rebels).activate("Rieekan", "Naboo");
                let four = ["Rebel Transport", "Airspeeder", "Airspeeder", "Airspeeder", "Airspeeder"];
                war.move_from("Dagobah", &four)
            };
            let one = war.objective("Liberation");
            let war = fight(war, seed, |war| war.s.stage == Stage::Objective, last);
            asked += u32::from(war.s.stage == Stage::Objective && war.s.window.has(one));
        }
        asked
    };
    assert!(liberated(false) > 15);
    assert_eq!(liberated(true), 0, "the marker would have come after the combat");
}

/// At the start of the refresh phase: three Imperial systems with Rebel units, Coruscant without Imperial ones.
#[test]
fn refresh_objectives() {
    let ships = [("X-wing", 1)];
    let mut war = War::bare("Ilum").hand(&["Cut Supply Lines", "Heart of the Empire"]);
    for place in ["Corellia", "Mustafar", "Coruscant"] {
        war = war.units(Rebels, place, &ships);
    }
    let war = war.done().done();
    assert_eq!((war.s.stage, war.s.asked), (Stage::Objective, Rebels));
    let (lines, heart) = (war.objective("Cut Supply Lines"), war.objective("Heart of the Empire"));
    assert!(war.may(Action::Fulfil { objective: lines }));
    let war = war.play(Action::Fulfil { objective: heart });
    assert_eq!((war.s.reputation, war.s.time), (12, 2));
    assert!(
        war.s.hand.has(heart) && war.s.known.has(heart) && war.s.played.is_empty(),
        "it returns to the hand"
    );
}

/// Return of the Jedi: the Rebels win a battle where Vader is, or from which he has just fled.
#[test]
fn victories_over_vader_count() {
    let met = |leader: &str, flees: bool| {
        let mut met = 0;
        for seed in 0..20 {
            let war = War::bare("Ilum").hand(&["Return of the Jedi"]).posted(Empire, leader, "Utapau");
            let war = war.units(Empire, "Utapau", &[("Assault Carrier", 1), ("Stormtrooper", 1)]);
            let war = war.units(Rebels, "Naboo", &[("Mon Calamari Cruiser", 2), ("Airspeeder", 6)]);
            let units: Vec<&str> = ["Mon Calamari Cruiser"; 2].into_iter().chain(["Airspeeder"; 6]).collect();
            let war = war.activate("Rieekan", "Utapau").move_from("Naboo", &units);
            let stays = |war: &War, legal: &[Action]| {
                let retreats = step(war) == Some(Step::Retreat);
                if retreats && !flees { blow(rc::Action::Done) } else { *legal.last().unwrap() }
            };
            let war = fight(war, seed, |war| war.s.stage == Stage::Objective, stays);
            let jedi = war.objective("Return of the Jedi");
            met += u32::from(war.s.stage == Stage::Objective && war.s.window.has(jedi));
        }
        met
    };
    assert!(met("Darth Vader", false) > 15 && met("Palpatine", false) > 15);
    assert_eq!(met("Tarkin", false), 0);
    assert!(met("Darth Vader", true) > 15, "until he retreated from it");
}

/// Establish Outposts: five systems of any kind; the Rebel Base space is none.
#[test]
fn outposts_are_systems() {
    let asked = |places: &[&str]| {
        let mut war = War::bare("Ilum").hand(&["Establish Outposts"]);
        for place in places {
            war = war.units(Rebels, place, &[("X-wing", 1)]);
        }
        let war = war.done().done();
        let outposts = war.objective("Establish Outposts");
        war.s.stage == Stage::Objective && war.may(Action::Fulfil { objective: outposts })
    };
    assert!(asked(&["Dagobah", "Endor", "Corellia", "Naboo", "Hoth"]));
    assert!(!asked(&["Dagobah", "Endor", "Corellia", "Naboo", "Rebel Base"]));
}

/// Imperial troops flee from a battle into the system of the hidden base: it is found, and fought for next.
#[test]
fn a_retreat_finds_the_base() {
    let mut found = 0;
    for seed in 0..20 {
        let mut war = War::bare("Ilum").units(Rebels, "Rebel Base", &[("Rebel Trooper", 2)]);
        war.s.base = Some(war.place("Dagobah"));
        let war = war.units(Empire, "Utapau", &[("Assault Carrier", 3), ("Stormtrooper", 2)]);
        let war = war.posted(Empire, "Tagge", "Utapau");
        let war = war.units(Rebels, "Naboo", &[("Mon Calamari Cruiser", 1), ("X-wing", 1)]).unknown();
        let war = war.activate("Rieekan", "Utapau").move_from("Naboo", &["Mon Calamari Cruiser", "X-wing"]);
        let flee = |war: &War, legal: &[Action]| {
            let to = war.g.tables.next_to[war.place("Utapau")].iter().position(|p| p == war.place("Dagobah"));
            let to = blow(rc::Action::Retreat { to: Neighbour::at(to.unwrap()) });
            match step(war) == Some(Step::Retreat) {
                true if legal.contains(&to) => to,
                true => blow(rc::Action::Done),
                false => *legal.last().unwrap(),
            }
        };
        let fled = |war: &War| war.s.field == Some(war.place("Dagobah"));
        let war = fight(war, seed, fled, flee);
        if !fled(&war) {
            continue;
        }
        found += 1;
        assert!(war.s.revealed && war.s.battle.is_some());
        assert_eq!((war.s.turn, war.s.target), (Rebels, Some(war.place("Utapau"))));
        let war = fight(war, seed, |_| false, last);
        let taken = war.s.ending == Ending::BaseTaken;
        assert!(taken || war.s.turn == Empire, "then the turn is over, if the game is not");
    }
    assert!(found > 5, "{found} of 20");
}

/// The box has no Star Destroyer left: one on the board is destroyed for a new one, or none is built.
#[test]
fn a_unit_is_destroyed_for_another() {
    let war = War::first("Ilum");
    let star = war.row(Empire, "Star Destroyer");
    let supply = war.g.components().unit(Empire, star).supply;
    let far: &[(&str, u8)] = &[("Star Destroyer", supply)];
    let mut war = War::bare("Ilum").units(Empire, "Coruscant", far).done().done();
    while war.s.stage == Stage::Recruit {
        war = war.done();
    }
    while war.s.asked == Rebels {
        let wing = war.take("X-wing");
        war = war.play(wing);
    }
    assert_eq!((war.s.stage, war.s.asked), (Stage::Scrap, Empire), "Corellia builds one");
    assert_eq!(war.choices(), ["Coruscant"]);
    let queued = |war: &War| war.s.queue[Empire].iter().map(|units| units[star]).sum::<u8>();
    let (again, none) = (war.choose("Coruscant"), war.clone().done());
    let built = war.play(again);
    assert_eq!((built.count(Empire, "Coruscant", "Star Destroyer"), queued(&built)), (supply - 1, 1));
    assert_eq!((none.count(Empire, "Coruscant", "Star Destroyer"), queued(&none)), (supply, 0));
}
