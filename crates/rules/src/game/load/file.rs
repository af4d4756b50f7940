//! The content of a game file: its keys and their types. Names are not resolved yet.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::de::DeTable;

use super::board::{self, BoardFile};
use super::castling::{self, CastlingFile};
use super::drops::{self, DropFile};
use super::ending::{self, EndingFile};
use super::error::LoadError;
use super::hand::{self, HandFile};
use super::objectives::{self, TurnsFile};
use super::piece::{self, PieceFile};
use super::promotion::{self, PromotionFile};
use super::read::{GameReader, Value};
use super::region::{self, RegionFile};
use super::setup::{self, PhaseFile};
use super::source::{At, Source};
use super::trade::{self, TradeFile};
use crate::game::definition::{SignShape, Style, Symmetry};
use crate::vocabulary::tag::can_name_player;

/// The content of a game file; `None` for keys that are missing.
#[derive(Clone, Debug, Default)]
pub(super) struct GameFile {
    pub(super) extends: Option<At<String>>,
    pub(super) id: Option<At<String>>,
    pub(super) name: Option<At<String>>,
    pub(super) author: Option<At<String>>,
    pub(super) year: Option<u16>,
    pub(super) summary: Option<At<String>>,
    pub(super) moves: Option<u16>,
    pub(super) sides: Option<[String; 2]>,
    pub(super) pieces: Option<Vec<At<String>>>,
    pub(super) remove_pieces: Vec<At<String>>,
    pub(super) add_pieces: Vec<At<String>>,
    pub(super) board: BoardFile,
    pub(super) regions: BTreeMap<String, At<RegionFile>>,
    pub(super) style: Option<Style>,
    pub(super) sign_shape: Option<SignShape>,
    pub(super) symmetry: Option<Symmetry>,
    pub(super) ranks: Option<At<String>>,
    pub(super) promotions: BTreeMap<String, At<Vec<PromotionFile>>>,
    pub(super) castling: Option<Vec<CastlingFile>>,
    pub(super) drops: Option<Vec<DropFile>>,
    pub(super) hand: Option<HandFile>,
    pub(super) ending: EndingFile,
    pub(super) trade: Option<TradeFile>,
    pub(super) turns: TurnsFile,
    pub(super) setup: Option<Vec<PhaseFile>>,
    pub(super) described: BTreeMap<String, PieceFile>,
}

impl GameFile {
    /// Returns the names of the sides, the first player's first.
    pub(super) fn side_names(&self) -> [String; 2] {
        self.sides.clone().unwrap_or_else(|| ["Blue".to_owned(), "Tan".to_owned()])
    }
}

const GAME_KEYS: &[&str] = &[
    "extends",
    "id",
    "name",
    "author",
    "year",
    "summary",
    "moves",
    "sides",
    "pieces",
    "remove-pieces",
    "add-pieces",
    "board",
    "regions",
    "array",
    "promotions",
    "castling",
    "hand",
    "drop",
    "notation",
    "signs",
    "ending",
    "trade",
    "turns",
    "setup",
    "piece",
];

const SIGN_SHAPES: &[(&str, SignShape)] = &[
    ("on pentagons", SignShape::Pentagon),
    ("on discs", SignShape::Disc),
    ("on octagons", SignShape::Octagon),
];

const STYLES: &[(&str, Style)] = &[
    ("King's", Style::King),
    ("algebraic", Style::Algebraic { marks_check: false }),
    ("algebraic with checks", Style::Algebraic { marks_check: true }),
];

/// The greatest length of a side's name, in characters.
const MAX_SIDE_NAME: usize = 24;

