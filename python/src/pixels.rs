//! A [`Picture`] as pixels, without a display and without font files.

use std::convert::Infallible;

use embedded_graphics::mono_font::{MonoFont, MonoTextStyle, iso_8859_1};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{
    Circle, PrimitiveStyle, PrimitiveStyleBuilder, Rectangle, RoundedRectangle,
};
use embedded_graphics::text::{Baseline, Text};
use holotable_env::Picture;
use holotable_env::picture::{Ink, Shape, Size as TextSize};

/// Pixels row by row, three bytes each.
pub struct Canvas {
    /// Width and height.
    pub size: (u32, u32),
    /// Red, green, blue.
    pub pixels: Vec<u8>,
}

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        self.size.into()
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        let (w, h) = self.size;
        for Pixel(at, colour) in pixels {
            let inside = (0..w as i32).contains(&at.x) && (0..h as i32).contains(&at.y);
            if inside {
                let i = 3 * (at.y as usize * w as usize + at.x as usize);
                self.pixels[i..i + 3].copy_from_slice(&[colour.r(), colour.g(), colour.b()]);
            }
        }
        Ok(())
    }
}

/// Draws the picture.
pub fn draw(picture: &Picture) -> Canvas {
    let (w, h) = picture.size;
    let mut canvas = Canvas { size: picture.size, pixels: vec![0; 3 * w as usize * h as usize] };
    let Ok(()) = canvas.clear(rgb(picture.ground));
    for shape in &picture.shapes {
        let Ok(()) = draw_shape(shape, &mut canvas);
    }
    canvas
}

fn draw_shape(shape: &Shape, canvas: &mut Canvas) -> Result<(), Infallible> {
    match shape {
        Shape::Rect { at, size, round, fill, edge } => {
            let rect = Rectangle::new((*at).into(), (*size).into());
            let corners = Size::new(*round, *round);
            RoundedRectangle::with_equal_corners(rect, corners).into_styled(style(*fill, *edge)).draw(canvas)
        }
        Shape::Circle { at, radius, fill, edge } => {
            Circle::with_center((*at).into(), 2 * radius + 1).into_styled(style(*fill, *edge)).draw(canvas)
        }
        Shape::Text { at, size, ink, text } => {
            let style = MonoTextStyle::new(font(*size), rgb(*ink));
            Text::with_baseline(text, (*at).into(), style, Baseline::Top).draw(canvas).map(drop)
        }
    }
}

fn font(size: TextSize) -> &'static MonoFont<'static> {
    match size {
        TextSize::Small => &iso_8859_1::FONT_6X10,
        TextSize::Normal => &iso_8859_1::FONT_7X13,
        TextSize::Large => &iso_8859_1::FONT_10X20,
    }
}

fn style(fill: Ink, edge: Option<Ink>) -> PrimitiveStyle<Rgb888> {
    let style = PrimitiveStyleBuilder::new().fill_color(rgb(fill));
    match edge {
        Some(edge) => style.stroke_color(rgb(edge)).stroke_width(1).build(),
        None => style.build(),
    }
}

fn rgb(ink: Ink) -> Rgb888 {
    let [_, r, g, b] = ink.to_be_bytes();
    Rgb888::new(r, g, b)
}
