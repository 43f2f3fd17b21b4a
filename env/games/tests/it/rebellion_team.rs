//! The team game of Rebellion: an Admiral and a General share a side.

use std::collections::BTreeSet;

use holotable_env::check::conforms;
use holotable_env::{ByKey, Finite, Game, Layout, Observe, Save, Show, Viewer, Write};
use holotable_games::rebellion::action_cards::moment::Moment;
use holotable_games::rebellion::state::{Post, Stage};
use holotable_games::rebellion::words::{Leader, Role, Side, Stack, Theatre};
use holotable_games::rebellion::{Action, Rebellion, State};
use holotable_games::rebellion_combat as rc;
use holotable_games::rebellion_combat::state::Stage as Step;

use crate::any_game::{self, random_game};
use crate::golden::golden;
use crate::rebellion_board::{Empire, Rebels, War, blow, game};
use crate::variants::REBELLION_TEAMS;

/// The seats of four players.
const IMPERIAL_ADMIRAL: Option<usize> = Some(0);
const REBEL_ADMIRAL: Option<usize> = Some(1);
const IMPERIAL_GENERAL: Option<usize> = Some(2);
const REBEL_GENERAL: Option<usize> = Some(3);

/// The first game for four, with the base in Ilum: the Rebel Admiral assigns.
fn four() -> War {
    War::with("Ilum", &[("players", "4")])
}

impl War {
    fn actor(&self) -> Option<usize> {
        self.g.actor(&self.s)
    }

    fn post_of(&self, side: Side, name: &str) -> Post {
        self.s.posts[side][self.leader(side, name)]
    }

    /// Whether a leader of the side that is asked can be chosen.
    fn can_lead(&self, name: &str) -> bool {
        self.may(self.lead(name))
    }

    /// Those in the pool of a side who may be added to the battle.
    fn addable(&self) -> BTreeSet<String> {
        let name = |leader: Leader| self.g.leader_name(self.s.asked, leader).to_owned();
        let adds = |leader: &Leader| self.may(blow(rc::Action::AddLeader { leader: *leader }));
        Leader::all().filter(adds).map(name).collect()
    }

    /// Lays a mission with these leaders of the Admiral, and the General is asked to agree.
    fn offers(self, name: &str, leaders: &[&str]) -> Self {
        let mission = self.mission(self.s.asked, name);
        let war = self.play(Action::Assign { mission });
        let war = leaders.iter().fold(war, |war, leader| {
            let lead = war.lead(leader);
            war.play(lead)
        });
        if war.s.partners.offered { war } else { war.done() }
    }

    fn adds(self, name: &str) -> Self {
        let leader = self.leader(self.s.asked, name);
        self.play(blow(rc::Action::AddLeader { leader }))
    }

    /// The battle goes on with the first thing that may be done until a stage is reached.
    fn until_step(mut self, stage: Step) -> Self {
        while self.s.battle.as_ref().is_some_and(|battle| battle.stage != stage) {
            let first = self.legal()[0];
            self = self.play(first);
        }
        self
    }

    fn step(&self) -> Step {
        self.s.battle.as_ref().map_or(Step::Over, |battle| battle.stage)
    }
}

/// Two fleets and troops meet in Naboo; who is where and who is in the pool.
fn over_naboo(there: [&[&str]; 2], pool: [&[&str]; 2]) -> War {
    let war = four().without(Empire).without(Rebels);
    let war = war.units(Empire, "Naboo", &[("Star Destroyer", 2), ("Stormtrooper", 2)]);
    let mut war = war.units(Rebels, "Naboo", &[("X-wing", 3), ("Rebel Transport", 1), ("Rebel Trooper", 2)]);
    for side in Side::all() {
        for name in there[side.index()] {
            war = war.posted(side, name, "Naboo");
        }
        war = war.pool(side, pool[side.index()]);
    }
    war
}

/// Every table under the conformance suite: rules, chance, replays, bytes, JSON, what is hidden and what is seen.
#[test]
fn team_games_conform() {
    for given in REBELLION_TEAMS {
        let report =
            conforms(&any_game::game::<Rebellion>(given), 2).unwrap_or_else(|why| panic!("{given:?}: {why}"));
        assert!(report.enumerated > 20, "{given:?}: {report:?}");
    }
}

