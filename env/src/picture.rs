//! [`Picture`]: a drawing of the table in a few kinds of shapes, for SVG here and pixels elsewhere.

use std::fmt::Write as _;

/// Fonts whose characters are as wide as those of the first, which pixels are drawn with; then whatever there is.
const FONTS: &str = "Hack, 'DejaVu Sans Mono', 'Bitstream Vera Sans Mono', monospace";
/// How wide a character of these is, by the size of the font.
const ADVANCE: f64 = 1233.0 / 2048.0;

/// A colour as `0xRRGGBB`.
pub type Ink = u32;

/// How large a text is; every character takes the same space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Size {
    /// 7 × 12 pixels a character, the smallest that is read without effort.
    Small,
    /// 8 × 15 pixels a character.
    Normal,
    /// 10 × 20 pixels a character.
    Large,
}

impl Size {
    /// Width and height of a character in pixels.
    pub const fn character(self) -> (u32, u32) {
        match self {
            Size::Small => (7, 12),
            Size::Normal => (8, 15),
            Size::Large => (10, 20),
        }
    }

    /// How wide a text is in pixels.
    pub fn width(self, text: &str) -> i32 {
        text.chars().count() as i32 * self.character().0 as i32
    }

    /// How many characters stand side by side in so many pixels.
    pub fn columns(self, width: i32) -> usize {
        (width / self.character().0 as i32).max(0) as usize
    }
}

/// A part of a picture, in pixels from the upper left corner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// A filled outline with straight sides.
    Polygon {
        /// From where its corners are counted.
        at: (i32, i32),
        /// How far right and down each corner is from there.
        corners: Vec<(i32, i32)>,
        /// The colour inside.
        fill: Ink,
        /// The colour of the border, if it has one.
        edge: Option<Ink>,
    },
    /// A straight line.
    Line {
        /// Where it begins.
        at: (i32, i32),
        /// How far right and down it ends from there.
        by: (i32, i32),
        /// How wide it is.
        width: u32,
        /// Its colour.
        ink: Ink,
    },
    /// One line of text.
    Text {
        /// The upper left corner.
        at: (i32, i32),
        /// The size of its characters.
        size: Size,
        /// Its colour.
        ink: Ink,
        /// The words.
        text: String,
    },
}

/// A part of a picture that makes sense alone, for screens that are too narrow for the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of the part in words.
    pub label: String,
    /// The upper left corner.
    pub at: (i32, i32),
    /// Width and height.
    pub size: (u32, u32),
}

/// Where a picture shows something that actions name, such as a card, a die or a planet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What [`Show::places`](crate::Show::places) calls it. Things that actions do not tell apart share a name.
    pub name: String,
    /// What it is, in words for people.
    pub label: String,
    /// The upper left corner in pixels.
    pub at: (i32, i32),
    /// Width and height in pixels.
    pub size: (u32, u32),
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
    /// Its parts in the order in which they are read; none if it makes sense as a whole only.
    pub parts: Vec<Part>,
    /// The places in it that actions name.
    pub places: Vec<Place>,
}

