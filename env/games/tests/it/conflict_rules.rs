//! Conflict: the golden cases (g1 to g18), then the family: options, lots and what is hidden.

use std::collections::BTreeSet;

use holotable_env::{
    ByKey, Chance, Deed, ErrorKind, Game, GameRng, Options, Sample, Save, Show, Tabletop, Trace, Viewer,
    generator, legal_actions, try_step,
};
use holotable_games::conflict::printed::StartingCard;
use holotable_games::conflict::state::{Cover, Top};
use holotable_games::conflict::turn::take_top;
use holotable_games::conflict::words::{
    Alike, Card, Colour, Ending, Face, Field, Leader, Power, Stage, Value,
};
use holotable_games::conflict::{Action, Conflict, State};

use Colour::{Black, Orange, Yellow};

use crate::any_game::edited;
use crate::variants::FAMILIES;

const REY: Card = Card::HERO;

/// The parameters of the golden cases, whatever the defaults are.
const FIXTURE: [(&str, &str); 8] = [
    ("hand", "0"),
    ("track", "30"),
    ("heroes_below", "6"),
    ("threes", "1"),
    ("phasma", "1"),
    ("hux", "2"),
    ("kylo", "3"),
    ("draw_price", "each"),
];

/// A game, a table to change, and a generator.
struct Board {
    g: Conflict,
    s: State,
    rng: GameRng,
}

fn game(given: &[(&str, &str)]) -> Conflict {
    Conflict::build(&Options::resolve(Conflict::option_specs(), given.iter().copied()).unwrap(), None)
        .unwrap()
}

impl Board {
    /// The first turn of three seats without cards in hand, on a track of 30 fields without effects, the dice as given.
    fn new(dice: [u8; 4]) -> Self {
        let (g, mut rng) = (game(&FIXTURE), Sample(generator(1, 0)));
        let mut s = g.start(&mut rng);
        s.dice = ByKey::new(dice);
        s.starting.iter_mut().for_each(|card| *card = StartingCard { power: Power::Peek, symbols: 0 });
        Self { g, s, rng }
    }

    /// Gives the active seat cards that everybody knows.
    fn with(mut self, cards: &[(Card, u8)]) -> Self {
        for &(card, n) in cards {
            self.s.bag[card] -= n;
            let me = self.s.me();
            self.s.shown[me][card] += n;
        }
        self.s.decks[Black].without_heroes = 0;
        self
    }

    fn at(mut self, stage: Stage, marker: u8) -> Self {
        (self.s.stage, self.s.marker, self.s.began) = (stage, marker, marker);
        if stage != Stage::Dice {
            self.s.dice = ByKey::default();
        }
        self
    }

    fn field(mut self, at: u8, field: Field) -> Self {
        self.s.world.fields[usize::from(at / 3) - 1] = field;
        self
    }

    /// All cards of a deck but those on top are gone.
    fn left(mut self, deck: Colour, top: &[(Card, bool)]) -> Self {
        for &(card, face_up) in top {
            self.s.bag[card] -= 1;
            self.s.decks[deck].top.push(Top { card, face_up });
        }
        for (card, n) in self.s.bag.iter_mut().filter(|(card, _)| card.colour() == deck) {
            self.s.discards[card] += std::mem::take(n);
        }
        self
    }

    /// Plays legal actions; the table breaks no invariant but that its fields are ours.
    fn play(&mut self, actions: &[Action]) -> &mut Self {
        for &a in actions {
            try_step(&self.g, &mut self.s, a, &mut self.rng).unwrap();
        }
        self
    }

    fn may(&self, a: Action) -> bool {
        legal_actions(&self.g, &self.s).contains(&a)
    }
}

fn yellow(moves: i8) -> Card {
    Card::of(Yellow, moves)
}

fn reveal(value: Value, deck: Colour) -> Action {
    Action::Reveal { value, deck }
}

fn draw(dice: Alike, value: Value, deck: Colour) -> Action {
    Action::Draw { dice, value, deck }
}

fn cover(leader: Leader, card: Card) -> Action {
    Action::Cover { leader, card }
}