/// Both tables of a team game have one layout.
#[test]
fn the_layout_of_team_games_is_the_golden_one() {
    let layout = Layout::of(&game(&[("players", "4")]));
    golden("rebellion-team-layout.md", &layout.markdown());
    layout.ensure_compatible(&Layout::of(&game(&[("players", "3")]))).unwrap();
}

/// Ruling W78: with three players the Empire is the pair.
#[test]
fn seats_are_the_admirals_and_then_the_generals() {
    for (players, teams) in [("2", vec![0, 1]), ("3", vec![0, 1, 0]), ("4", vec![0, 1, 0, 1])] {
        let g = game(&[("players", players)]);
        assert_eq!((0..Game::players(&g)).map(|seat| g.team(seat)).collect::<Vec<_>>(), teams);
    }
    let g = game(&[("players", "3")]);
    assert!(g.is_shared(Empire) && !g.is_shared(Rebels));
}

/// Ruling W79: tactic values decide, and each player has somebody at the beginning.
#[test]
fn each_partner_commands_own_leaders() {
    let g = game(&[("players", "4")]);
    for side in Side::all() {
        let people = &g.components().leaders[side];
        for (i, person) in people.iter().enumerate() {
            let owners: Vec<Role> =
                Role::all().filter(|&role| g.tables.people[side][role].has(Leader::at(i))).collect();
            let [space, ground] = *person.tactics.values();
            let due = match space.cmp(&ground) {
                std::cmp::Ordering::Greater => vec![Role::Admiral],
                std::cmp::Ordering::Less => vec![Role::General],
                std::cmp::Ordering::Equal => owners.clone(),
            };
            assert_eq!((owners.len(), owners), (1, due), "{}", person.name);
        }
        for role in Role::all() {
            let own = g.tables.people[side][role];
            assert_eq!(own.and(g.tables.start[side]).len(), 2, "{side:?} {role:?}");
            assert!((6..=7).contains(&own.len()), "{side:?} {role:?}");
        }
    }
}

/// Assignment phase: both players of a team assign their own leaders, both Rebels before the Imperials.
#[test]
fn both_rebels_assign_their_leaders_before_the_imperials() {
    let war = four();
    assert_eq!((war.s.stage, war.actor()), (Stage::Assign, REBEL_ADMIRAL));
    let mission = war.mission(Rebels, "Sabotage");
    let war = war.play(Action::Assign { mission });
    assert_eq!(war.actor(), REBEL_ADMIRAL);
    assert!(war.can_lead("Princess Leia") && war.can_lead("Jan Dodonna"));
    assert!(!war.can_lead("Mon Mothma") && !war.can_lead("Rieekan"), "the General commands them");
    let why = war.g.why_illegal(&war.s, war.lead("Rieekan"));
    assert_eq!(why, "the partner commands the leader");
    let leia = war.lead("Princess Leia");
    let war = war.play(leia).done().done().done();
    assert_eq!((war.s.stage, war.s.asked, war.actor()), (Stage::Assign, Rebels, REBEL_GENERAL));
    let war = war.assign("Infiltration", &["Mon Mothma"]).done();
    assert_eq!((war.s.stage, war.actor()), (Stage::Assign, IMPERIAL_ADMIRAL));
    let war = war.done();
    assert_eq!((war.s.stage, war.actor()), (Stage::Assign, IMPERIAL_GENERAL));
    let war = war.done().check();
    assert_eq!((war.s.stage, war.actor()), (Stage::Turn, REBEL_ADMIRAL));
}