impl Picture {
    /// An empty picture.
    pub fn new(size: (u32, u32), ground: Ink) -> Self {
        Self { size, ground, shapes: Vec::new(), parts: Vec::new(), places: Vec::new() }
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

    /// Says that there is a part of this size here.
    pub fn part(&mut self, label: impl Into<String>, at: (i32, i32), size: (i32, i32)) {
        self.parts.push(Part { label: label.into(), at, size: (size.0.max(1) as u32, size.1.max(1) as u32) });
    }

    /// Says that something that actions name is shown here, as far as the picture reaches.
    pub fn place(
        &mut self,
        name: impl Into<String>,
        label: impl Into<String>,
        at: (i32, i32),
        size: (i32, i32),
    ) {
        let cut = |at: i32, size: i32, whole: u32| {
            let [from, to] = [at, at + size].map(|end| end.clamp(0, whole as i32));
            (from, (to - from).max(1) as u32)
        };
        let ((x, w), (y, h)) = (cut(at.0, size.0, self.size.0), cut(at.1, size.1, self.size.1));
        self.places.push(Place { name: name.into(), label: label.into(), at: (x, y), size: (w, h) });
    }

    /// Whether something that actions call so is shown anywhere.
    pub fn shows(&self, name: &str) -> bool {
        self.places.iter().any(|place| place.name == name)
    }

    /// Adds another picture without its ground, moved this far; its places are called as they are with `scope` before them.
    pub fn inset(&mut self, other: Picture, by: (i32, i32), scope: &str) {
        let moved = |at: (i32, i32)| (at.0 + by.0, at.1 + by.1);
        self.shapes.extend(other.shapes.into_iter().map(|mut shape| {
            *shape.at() = moved(*shape.at());
            shape
        }));
        self.parts.extend(other.parts.into_iter().map(|part| Part { at: moved(part.at), ..part }));
        self.places.extend(other.places.into_iter().map(|place| Place {
            name: format!("{scope}{}", place.name),
            at: moved(place.at),
            ..place
        }));
    }

    /// The same a sixth larger, in which small letters are normal ones: in both directions they have the room for it.
    #[must_use]
    pub fn enlarged(mut self) -> Self {
        self.size = (sixth_more(self.size.0 as i32) as u32, sixth_more(self.size.1 as i32) as u32);
        for shape in &mut self.shapes {
            shape.enlarge();
        }
        for Part { at, size, .. } in &mut self.parts {
            enlarge(at, size);
        }
        for Place { at, size, .. } in &mut self.places {
            enlarge(at, size);
        }
        self
    }

    /// Adds a rectangle.
    pub fn rect(&mut self, at: (i32, i32), size: (u32, u32), round: u32, fill: Ink, edge: Option<Ink>) {
        self.shapes.push(Shape::Rect { at, size, round, fill, edge });
    }

    /// Adds a circle.
    pub fn circle(&mut self, at: (i32, i32), radius: u32, fill: Ink, edge: Option<Ink>) {
        self.shapes.push(Shape::Circle { at, radius, fill, edge });
    }

    /// Adds a polygon, whose corners are counted from `at`.
    pub fn polygon(&mut self, at: (i32, i32), corners: &[(i32, i32)], fill: Ink, edge: Option<Ink>) {
        self.shapes.push(Shape::Polygon { at, corners: corners.to_vec(), fill, edge });
    }

    /// Adds a straight line between two points.
    pub fn segment(&mut self, at: (i32, i32), to: (i32, i32), width: u32, ink: Ink) {
        self.shapes.push(Shape::Line { at, by: (to.0 - at.0, to.1 - at.1), width, ink });
    }

    /// Adds a line of text, if there is any.
    pub fn text(&mut self, at: (i32, i32), size: Size, ink: Ink, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.shapes.push(Shape::Text { at, size, ink, text });
        }
    }

    /// Adds a line of text that ends where others begin: `at` is its upper right corner.
    pub fn right(&mut self, (x, y): (i32, i32), size: Size, ink: Ink, text: impl Into<String>) {
        let text = text.into();
        self.text((x - size.width(&text), y), size, ink, text);
    }

    /// Adds a line of text with its middle at `at`, horizontally.
    pub fn centred(&mut self, (x, y): (i32, i32), size: Size, ink: Ink, text: impl Into<String>) {
        let text = text.into();
        self.text((x - size.width(&text) / 2, y), size, ink, text);
    }

    /// Adds a line of text that takes at most `columns` characters, cut where it is longer.
    pub fn line(&mut self, at: (i32, i32), size: Size, ink: Ink, columns: usize, text: &str) {
        let cut = text.chars().count() > columns;
        let kept: String = text.chars().take(if cut { columns.saturating_sub(1) } else { columns }).collect();
        self.text(at, size, ink, if cut { kept + "…" } else { kept });
    }

