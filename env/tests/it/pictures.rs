//! Pictures: everything drawn lies inside, whatever lies on the table.

use holotable_env::dark_side_rising::words::Token;
use holotable_env::dark_side_rising::{DarkSideRising, State};
use holotable_env::picture::Shape;
use holotable_env::{ByKey, Picture, Show, Viewer};

use crate::dsr_board::game;
use crate::json_states::states;

/// The corners of a shape.
fn corners(shape: &Shape) -> [i32; 4] {
    match shape {
        Shape::Rect { at: (x, y), size: (w, h), .. } => [*x, *y, x + *w as i32, y + *h as i32],
        Shape::Circle { at: (x, y), radius, .. } => {
            let r = *radius as i32;
            [x - r, y - r, x + r, y + r]
        }
        Shape::Text { at: (x, y), size, text, .. } => {
            let (w, h) = size.character();
            [*x, *y, x + (text.chars().count() as u32 * w) as i32, y + h as i32]
        }
    }
}

fn picture(g: &DarkSideRising, s: &State) -> Picture {
    let picture = g.picture(s, Viewer::All);
    let (w, h) = picture.size;
    for shape in &picture.shapes {
        let [left, top, right, bottom] = corners(shape);
        let inside = left >= 0 && top >= 0 && right <= w as i32 && bottom <= h as i32;
        assert!(inside, "{shape:?} is not inside {w} × {h}");
    }
    picture
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