/// Assignment phase: at most two leaders a mission, whichever players they belong to.
#[test]
fn a_mission_has_two_leaders_at_most_of_both_partners() {
    let war = four().assign("Sabotage", &["Princess Leia"]).done().done();
    assert_eq!(war.actor(), REBEL_GENERAL);
    let first = Stack::at(0);
    let war = war.play(Action::Carry { stack: first }).check();
    assert_eq!((war.s.stage, war.actor()), (Stage::Staff, REBEL_GENERAL));
    assert!(!war.may(Action::Done), "a leader joins, or the General would choose for ever");
    let rieekan = war.lead("Rieekan");
    let war = war.play(rieekan).check();
    assert_eq!(war.s.on(Rebels, first).len(), 2);
    assert_eq!((war.s.stage, war.actor()), (Stage::Assign, REBEL_GENERAL));
    assert!(!war.may(Action::Carry { stack: first }), "there are two on it");
    let full = four().offers("Sabotage", &["Princess Leia", "Jan Dodonna"]).done().done();
    assert!(!full.may(Action::Carry { stack: first }));
}

/// Assignment phase: the General can disallow the Admiral from assigning a leader to a mission.
#[test]
fn the_general_can_disallow_a_leader_of_the_admiral() {
    let war = four().assign("Sabotage", &["Princess Leia"]).check();
    assert_eq!((war.s.stage, war.actor()), (Stage::Staff, REBEL_GENERAL));
    let leia = war.lead("Princess Leia");
    assert_eq!(war.legal(), [Action::Done, leia]);
    assert_eq!(war.g.describe_action(&war.s, leia), "send Princess Leia back to the pool");
    assert_eq!(war.g.describe_action(&war.s, Action::Done), "agree to the mission");
    assert_eq!(war.g.prompt(&war.s), "agree that Princess Leia goes on Sabotage, or send a leader back");
    let war = war.play(leia).check();
    assert_eq!((war.s.stage, war.actor()), (Stage::Assign, REBEL_ADMIRAL));
    assert_eq!(war.post_of(Rebels, "Princess Leia"), Post::Pool);
    let sabotage = Action::Assign { mission: war.mission(Rebels, "Sabotage") };
    assert!(!war.may(sabotage), "the Admiral lays it no more in this phase");
    assert_eq!(war.g.why_illegal(&war.s, sabotage), "the General has refused it in this round");
    // Who plays the other side does not see which.
    let json = war.g.to_json(&war.s, Viewer::Seat(0));
    assert!(json["partners"]["refused"]["rebels"].is_null(), "{}", json["partners"]);
    let general = war.done();
    assert_eq!(general.actor(), REBEL_GENERAL);
    assert!(general.may(sabotage) && general.check().s.partners.refused[Rebels].is_empty());
}

/// Of two leaders one may be sent back, and the mission stays with the other; refused for good it ends the Admiral's missions one by one.
#[test]
fn a_mission_stays_with_the_leader_who_is_allowed() {
    let war = four().offers("Sabotage", &["Princess Leia", "Jan Dodonna"]);
    let dodonna = war.lead("Jan Dodonna");
    let war = war.play(dodonna).check();
    assert_eq!((war.s.stage, war.actor(), war.s.laid(Rebels)), (Stage::Staff, REBEL_GENERAL, 1));
    let mut war = war.done();
    assert_eq!((war.actor(), war.s.on(Rebels, Stack::at(0)).len()), (REBEL_ADMIRAL, 1));
    for name in ["Build Alliance", "Infiltration", "Rapid Mobilization"] {
        war = war.offers(name, &["Jan Dodonna"]);
        let dodonna = war.lead("Jan Dodonna");
        war = war.play(dodonna).check();
    }
    assert_eq!((war.legal(), war.actor()), (vec![Action::Done], REBEL_ADMIRAL), "nothing is left to lay");
    assert!(war.g.choice_is_private(&war.s), "the Empire does not know that");
}

/// Refresh phase: only the Admiral builds and deploys (and so destroys units for others).
#[test]
fn only_the_admiral_builds_and_deploys() {
    let mut seen = BTreeSet::new();
    for given in REBELLION_TEAMS {
        let g = game(given);
        for seed in 0..6 {
            random_game(&g, seed, |s, _| {
                let units = matches!(s.stage, Stage::Muster | Stage::Build | Stage::Scrap | Stage::Deploy);
                let cards =
                    matches!(s.stage, Stage::Hide | Stage::Discard | Stage::Recruit | Stage::Objective);
                if units || cards {
                    let role = if units { Role::Admiral } else { Role::General };
                    assert_eq!(g.actor(s), Some(g.seat(s.asked, role)), "{:?}", s.stage);
                    seen.insert((s.stage.index(), s.asked.index()));
                }
            });
        }
    }
    assert!(seen.len() >= 12, "{seen:?}");
}

