//! [`Picture`]: a drawing of the table in a few kinds of shapes, for SVG here and pixels elsewhere.

use std::fmt::Write as _;

/// A colour as `0xRRGGBB`.
pub type Ink = u32;

/// How large a text is; every character takes the same space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// 6 × 10 pixels a character.
    Small,
    /// 7 × 13 pixels a character.
    Normal,
    /// 10 × 20 pixels a character.
    Large,
}

impl Size {
    /// Width and height of a character in pixels.
    pub const fn character(self) -> (u32, u32) {
        match self {
            Size::Small => (6, 10),
            Size::Normal => (7, 13),
            Size::Large => (10, 20),
        }
    }
}

/// A part of a picture, in pixels from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rectangle with rounded corners.
    Rect {
        /// The upper left corner.
        at: (i32, i32),
        /// Width and height.
        size: (u32, u32),
        /// The radius of the corners.
        round: u32,
        /// The colour inside.
        fill: Ink,
        /// The colour of the border, if it has one.
        edge: Option<Ink>,
    },
    /// A circle.
    Circle {
        /// The centre.
        at: (i32, i32),
        /// The radius.
        radius: u32,
        /// The colour inside.
        fill: Ink,
        /// The colour of the border, if it has one.
        edge: Option<Ink>,
    },
    /// One line of text.
    Text {
        /// The upper left corner.
        at: (i32, i32),
        /// The size of its characters.
        size: Size,
        /// Its colour.
        ink: Ink,
        /// What it says.
        text: String,
    },
}

/// A drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// The colour of the ground.
    pub ground: Ink,
    /// What lies on it, the lowest first.
    pub shapes: Vec<Shape>,
}

impl Picture {
    /// An empty picture.
    pub fn new(size: (u32, u32), ground: Ink) -> Self {
        Self { size, ground, shapes: Vec::new() }
    }

    /// A text as a picture: what a game shows that draws nothing of its own.
    pub fn of_text(text: &str) -> Self {
        let (w, h) = Size::Normal.character();
        let columns = text.lines().map(|l| l.chars().count()).max().unwrap_or(0).max(1) as u32;
        let rows = text.lines().count().max(1) as u32;
        let mut picture = Self::new((columns * w + 20, rows * (h + 3) + 20), 0x1b_1e24);
        for (i, line) in text.lines().enumerate() {
            picture.text((10, 10 + i as i32 * (h as i32 + 3)), Size::Normal, 0xe8_e6e1, line);
        }
        picture
    }

    /// Adds a rectangle.
    pub fn rect(&mut self, at: (i32, i32), size: (u32, u32), round: u32, fill: Ink, edge: Option<Ink>) {
        self.shapes.push(Shape::Rect { at, size, round, fill, edge });
    }

    /// Adds a circle.
    pub fn circle(&mut self, at: (i32, i32), radius: u32, fill: Ink, edge: Option<Ink>) {
        self.shapes.push(Shape::Circle { at, radius, fill, edge });
    }

    /// Adds a line of text.
    pub fn text(&mut self, at: (i32, i32), size: Size, ink: Ink, text: impl Into<String>) {
        self.shapes.push(Shape::Text { at, size, ink, text: text.into() });
    }

    /// Adds a line of text that takes at most `columns` characters, cut where it is longer.
    pub fn line(&mut self, at: (i32, i32), size: Size, ink: Ink, columns: usize, text: &str) {
        let cut = text.chars().count() > columns;
        let kept: String = text.chars().take(if cut { columns.saturating_sub(1) } else { columns }).collect();
        self.text(at, size, ink, if cut { kept + "." } else { kept });
    }

    /// The picture as an SVG image.
    pub fn svg(&self) -> String {
        let (w, h) = self.size;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" \
             style=\"max-width:100%;height:auto\" font-family=\"monospace\">\
             <rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>",
            colour(self.ground)
        );
        for shape in &self.shapes {
            match shape {
                Shape::Rect { at: (x, y), size: (w, h), round, fill, edge } => {
                    let _ = write!(
                        out,
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{round}\"{}/>",
                        paint(*fill, *edge)
                    );
                }
                Shape::Circle { at: (x, y), radius, fill, edge } => {
                    let _ =
                        write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}/>", paint(*fill, *edge));
                }
                Shape::Text { at: (x, y), size, ink, text } => {
                    let (w, h) = size.character();
                    let length = text.chars().count() as u32 * w;
                    let _ = write!(
                        out,
                        "<text x=\"{x}\" y=\"{}\" font-size=\"{}\" fill=\"{}\" textLength=\"{length}\" \
                         lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">{}</text>",
                        y + h as i32 * 4 / 5,
                        f64::from(w) / 0.6,
                        colour(*ink),
                        escaped(text)
                    );
                }
            }
        }
        out + "</svg>"
    }
}

fn colour(ink: Ink) -> String {
    format!("#{ink:06x}")
}

fn paint(fill: Ink, edge: Option<Ink>) -> String {
    let edge = edge.map(|e| format!(" stroke=\"{}\"", colour(e))).unwrap_or_default();
    format!(" fill=\"{}\"{edge}", colour(fill))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_lines_of_svg() {
        let picture = Picture::of_text("a < b\n& so on");
        assert_eq!(picture.size, (7 * 7 + 20, 2 * 16 + 20));
        let svg = picture.svg();
        assert_eq!(svg.matches("<text").count(), 2);
        assert!(svg.contains("a &lt; b") && svg.contains("&amp; so on"), "{svg}");
    }

    #[test]
    fn long_lines_are_cut() {
        let mut picture = Picture::new((9, 9), 0);
        picture.line((0, 0), Size::Small, 0, 4, "Leia Organa");
        picture.line((0, 0), Size::Small, 0, 4, "Leia");
        let texts: Vec<_> = picture.shapes.iter().map(|s| format!("{s:?}")).collect();
        assert!(texts[0].contains("\"Lei.\"") && texts[1].contains("\"Leia\""), "{texts:?}");
    }
}
