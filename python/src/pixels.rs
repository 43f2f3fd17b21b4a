//! A [`Picture`] as pixels: the SVG images of its shapes, drawn without a display and with a font of our own.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use epaint_default_fonts::HACK_REGULAR;
use holotable_env::Picture;
use holotable_env::picture::Shape;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};

/// Pixels row by row, three bytes each.
pub struct Canvas {
    /// Width and height.
    pub size: (u32, u32),
    /// Red, green, blue.
    pub pixels: Vec<u8>,
}

/// Nothing but the font that pictures name first: the same pixels whatever fonts a computer has.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_source(Source::Binary(Arc::new(HACK_REGULAR)));
    Options { fontdb: Arc::new(fonts), ..Options::default() }
});

/// Shapes drawn before. Most of a picture is the same as that of the move before, elsewhere or not, and to fill letters
/// takes some six times as long as to copy them.
static DRAWN: LazyLock<Mutex<Drawn>> = LazyLock::new(Mutex::default);

/// So much more of a shape is drawn on each side: half of a border, and letters that reach below their line.
const MARGIN: i32 = 2;
/// How many pixels are kept, 16 MB of them.
const MOST_KEPT: usize = 1 << 22;

#[derive(Default)]
struct Drawn {
    by_shape: HashMap<Shape, Pixmap>,
    pixels: usize,
}

impl Drawn {
    /// The pixels of a shape that lies at 0, 0.
    fn of(&mut self, shape: Shape) -> &Pixmap {
        self.by_shape.entry(shape).or_insert_with_key(|shape| {
            let pixmap = rasterised(&shape.svg(MARGIN));
            self.pixels += pixmap.pixels().len();
            pixmap
        })
    }
}

/// Draws the picture.
pub fn draw(picture: &Picture) -> Canvas {
    let (w, h) = picture.size;
    let [_, ground @ ..] = picture.ground.to_be_bytes();
    let mut canvas = Canvas { size: picture.size, pixels: ground.repeat(w as usize * h as usize) };
    let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
    if drawn.pixels > MOST_KEPT {
        *drawn = Drawn::default();
    }
    for shape in &picture.shapes {
        let [left, top, ..] = shape.ends();
        let mut shape = shape.clone();
        *shape.at() = (0, 0);
        canvas.lay(drawn.of(shape), (left - MARGIN, top - MARGIN));
    }
    canvas
}

impl Canvas {
    /// Lays pixels over those that are there, from an upper left corner on; what is outside is cut off.
    fn lay(&mut self, drawn: &Pixmap, (x, y): (i32, i32)) {
        let (w, h) = (self.size.0 as i32, self.size.1 as i32);
        let (wide, high) = (drawn.width() as i32, drawn.height() as i32);
        let (left, right) = (0.max(-x), wide.min(w - x));
        if left >= right {
            return;
        }
        for row in 0.max(-y)..high.min(h - y) {
            let over = &drawn.pixels()[(row * wide + left) as usize..(row * wide + right) as usize];
            let start = 3 * ((y + row) * w + x + left) as usize;
            for (over, under) in over.iter().zip(self.pixels[start..].chunks_exact_mut(3)) {
                let through = 255 - u16::from(over.alpha());
                for (under, over) in under.iter_mut().zip([over.red(), over.green(), over.blue()]) {
                    *under = over + ((u16::from(*under) * through + 127) / 255) as u8;
                }
            }
        }
    }
}

fn rasterised(svg: &str) -> Pixmap {
    let tree = Tree::from_str(svg, &OPTIONS).expect("shapes are written as SVG");
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height()).expect("the margin is not empty");
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    pixmap
}