/// Combat: the Admiral draws and plays space cards, rolls and decides all in the space battle; the General in the ground battle.
#[test]
fn the_admiral_fights_in_space_and_the_general_on_the_ground() {
    let mut seen = BTreeSet::new();
    for given in REBELLION_TEAMS {
        let g = game(given);
        for seed in 0..8 {
            random_game(&g, seed, |s, _| {
                let Some(battle) = s.battle.as_ref().filter(|_| s.stage == Stage::Battle) else { return };
                let leaders = matches!(battle.stage, Step::Leaders | Step::Retreat | Step::Lead | Step::Take);
                if leaders {
                    return;
                }
                let role = if battle.theatre == Theatre::Space { Role::Admiral } else { Role::General };
                assert_eq!(g.actor(s), Some(g.seat(s.asked, role)), "{:?}", battle.stage);
                seen.insert((battle.stage.index(), battle.theatre.index(), g.actor(s)));
            });
        }
    }
    for step in [Step::Roll, Step::Actions, Step::Assign] {
        for theatre in 0..2 {
            let n = seen.iter().filter(|&&(stage, at, _)| (stage, at) == (step.index(), theatre)).count();
            assert!(n >= 2, "{step:?} in theatre {theatre}: {seen:?}");
        }
    }
}

/// Add Leader: a player cannot add a leader if the team-mate has one with tactic values in the system.
#[test]
fn nobody_adds_a_leader_beside_a_partner_with_tactic_values() {
    let war = over_naboo([&["Darth Vader"], &[]], [&["Palpatine"], &["Jan Dodonna", "Rieekan"]]);
    let war = war.fight(Empire, "Naboo").check();
    assert_eq!((war.step(), war.s.asked, war.actor()), (Step::Leaders, Rebels, REBEL_ADMIRAL));
    // A leader without tactic values keeps nobody away.
    let war = over_naboo([&["Boba Fett"], &["Rieekan"]], [&["Palpatine"], &[]]).fight(Empire, "Naboo");
    assert_eq!((war.step(), war.actor()), (Step::Leaders, IMPERIAL_ADMIRAL));
}

/// Add Leader: each player adds an own leader, each team one at most; and the current player's team decides first.
#[test]
fn a_team_adds_one_leader_at_most_the_current_players_team_first() {
    let pools: [&[&str]; 2] = [&["Palpatine", "Darth Vader"], &["Jan Dodonna", "Rieekan"]];
    let begun = over_naboo([&[], &[]], pools).fight(Rebels, "Naboo").check();
    assert_eq!((begun.s.asked, begun.actor()), (Rebels, REBEL_ADMIRAL));
    assert_eq!(begun.addable(), BTreeSet::from(["Jan Dodonna".to_owned()]));
    let why = |leader: Leader| begun.g.why_illegal(&begun.s, blow(rc::Action::AddLeader { leader }));
    assert_eq!(why(begun.leader(Rebels, "Rieekan")), "the partner commands the leader");
    // The partner decides before the other team does.
    let declined = begun.clone().play(blow(rc::Action::Done)).check();
    assert_eq!(declined.actor(), REBEL_GENERAL);
    assert_eq!(declined.addable(), BTreeSet::from(["Rieekan".to_owned()]));
    let war = declined.play(blow(rc::Action::Done)).check();
    assert_eq!(war.actor(), IMPERIAL_ADMIRAL);
    // Where one adds somebody the partner does not.
    let war = begun.adds("Jan Dodonna").check();
    assert_eq!((war.step(), war.actor()), (Step::Leaders, IMPERIAL_ADMIRAL));
    let war = war.adds("Palpatine").check();
    assert_ne!(war.step(), Step::Leaders);
}