    /// Adds at most `rows` lines of text of at most `columns` characters each, broken between words and cut where there
    /// is more.
    pub fn lines(
        &mut self,
        (x, y): (i32, i32),
        size: Size,
        ink: Ink,
        (columns, rows): (usize, usize),
        text: &str,
    ) {
        let broken = textwrap::wrap(text, columns);
        let (_, height) = size.character();
        for (row, line) in broken.iter().take(rows).enumerate() {
            let more = row + 1 == rows && broken.len() > rows;
            let line = if more { format!("{line} {}", broken[rows]) } else { line.to_string() };
            self.line((x, y + row as i32 * (height as i32 + 1)), size, ink, columns, &line);
        }
    }

    /// The picture as an SVG image for a page, on which it shrinks to fit.
    pub fn html(&self) -> String {
        self.svg().replacen("<svg", "<svg style=\"max-width:100%;height:auto\"", 1)
    }

    /// The picture as an SVG image.
    ///
    /// Its font is Hack, or one of the same family with characters as wide; any other is stretched to their width.
    pub fn svg(&self) -> String {
        let (w, h) = self.size;
        let mut out = root([0, 0, w as i32, h as i32]);
        let _ = write!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"{}\"/>", colour(self.ground));
        for shape in &self.shapes {
            shape.write(&mut out);
        }
        out + "</svg>"
    }
}

/// A length that is a sixth larger.
const fn sixth_more(length: i32) -> i32 {
    (length * 7).div_euclid(6)
}

/// Makes a box a sixth larger, edge by edge, so that boxes which touch still do.
fn enlarge(at: &mut (i32, i32), size: &mut (u32, u32)) {
    let end = (sixth_more(at.0 + size.0 as i32), sixth_more(at.1 + size.1 as i32));
    *at = (sixth_more(at.0), sixth_more(at.1));
    *size = ((end.0 - at.0) as u32, (end.1 - at.1) as u32);
}

impl Shape {
    /// Makes it a sixth larger. Letters that are not small stay as they are.
    fn enlarge(&mut self) {
        let more = |by: &mut (i32, i32)| *by = (sixth_more(by.0), sixth_more(by.1));
        match self {
            Shape::Rect { at, size, .. } => return enlarge(at, size),
            Shape::Circle { radius, .. } => *radius = sixth_more(*radius as i32) as u32,
            Shape::Polygon { corners, .. } => corners.iter_mut().for_each(more),
            Shape::Line { by, .. } => more(by),
            Shape::Text { size, .. } => {
                if *size == Size::Small {
                    *size = Size::Normal;
                }
            }
        }
        more(self.at());
    }

    /// Where it lies: the upper left corner, the centre of a circle, the beginning of a line, or from where corners are counted.
    pub fn at(&mut self) -> &mut (i32, i32) {
        let (Shape::Rect { at, .. }
        | Shape::Circle { at, .. }
        | Shape::Polygon { at, .. }
        | Shape::Line { at, .. }
        | Shape::Text { at, .. }) = self;
        at
    }

    /// Its left, upper, right and lower end, borders left out.
    pub fn ends(&self) -> [i32; 4] {
        match self {
            Shape::Rect { at: (x, y), size: (w, h), .. } => [*x, *y, x + *w as i32, y + *h as i32],
            Shape::Circle { at: (x, y), radius, .. } => {
                let r = *radius as i32;
                [x - r, y - r, x + r, y + r]
            }
            Shape::Polygon { at: (x, y), corners, .. } => {
                let none = [i32::MAX, i32::MAX, i32::MIN, i32::MIN];
                corners.iter().fold(none, |[left, top, right, bottom], corner| {
                    let (x, y) = (x + corner.0, y + corner.1);
                    [left.min(x), top.min(y), right.max(x), bottom.max(y)]
                })
            }
            Shape::Line { at: (x, y), by: (w, h), .. } => {
                [*x + 0.min(*w), *y + 0.min(*h), *x + 0.max(*w), *y + 0.max(*h)]
            }
            Shape::Text { at: (x, y), size, text, .. } => {
                [*x, *y, x + size.width(text), y + size.character().1 as i32]
            }
        }
    }

