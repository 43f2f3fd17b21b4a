//! GT1: the rulebook's continuous example of a turn (p6-8), line by line, and its alternative.

use holotable_env::{Finite, Replay, Slot, Tape, legal_actions};
use holotable_games::dark_side_rising::in_play::InPlay;
use holotable_games::dark_side_rising::state::Stage;
use holotable_games::dark_side_rising::words::{Colour, Component, Sector, Token, Trait, VaderFace};
use holotable_games::dark_side_rising::{Action, DarkSideRising, State};

use crate::dsr_board::{Board, I, S, Shown, T, TT, folder, total};

use Component::Blue;
use Sector::{Eadu, Jedha};
use VaderFace::Clockwise;

/// Tatooine alone with Luke; Vader faces Eadu with Baze, Sabine and a Stormtrooper; AT-ACT is one sector
/// clockwise of it.
fn table() -> Board {
    Board::new(&[("teams", "tatooine,yavin_4")])
        .put(Eadu, 0, "Baze Malbus", 0)
        .put(Eadu, 1, "Sabine Wren", 1)
        .put(Eadu, 2, "Stormtrooper", 0)
        .put(Jedha, 0, "AT-ACT", 0)
        .put(Jedha, 1, "Once Token", 0)
        .put(Jedha, 2, "The Ghost", 1)
        .vader(Eadu)
        .filled()
}

fn assign(b: &Board, die: Shown, spot: usize) -> Action {
    Action::Assign { die: b.die(die), spot: Slot::at(spot) }
}

/// Lines 1 to 4: deployment, the dark dice, Vader's attack, AT-ACT.
fn dark_side(b: &mut Board) {
    b.deploy(Eadu, Blue, Clockwise);
    let mut counters = [0; 6];
    counters[Blue.index()] = 1;
    assert_eq!(b.s.counters.values(), &counters, "1: the blue component has a counter, no other");
    assert_eq!(b.s.vader, Jedha, "2: Vader leaves Eadu for the clockwise neighbour");
    assert_eq!(b.damage_at(Jedha), [0, 1, 2], "3: one damage on every Rebel there");
    assert_eq!(b.damage_at(Eadu), [0, 1, 0], "3: nothing on Baze and Sabine");
    assert_eq!(b.damage(0), [1], "4: only AT-ACT acts: Luke has 1 damage");
    assert_eq!(b.damage(1), [0], "4: on the active team only");
    assert_eq!(b.s.waiting.values(), &[4, 0, 0, 0], "Luke is alone: no extra die");
}

/// Lines 5 to 8: the first two rolls.
fn two_rolls(b: &mut Board) {
    b.roll(&[T, T, S, I]);
    assert!(!b.s.asking, "5: two TACTICAL are not six");
    assert!(b.can(assign(b, T, 1)) && b.can(assign(b, T, 2)), "6: to Sabine or to the Stormtrooper");
    b.assign(T, 1).assign(T, 1);
    assert_eq!(b.s.need[1].values(), &[1, 0, 0, 0], "7: Sabine needs exactly one more TACTICAL");
    b.roll(&[I, S]);
    assert!(b.can(assign(b, S, 2)), "8: legal although dice went to Sabine before");
    b.assign(S, 2);
    assert_eq!(b.s.need[2].values(), &[2, 0, 0, 0]);
    assert_eq!(b.s.rolled_dice(), 1, "8: the INTELLIGENCE die is rolled again");
}

#[test]
fn rulebook_01_the_example_of_a_turn() {
    let mut b = table();
    dark_side(&mut b);
    two_rolls(&mut b);
    b.roll(&[TT]);
    assert!(b.can(assign(&b, TT, 1)) && b.can(assign(&b, TT, 2)), "9: legal to both");
    b.assign(TT, 1);
    assert_eq!(b.s.need[1].values(), &[0; 4], "10: complete, the surplus is lost");
    assert_eq!(b.legal(), [Action::EndTurn], "11: the pool is empty");
    b.end_revealing(&["Gather Red"]);
    assert_eq!((b.names(0), b.damage(0)), (vec!["Luke Skywalker", "Sabine Wren"], vec![1, 0]), "11");
    let trooper = InPlay::fresh(b.card("Stormtrooper"));
    assert_eq!((b.s.table[Eadu][2], total(&b.s.tokens)), (Some(trooper), 0), "12: no damage, no token");
    assert_eq!(b.s.table[Eadu][1], Some(InPlay::fresh(b.card("Gather Red"))), "13: refilled");
    let over = (b.s.active, b.s.stage, b.s.deployed, total(&b.s.spent), b.s.turn);
    assert_eq!(over, (1, Stage::Deploy, None, 0, 1), "13: dice and token back, the next player");
}