/// Steps "starting with the current player": that player's team resolves before the other team; of the pair whose turn it is, the player
/// on turn (ruling W85).
#[test]
fn the_player_on_turn_is_asked_before_the_partner() {
    let pools: [&[&str]; 2] = [&["Palpatine", "Darth Vader"], &["Jan Dodonna", "Rieekan"]];
    let mut war = over_naboo([&[], &[]], pools);
    war.s.partners.turn[Rebels] = Role::General;
    let war = war.fight(Rebels, "Naboo").check();
    assert_eq!(war.actor(), REBEL_GENERAL);
    let war = war.play(blow(rc::Action::Done));
    assert_eq!(war.actor(), REBEL_ADMIRAL);
}

/// Draw Tactic Cards: each team uses the highest values of its leaders, whoever controls them. The Admiral draws the cards for space,
/// the General those for the ground.
#[test]
fn a_team_draws_by_the_highest_values_of_all_its_leaders() {
    let war = over_naboo([&["Palpatine", "Darth Vader"], &[]], [&[], &[]]).fight(Empire, "Naboo").check();
    assert_eq!((war.step(), war.actor()), (Step::Tactics, IMPERIAL_ADMIRAL));
    let cards = |war: &War, theatre| {
        let battle = war.s.battle.as_ref().unwrap();
        battle.hand_size(war.g.components(), Empire, theatre)
    };
    let war = war.play(blow(rc::Action::Proceed)).check();
    assert_eq!((cards(&war, Theatre::Space), war.step(), war.actor()), (3, Step::Tactics, IMPERIAL_GENERAL));
    let war = war.play(blow(rc::Action::Proceed)).check();
    assert_eq!((cards(&war, Theatre::Space), cards(&war, Theatre::Ground)), (3, 3));
}

/// Retreating: any player can retreat with an own leader, and each team once.
#[test]
fn any_player_retreats_with_an_own_leader_and_a_team_once() {
    let there: [&[&str]; 2] = [&["Darth Vader"], &["Jan Dodonna", "Rieekan"]];
    let war = over_naboo(there, [&[], &[]]).fight(Rebels, "Naboo").until_step(Step::Retreat).check();
    assert_eq!((war.s.asked, war.actor()), (Rebels, REBEL_ADMIRAL));
    let war = war.play(blow(rc::Action::Done)).check();
    assert_eq!((war.step(), war.s.asked, war.actor()), (Step::Retreat, Rebels, REBEL_GENERAL));
    let to = war.legal().into_iter().find(|&a| a != blow(rc::Action::Done)).unwrap();
    let war = war.play(to).check();
    assert_eq!((war.step(), war.actor()), (Step::Lead, REBEL_GENERAL));
    let rieekan = war.leader(Rebels, "Rieekan");
    assert_eq!(war.legal(), [blow(rc::Action::Lead { leader: rieekan })], "the own leader alone");
    let mut war = war.play(blow(rc::Action::Lead { leader: rieekan })).check();
    while war.step() == Step::Take {
        assert_eq!(war.actor(), REBEL_GENERAL);
        let last = *war.legal().last().unwrap();
        war = war.play(last).check();
    }
    let retreated =
        |war: &War| war.s.battle.as_ref().is_none_or(|battle| battle.camps[Rebels].has_retreated());
    assert!(retreated(&war));
    // Whatever is left goes on fighting without another retreat.
    while let Some(battle) = war.s.battle.as_ref() {
        assert!(battle.stage != Step::Retreat || war.s.asked == Empire);
        let first = war.legal()[0];
        war = war.play(first);
    }
}

