//! The colours that the pictures of several games share.

use holotable_env::picture::Ink;

/// Behind a table.
pub const GROUND: Ink = 0x15_1820;
/// Behind a map.
pub const SPACE: Ink = 0x10_131a;
/// Behind a part.
pub const PANEL: Ink = 0x22_2733;
/// Around a part.
pub const LINE: Ink = 0x3c_4457;
/// A way on a map.
pub const ROUTE: Ink = 0x4a_5266;
/// Names and numbers.
pub const TEXT: Ink = 0xe9_e7e0;
/// What matters less.
pub const FAINT: Ink = 0x9a_a3b5;
/// What is not there.
pub const ABSENT: Ink = 0x86_8fa2;
/// Letters on a light colour.
pub const BLACK: Ink = 0x08_090c;
/// What lies face down, and letters on a light colour.
pub const DARK: Ink = 0x0c_0d11;
/// What counts now.
pub const GOLD: Ink = 0xf2_c14e;
/// What is lost.
pub const LOSS: Ink = 0xf2_6f64;
/// The grey of a Death Star.
pub const STAR: Ink = 0xc9_ced8;
/// A card of the Rebels.
pub const REBEL: Ink = 0x27_4a63;
/// A card of the Empire.
pub const IMPERIAL: Ink = 0x5a_2a30;
// Of symbols.
pub const RED: Ink = 0xe5_6b5e;
pub const ORANGE: Ink = 0xf0_9a4a;
pub const YELLOW: Ink = 0xf0_dc5a;
pub const GREEN: Ink = 0x62_c27d;
pub const BLUE: Ink = 0x5f_9fee;
pub const PURPLE: Ink = 0xb5_82ee;
