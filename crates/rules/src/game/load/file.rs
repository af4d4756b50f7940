//! A game file as it stands: which keys it has and what types they are. Nothing is looked up yet.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::error::LoadError;
use super::read::{Key, Reader, Value};
use super::source::{At, Place, Source};
use crate::game::definition::PromotionWhen;
use crate::geometry::BoardSize;

/// What a game file says; `None` where it is silent.
#[derive(Clone, Debug, Default)]
pub(super) struct GameFile {
    pub(super) extends: Option<At<String>>,
    pub(super) id: Option<At<String>>,
    pub(super) name: Option<At<String>>,
    pub(super) author: Option<At<String>>,
    pub(super) year: Option<u16>,
    pub(super) summary: Option<At<String>>,
    pub(super) sides: Option<[String; 2]>,
    pub(super) pieces: Option<Vec<At<String>>>,
    pub(super) remove_pieces: Vec<At<String>>,
    pub(super) add_pieces: Vec<At<String>>,
    pub(super) size: Option<At<BoardSize>>,
    pub(super) zone_ranks: Option<At<u8>>,
    pub(super) symmetry: Option<Symmetry>,
    pub(super) ranks: Option<At<String>>,
    pub(super) promotions: BTreeMap<String, At<Vec<PromotionFile>>>,
    pub(super) bare_royal_loses: Option<bool>,
    pub(super) illegal_repetition: Option<u8>,
    pub(super) setup: Option<Vec<PhaseFile>>,
    pub(super) described: BTreeMap<String, PieceFile>,
}

/// How the second player's army follows from the first's (K19).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    Rotational,
    Mirror,
    /// It does not: both are drawn.
    None,
}

/// What a file says about a piece.
#[derive(Clone, Debug)]
pub(super) struct PieceFile {
    pub(super) place: Place,
    pub(super) id: Option<At<String>>,
    pub(super) abbreviation: Option<At<String>>,
    pub(super) ability: Option<At<String>>,
    pub(super) description: Option<At<String>>,
}

/// A promotion by the name of the piece.
#[derive(Clone, Debug)]
pub(super) struct PromotionFile {
    pub(super) to: At<String>,
    pub(super) when: PromotionWhen,
}

/// A phase of the set-up.
#[derive(Clone, Debug)]
pub(super) struct PhaseFile {
    pub(super) chooser: At<String>,
    pub(super) choices: Vec<ChoiceFile>,
}

/// A choice of the set-up.
#[derive(Clone, Debug)]
pub(super) enum ChoiceFile {
    Symmetry(Place),
    Exchange { name: At<String>, squares: [At<String>; 2] },
    Reflect { side: At<String> },
}

const GAME_KEYS: &[&str] = &[
    "extends",
    "id",
    "name",
    "author",
    "year",
    "summary",
    "sides",
    "pieces",
    "remove-pieces",
    "add-pieces",
    "board",
    "array",
    "promotions",
    "ending",
    "setup",
    "piece",
];

/// Reads a game file.
pub(super) fn read_game(source: &Arc<Source>, errors: &mut Vec<LoadError>) -> GameFile {
    let mut file = GameFile::default();
    let mut reader = Reader { source: source.clone(), errors };
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
            "sides" => file.sides = sides(r, value),
            "pieces" => file.pieces = r.texts(name, value),
            "remove-pieces" => file.remove_pieces = r.texts(name, value).unwrap_or_default(),
            "add-pieces" => file.add_pieces = r.texts(name, value).unwrap_or_default(),
            "board" => board(r, key, value, &mut file),
            "array" => array(r, value, &mut file),
            "promotions" => file.promotions = promotions(r, value),
            "ending" => ending(r, value, &mut file),
            "setup" => {
                file.setup = r.list(name, value).map(|list| list.iter().filter_map(|v| phase(r, v)).collect())
            }
            "piece" => file.described = pieces(r, value),
            _ => r.unknown_key(key, GAME_KEYS),
        }
    }
    file
}