/// Command phase (ruling W80): sides and partners by turns; who has passed leaves the turns to the partner.
#[test]
fn partners_take_the_turns_of_their_side_by_turns() {
    let mut war = four().without(Empire).without(Rebels);
    war.s.stage = Stage::Turn;
    war = war.turn(Rebels);
    for (side, names) in [
        (Empire, ["Palpatine", "Tarkin", "Darth Vader", "Tagge"]),
        (Rebels, ["Jan Dodonna", "Ackbar", "Rieekan", "Madine"]),
    ] {
        war = war.pool(side, &names);
    }
    let idle = ["Kessel", "Endor", "Bespin", "Dagobah", "Tatooine", "Hoth"];
    let mut war = war.check();
    let turns = [
        (REBEL_ADMIRAL, "Jan Dodonna"),
        (IMPERIAL_ADMIRAL, "Palpatine"),
        (REBEL_GENERAL, "Rieekan"),
        (IMPERIAL_GENERAL, "Tagge"),
    ];
    for ((seat, leader), place) in turns.into_iter().zip(idle) {
        assert_eq!((war.s.stage, war.actor()), (Stage::Turn, seat));
        war = war.activate(leader, place);
        if war.s.stage == Stage::From {
            war = war.done();
        }
        war = war.check();
    }
    assert_eq!(war.actor(), REBEL_ADMIRAL);
    let passed = war.done().check();
    assert_eq!((passed.actor(), passed.s.passed[Rebels]), (IMPERIAL_ADMIRAL, false));
    let war = passed.done().check();
    assert_eq!(war.actor(), REBEL_GENERAL);
    let war = war.activate("Madine", "Utapau");
    let war = if war.s.stage == Stage::From { war.done() } else { war };
    assert_eq!(war.actor(), IMPERIAL_GENERAL);
    let war = war.done().check();
    assert_eq!((war.s.passed[Empire], war.actor()), (true, REBEL_GENERAL), "the base may be revealed");
    let war = war.done();
    assert_ne!(war.s.stage, Stage::Turn);
}

/// With three players the Rebels take a turn after each player of the Empire.
#[test]
fn who_is_alone_takes_a_turn_after_each_of_the_pair() {
    let war = War::with("Ilum", &[("players", "3")]).done().done().done().check();
    assert_eq!((war.s.stage, war.actor()), (Stage::Turn, Some(1)));
    let war = war.activate("Jan Dodonna", "Kessel");
    let war = if war.s.stage == Stage::From { war.done() } else { war };
    assert_eq!(war.actor(), Some(0));
    let war = war.activate("Palpatine", "Endor");
    let war = if war.s.stage == Stage::From { war.done() } else { war };
    assert_eq!(war.actor(), Some(1));
    let war = war.activate("Rieekan", "Hoth");
    let war = if war.s.stage == Stage::From { war.done() } else { war };
    assert_eq!(war.actor(), Some(2));
}

/// A mission is turned up by any player with an own leader on it, who decides what it asks.
#[test]
fn a_mission_is_turned_up_by_who_has_a_leader_on_it() {
    let war = four().assign("Sabotage", &["Princess Leia"]).done().done();
    let war = war.assign("Build Alliance", &["Mon Mothma"]).done().done().done().check();
    let stacks = [0, 1].map(Stack::at);
    assert_eq!((war.s.stage, war.actor()), (Stage::Turn, REBEL_ADMIRAL));
    let carries = |war: &War| stacks.map(|stack| war.may(Action::Carry { stack }));
    assert_eq!(carries(&war), [true, false]);
    let why = war.g.why_illegal(&war.s, Action::Carry { stack: stacks[1] });
    assert_eq!(why, "no leader of this player is on the mission");
    assert!(!war.may(Action::Reveal), "the General keeps the base");
    let war = war.done().done();
    assert_eq!((war.s.stage, war.actor()), (Stage::Turn, REBEL_GENERAL));
    assert_eq!(carries(&war), [false, true]);
    assert!(war.may(Action::Reveal));
    let joined = four().assign("Sabotage", &["Princess Leia"]).done().done();
    let joined = joined.play(Action::Carry { stack: stacks[0] });
    let rieekan = joined.lead("Rieekan");
    let joined = joined.play(rieekan).done().done().done();
    assert!(joined.may(Action::Carry { stack: stacks[0] }));
    let joined = joined.done().done();
    assert_eq!((joined.actor(), joined.may(Action::Carry { stack: stacks[0] })), (REBEL_GENERAL, true));
}

