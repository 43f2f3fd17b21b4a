//! The built-in data set of Dark Side Rising.

use std::collections::BTreeMap;

use holotable_env::catalogue::Entry;
use holotable_env::picture::Shape;
use holotable_env::{Finite, Show, Slot, Viewer};
use holotable_games::dark_side_rising::Action;
use holotable_games::dark_side_rising::words::{Colour, Component, Sector, VaderFace};

use crate::dsr_board::{Board, member, real, uses};
use crate::golden::golden;

#[test]
fn no_team_starts_with_all_dice_of_a_colour() {
    let t = real(&[]).tables;
    assert_eq!(Colour::all().map(|c| t.dice[c].supply).sum::<u8>(), 15, "rulebook p2");
    for (team, base) in t.bases.iter() {
        assert_eq!(base.dice.values().iter().sum::<u8>(), 4, "rulebook p8");
        assert!(base.dice.iter().all(|(c, n)| *n < t.dice[c].supply), "{}", team.word());
    }
}

#[test]
fn no_two_rebels_have_the_same_ability() {
    let t = real(&[]).tables;
    let mut of = BTreeMap::new();
    for printed in t.rebels() {
        let rebel = printed.rebel.unwrap();
        let ability =
            format!("{:?} {:?} {:?} {:?}", rebel.when, rebel.condition, rebel.price, t.ops(printed.span));
        assert_eq!(of.insert(ability, &printed.name), None, "{}", printed.name);
    }
}

#[test]
fn lyra_erso_heals_others() {
    let mut b = Board::on(real(&[("teams", "tatooine,yavin_4")]));
    b = b.join(0, "Lyra Erso", 1).join(0, "Han Solo", 3).put(Sector::Eadu, 0, "Bodhi Rook", 1).filled();
    b.deploy(Sector::Eadu, Component::Blue, VaderFace::CounterClockwise);
    b.play(Action::ChooseColour { colour: Colour::Red }, &[]).play(uses(1), &[]);
    let bodhi = Action::ChooseCard { sector: Sector::Eadu, spot: Slot::at(0) };
    assert_eq!(b.legal(), [member(0, 2), bodhi]);
    b.play(member(0, 2), &[]);
    assert_eq!(b.damage(0), [0, 2, 1]);
}

/// What cards, tokens, components and teams do is written on them.
#[test]
fn every_component_says_what_it_does() {
    let b = Board::on(real(&[("players", "4")]));
    let of = |entry: Entry| {
        matches!(entry.key.as_str(), "ability" | "effect")
            .then(|| format!("{}: {}\n", entry.name, entry.value))
    };
    let all: Vec<_> = b.g.catalogue().into_iter().filter_map(of).collect();
    let drawn = b.g.picture(&b.s, Viewer::All).shapes.into_iter();
    let teams = drawn.filter(|shape| matches!(shape, Shape::Text { text, .. } if text.contains("opening")));
    golden("dark_side_rising-cards.txt", &all.concat());
    assert_eq!(teams.count(), 4);
}