    /// The shape alone as an SVG image without a ground, of so much more on each side than its [`ends`](Self::ends).
    pub fn svg(&self, margin: i32) -> String {
        let [left, top, right, bottom] = self.ends();
        let size = (right - left + 2 * margin, bottom - top + 2 * margin);
        let mut out = root([left - margin, top - margin, size.0, size.1]);
        self.write(&mut out);
        out + "</svg>"
    }

    /// The shape as an element of an SVG image.
    pub fn element(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        // Writing to a string never fails.
        let _ = match self {
            Shape::Rect { at: (x, y), size: (w, h), round, fill, edge } => {
                // A border is drawn on both sides of its line: half a pixel further in it covers whole pixels.
                let (half, less) = if edge.is_some() { (".5", 1) } else { ("", 0) };
                let (w, h) = (w.saturating_sub(less), h.saturating_sub(less));
                let paint = paint(*fill, *edge);
                write!(
                    out,
                    "<rect x=\"{x}{half}\" y=\"{y}{half}\" width=\"{w}\" height=\"{h}\" rx=\"{round}\"{paint}/>"
                )
            }
            Shape::Circle { at: (x, y), radius, fill, edge } => {
                write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}/>", paint(*fill, *edge))
            }
            Shape::Polygon { at: (x, y), corners, fill, edge } => {
                // From corner to corner, so that equal outlines are equal words and a page of many packs small.
                let from = [(-x, -y)].into_iter().chain(corners.iter().copied());
                let steps =
                    from.zip(corners).map(|(from, to)| format!("{} {}", to.0 - from.0, to.1 - from.1));
                let steps: Vec<String> = steps.collect();
                write!(out, "<path d=\"m{}z\"{}/>", steps.join(" "), paint(*fill, *edge))
            }
            Shape::Line { at: (x, y), by: (w, h), width, ink } => write!(
                out,
                "<line x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{width}\"/>",
                x + w,
                y + h,
                colour(*ink)
            ),
            Shape::Text { at: (x, y), size, ink, text } => {
                let ((w, h), length) = (size.character(), size.width(text));
                write!(
                    out,
                    "<text x=\"{x}\" y=\"{}\" font-size=\"{:.3}\" fill=\"{}\" textLength=\"{length}\" \
                     lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\">{}</text>",
                    y + h as i32 * 4 / 5,
                    f64::from(w) / ADVANCE,
                    colour(*ink),
                    escaped(text)
                )
            }
        };
    }
}

/// What an SVG image of so much of the plane begins with.
fn root([x, y, w, h]: [i32; 4]) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {w} {h}\" width=\"{w}\" height=\"{h}\" \
         font-family=\"{FONTS}\">"
    )
}

/// A name of ours as a heading: `dark_side_rising` as "Dark Side Rising".
pub fn heading(name: &str) -> String {
    name.split('_').map(title).collect::<Vec<_>>().join(" ")
}

