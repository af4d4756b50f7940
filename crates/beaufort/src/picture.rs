//! PNG pictures.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{FontResolver, Options, Tree, fontdb::Database};

/// The family of the built-in fonts.
const FONT: &str = "DejaVu Sans";

/// A picture of pixels.
pub(crate) struct Picture {
    /// The file.
    pub(crate) png: Vec<u8>,
    /// The characters of the document that the font does not have; boxes stand for them.
    pub(crate) missing: BTreeSet<char>,
}

/// Returns an SVG document as PNG, with `scale` pixels for each of its units.
///
/// The font is built in: the result is the same on every machine.
///
/// # Panics
/// If the document is not SVG, or larger than any that this program draws.
pub(crate) fn png(svg: &str, scale: f32) -> Picture {
    let mut fonts = Database::new();
    fonts.set_serif_family(FONT);
    for font in [dejavu::sans::regular(), dejavu::sans::bold()] {
        fonts.load_font_data(font.to_vec());
    }
    let missing = Mutex::new(BTreeSet::new());
    let select = FontResolver::default_fallback_selector();
    let options = Options {
        fontdb: Arc::new(fonts),
        font_family: FONT.to_owned(),
        font_resolver: FontResolver {
            select_font: FontResolver::default_font_selector(),
            // Another font is asked for where the first does not have a character.
            select_fallback: Box::new(|character, used, fonts| {
                let found = select(character, used, fonts);
                if found.is_none() {
                    missing.lock().unwrap_or_else(PoisonError::into_inner).insert(character);
                }
                found
            }),
        },
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).expect("the pictures are well-formed");
    drop(options);
    let size = tree.size().to_int_size().scale_by(scale).expect("the scale is above 0");
    let mut pixels = Pixmap::new(size.width(), size.height()).expect("the pictures are of moderate size");
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Picture {
        png: pixels.encode_png().expect("encoding to memory succeeds"),
        missing: missing.into_inner().unwrap_or_else(PoisonError::into_inner),
    }
}