#[test]
fn g1_three_threes_draw_exactly_four() {
    let mut b = Board::new([0, 0, 3, 0]);
    b.play(&[draw(Alike::Triple, Value::Three, Yellow)]);
    assert_eq!((b.s.hand_size(0), b.s.cards_left(Yellow)), (4, 51));
}

#[test]
fn g2_three_ones_draw_two_or_reveal_and_draw_in_either_order() {
    let (reveal, pair) = (reveal(Value::One, Yellow), draw(Alike::Pair, Value::One, Yellow));
    for (line, cards) in
        [(vec![draw(Alike::Triple, Value::One, Yellow)], 2), (vec![reveal, pair], 1), (vec![pair, reveal], 1)]
    {
        let mut b = Board::new([3, 0, 0, 0]);
        b.play(&line);
        assert_eq!((b.s.hand_size(0), b.s.dice.values()), (cards, &[0; 4]));
    }
}

#[test]
fn g3_a_pair_draws_exactly_its_value_or_is_not_offered() {
    let mut b = Board::new([0, 2, 1, 0]);
    b.play(&[draw(Alike::Pair, Value::Two, Yellow)]);
    assert_eq!(b.s.hand_size(0), 2);
    let b = Board::new([0, 2, 1, 0]).left(Yellow, &[(yellow(0), false)]);
    assert!(!b.may(draw(Alike::Pair, Value::Two, Yellow)));
    // A deck is revealed one result at a time: two cards, and then again from the top.
    let mut b = Board::new([0, 1, 1, 0]);
    b.play(&[reveal(Value::Two, Yellow)]);
    while b.s.stage == Stage::Order {
        let a = legal_actions(&b.g, &b.s)[0];
        b.play(&[a]);
    }
    b.play(&[reveal(Value::Three, Yellow)]);
    assert_eq!(b.s.decks[Yellow].top.len(), 3);
}

#[test]
fn g4_orange_and_black_cost_cards_of_the_next_lower_deck() {
    let b = Board::new([1, 0, 0, 2]);
    assert!(!b.may(reveal(Value::One, Orange)) && b.may(reveal(Value::One, Yellow)));
    let mut b = Board::new([2, 1, 0, 0]).with(&[(yellow(1), 3), (Card::of(Orange, 0), 1)]);
    assert!(b.may(draw(Alike::Pair, Value::One, Black)));
    b.play(&[reveal(Value::Two, Orange)]);
    assert!(legal_actions(&b.g, &b.s) == [Action::Discard { card: yellow(1) }]);
    b.play(&[Action::Discard { card: yellow(1) }]);
    assert_eq!((b.s.discards[yellow(1)], b.s.decks[Orange].top.len()), (1, 2));
    let pair = draw(Alike::Pair, Value::Two, Orange);
    assert!(!Board::new([0, 2, 0, 0]).with(&[(yellow(1), 1)]).may(pair), "a card for each that is drawn");
    let mut once = Board::new([0, 2, 0, 0]).with(&[(yellow(1), 1)]);
    once.g = game(&[("hand", "0"), ("draw_price", "once")]);
    assert!(once.may(pair));
    assert_eq!(game(&[]).price(Black, 2, true), 2, "the default reads the rulebook's words for draws");
}

#[test]
fn revealed_cards_go_back_in_the_chosen_order() {
    let three = [(yellow(-1), false), (yellow(0), false), (yellow(1), false)];
    let mut b = Board::new([0, 0, 1, 0]).left(Yellow, &three);
    let place = |moves| Action::Place { card: yellow(moves) };
    b.play(&[reveal(Value::Three, Yellow), place(1), place(-1)]);
    let top: Vec<_> = b.s.decks[Yellow].top.iter().map(|top| (top.card.moves(), top.face_up)).collect();
    assert_eq!((top, b.s.stage), (vec![(1, true), (-1, true), (0, true)], Stage::Dice));
}