/// Reads a bestiary: descriptions of pieces and nothing else.
pub(super) fn read_bestiary(
    source: &Arc<Source>,
    errors: &mut Vec<LoadError>,
) -> BTreeMap<String, PieceFile> {
    let mut described = BTreeMap::new();
    let mut reader = Reader { source: source.clone(), errors };
    let Some(document) = document(&mut reader, &source.text) else { return described };
    for (key, value) in &document {
        match key.get_ref().as_ref() {
            "piece" => described = pieces(&mut reader, value),
            _ => reader.unknown_key(key, &["piece"]),
        }
    }
    described
}

/// Parses the TOML, or reports what is no TOML.
fn document<'t>(reader: &mut Reader<'_>, text: &'t str) -> Option<DeTable<'t>> {
    let (document, mistakes) = DeTable::parse_recoverable(text);
    for mistake in &mistakes {
        let message = mistake.message().replace('\n', ", ");
        let span = mistake.span().filter(|span| text.get(span.clone()).is_some());
        reader.error(span.unwrap_or(0..0), message);
    }
    mistakes.is_empty().then(|| document.into_inner())
}

fn sides(r: &mut Reader<'_>, value: &Value<'_>) -> Option<[String; 2]> {
    let names: Vec<String> = r.texts("sides", value)?.into_iter().map(|name| name.value).collect();
    match <[String; 2]>::try_from(names) {
        Ok(sides) if sides[0] != sides[1] && sides.iter().all(|name| !name.is_empty()) => Some(sides),
        _ => {
            r.error(value.span(), "`sides` must be two different names, that of the first player first");
            None
        }
    }
}

fn board(r: &mut Reader<'_>, key: &Key<'_>, value: &Value<'_>, file: &mut GameFile) {
    let Some(table) = r.table("board", value) else { return };
    let (mut files, mut ranks) = (None, None);
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "files" => files = Some((r.number(name, value, 1..=BoardSize::MAX_FILES), value.span())),
            "ranks" => ranks = Some((r.number(name, value, 1..=u8::MAX), value.span())),
            "promotion-zone" => {
                let number = r.number(name, value, 0..=u8::MAX);
                file.zone_ranks = number.map(|number| At { value: number, place: r.place(value.span()) });
            }
            _ => r.unknown_key(key, &["files", "ranks", "promotion-zone"]),
        }
    }
    match (files, ranks) {
        (Some((Some(files), _)), Some((Some(ranks), span))) => match BoardSize::new(files, ranks) {
            Some(size) => file.size = Some(At { value: size, place: r.place(span) }),
            None => {
                let squares = usize::from(files) * usize::from(ranks);
                r.error(
                    span,
                    format!("the board has {squares} squares: at most {} fit", BoardSize::MAX_SQUARES),
                );
            }
        },
        (None, None) => {}
        (None, _) => r.error(key.span(), "`board` has no `files`"),
        (_, None) => r.error(key.span(), "`board` has no `ranks`"),
        _ => {}
    }
}

fn array(r: &mut Reader<'_>, value: &Value<'_>, file: &mut GameFile) {
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

fn promotions(r: &mut Reader<'_>, value: &Value<'_>) -> BTreeMap<String, At<Vec<PromotionFile>>> {
    let Some(table) = r.table("promotions", value) else { return BTreeMap::new() };
    let mut all = BTreeMap::new();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let promotions: Vec<PromotionFile> = match value.get_ref() {
            DeValue::Array(list) => list.iter().filter_map(|item| promotion(r, name, item)).collect(),
            _ => promotion(r, name, value).into_iter().collect(),
        };
        all.insert(name.to_owned(), At { value: promotions, place: r.place(key.span()) });
    }
    all
}

fn promotion(r: &mut Reader<'_>, name: &str, value: &Value<'_>) -> Option<PromotionFile> {
    const WHEN: &[(&str, PromotionWhen)] = &[
        ("any move", PromotionWhen::Always),
        ("diagonal move", PromotionWhen::DiagonalMove),
        ("orthogonal move", PromotionWhen::OrthogonalMove),
    ];
    let table = match value.get_ref() {
        DeValue::String(_) => {
            return Some(PromotionFile { to: r.text(name, value)?, when: PromotionWhen::Always });
        }
        DeValue::Table(table) => table,
        _ => {
            r.wrong_type(name, "the name of a piece, or a list of promotions", value);
            return None;
        }
    };
    let (mut to, mut when) = (None, Some(PromotionWhen::Always));
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "to" => to = Some(r.text("to", value)),
            "after" => when = r.one_of("after", value, WHEN),
            _ => r.unknown_key(key, &["to", "after"]),
        }
    }
    if to.is_none() {
        r.error(value.span(), "this promotion has no `to`");
    }
    Some(PromotionFile { to: to??, when: when? })
}