#[test]
fn rulebook_01_the_alternative_attack_on_the_stormtrooper() {
    let mut b = table();
    dark_side(&mut b);
    two_rolls(&mut b);
    b.roll(&[TT]).assign(TT, 2);
    let token = Token::HealTwo.index() as u32;
    b.play(Action::EndTurn, &[token]);
    assert_eq!(b.damage_at(Eadu), [0, 1, 1], "one damage on the Stormtrooper, Sabine stays with hers");
    assert_eq!(b.s.tokens[Token::HealTwo], 1);
    assert_eq!(b.names(0), ["Luke Skywalker"], "Sabine's two dice are wasted");
}

/// The same turn as a replay: the answers of chance on a fixed tape, from set-up on.
#[test]
fn rulebook_01_plays_back_from_its_replay() {
    let g = table().g;
    let start = set_up_picks(&table());
    let mut tape = Tape::new(&start);
    let (mut replay, s) = Replay::begin(&g, 0, vec!["Ben".into(), "Ana".into()], &mut tape);
    assert_eq!(tape.finish(), Ok(()));
    let mut b = Board { g, s };
    assert_eq!(b.s.vader, Eadu);
    let deploy = Action::Deploy { sector: Eadu };
    step(&mut replay, &mut b, deploy, &[Blue.index() as u32, 0]);
    let rolls: [Step; 3] = [(&[T, T, S, I], &[(T, 1), (T, 1)]), (&[I, S], &[(S, 2)]), (&[TT], &[(TT, 1)])];
    for (shown, assigned) in rolls {
        let picks = b.picks_for(shown);
        step(&mut replay, &mut b, Action::Roll, &picks);
        for (die, spot) in assigned {
            let a = assign(&b, *die, *spot);
            step(&mut replay, &mut b, a, &[]);
        }
    }
    let picks = b.reveals(&["Gather Red"]);
    step(&mut replay, &mut b, Action::EndTurn, &picks);
    assert_eq!((b.names(0), b.damage(0)), (vec!["Luke Skywalker", "Sabine Wren"], vec![1, 0]));
    let read = Replay::from_text(&replay.to_text()).unwrap();
    let again: DarkSideRising = read.rules(Some(&folder())).unwrap();
    let frames: Vec<State> = read.frames(&again).unwrap();
    assert_eq!(frames.last(), Some(&b.s));
}

/// What a roll shows and what is assigned of it.
type Step = (&'static [Shown], &'static [(Shown, usize)]);

fn step(replay: &mut Replay, b: &mut Board, a: Action, picks: &[u32]) {
    assert!(legal_actions(&b.g, &b.s).contains(&a), "{a:?}");
    let mut tape = Tape::new(picks);
    replay.step(&b.g, &mut b.s, a, &mut tape);
    assert_eq!(tape.finish(), Ok(()));
    b.sound();
}

/// The answers of chance at set-up that lay out this table: Vader, nine cards, the first seat.
fn set_up_picks(b: &Board) -> Vec<u32> {
    let mut picks = vec![b.s.vader.index() as u32];
    let mut deck = Board::on(b.g.clone()).s.deck;
    for place in b.s.cards() {
        picks.push(deck.iter().position(|c| c == place.card).unwrap() as u32);
        deck.take(place.card);
    }
    picks.push(u32::from(b.s.active));
    picks
}

#[test]
fn rulebook_01_uses_the_known_costs() {
    let b = table();
    let need = |name: &str| *b.g.tables[b.card(name)].need.values();
    assert_eq!((need("Sabine Wren"), need("Stormtrooper")), ([3, 0, 0, 0], [2, 0, 1, 0]));
    let faces = b.g.tables.dice[Colour::Red].faces.values();
    assert_eq!(faces[1], (Trait::Tactical, 2));
}