/// Of the first six black cards none is a hero; with five of them known and moved away, a hero may be put on top of the sixth.
#[test]
fn a_hero_may_be_put_on_top() {
    let mut b = Board::new([0, 1, 0, 0])
        .with(&[(Card::of(Orange, 0), 1)])
        .left(Black, &[(Card::of(Black, 0), false), (REY, false)]);
    b.play(&[
        reveal(Value::Two, Black),
        Action::Discard { card: Card::of(Orange, 0) },
        Action::Place { card: REY },
    ]);
    assert_eq!((b.s.decks[Black].top[0].card, b.s.stage), (REY, Stage::Dice));
    b.s.bag[Card::of(Black, 3)] = 1;
    b.s.discards[Card::of(Black, 3)] -= 1;
    b.s.decks[Black].without_heroes = 1;
    b.s.discards[REY] = 0;
    b.s.bag[REY] = 2;
    assert_eq!(b.g.check(&b.s), Ok(()));
}

#[test]
fn g6_a_stored_result_serves_a_following_player_only() {
    let mut b = Board::new([0, 1, 0, 2]);
    assert!(b.may(Action::Store { value: Value::Two }) && !b.may(Action::Store { value: Value::One }));
    b.play(&[Action::Store { value: Value::Two }]);
    let help = Action::Help { face: Face::FirstOrder };
    assert!(!b.may(help));
    b.play(&[Action::Done, Action::Start { deck: Yellow }, Action::Done]);
    assert_eq!((b.s.active, b.s.stored), (1, Some(Value::Two)));
    b.s.dice = ByKey::new([0, 0, 1, 2]);
    b.play(&[help]);
    assert_eq!((b.s.dice.values(), b.s.stored), (&[0, 1, 1, 1], None));
}

#[test]
fn g7_the_power_of_a_starting_card_comes_before_its_symbols() {
    let mut b = Board::new([0; 4]).at(Stage::Play, 28);
    b.s.starting[0] = StartingCard { power: Power::Take, symbols: 1 };
    b = b.left(Yellow, &[(yellow(1), false)]);
    b.play(&[Action::Start { deck: Yellow }]);
    // The ambush of the card, 1, is what brings the marker to the end together with the symbol.
    assert_eq!((b.s.shown[0][yellow(1)], b.s.ending, b.s.starting.len()), (1, Ending::FirstOrder, 3));
    let mut b = Board::new([0; 4]).at(Stage::Play, 5);
    b.s.starting[0] = StartingCard { power: Power::Bottom, symbols: 0 };
    b.play(&[Action::Start { deck: Black }]);
    assert_eq!(
        (State::among(&b.s.below, Black), b.s.cards_left(Black), b.s.decks[Black].without_heroes),
        (1, 12, 5)
    );
}

#[test]
fn g8_covered_leaders_do_not_count() {
    let mut b = Board::new([0; 4]).with(&[(yellow(0), 3)]).at(Stage::Cover, 4);
    let kylo = b.s.world.leaders[Leader::Kylo];
    assert!(!b.may(cover(Leader::Hux, yellow(0))), "Phasma comes first");
    b.play(&[cover(Leader::Phasma, yellow(0)), cover(Leader::Hux, yellow(0)), Action::Done]);
    assert_eq!((b.s.marker, b.s.discards[yellow(0)]), (4 + kylo, 2));
    let mut any = Board::new([0; 4]).with(&[(yellow(0), 1)]).at(Stage::Cover, 4);
    any.g = game(&[("hand", "0"), ("variant", "simplified")]);
    assert!(any.may(cover(Leader::Kylo, yellow(0))));
}

#[test]
fn g9_a_starting_card_covers_nobody() {
    let b = Board::new([0; 4]).at(Stage::Cover, 4);
    assert_eq!(legal_actions(&b.g, &b.s), [Action::Done]);
}

/// A turn that ends on field 3, three fields on.
fn onto(field: Field) -> Board {
    let mut b = Board::new([0; 4]).at(Stage::Cover, 0).field(3, field).field(6, Field::DiscardThree);
    (b.s.world.leaders, b.s.began) = (ByKey::new([1, 1, 1]), 0);
    b
}

