//! Pictures: everything drawn lies inside, whatever lies on the table, and no text runs into anything.

use holotable_env::picture::Shape;
use holotable_env::{ByKey, Chance, Game, Picture, Sample, Show, Viewer, generator, legal_actions};
use holotable_games::dark_side_rising::State;
use holotable_games::dark_side_rising::words::Token;

use crate::dsr_board::{game, real};
use crate::json_states::states;
use crate::{rebellion_board, rebellion_combat_board};

fn picture<G: Show>(g: &G, s: &G::State) -> Picture {
    let picture = g.picture(s, Viewer::All);
    legible(&picture);
    picture
}

/// All lies inside, and no text runs into anything.
fn legible(picture: &Picture) {
    let (w, h) = picture.size;
    for (i, shape) in picture.shapes.iter().enumerate() {
        let [left, top, right, bottom] = shape.ends();
        let inside = left >= 0 && top >= 0 && right <= w as i32 && bottom <= h as i32;
        assert!(inside, "{shape:?} is not inside {w} × {h}");
        let other = picture.shapes[..i].iter().find(|other| !fit(shape, other));
        assert_eq!(other, None, "{shape:?} runs into it");
    }
}

/// Whether a shape leaves an earlier one legible: texts and what lies around them are apart, or the text is within.
fn fit(later: &Shape, earlier: &Shape) -> bool {
    let ([l, t, r, b], [left, top, right, bottom]) = (later.ends(), earlier.ends());
    let apart = r <= left || right <= l || b <= top || bottom <= t;
    let within = l > left && r < right && t > top && b < bottom;
    match (later, earlier) {
        (_, Shape::Text { .. }) => apart,
        (Shape::Text { .. }, _) => apart || within,
        _ => true,
    }
}

/// The states of a game in which random actions are taken.
fn line<G: Game>(g: &G, seed: u64) -> Vec<G::State> {
    let mut chance = Sample(generator(seed, 0));
    let mut list = vec![g.start(&mut chance)];
    loop {
        let mut s = *list.last().unwrap();
        let legal = legal_actions(g, &s);
        if legal.is_empty() {
            return list;
        }
        g.step(&mut s, legal[chance.below(legal.len())], &mut chance);
        list.push(s);
    }
}

#[test]
fn no_text_runs_into_anything_in_either_game() {
    for (players, seed) in [("2", 0), ("3", 1), ("4", 2)] {
        let g = real(&[("players", players)]);
        for s in (0..3).flat_map(|i| line(&g, 3 * i + seed)) {
            assert_eq!(picture(&g, &s).size, (1000, 982));
        }
    }
    let g = rebellion_combat_board::game(&[("value", "40"), ("leaders", "3"), ("neighbours", "8")]);
    for s in (0..12).flat_map(|seed| line(&g, seed)) {
        assert_eq!(picture(&g, &s).size, (960, 718));
    }
}

/// Routes run below the names and pieces of a map, and nothing else does.
#[test]
fn pieces_and_names_of_the_galaxy_are_apart() {
    for (seed, missions) in [(0, "starting"), (1, "all"), (2, "none"), (3, "all")] {
        let g = rebellion_board::game(&[("setup", "normal"), ("missions", missions)]);
        let list = line(&g, seed);
        for s in list.iter().step_by(7) {
            let mut drawn = g.picture(s, Viewer::All);
            drawn.shapes.retain(|shape| !matches!(shape, Shape::Line { .. }));
            legible(&drawn);
        }
    }
}

#[test]
fn all_that_is_drawn_is_inside_and_the_size_never_changes() {
    for players in ["2", "3", "4"] {
        let g = game(&[("players", players)]);
        let list: Vec<State> = (0..30).flat_map(|seed| states(&g, seed)).collect();
        let size = picture(&g, &list[0]).size;
        for mut s in list {
            assert_eq!(picture(&g, &s).size, size);
            // One token of each kind, all at once.
            s.tokens = ByKey::from_fn(|_: Token| 1);
            picture(&g, &s);
        }
    }
}

#[test]
fn equal_tables_have_equal_pictures_and_others_do_not() {
    let g = game(&[("players", "2")]);
    let list = states(&g, 3);
    assert_eq!(g.picture(&list[0], Viewer::All), g.picture(&list[0], Viewer::All));
    assert!(list.windows(2).all(|pair| g.picture(&pair[0], Viewer::All) != g.picture(&pair[1], Viewer::All)));
}
