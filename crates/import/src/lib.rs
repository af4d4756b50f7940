//! Reads the games of other programs, and writes them as game files of Beaufort.
//!
//! [`read_ini`] reads the variants of a `variants.ini` of Fairy-Stockfish; the variants that are built in there are known. Of
//! each key the [`Report`] tells whether the game file says it, says nearly the same, or does not say it. [`ability`] says a
//! piece in Betza's notation, with the extensions of XBetza, in the words of the language; [`betza`] writes a piece in it.
//! [`read_diagram`] reads the text of an Interactive Diagram of the Chess Variant Pages.
//! [`export_ini`] writes a game as a section of a `variants.ini`, and tells what that does not say.
//!
//! ```
//! let variants = beaufort_import::read_ini("[my-chess:chess]\nstalemateValue = loss\n").unwrap();
//! let game = &variants[0];
//! assert!(game.report.is_whole());
//! assert!(game.text.contains("no-move = \"loses\""));
//! ```
//!
//! Nothing here reads or writes files.

mod betza;
mod diagram;
mod error;
mod export;
mod game;
mod ini;
mod names;
mod report;
mod translate;
mod turns;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use beaufort_rules::game::Definition;

pub use betza::{Ability, Betza, BetzaError, Unsaid, ability, betza};
pub use error::TextError;
pub use export::Exported;
pub use report::{Note, Report, Treatment};
pub use turns::Coordinates;

use ini::sections::read;
use ini::variant::{Variant, add};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The variants that Fairy-Stockfish has built in.
const BUILT_IN: &str = include_str!("ini/built-in.ini");

/// A game that was imported.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The name of the variant there.
    pub variant: String,
    /// The id of the game here, of small letters, digits and hyphens.
    pub id: String,
    /// The game file.
    pub text: String,
    /// The treatment of each key.
    pub report: Report,
    /// How the other program writes turns.
    pub coordinates: Coordinates,
}

/// Returns the names of the variants that Fairy-Stockfish has built in, in alphabetical order.
pub fn built_in_names() -> impl Iterator<Item = &'static str> {
    built_in().keys().map(String::as_str).filter(|name| !name.ends_with("-base"))
}

/// Imports a variant that Fairy-Stockfish has built in; `None` if there is none of this name.
pub fn import_built_in(name: &str) -> Option<Imported> {
    built_in().get(name).filter(|_| !name.ends_with("-base")).map(import)
}

/// Imports all variants of a `variants.ini`, in the order of the file. They may inherit from one another and from those that are
/// built in.
///
/// # Errors
/// Every error found, in the order of the places: lines that cannot be read, unknown keys and wrong values.
pub fn read_ini(text: &str) -> Result<Vec<Imported>, Vec<TextError>> {
    let sections = read(text)?;
    let mut variants = built_in().clone();
    let mut errors = Vec::new();
    let names = add(&mut variants, &sections, &mut errors);
    if errors.is_empty() {
        return Ok(names.into_iter().filter_map(|name| variants.get(name)).map(import).collect());
    }
    errors.sort_by_key(|error| (error.line, error.column));
    Err(errors)
}

/// Imports the text of an Interactive Diagram, as pages of the Chess Variant Pages hold it: its settings, such as `files=10`, and a
/// line for each piece, `name:ID:moves:image:squares`. What such a text leaves open, as repetition, is as in chess. `name` becomes the
/// name of the game.
///
/// # Errors
/// Every error found, in the order of the places: lines that cannot be read, wrong values, squares that are not on the board.
///
/// # Examples
/// ```
/// let text = "files=10\nroyal=3\nPawn::::a2-j2\nCamel:C:L::b1,i1\nKing::::f1\n";
/// let game = beaufort_import::read_diagram(text, "camels").unwrap();
/// assert!(game.text.contains("like = \"Camel\"") || game.text.contains("Camel"));
/// ```
pub fn read_diagram(text: &str, name: &str) -> Result<Imported, Vec<TextError>> {
    let (file, report) = diagram::import(text, name)?;
    let (variant, coordinates) = (name.to_owned(), Coordinates::default());
    Ok(Imported { variant, id: file.id.clone(), text: file.text(), report, coordinates })
}

fn import(variant: &Variant) -> Imported {
    let translated = translate::translate(variant);
    Imported {
        variant: variant.name.clone(),
        id: translated.file.id.clone(),
        text: translated.file.text(),
        report: translated.report,
        coordinates: Coordinates {
            signs: translated.signs,
            wall_or_move: variant.is("wallOrMove"),
            castles_to_rook: variant.is("chess960"),
            is_turned: translated.is_turned,
        },
    }
}

/// Writes a game as a section of Fairy-Stockfish's `variants.ini`, as far as that has keys for its rules. What is not said is told
/// in comments at the top, too.
///
/// # Examples
/// ```
/// let grand = beaufort_rules::builtin::definition("grand").unwrap();
/// let exported = beaufort_import::export_ini(&grand);
/// assert!(exported.text.contains("promotionLimit = q:1 "));
/// ```
pub fn export_ini(definition: &Definition) -> Exported {
    export::section(definition, built_in_names().any(|name| name == definition.id))
}

fn built_in() -> &'static BTreeMap<String, Variant> {
    static ALL: OnceLock<BTreeMap<String, Variant>> = OnceLock::new();
    ALL.get_or_init(|| {
        let sections = read(BUILT_IN).expect("a test reads the built-in variants");
        let (mut variants, mut errors) = (BTreeMap::new(), Vec::new());
        add(&mut variants, &sections, &mut errors);
        debug_assert_eq!(errors, [], "the built-in variants have no errors");
        variants
    })
}