#[test]
fn g10_g11_one_field_acts_and_only_where_the_marker_has_moved() {
    let mut b = onto(Field::PlayBlack).with(&[(yellow(0), 2)]).left(Black, &[(Card::of(Black, 3), true)]);
    b.play(&[Action::Done]);
    // It moved from 3 to 6, and field 6 takes no cards.
    assert_eq!((b.s.marker, b.s.stage, b.s.active, b.s.discards[Card::of(Black, 3)]), (6, Stage::Dice, 1, 2));
    let mut b = onto(Field::DiscardOne).with(&[(yellow(0), 4)]);
    (b.s.marker, b.s.began) = (3, 3);
    b.play(&Leader::ALL.iter().map(|leader| cover(*leader, yellow(0))).collect::<Vec<_>>());
    assert_eq!((b.s.active, b.s.shown[0][yellow(0)]), (1, 1), "the marker rested");
}

#[test]
fn g12_a_played_card_ambushes_nobody() {
    let mut b = onto(Field::PlayOrange).left(Orange, &[(Card::of(Orange, -2), false)]);
    b.play(&[Action::Done]);
    assert_eq!(b.s.marker, 1);
}

#[test]
fn g13_a_drawn_card_moves_the_marker_by_ambush_or_attack() {
    for (face_up, marker) in [(false, 5), (true, 4)] {
        let mut b = onto(Field::DrawOrange).left(Orange, &[(Card::of(Orange, -2), face_up)]);
        b.play(&[Action::Done]);
        assert_eq!((b.s.marker, b.s.shown[0][Card::of(Orange, -2)]), (marker, 1));
    }
}

#[test]
fn g14_a_frozen_marker_rests_for_the_next_turn() {
    let mut b = onto(Field::Freeze);
    b.play(&[Action::Done]);
    assert!(b.s.frozen && b.s.marker == 3);
    b.play(&[Action::Done, Action::Start { deck: Yellow }, Action::Done]);
    assert!(!b.s.frozen && b.s.marker == 3 && b.s.active == 2, "no symbols, and no field");
    b.play(&[Action::Done, Action::Start { deck: Yellow }, Action::Done]);
    assert_eq!(b.s.marker, 6);
}

#[test]
fn g15_heroes_stay_and_three_of_them_win() {
    let mut b = Board::new([0; 4]).with(&[(REY, 1), (yellow(0), 1)]).at(Stage::Cover, 0);
    b.play(&[cover(Leader::Phasma, REY), cover(Leader::Hux, yellow(0)), Action::Done]);
    assert_eq!((b.s.covers[Leader::Phasma].map(|c| c.card), b.s.covers[Leader::Hux]), (Some(REY), None));
    let mut b = Board::new([0; 4]).with(&[(REY, 3)]).at(Stage::Cover, 0);
    b.play(&Leader::ALL.iter().map(|l| cover(*l, REY)).collect::<Vec<_>>());
    assert_eq!((b.s.ending, b.g.score(&b.s, 2)), (Ending::Heroes, 1.0));
    let mut b = Board::new([0; 4]).with(&[(REY, 1)]).at(Stage::Play, 0);
    b.play(&[Action::Play { card: REY }]);
    assert_eq!((b.s.ending, b.g.score(&b.s, 0)), (Ending::HeroLost, 0.0));
}

#[test]
fn g16_fields_take_one_card_or_three_or_all() {
    for (field, taken) in [(Field::DiscardOne, 1), (Field::DiscardThree, 2)] {
        let mut b = onto(field).with(&[(yellow(0), 2)]);
        b.play(&[Action::Done]);
        assert_eq!((b.s.stage, b.s.due), (Stage::Field, taken));
        b.play(&vec![Action::Discard { card: yellow(0) }; usize::from(taken)]);
        assert_eq!((b.s.active, b.s.discards[yellow(0)]), (1, taken));
    }
}

#[test]
fn g17_the_last_field_loses_at_once() {
    let mut b = Board::new([0; 4]).with(&[(yellow(1), 1)]).at(Stage::Play, 29);
    b.play(&[Action::Play { card: yellow(1) }]);
    assert_eq!((b.s.ending, b.g.actor(&b.s)), (Ending::FirstOrder, None));
}

#[test]
fn g18_a_forced_card_from_an_empty_deck_loses() {
    for field in [Field::PlayOrange, Field::DrawOrange] {
        let mut b = onto(field).left(Orange, &[]);
        b.play(&[Action::Done]);
        assert_eq!(b.s.ending, Ending::EmptyDeck);
    }
}

