//! What a seat cannot know changes nothing that it sees, may do, reads or is drawn.

use holotable_env::{Finite, Game, Layout, Sample, Save, Viewer, generator};
use holotable_games::risk::board::Emperor;
use holotable_games::risk::pending::Stage;
use holotable_games::risk::sight::{knows_emperor, sees};
use holotable_games::risk::words::{Army, SEATS, Seat};
use holotable_games::risk::{Risk, State};

use crate::any_game::{look_alike, random_game};
use crate::risk_board::game;

/// Whether two states differ in what this seat cannot know, and in nothing else.
fn are_twins(g: &Risk, one: &State, other: &State, seat: Seat) -> bool {
    let mut bare = [*one, *other];
    for s in &mut bare {
        for i in (0..SEATS).filter(|&i| i >= g.players || !sees(g, seat, Seat::at(i))) {
            s.hands[i] = holotable_env::ByKey::default();
        }
        s.decks = holotable_env::ByKey::default();
        if !knows_emperor(g, seat) {
            s.emperor = Emperor::Absent;
        }
    }
    bare[0] == bare[1] && one != other
}

#[test]
fn twins_look_alike_to_every_seat() {
    for given in [
        &[("players", "2")][..],
        &[("players", "3")],
        &[("players", "4")],
        &[("players", "5")],
        &[("players", "4"), ("variant", "standard")],
    ] {
        let g = game(given);
        let layout = Layout::of(&g);
        let mut rng = Sample(generator(7, 0));
        let (mut twins, mut at) = ([0; SEATS], 0);
        for seed in 0..3 {
            random_game(&g, seed, |s, _| {
                at += 1;
                if at % 23 != 0 {
                    return;
                }
                for seat in g.seats() {
                    let mut other = *s;
                    g.redeal(&mut other, seat.index(), &mut rng);
                    g.check(&other).unwrap();
                    if are_twins(&g, s, &other, seat) {
                        twins[seat.index()] += 1;
                        look_alike(&g, [s, &other], seat.index(), &layout, given);
                    }
                    assert_eq!(g.actor(s), g.actor(&other));
                    assert_eq!(g.choice_is_private(s), g.choice_is_private(&other));
                }
            });
        }
        assert!(twins[..g.players].iter().all(|&n| n > 10), "{given:?}: {twins:?}");
    }
}

#[test]
fn only_the_empire_and_who_sees_all_know_the_emperor() {
    let g = game(&[]);
    random_game(&g, 3, |s, _| {
        let json = |viewer: Viewer| g.to_json(s, viewer)["emperor"].clone();
        assert_eq!(json(Viewer::Seat(0)), "hidden");
        assert_eq!(json(Viewer::Seat(1)), json(Viewer::Table));
        assert_eq!(json(Viewer::Seat(2)), json(Viewer::All));
    });
}

/// Every token that has not been seen is as likely the Emperor as any other, for who does not know.
#[test]
fn the_emperor_is_dealt_evenly_among_tokens() {
    let g = game(&[]);
    let mut tried = 0;
    random_game(&g, 11, |s, _| {
        let tokens: u16 = s.board.bases.values().iter().map(|&n| u16::from(n)).sum();
        if tried > 0 || tokens < 3 || s.now().stage != Stage::Invade {
            return;
        }
        tried += 1;
        let mut rng = Sample(generator(2, 0));
        let (mut stack, n) = (0, 6_000);
        for _ in 0..n {
            let mut other = *s;
            g.redeal(&mut other, 0, &mut rng);
            stack += u32::from(other.emperor == Emperor::Stack);
        }
        let share = f64::from(s.stack) / f64::from(u16::from(s.stack) + tokens);
        let deviation = (share * (1.0 - share) / f64::from(n)).sqrt();
        assert!(
            (f64::from(stack) / f64::from(n) - share).abs() < 5.0 * deviation + 1e-9,
            "{stack} of {n}, not {share}"
        );
    });
    assert_eq!(tried, 1);
}

/// Who is attacked and has cards is asked, whatever they are; who has none is not.
#[test]
fn who_is_asked_depends_on_how_many_cards_there_are() {
    let g = game(&[("defence_dice", "most")]);
    let mut asked = [0; 2];
    for seed in 0..4 {
        let mut before: Option<(State, holotable_games::risk::Action)> = None;
        random_game(&g, seed, |s, a| {
            if let Some((s0, holotable_games::risk::Action::Attack { route, .. })) = before {
                let (_, to) = g.tables.map.ends(route).unwrap();
                let owner = s0.board.owner(to).unwrap().seat().unwrap();
                let cards: u8 = s0.hands[owner.index()].values().iter().sum();
                asked[usize::from(cards > 0)] += 1;
                assert_eq!(s.now().stage == Stage::Defend && s.asked == owner, cards > 0);
            }
            before = a.map(|a| (*s, a));
        });
    }
    assert!(asked.iter().all(|&n| n > 20), "{asked:?}");
    assert_eq!(Army::of(Seat::at(0)), Army::Seat0);
}