/// Opposing (ruling W85): the partners are asked one after the other; where one sends somebody the other is not asked.
#[test]
fn partners_are_asked_one_after_the_other_to_oppose() {
    let war = four().assign("Sabotage", &["Princess Leia"]).done().done().done().done().done();
    let war = war.carry("Sabotage").to("Kessel").check();
    assert_eq!((war.s.stage, war.actor()), (Stage::Oppose, IMPERIAL_ADMIRAL));
    assert!(war.can_lead("Tarkin") && !war.can_lead("Tagge"));
    let declined = war.clone().done().check();
    assert_eq!((declined.s.stage, declined.actor()), (Stage::Oppose, IMPERIAL_GENERAL));
    assert!(declined.can_lead("Tagge") && !declined.can_lead("Tarkin"));
    assert_ne!(declined.done().s.stage, Stage::Oppose);
    let tarkin = war.lead("Tarkin");
    assert_ne!(war.play(tarkin).s.stage, Stage::Oppose);
}

/// Action cards: starting cards go to the player who controls the leader shown; those without a leader are for either (ruling W83).
#[test]
fn a_starting_card_is_used_by_who_controls_the_leader_shown() {
    let war = War::with("Ilum", &[("players", "4"), ("missions", "all"), ("actions", "all")]);
    for (name, role) in [
        ("According to My Design", Role::Admiral),
        ("Brilliant Administrator", Role::Admiral),
        ("It Is Your Destiny", Role::General),
        ("More Dangerous Than You Realize", Role::General),
        ("Our Most Desperate Hour", Role::Admiral),
        ("Rebel Planning", Role::Admiral),
        ("Start the Evacuation", Role::General),
        ("Temporary Alliance", Role::General),
        ("Human-Cyborg Relations", Role::General),
    ] {
        let (side, card) = war.card(name);
        assert_eq!(war.g.user(side, card), role, "{name}");
    }
    // In a combat each partner is asked for the own cards.
    let mut war = over_naboo([&[], &[]], [&[], &[]]);
    war.g = game(&[("players", "4"), ("missions", "all"), ("actions", "all")]);
    war.s.recruits = war.g.start(&mut holotable_env::Sample(holotable_env::generator(1, 0))).recruits;
    let war = war.posted(Empire, "Palpatine", "Naboo").posted(Empire, "Tagge", "Naboo");
    let cards = ["According to My Design", "More Dangerous Than You Realize"];
    let war = war.holding(&cards).fight(Empire, "Naboo");
    assert_eq!((war.s.moment, war.actor()), (Moment::Combat, IMPERIAL_ADMIRAL));
    assert_eq!(cards.map(|name| war.can_use(name)), [true, false]);
    let war = war.done();
    assert_eq!((war.s.moment, war.actor()), (Moment::Combat, IMPERIAL_GENERAL));
    assert_eq!(cards.map(|name| war.can_use(name)), [false, true]);
}

/// Ruling W84: partners talk openly, so each sees and reads what the side knows, and nothing else.
#[test]
fn partners_know_the_same() {
    let g = game(&[("players", "4"), ("missions", "all"), ("actions", "all")]);
    let mut n = 0;
    random_game(&g, 3, |s: &State, a| {
        for side in Side::all() {
            let pair = [side.index(), side.index() + 2].map(Viewer::Seat);
            let told = |viewer| a.map(|a| g.describe_action_for(s, a, viewer));
            let [one, other] = pair.map(|viewer| (g.text(s, viewer), g.to_json(s, viewer), told(viewer)));
            assert_eq!(one, other);
        }
        n += 1;
    });
    assert!(n > 100);
}

/// A game for two has nothing of this.
#[test]
fn a_game_for_two_knows_no_partners() {
    let g = game(&[("missions", "all"), ("actions", "all")]);
    let width = Layout::of(&g).observation;
    assert_eq!(g.tables.people, ByKey::default());
    random_game(&g, 2, |s: &State, _| {
        assert_eq!(s.partners, holotable_games::rebellion::partners::Partners::default());
        assert!(g.to_json(s, Viewer::All).get("partners").is_none());
        assert!(g.actor(s).is_none_or(|seat| seat == s.asked.index()));
    });
    let s = g.start(&mut holotable_env::Sample(holotable_env::generator(1, 0)));
    g.observe(&s, 1, &mut Write::new(&mut vec![0.0; width]));
}