/// Three dice show each result as often as die by die.
#[test]
fn dice_fall_as_their_faces_say() {
    let (g, mut rng) = (game(&FIXTURE), Sample(generator(3, 0)));
    let mut triples = [0_u32; 4];
    for _ in 0..60_000 {
        let s = g.start(&mut rng);
        (0..4).filter(|f| s.dice.values()[*f] == 3).for_each(|f| triples[f] += 1);
    }
    // Six standard deviations of 60,000 throws at 8/216 and 1/216.
    for (n, (expected, within)) in triples.iter().zip([(2222, 278), (2222, 278), (278, 100), (278, 100)]) {
        assert!(n.abs_diff(expected) < within, "{triples:?}");
    }
}

#[test]
fn lots_are_drawn_anew_in_each_game_or_once_from_a_seed() {
    let worlds = |given: &[(&str, &str)]| {
        let g = game(given);
        [0, 1].map(|episode| g.start(&mut Sample(generator(5, episode))).world)
    };
    let [one, other] = worlds(&[("deck", "random"), ("board", "random"), ("track", "12..40")]);
    assert!(one.cards != other.cards && one.fields != other.fields && one.track != other.track);
    let [one, other] = worlds(&[("deck", "17"), ("board", "17")]);
    assert_eq!(one, other);
    assert_ne!(one.cards, worlds(&[("deck", "18")])[0].cards);
    let yellow: u8 =
        one.cards.iter().filter(|(card, _)| card.colour() == Yellow).map(|(_, p)| p.copies).sum();
    assert_eq!((yellow, one.copies(REY)), (55, 3));
}

/// A game draws each value of a range, both ends among them.
#[test]
fn ranges_are_drawn_from_end_to_end() {
    let g = game(&[("hand", "2..4"), ("kylo", "5..6")]);
    let mut seen = BTreeSet::new();
    for episode in 0..100 {
        let world = g.start(&mut Sample(generator(6, episode))).world;
        seen.insert((world.hand, world.leaders[Leader::Kylo]));
    }
    assert_eq!(seen, [(2, 5), (2, 6), (3, 5), (3, 6), (4, 5), (4, 6)].into());
}

/// All players win or lose together: they are one team.
#[test]
fn all_seats_are_one_team() {
    let g = game(&[("players", "4")]);
    assert_eq!([0, 1, 2, 3].map(|seat| g.team(seat)), [0; 4]);
}

#[test]
fn options_that_no_game_can_have_are_refused() {
    for (given, why) in [
        (("track", "50"), "option 'track' is '50' but must be a whole number from 12 to 40, or a range"),
        (("hand", "5..3"), "option 'hand' is '5..3' but must be"),
        (("twos", "4"), ""),
        (("deck", "shuffled"), "option 'deck' is 'shuffled' but must be fixed, random or the seed"),
        (("variant", "hard"), "option 'variant' is 'hard'"),
    ] {
        let options = Options::resolve(Conflict::option_specs(), [given, ("threes", "2")]).unwrap();
        match Conflict::build(&options, None) {
            Err(e) => assert!(e.kind() == ErrorKind::Option && e.to_string().contains(why), "{e}"),
            Ok(_) => panic!("{given:?}"),
        }
    }
}

/// All hands are dealt from the yellow deck, which may be dealt out but must have enough cards.
#[test]
fn the_yellow_deck_has_cards_for_all_hands() {
    for (yellow, of_one_card, fits) in [(31, 3, false), (32, 4, true), (33, 5, true)] {
        let dir = edited::<Conflict>("decks.toml", "cards = 55", &format!("cards = {yellow}"));
        let cards = std::fs::read_to_string(dir.join("cards.toml")).unwrap();
        let cards = cards.replacen("copies = 27", &format!("copies = {of_one_card}"), 1);
        std::fs::write(dir.join("cards.toml"), cards).unwrap();
        let given = [("players", "4"), ("hand", "8")];
        let options = Options::resolve(Conflict::option_specs(), given).unwrap();
        let why = Conflict::build(&options, Some(&dir)).err().map(|e| e.to_string());
        let asks = "option 'hand' asks for 32 yellow cards, but there are 31";
        assert_eq!(why.as_deref(), (!fits).then_some(asks));
    }
}