/// A name of ours as people read it: `yavin_4` as "Yavin 4".
pub fn title(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn colour(ink: Ink) -> String {
    format!("#{ink:06x}")
}

fn paint(fill: Ink, edge: Option<Ink>) -> String {
    let edge = edge.map(|e| format!(" stroke=\"{}\"", colour(e))).unwrap_or_default();
    format!(" fill=\"{}\"{edge}", colour(fill))
}

/// The text as XML writes it, which has no control characters at all.
fn escaped(text: &str) -> String {
    let text = text.replace(|c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'), "\u{fffd}");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enlarged_picture_has_room_for_its_letters() {
        let mut p = Picture::new((60, 36), 0);
        p.rect((6, 6), (30, 15), 2, 1, None);
        p.text((8, 8), Size::Small, 2, "abc");
        p.place("a", "A", (6, 6), (30, 15));
        let p = p.enlarged();
        assert_eq!(p.size, (70, 42));
        assert_eq!((p.places[0].at, p.places[0].size), ((7, 7), (35, 17)));
        let ends: Vec<_> = p.shapes.iter().map(Shape::ends).collect();
        assert_eq!(ends, [[7, 7, 42, 24], [9, 9, 33, 24]]);
    }

    #[test]
    fn a_text_becomes_lines_of_svg() {
        let picture = Picture::of_text("a < b\n& so on");
        assert_eq!(picture.size, (7 * 8 + 20, 2 * 18 + 20));
        let svg = picture.svg();
        assert_eq!(svg.matches("<text").count(), 2);
        assert!(svg.contains("a &lt; b") && svg.contains("&amp; so on"), "{svg}");
    }

    #[test]
    fn whatever_a_name_holds_the_image_stays_xml() {
        let mut picture = Picture::new((9, 9), 0);
        picture.text((0, 0), Size::Small, 0, "a\u{0}b\u{1b}c\u{ffff}");
        assert!(picture.svg().contains(">a\u{fffd}b\u{fffd}c\u{fffd}<"), "{}", picture.svg());
    }

    #[test]
    fn long_lines_are_cut() {
        let mut picture = Picture::new((9, 9), 0);
        picture.line((0, 0), Size::Small, 0, 4, "Leia Organa");
        picture.line((0, 0), Size::Small, 0, 4, "Leia");
        let texts: Vec<_> = picture.shapes.iter().map(|s| format!("{s:?}")).collect();
        assert!(texts[0].contains("\"Lei…\"") && texts[1].contains("\"Leia\""), "{texts:?}");
    }

    #[test]
    fn lines_break_between_words() {
        let mut picture = Picture::new((99, 99), 0);
        picture.lines((0, 0), Size::Small, 0, (10, 2), "roll one die again");
        picture.lines((0, 0), Size::Small, 0, (10, 2), "roll two dice again and again");
        let texts: Vec<_> = picture.shapes.iter().map(|s| format!("{s:?}")).collect();
        for (shape, text) in texts.iter().zip(["roll one", "die again", "roll two", "dice agai…"]) {
            assert!(shape.contains(&format!("{text:?}")), "{shape} is not {text}");
        }
        assert_eq!(texts.len(), 4);
    }

    #[test]
    fn texts_end_or_have_their_middle_where_they_shall() {
        let mut picture = Picture::new((99, 99), 0);
        picture.right((50, 1), Size::Normal, 0, "Leia");
        picture.centred((50, 1), Size::Large, 0, "Han");
        let [Shape::Text { at: right, .. }, Shape::Text { at: centred, .. }] = &picture.shapes[..] else {
            panic!("{picture:?}")
        };
        assert_eq!((*right, *centred), ((50 - 32, 1), (50 - 15, 1)));
    }

    #[test]
    fn a_place_ends_where_the_picture_does() {
        let mut picture = Picture::new((50, 40), 0);
        picture.place("planet.1", "Hoth", (-5, 30), (20, 30));
        let Place { at, size, .. } = picture.places[0];
        assert_eq!((at, size), ((0, 30), (15, 10)));
        let mut whole = Picture::new((100, 100), 0);
        whole.inset(picture, (10, 20), "battle.");
        assert!(whole.shows("battle.planet.1") && whole.places[0].at == (10, 50));
    }

    #[test]
    fn a_polygon_lies_where_its_corners_do() {
        let mut picture = Picture::new((50, 40), 0);
        picture.polygon((10, 5), &[(0, 9), (6, -2), (12, 9)], 0xff_0000, None);
        assert_eq!(picture.shapes[0].ends(), [10, 3, 22, 14]);
        let svg = "<path d=\"m10 14 6 -11 6 11z\" fill=\"#ff0000\"/>";
        assert_eq!(picture.shapes[0].element(), svg);
    }

    #[test]
    fn names_become_words() {
        assert_eq!([title("yavin_4"), title("red"), title("")], ["Yavin 4", "Red", ""]);
    }

    /// Programs that draw SVG without a page around it take `height:auto` for no height at all.
    #[test]
    fn only_on_a_page_does_the_root_have_a_style() {
        let picture = Picture::of_text("a");
        assert!(!picture.svg().contains("style"));
        assert!(picture.html().starts_with("<svg style=\"max-width:100%;height:auto\" xmlns="));
        assert_eq!(picture.html().replace(" style=\"max-width:100%;height:auto\"", ""), picture.svg());
    }
}
