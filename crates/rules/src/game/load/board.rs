//! The board of a game file; a game that extends another may change only one of its dimensions.

use super::error::LoadError;
use super::read::{GameReader, Key, Value};
use super::source::{At, Place};
use crate::game::definition::{Drawing, PromotionDuty};
use crate::vocabulary::Geometry;

const KEYS: &[&str] = &["files", "ranks", "first-file", "promotion-zone", "promotion", "promotes", "drawn"];

const DUTIES: &[(&str, PromotionDuty)] = &[
    ("may", PromotionDuty::May),
    ("must", PromotionDuty::Must),
    ("may, on the last rank must", PromotionDuty::MustOnLastRank),
];

const DRAWINGS: &[(&str, Drawing)] =
    &[("edged", Drawing::Edged), ("crossed", Drawing::Crossed), ("tinted", Drawing::Tinted)];

/// The content of the table `board`; `None` for keys that are missing.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardFile {
    /// The place of the table.
    table: Option<Place>,
    /// The number of files; the inner `None` stands for a value already reported as wrong.
    files: Option<At<Option<u8>>>,
    /// The number of ranks, likewise.
    ranks: Option<At<Option<u8>>>,
    first_file: Option<At<String>>,
    pub(super) zone_ranks: Option<At<u8>>,
    pub(super) promotion_duty: Option<PromotionDuty>,
    /// Whether what a piece becomes promotes no further, with the place of the key.
    pub(super) promotes_once: Option<At<bool>>,
    /// The regions to be seen on the board, each with how it is drawn.
    pub(super) drawn: Option<Vec<(At<String>, Drawing)>>,
}

/// Reads the board.
pub(super) fn read(r: &mut GameReader<'_>, key: &Key<'_>, value: &Value<'_>) -> BoardFile {
    let mut file = BoardFile { table: Some(r.place(key.span())), ..BoardFile::default() };
    let Some(table) = r.table("board", value) else { return file };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let place = r.place(value.span());
        match name {
            "files" => {
                let value = r.number(name, value, 1..=Geometry::MAX_FILES);
                file.files = Some(At { value, place });
            }
            "ranks" => {
                let value = r.number(name, value, 1..=Geometry::MAX_RANKS);
                file.ranks = Some(At { value, place });
            }
            "first-file" => file.first_file = r.text(name, value),
            "promotion" => file.promotion_duty = r.one_of(name, value, DUTIES),
            "promotes" => {
                let once = r.one_of(name, value, &[("once", true), ("again", false)]);
                file.promotes_once = once.map(|value| At { value, place });
            }
            "drawn" => file.drawn = drawn(r, value),
            "promotion-zone" => {
                let number = r.number(name, value, 0..=u8::MAX);
                file.zone_ranks = number.map(|value| At { value, place });
            }
            _ => r.unknown_key(key, KEYS),
        }
    }
    file
}

/// Reads how regions are drawn.
fn drawn(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<Vec<(At<String>, Drawing)>> {
    let table = r.table("drawn", value)?;
    let mut drawn = Vec::with_capacity(table.len());
    for (key, value) in table {
        let region = At { value: key.get_ref().to_string(), place: r.place(key.span()) };
        drawn.extend(r.one_of(key.get_ref(), value, DRAWINGS).map(|drawing| (region, drawing)));
    }
    Some(drawn)
}

impl BoardFile {
    /// Returns this board with missing keys filled in from the parent's.
    pub(super) fn over(self, parent: BoardFile) -> BoardFile {
        BoardFile {
            table: self.table.or(parent.table),
            files: self.files.or(parent.files),
            ranks: self.ranks.or(parent.ranks),
            first_file: self.first_file.or(parent.first_file),
            zone_ranks: self.zone_ranks.or(parent.zone_ranks),
            promotion_duty: self.promotion_duty.or(parent.promotion_duty),
            promotes_once: self.promotes_once.or(parent.promotes_once),
            drawn: self.drawn.or(parent.drawn),
        }
    }

    /// Reports a missing dimension, unless both are missing.
    pub(super) fn check_whole(&self, errors: &mut Vec<LoadError>) {
        let missing = match (&self.files, &self.ranks) {
            (None, Some(_)) => "files",
            (Some(_), None) => "ranks",
            _ => return,
        };
        if let Some(table) = &self.table {
            errors.push(LoadError::new(table.clone(), format!("`board` has no `{missing}`")));
        }
    }

    /// Returns the size of the board, if both dimensions are given; reports a board that is too large, and files without
    /// letters.
    pub(super) fn size(&self, errors: &mut Vec<LoadError>) -> Option<Geometry> {
        let (files, ranks) = (self.files.as_ref()?, self.ranks.as_ref()?);
        let (file_count, rank_count) = (files.value?, ranks.value?);
        let Some(size) = Geometry::new(file_count, rank_count) else {
            let squares = usize::from(file_count) * usize::from(rank_count);
            let message = format!("the board has {squares} squares: at most {} fit", Geometry::MAX_SQUARES);
            let is_own = |place: &Place| self.table.as_ref().is_some_and(|table| table.is_beside(place));
            let place =
                if is_own(&files.place) && !is_own(&ranks.place) { &files.place } else { &ranks.place };
            errors.push(LoadError::new(place.clone(), message));
            return None;
        };
        let Some(letter) = &self.first_file else { return Some(size) };
        let mut letters = letter.value.chars();
        let named = letters.next().filter(|_| letters.next().is_none()).and_then(|c| size.with_first_file(c));
        if named.is_none() {
            let message = "`first-file` must be one letter from a to z";
            errors.push(LoadError::new(letter.place.clone(), message));
        }
        named
    }
}