/// Reads a game file.
pub(super) fn read_game(source: &Arc<Source>, errors: &mut Vec<LoadError>) -> GameFile {
    let mut file = GameFile::default();
    let mut reader = GameReader { source: source.clone(), errors };
    let Some(document) = document(&mut reader, &source.text) else { return file };
    for (key, value) in &document {
        let r = &mut reader;
        let name = key.get_ref().as_ref();
        match name {
            "extends" => file.extends = r.text(name, value),
            "id" => file.id = r.text(name, value),
            "name" => file.name = r.text(name, value),
            "author" => file.author = r.text(name, value),
            "year" => file.year = r.number(name, value, 1..=9999),
            "summary" => file.summary = r.text(name, value),
            "moves" => file.moves = r.number(name, value, 1..=9999),
            "sides" => file.sides = sides(r, value),
            "pieces" => file.pieces = r.texts(name, value),
            "remove-pieces" => file.remove_pieces = r.texts(name, value).unwrap_or_default(),
            "add-pieces" => file.add_pieces = r.texts(name, value).unwrap_or_default(),
            "board" => file.board = board::read(r, key, value),
            "regions" => file.regions = region::read(r, value),
            "array" => array(r, value, &mut file),
            "promotions" => file.promotions = promotion::read(r, value),
            "castling" => file.castling = castling::read(r, key, value),
            "hand" => file.hand = hand::read(r, key, value),
            "drop" => file.drops = drops::read(r, key, value),
            "notation" => file.style = r.one_of(name, value, STYLES),
            "signs" => file.sign_shape = r.one_of(name, value, SIGN_SHAPES),
            "ending" => file.ending = ending::read(r, value),
            "trade" => file.trade = trade::read(r, value),
            "turns" => file.turns = objectives::turns(r, value),
            "setup" => file.setup = setup::read(r, value),
            "piece" => file.described = piece::read(r, value),
            _ => r.unknown_key(key, GAME_KEYS),
        }
    }
    file
}

/// Reads a bestiary, which contains only descriptions of pieces.
pub(super) fn read_bestiary(
    source: &Arc<Source>,
    errors: &mut Vec<LoadError>,
) -> BTreeMap<String, PieceFile> {
    let mut described = BTreeMap::new();
    let mut reader = GameReader { source: source.clone(), errors };
    let Some(document) = document(&mut reader, &source.text) else { return described };
    for (key, value) in &document {
        match key.get_ref().as_ref() {
            "piece" => described = piece::read(&mut reader, value),
            _ => reader.unknown_key(key, &["piece"]),
        }
    }
    described
}

/// Parses the TOML, or reports the syntax error.
pub(crate) fn document<'t>(reader: &mut GameReader<'_>, text: &'t str) -> Option<DeTable<'t>> {
    let (document, mistakes) = DeTable::parse_recoverable(text);
    for mistake in &mistakes {
        let message = mistake.message().replace('\n', ", ");
        let span = mistake.span().filter(|span| text.get(span.clone()).is_some());
        reader.error(span.unwrap_or(0..0), message);
    }
    let document = mistakes.is_empty().then(|| document.into_inner())?;
    reader.entries("the file", document.len(), 0..0)?;
    Some(document)
}

/// Reads the names of the sides, which are used in turns and as tags of records.
fn sides(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<[String; 2]> {
    let names = r.texts("sides", value)?;
    let before = r.errors.len();
    for name in &names {
        if name.value.len() > MAX_SIDE_NAME || !can_name_player(&name.value) {
            let message = format!(
                "`{}` cannot be the name of a side: expected a word of at most {MAX_SIDE_NAME} letters from A to Z, \
                 digits and `_` that begins with a letter and is no other tag of records",
                name.value.chars().take(MAX_SIDE_NAME).collect::<String>()
            );
            r.errors.push(LoadError::new(name.place.clone(), message));
        }
    }
    let names: Vec<String> = names.into_iter().map(|name| name.value).collect();
    match <[String; 2]>::try_from(names) {
        Ok(sides) if sides[0] != sides[1] => (r.errors.len() == before).then_some(sides),
        _ => {
            r.error(value.span(), "`sides` must be two different names, that of the first player first");
            None
        }
    }
}

fn array(r: &mut GameReader<'_>, value: &Value<'_>, file: &mut GameFile) {
    const SYMMETRIES: &[(&str, Symmetry)] =
        &[("rotational", Symmetry::Rotational), ("mirror", Symmetry::Mirror), ("none", Symmetry::None)];
    let Some(table) = r.table("array", value) else { return };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "symmetry" => file.symmetry = r.one_of(name, value, SYMMETRIES),
            "ranks" => file.ranks = r.text(name, value),
            _ => r.unknown_key(key, &["symmetry", "ranks"]),
        }
    }
}