fn ending(r: &mut Reader<'_>, value: &Value<'_>, file: &mut GameFile) {
    const REPETITION: &[(&str, u8)] =
        &[("allowed", 0), ("second time illegal", 2), ("third time illegal", 3), ("fourth time illegal", 4)];
    let Some(table) = r.table("ending", value) else { return };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "bare-royal" => {
                file.bare_royal_loses = r.one_of(name, value, &[("loses", true), ("plays on", false)]);
            }
            // Every game of the family agrees (K116); the key says it to the reader of the file.
            "no-move" => {
                r.one_of(name, value, &[("loses", ())]);
            }
            "repetition" => file.illegal_repetition = r.one_of(name, value, REPETITION),
            _ => r.unknown_key(key, &["bare-royal", "no-move", "repetition"]),
        }
    }
}

fn phase(r: &mut Reader<'_>, value: &Value<'_>) -> Option<PhaseFile> {
    let table = r.table("setup", value)?;
    let (mut chooser, mut choices) = (None, None);
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "chooser" => chooser = Some(r.text("chooser", value)),
            "choices" => choices = Some(r.list("choices", value)),
            _ => r.unknown_key(key, &["chooser", "choices"]),
        }
    }
    if chooser.is_none() || choices.is_none() {
        r.error(value.span(), "a phase of the set-up needs `chooser` and `choices`");
    }
    let choices = choices??.iter().filter_map(|value| choice(r, value)).collect();
    Some(PhaseFile { chooser: chooser??, choices })
}

fn choice(r: &mut Reader<'_>, value: &Value<'_>) -> Option<ChoiceFile> {
    let table = match value.get_ref() {
        DeValue::Table(table) => table,
        _ => {
            r.one_of("choices", value, &[("symmetry", ())])?;
            return Some(ChoiceFile::Symmetry(r.place(value.span())));
        }
    };
    let (mut name, mut squares, mut side) = (None, None, None);
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "exchange" => name = Some(r.text("exchange", value)?),
            "squares" => squares = Some(r.texts("squares", value)?),
            "reflect" => side = Some(r.text("reflect", value)?),
            _ => r.unknown_key(key, &["exchange", "squares", "reflect"]),
        }
    }
    match (name, squares.map(<[At<String>; 2]>::try_from), side) {
        (Some(name), Some(Ok(squares)), None) => Some(ChoiceFile::Exchange { name, squares }),
        (None, None, Some(side)) => Some(ChoiceFile::Reflect { side }),
        _ => {
            r.error(
                value.span(),
                "a choice is \"symmetry\", { exchange = NAME, squares = [SQUARE, SQUARE] } or { reflect = SIDE }",
            );
            None
        }
    }
}

fn pieces(r: &mut Reader<'_>, value: &Value<'_>) -> BTreeMap<String, PieceFile> {
    let Some(table) = r.table("piece", value) else { return BTreeMap::new() };
    let mut all = BTreeMap::new();
    for (key, value) in table {
        if let Some(piece) = piece(r, key, value) {
            all.insert(key.get_ref().to_string(), piece);
        }
    }
    all
}

fn piece(r: &mut Reader<'_>, key: &Key<'_>, value: &Value<'_>) -> Option<PieceFile> {
    let place = r.place(key.span());
    let mut piece = PieceFile { place, id: None, abbreviation: None, ability: None, description: None };
    for (key, value) in r.table(key.get_ref(), value)? {
        let name = key.get_ref().as_ref();
        match name {
            "id" => piece.id = r.text(name, value),
            "abbreviation" => piece.abbreviation = r.text(name, value),
            "ability" => piece.ability = r.text(name, value),
            "description" => piece.description = r.text(name, value),
            _ => r.unknown_key(key, &["id", "abbreviation", "ability", "description"]),
        }
    }
    Some(piece)
}