#[test]
fn a_die_has_six_faces_and_all_may_be_other_than_ones() {
    let with = |first_order| {
        let given = [("twos", "2"), ("threes", "2"), ("first_order", first_order)];
        Conflict::build(&Options::resolve(Conflict::option_specs(), given).unwrap(), None)
    };
    let s = with("2").unwrap().start(&mut Sample(generator(1, 0)));
    assert_eq!(s.world.faces.values(), &[0, 2, 2, 2]);
    assert!(with("3").is_err());
}

#[test]
fn nothing_is_paid_or_revealed_while_dice_are_used() {
    let g = game(&FIXTURE);
    let s = g.start(&mut Sample(generator(1, 0)));
    assert_eq!((s.stage, g.check(&s)), (Stage::Dice, Ok(())));
    for s in [State { due: 1, ..s }, State { deck: Some(Yellow), ..s }] {
        assert_eq!(g.check(&s), Err("this cannot be pending at 'dice'".to_owned()));
    }
}

/// A change of a state, and why the state is then refused.
type Broken = (fn(&mut State), &'static str);

fn refuses(g: &Conflict, fits: &State, broken: &[Broken]) {
    assert_eq!(g.check(fits), Ok(()));
    for (change, why) in broken {
        let mut s = *fits;
        change(&mut s);
        let refused = g.check(&s).expect_err(why);
        assert!(refused.contains(why), "'{refused}' does not say '{why}'");
    }
}

/// Moves a card from the decks to a hand.
fn hide(s: &mut State, seat: usize, card: Card) {
    s.bag[card] -= 1;
    s.hidden[seat][card] += 1;
}

#[test]
fn tables_that_no_game_has_are_refused() {
    let Board { g, s, .. } = Board::new([3, 0, 0, 0]);
    refuses(
        &g,
        &s,
        &[
            (|s| s.world.track = 29, "the options allow no game"),
            (|s| s.discards[yellow(0)] += 1, "'yellow+0', not"),
            (|s| s.active = 3, "it is the turn of seat 3"),
            (|s| s.starting[0].symbols = 9, "there are other starting cards"),
            (|s| hide(s, 3, yellow(0)), "seat 3 cannot hide"),
            (|s| hide(s, 0, REY), "seat 0 cannot hide"),
            (|s| (s.bag[REY], s.shown[3][REY]) = (2, 1), "nobody sits in seat 3"),
            (|s| s.decks[Black].without_heroes = State::among(&s.bag, Black) - 2, "without heroes"),
            (|s| s.decks[Yellow].without_heroes = 1, "1 cards of the yellow deck"),
            (|s| (s.stage, s.ending) = (Stage::Over, Ending::EmptyDeck), "the ending is 'deck_empty'"),
            (|s| s.marker = 31, "the marker is off the track"),
            (|s| s.began = 30, "the marker is off the track"),
            (|s| s.dice = ByKey::new([4, 0, 0, 0]), "4 dice are left"),
        ],
    );
}

/// A die without the First Order's symbol cannot show it, and a game with open hands hides no card.
#[test]
fn tables_that_the_options_exclude_are_refused() {
    let start = |given: &[(&str, &str)]| {
        let g = game(given);
        let s = g.start(&mut Sample(generator(1, 0)));
        (g, s)
    };
    let (g, s) = start(&[("first_order", "0")]);
    let symbol: Broken = (|s| s.dice = ByKey::new([0, 0, 0, 1]), "no die has the First Order's symbol");
    refuses(&g, &s, &[symbol]);
    let (g, s) = start(&[("open_hands", "true")]);
    refuses(&g, &s, &[(|s| hide(s, 0, yellow(0)), "seat 0 cannot hide")]);
    let (g, s) = start(&[("deck", "random")]);
    let why = "a card cannot be printed so";
    refuses(
        &g,
        &s,
        &[(|s| s.world.cards[REY].ambush = 1, why), (|s| s.world.cards[yellow(0)].attack = 3, why)],
    );
}

/// What is asked for can be given: a price by the hand and the deck, an order by the revealed cards.
#[test]
fn nothing_is_asked_for_that_cannot_be_given() {
    let Board { g, mut s, .. } = Board::new([0; 4]).with(&[(yellow(0), 3)]);
    (s.stage, s.deck, s.due, s.amount) = (Stage::Pay, Some(Orange), 1, 1);
    let why = "this cannot be pending at 'pay'";
    let pay: [Broken; 5] = [
        (|s| s.amount = 4, why),
        (|s| (s.amount, s.due) = (2, 2), why),
        (|s| (s.due, s.draws) = (2, true), why),
        (|s| s.deck = Some(Yellow), why),
        (|s| s.placed = 1, why),
    ];
    refuses(&g, &s, &pay);
    let three = [(yellow(-1), true), (yellow(0), true), (yellow(1), true)];
    let Board { g, mut s, .. } = Board::new([0; 4]).left(Yellow, &three);
    (s.stage, s.deck, s.amount) = (Stage::Order, Some(Yellow), 3);
    let why = "this cannot be pending at 'order'";
    refuses(&g, &s, &[(|s| s.due = 1, why), (|s| s.placed = 2, why), (|s| s.amount = 4, why)]);
    let Board { g, mut s, .. } = Board::new([0; 4]).with(&[(yellow(0), 3)]).at(Stage::Field, 3);
    s.due = 3;
    let why = "this cannot be pending at 'field'";
    refuses(&g, &s, &[(|s| s.placed = 1, why), (|s| s.due = 4, why)]);
}

/// Each way to lose is one that a state may have: a hero is discarded, or a card must come from an empty deck.
#[test]
fn finished_games_keep_the_invariants() {
    let mut b = Board::new([0; 4]).with(&[(REY, 1)]).at(Stage::Play, 0);
    b.play(&[Action::Play { card: REY }]);
    assert_eq!((b.s.ending, b.g.check(&b.s)), (Ending::HeroLost, Ok(())));
    let mut b = Board::new([0; 4]).left(Yellow, &[]).at(Stage::Play, 0);
    b.s.starting[0] = StartingCard { power: Power::Take, symbols: 1 };
    b.play(&[Action::Start { deck: Yellow }]);
    assert_eq!((b.s.ending, b.g.check(&b.s)), (Ending::EmptyDeck, Ok(())));
}

/// Hands are hidden: others know how many cards a hand has of each ambush, and not which it may play. Dice lie open.
#[test]
fn a_hand_hides_what_may_be_played_and_tells_its_ambush() {
    let g = game(&[("hand", "5")]);
    let mut s = g.start(&mut Sample(generator(2, 0)));
    assert_eq!(s.veiled(0)[Yellow].iter().sum::<u8>(), 5);
    assert!(!g.choice_is_private(&s), "everybody sees the dice");
    s.stage = Stage::Play;
    assert!(g.choice_is_private(&s));
    let b = Board::new([0; 4]).with(&[(yellow(0), 2)]).at(Stage::Play, 0);
    assert!(!b.g.choice_is_private(&b.s), "everybody knows these cards");
}

#[test]
fn the_turns_of_all_seats_are_counted_from_one() {
    let mut b = Board::new([0; 4]);
    assert_eq!(b.g.turn(&b.s), 1);
    b.play(&[Action::Done, Action::Start { deck: Yellow }, Action::Done]);
    assert_eq!((b.g.turn(&b.s), b.s.active), (2, 1));
}

#[test]
fn a_stored_die_is_used_up() {
    let mut b = Board::new([0, 2, 0, 0]);
    b.play(&[Action::Store { value: Value::Two }]);
    assert_eq!(b.s.dice.values(), &[0, 1, 0, 0]);
    let mut b = Board::new([0, 1, 0, 0]);
    b.play(&[Action::Store { value: Value::Two }]);
    assert_eq!(b.s.dice.values(), &[0; 4]);
}

/// The heroes are among the last `heroes_below` cards of the Black deck, so that the cards before them are none.
#[test]
fn the_heroes_are_among_the_last_cards_of_the_black_deck() {
    let mut heroes = [0_u8; 13];
    for episode in 0..200 {
        let (g, mut rng) = (game(&FIXTURE), Sample(generator(9, episode)));
        let mut s = g.start(&mut rng);
        for seen in &mut heroes[..s.cards_left(Black).into()] {
            let (top, _) = take_top(&mut s, Black, &mut rng).unwrap();
            *seen += u8::from(top.card.is_hero());
        }
        assert_eq!(take_top(&mut s, Black, &mut rng), None);
    }
    let first = heroes.iter().position(|n| *n > 0);
    assert_eq!((first, heroes.iter().map(|n| u32::from(*n)).sum::<u32>()), (Some(6), 600), "{heroes:?}");
}

/// Cards at the bottom come last, when the deck has no other left.
#[test]
fn cards_moved_to_the_bottom_are_drawn_last() {
    let mut b = Board::new([0, 2, 0, 0]).left(Yellow, &[(yellow(1), false)]);
    b.s.decks[Yellow].top.remove(0);
    b.s.below[yellow(1)] = 1;
    b.s.bag[yellow(0)] += 1;
    b.s.discards[yellow(0)] -= 1;
    b.play(&[draw(Alike::Pair, Value::Two, Yellow)]);
    assert_eq!((b.s.shown[0][yellow(1)], b.s.hidden[0][yellow(1)] + b.s.hidden[0][yellow(0)]), (0, 2));
}

/// The story names the field that acts, and no field without effect.
#[test]
fn a_field_that_acts_is_told() {
    let told = |field| {
        let mut b = onto(field);
        let mut trace = Trace::listening(&mut b.rng);
        b.g.step(&mut b.s, Action::Done, &mut trace);
        let (_, story) = trace.into_parts();
        story.events.iter().any(|event| event.deed == Deed::Effect)
    };
    assert!(told(Field::Freeze) && !told(Field::Empty));
}

#[test]
fn hidden_covers_and_hands_are_dealt_anew_within_what_is_known() {
    let g = game(&[("hand", "5")]);
    let mut rng = Sample(generator(2, 0));
    let mut s = g.start(&mut rng);
    let mine = s.hidden[0].iter().find(|(_, n)| **n > 0).map(|(card, _)| card).unwrap();
    s.stage = Stage::Cover;
    s.dice = ByKey::default();
    g.step(&mut s, cover(Leader::Phasma, mine), &mut rng);
    assert_eq!(s.covers[Leader::Phasma], Some(Cover { card: mine, public: false }));
    assert!(g.to_json(&s, Viewer::Seat(1))["covers"]["phasma"]["card"].is_null());
    let (mut cards, mut covers) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..200 {
        let mut other = s;
        g.redeal(&mut other, 1, &mut rng);
        g.check(&other).unwrap();
        assert_eq!(other.hidden[1], s.hidden[1]);
        assert_eq!(other.veiled(2), s.veiled(2), "everybody knows the ambush of hidden cards");
        cards.insert(format!("{:?}", other.hidden[2]));
        covers.insert(other.covers[Leader::Phasma].unwrap().card);
    }
    assert!(cards.len() > 1 && covers.iter().all(|card| card.colour() == Yellow), "{covers:?}");
    assert!(covers.len() > 1, "seat 1 does not know the cover");
    for _ in 0..50 {
        let mut other = s;
        g.redeal(&mut other, 0, &mut rng);
        assert_eq!(other.covers, s.covers, "seat 0 knows its own cover");
    }
}

/// Shapes stay inside the picture, whatever is on the table.
#[test]
fn pictures_hold_all_that_is_drawn() {
    for (i, given) in FAMILIES.iter().enumerate() {
        let g = game(given);
        let mut choose = Sample(generator(4, i as u64));
        let mut s = g.start(&mut choose);
        while g.actor(&s).is_some() {
            for viewer in [Viewer::All, Viewer::Seat(0)] {
                let picture = g.picture(&s, viewer);
                let (w, h) = (picture.size.0 as i32, picture.size.1 as i32);
                for shape in &picture.shapes {
                    let [left, top, right, bottom] = shape.ends();
                    assert!(left >= 0 && top >= 0 && right <= w && bottom <= h, "{shape:?} in {w} × {h}");
                }
            }
            let legal = legal_actions(&g, &s);
            g.step(&mut s, legal[choose.below(legal.len())], &mut choose);
        }
    }
}
