//! Paths of decisions and chance counted from named set-ups: any change of the rules shows here.
//!
//! The golden file has one line a count: set-up, depth, count, checksum of the leaves. `UPDATE=1` rewrites
//! it. Counting pins behaviour; that it is right is shown by the hand counts below and by the other tests.

use std::fmt::Write as _;

use holotable_env::perft;
use holotable_games::dark_side_rising::Action;
use holotable_games::dark_side_rising::words::{Component, Sector, Token, VaderFace};

use crate::dsr_board::{Board, I, L, S, T, TT};
use crate::golden::golden;

use Component::{Blue, Orange};
use Sector::{Eadu, Jedha, Scarif};
use VaderFace::{Clockwise, CounterClockwise};

/// An empty table after the opening roll of these dice; Luke alone.
fn alone(shown: [crate::dsr_board::Shown; 4]) -> Board {
    let mut b = Board::new(&[]);
    b.deploy(Eadu, Blue, CounterClockwise).roll(&shown);
    b
}

/// No card, no token, one die left: forfeit it or end the turn.
fn last_die() -> Board {
    let mut b = alone([T, T, S, I]);
    b.forfeit(T, &[T, S, I]).forfeit(T, &[S, I]).forfeit(S, &[I]);
    b
}

#[test]
fn counted_by_hand_the_last_die() {
    // Forfeit the die (no dice are left, so nothing is rolled) or end the turn: the table is empty, so nine
    // places are refilled from 49 cards, which is too many ways; with an empty deck it is one way.
    let mut b = last_die().imperials_lost(10).rebels_lost(38);
    b.g.rules.rebels_lost = 40;
    b.g.rules.imperials = 11;
    let last = b.card("Two Verbs");
    b.s.table[Scarif][0] = Some(holotable_games::dark_side_rising::in_play::InPlay::fresh(last));
    b.s.deck.take(last);
    assert_eq!(b.legal().len(), 2);
    assert_eq!(perft(&b.g, &b.s, 1).0, 2);
    // Then: after the forfeit only the end of the turn; after the end three sectors to deploy to, each with
    // the Death Star die (6) and Vader's die (5 results of which one is rolled as the Death Star again):
    // clockwise, counter-clockwise and helmet once each, the Death Star face with 6: 6 * (3 + 6) = 54.
    assert_eq!(perft(&b.g, &b.s, 2).0, 1 + 3 * 54);
}

#[test]
fn counted_by_hand_four_dice() {
    // Four equal dice on an empty table: forfeit one and roll three, or end the turn. Three dice of five
    // different faces show one of C(3 + 4, 4) = 35 multisets.
    let mut b = alone([T, T, T, T]);
    b.g.rules.early_stop = false;
    assert_eq!(b.legal().len(), 2, "nothing can be completed, so the end is open");
    let forfeit = b.legal()[0];
    assert!(matches!(forfeit, Action::Forfeit { .. }));
    let ways = holotable_env::outcomes(&b.g, &b.s, forfeit, 100).unwrap();
    assert_eq!(ways.len(), 35);
}

fn set_ups() -> Vec<(&'static str, usize, Board)> {
    let full = |b: Board| {
        let mut b = b;
        b.g.rules.rebels_lost = 40;
        b.g.rules.imperials = 11;
        b
    };
    let duel = || {
        let b = Board::new(&[]).put(Eadu, 0, "Sabine Wren", 1).put(Eadu, 1, "Stormtrooper", 1);
        full(b.put(Jedha, 0, "AT-ACT", 0).put(Scarif, 0, "Once Token", 1).imperials_lost(9).rebels_lost(36))
    };
    let mut rolled = duel();
    rolled.deploy(Eadu, Blue, Clockwise);
    if rolled.s.asking {
        unreachable!("Luke is alone");
    }
    rolled.roll(&[TT, T, S, I]);
    let b = Board::new(&[("players", "3")]).join(0, "The Ghost", 2).join(0, "Once Heal One", 1).hurt(1, 2);
    let b = b.put(Eadu, 0, "Baze Malbus", 3).token(Token::HealTwo, 1).token(Token::RemoveCounter, 1);
    let mut healers = full(b.counters(Orange, 2).imperials_lost(11).rebels_lost(34));
    healers.g.rules.imperials = 12;
    healers.deploy(Eadu, Blue, CounterClockwise).roll(&[S, S, T, L]);
    let b = Board::new(&[("tokens_pay", "true"), ("global_targets", "true")]).join(0, "Roll Reroll", 0);
    let b = b.join(0, "Paid Token And Heal", 1).join(0, "Gather Two Dice", 0).hurt(0, 1);
    let mut many = full(b.put(Eadu, 0, "AT-ACT", 0).token(Token::Leadership, 1).token(Token::RedDie, 1));
    many = many.imperials_lost(10).rebels_lost(35);
    many.s.active = 0;
    vec![
        ("duel", 1, duel()),
        ("duel", 2, duel()),
        ("rolled", 2, rolled.clone()),
        ("rolled", 3, rolled),
        ("healers", 2, healers.clone()),
        ("healers", 3, healers),
        ("many", 2, many),
    ]
}

#[test]
fn counts_and_checksums() {
    let mut text = String::from("# set-up, depth, paths of decisions and chance, checksum of the leaves\n");
    for (name, depth, b) in set_ups() {
        b.sound();
        let (count, checksum) = perft(&b.g, &b.s, depth);
        let _ = writeln!(text, "{name} {depth} {count} {checksum:016x}");
    }
    golden("dark_side_rising.perft", &text);
}
