//! Options of Dark Side Rising that change when and whom something helps, and who begins.

use holotable_env::check::conforms;
use holotable_env::{Game, Options, Sample, Show, Tabletop, generator};
use holotable_games::dark_side_rising::words::{Component, Sector, Token, VaderFace};
use holotable_games::dark_side_rising::{Action, DarkSideRising};

use crate::dsr_board::{Board, member, real, uses};

use Component::Blue;
use Sector::Eadu;
use VaderFace::CounterClockwise;

#[test]
fn the_first_seat_is_drawn_or_given() {
    let begins = |first: &str, seed: u64| {
        let g = real(&[("players", "3"), ("first", first)]);
        let s = g.start(&mut Sample(generator(seed, 0)));
        assert_eq!(g.actor(&s), Some(usize::from(s.active)));
        s.active
    };
    for (first, seat) in [("0", 0), ("1", 1), ("2", 2)] {
        assert!((0..20).all(|seed| begins(first, seed) == seat));
    }
    let drawn: Vec<u8> = (0..20).map(|seed| begins("random", seed)).collect();
    assert!((0..3).all(|seat| drawn.contains(&seat)), "{drawn:?}");
    for wrong in ["3", "-1", "you"] {
        let options =
            Options::resolve(DarkSideRising::option_specs(), [("players", "3"), ("first", wrong)]).unwrap();
        let why = DarkSideRising::build(&options, None).unwrap_err().to_string();
        assert!(why.contains("option 'first'") && why.contains("from 0 to 2"), "{why}");
    }
}

#[test]
fn remedies_before_the_dark_dice_are_an_option() {
    let board = |given: &[(&str, &str)]| {
        let b = Board::new(given).hurt(0, 2).join(0, "Once Heal Itself", 1).join(0, "Hurt Token", 0);
        b.counters(Blue, 2)
            .token(Token::HealTwo, 1)
            .token(Token::RemoveCounter, 1)
            .token(Token::RedDie, 1)
            .filled()
    };
    let deploy: Vec<_> = Sector::ALL.iter().map(|&sector| Action::Deploy { sector }).collect();
    assert_eq!(board(&[]).legal(), deploy);
    assert!(board(&[]).g.why_illegal(&board(&[]).s, Action::TokenHeal).contains("step 3"));

    let mut b = board(&[("before_dark_dice", "true")]);
    // Neither an extra die nor an ability that costs damage: these belong to step 3.
    assert_eq!(b.legal(), [&deploy[..], &[uses(1), Action::TokenHeal, Action::TokenCounter]].concat());
    assert!(b.g.prompt(&b.s).contains("first"));
    b.any(uses(1)).any(Action::TokenCounter);
    b.any(Action::ChooseComponent { component: Blue });
    assert_eq!((b.damage(0), b.s.counters[Blue]), (vec![2, 0, 0], 1));
    assert!(b.g.why_illegal(&b.s, uses(1)).contains("used this turn"));
    assert!(b.g.why_illegal(&b.s, uses(2)).contains("step 3"));
    b.deploy(Eadu, Blue, CounterClockwise);
    assert!(!b.can(uses(1)), "once a turn");
}

#[test]
fn waiting_teams_may_be_healed_with_an_option() {
    let board = |given: &[(&str, &str)]| {
        let mut b = Board::new(given).hurt(0, 1).hurt(1, 2).token(Token::HealTwo, 1).filled();
        b.deploy(Eadu, Blue, CounterClockwise).any(Action::TokenHeal);
        b
    };
    assert!(!board(&[]).can(member(1, 0)));
    let mut b = board(&[("heal_waiting_teams", "true")]);
    assert!(b.can(member(0, 0)) && b.can(member(1, 0)));
    b.any(member(1, 0));
    assert_eq!(b.s.seats.rebels(1)[0].damage, 1);
}

#[test]
fn both_conform() {
    conforms(&real(&[("before_dark_dice", "true"), ("heal_waiting_teams", "true"), ("first", "1")]), 8)
        .unwrap();
    conforms(&real(&[("before_dark_dice", "true"), ("global_targets", "true"), ("players", "4")]), 8)
        .unwrap();
}

#[test]
fn a_die_token_names_the_supply_and_a_component_spares_no_imperial() {
    let mut b = Board::new(&[]).token(Token::RedDie, 1).filled();
    b.deploy(Eadu, Blue, CounterClockwise);
    let red = Action::TokenDie { colour: holotable_games::dark_side_rising::words::Colour::Red };
    assert!(b.g.why_illegal(&b.s, red).contains("all red dice of the supply are in use"));
    let g = real(&[]);
    let all = g.catalogue();
    let texts: Vec<String> = all.iter().map(|entry| format!("{entry:?}")).collect();
    let with = |words: &str| texts.iter().filter(|text| text.contains(words)).count();
    assert_eq!((with("from all Imperials"), with("from all other Imperials")), (1, 1));
    assert_eq!(
        (with("one Rebel on each team"), with("die for every 2 damage"), with("damage on this Rebel extra")),
        (2, 0, 0)
    );
}
