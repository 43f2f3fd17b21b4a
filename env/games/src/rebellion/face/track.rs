//! The track with the markers of time and of the Rebels' reputation: the Rebels win where they meet.

use holotable_env::Picture;
use holotable_env::english::counted;
use holotable_env::picture::Size;

use super::worlds::SIGNS;
use crate::inks::{BLACK, BLUE, FAINT, GOLD, LINE, PANEL, REBEL, TEXT};
use crate::rebellion::rules::Rebellion;
use crate::rebellion::rules::state::State;

/// How high the track is.
pub const HEIGHT: i32 = 24;

/// Draws it from an upper left corner on, so wide, with what it says above its right end.
pub fn draw(g: &Rebellion, s: &State, (x, y): (i32, i32), width: i32, p: &mut Picture) {
    let spaces = i32::from(g.tables.track.spaces);
    let left = match s.reputation.saturating_sub(s.time) {
        0 => "the markers have met".into(),
        n => format!("{} until the Rebels win", counted(n, "space")),
    };
    let words = format!("Time {}, reputation {}: {left}", s.time, s.reputation);
    p.place("track", words.as_str(), (x, y), (width, HEIGHT));
    p.right((x + width, y - 22), Size::Normal, TEXT, words);
    for space in 1..=g.tables.track.spaces {
        let [at, end] = [space - 1, space].map(|i| x + i32::from(i) * width / spaces);
        let (fill, ink) = match space {
            _ if space == s.time => (GOLD, BLACK),
            _ if space == s.reputation => (BLUE, BLACK),
            _ if space < s.time => (LINE, TEXT),
            _ if space > s.reputation => (REBEL, TEXT),
            _ => (PANEL, TEXT),
        };
        p.rect((at, y), ((end - at - 2) as u32, HEIGHT as u32), 4, fill, Some(FAINT));
        p.text((at + 3, y + 4), Size::Normal, ink, space.to_string());
        if space == s.time {
            p.text((at + 20, y + 4), Size::Normal, ink, "Time");
        }
        if space == s.reputation {
            p.polygon((at + 58, y + 12), SIGNS[1], BLACK, None);
        }
    }
}
