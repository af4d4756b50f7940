//! Counting rules and points in a file: `ending.counting` and `ending.points`.

use super::error::LoadError;
use super::read::{GameReader, Value};
use super::source::{At, Place};
use crate::game::definition::{CountLimit, Counting, Points};
use crate::vocabulary::{PieceType, Side};

/// The greatest number of limits by pieces.
const MAX_LIMITS: usize = 24;

/// The content of `ending.counting`.
#[derive(Clone, Debug)]
pub(super) struct CountingFile {
    place: Place,
    pawns: Vec<At<String>>,
    board: u16,
    board_at_most: Option<u16>,
    pieces: Vec<(At<String>, u16, u16)>,
    otherwise: u16,
    from_zero: bool,
}

/// The content of `ending.points`.
#[derive(Clone, Debug)]
pub(super) struct PointsFile {
    each: u16,
    pieces: Vec<(At<String>, u16)>,
    second: u16,
    tie: Option<Side>,
}

/// Reads `ending.counting`.
pub(super) fn read(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<CountingFile> {
    const KEYS: &[&str] = &["pawns", "board", "board-at-most", "pieces", "otherwise", "from-zero"];
    let mut file = CountingFile {
        place: r.place(value.span()),
        pawns: Vec::new(),
        board: 0,
        board_at_most: None,
        pieces: Vec::new(),
        otherwise: 0,
        from_zero: false,
    };
    for (key, value) in r.table("counting", value)? {
        let name = key.get_ref().as_ref();
        match name {
            "pawns" => file.pawns = r.texts(name, value)?,
            "board" => file.board = r.number(name, value, 0..=Counting::MAX_MOVES)?,
            "board-at-most" => file.board_at_most = r.number(name, value, 2..=256),
            "pieces" => file.pieces = limits(r, name, value)?,
            "otherwise" => file.otherwise = r.number(name, value, 0..=Counting::MAX_MOVES)?,
            "from-zero" => file.from_zero = r.flag(name, value)?,
            _ => r.unknown_key(key, KEYS),
        }
    }
    Some(file)
}

fn limits(r: &mut GameReader<'_>, what: &str, value: &Value<'_>) -> Option<Vec<(At<String>, u16, u16)>> {
    let list = r.list(what, value)?;
    if list.len() > MAX_LIMITS {
        r.error(value.span(), format!("`{what}` has {} entries: at most {MAX_LIMITS} fit", list.len()));
        return None;
    }
    let mut limits = Vec::new();
    for item in list {
        let (mut piece, mut number, mut moves) = (None, Some(1), None);
        for (key, value) in r.table(what, item)? {
            let name = key.get_ref().as_ref();
            match name {
                "piece" => piece = r.text(name, value),
                "number" => number = r.number(name, value, 1..=256),
                "moves" => moves = r.number(name, value, 1..=Counting::MAX_MOVES),
                _ => r.unknown_key(key, &["piece", "number", "moves"]),
            }
        }
        match (piece, number, moves) {
            (Some(piece), Some(number), Some(moves)) => limits.push((piece, number, moves)),
            _ => {
                r.error(item.span(), "a limit needs `piece` and `moves`: `{ piece = \"Rook\", moves = 16 }`")
            }
        }
    }
    Some(limits)
}

/// Reads `ending.points`.
pub(super) fn points(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<PointsFile> {
    const TIES: &[(&str, Option<Side>)] = &[
        ("draws", None),
        ("the first player wins", Some(Side::First)),
        ("the second player wins", Some(Side::Second)),
    ];
    let mut file = PointsFile { each: 0, pieces: Vec::new(), second: 0, tie: None };
    for (key, value) in r.table("points", value)? {
        let name = key.get_ref().as_ref();
        match name {
            "each" => file.each = r.number(name, value, 0..=1000)?,
            "pieces" => {
                for (piece, worth) in r.table(name, value)? {
                    let place = r.place(piece.span());
                    let worth = r.number(name, worth, 0..=1000)?;
                    file.pieces.push((At { value: piece.get_ref().to_string(), place }, worth));
                }
            }
            "second" => file.second = r.number(name, value, 0..=1000)?,
            "tie" => file.tie = r.one_of(name, value, TIES)?,
            _ => r.unknown_key(key, &["each", "pieces", "second", "tie"]),
        }
    }
    Some(file)
}

impl CountingFile {
    /// Returns the rule; `known` finds the pieces of a list and reports those that the game lacks.
    pub(super) fn resolve(
        &self,
        quiet_moves: Option<u16>,
        known: &mut impl FnMut(&[At<String>], &mut Vec<LoadError>) -> Vec<PieceType>,
        errors: &mut Vec<LoadError>,
    ) -> Counting {
        if quiet_moves.is_some_and(|moves| moves > Counting::MAX_QUIET) {
            let message = format!("beside `counting`, `quiet-moves` are at most {}", Counting::MAX_QUIET);
            errors.push(LoadError::new(self.place.clone(), message));
        }
        let mut pieces = Vec::new();
        for (name, number, moves) in &self.pieces {
            let kind = known(std::slice::from_ref(name), errors).first().copied();
            pieces.extend(kind.map(|kind| CountLimit { kind, number: *number, moves: *moves }));
        }
        Counting {
            pawns: known(&self.pawns, errors),
            board: self.board,
            board_at_most: self.board_at_most,
            pieces,
            otherwise: self.otherwise,
            from_zero: self.from_zero,
        }
    }
}

impl PointsFile {
    /// Returns the points of a game with this number of types; `known` is as for [`CountingFile::resolve`].
    pub(super) fn resolve(
        &self,
        types: usize,
        known: &mut impl FnMut(&[At<String>], &mut Vec<LoadError>) -> Vec<PieceType>,
        errors: &mut Vec<LoadError>,
    ) -> Points {
        let mut worth = vec![self.each; types];
        for (name, points) in &self.pieces {
            if let Some(kind) = known(std::slice::from_ref(name), errors).first() {
                worth[kind.index()] = *points;
            }
        }
        Points { worth, second: self.second, tie: self.tie }
    }
}
