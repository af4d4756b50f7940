//! PNG pictures.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};

/// Returns an SVG document as PNG, with `scale` pixels for each of its units.
///
/// The font is built in: the result is the same on every machine.
///
/// # Panics
/// If the document is not SVG, or larger than any that this program draws.
pub(crate) fn png(svg: &str, scale: f32) -> Vec<u8> {
    let mut fonts = Database::new();
    for font in [dejavu::sans::regular(), dejavu::sans::bold()] {
        fonts.load_font_data(font.to_vec());
    }
    let options =
        Options { fontdb: Arc::new(fonts), font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).expect("the pictures are well-formed");
    let size = tree.size().to_int_size().scale_by(scale).expect("the scale is above 0");
    let mut pixels = Pixmap::new(size.width(), size.height()).expect("the pictures are of moderate size");
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().expect("encoding to memory succeeds")
}
