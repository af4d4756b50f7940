//! The changes of a turn on the board, square by square.

use beaufort_rules::vocabulary::Observer;
use beaufort_rules::{Piece, Side, Square, Step};
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use serde::ser::SerializeSeq as _;
use serde::{Deserialize, Serialize, Serializer};
#[cfg(test)]
use ts_rs::TS;

use super::SquareIndex;

/// The fate of the piece that stood on a square or, if it was empty, of the one that stands there afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum Fate {
    /// It has gone to another square.
    Left,
    /// It has come from another square to this empty one.
    Arrived,
    /// It has been captured.
    Captured,
    /// It has changed sides.
    Converted,
    /// It has become another piece without leaving its square.
    Promoted,
    /// It is new.
    Born,
    /// It has gone by its own doing.
    Died,
    /// Poison or fire has killed it.
    Perished,
}

/// The change of one square: `[square, before, after, fate]`, and the square that the piece there came from if it came
/// from one: `[square, before, after, fate, origin]`. Before and after are as in `BoardView`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The square.
    pub square: SquareIndex,
    /// The piece before.
    pub before: u16,
    /// The piece afterwards.
    pub after: u16,
    /// The fate of the piece.
    pub fate: Fate,
    /// Where the piece that stands there now came from, if it came from another square.
    pub origin: Option<SquareIndex>,
}

#[cfg(test)]
impl TS for Change {
    type WithoutGenerics = Change;
    type OptionInnerType = Change;

    fn name(_: &ts_rs::Config) -> String {
        "Change".to_owned()
    }
    fn inline(_: &ts_rs::Config) -> String {
        "[square: number, before: number, after: number, fate: Fate, origin?: number]".to_owned()
    }
    fn decl(config: &ts_rs::Config) -> String {
        format!("type Change = {};", Change::inline(config))
    }
    fn decl_concrete(config: &ts_rs::Config) -> String {
        Change::decl(config)
    }
    fn docs() -> Option<String> {
        let docs = "/**\n * The change of one square. The pieces before and after are numbered as in `BoardView`; the origin is the square from\n * which the piece that stands there now has come, if it has come from another one.\n */\n";
        Some(docs.to_owned())
    }
    fn output_path() -> Option<std::path::PathBuf> {
        Some("Change.ts".into())
    }
    fn visit_dependencies(visitor: &mut impl ts_rs::TypeVisitor) {
        visitor.visit::<Fate>();
    }
}

impl Serialize for Change {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(if self.origin.is_some() { 5 } else { 4 }))?;
        list.serialize_element(&self.square)?;
        list.serialize_element(&self.before)?;
        list.serialize_element(&self.after)?;
        list.serialize_element(&self.fate)?;
        if let Some(origin) = self.origin {
            list.serialize_element(&origin)?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for Change {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Change, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Change;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("[square, before, after, fate] with or without an origin")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Change, A::Error> {
                let missing = |at| move || de::Error::invalid_length(at, &"four or five elements");
                Ok(Change {
                    square: list.next_element()?.ok_or_else(missing(0))?,
                    before: list.next_element()?.ok_or_else(missing(1))?,
                    after: list.next_element()?.ok_or_else(missing(2))?,
                    fate: list.next_element()?.ok_or_else(missing(3))?,
                    origin: list.next_element()?,
                })
            }
        }
        deserializer.deserialize_seq(List)
    }
}

/// Watches a turn: for each square that a stage of it touches what stood there before and afterwards.
#[derive(Debug, Default)]
pub(super) struct ChangeRecorder {
    touches: Vec<SquareTouch>,
    /// The ends of the steps among the touches.
    ends: Vec<usize>,
    /// The stages that have been taken.
    taken: usize,
}

#[derive(Clone, Copy, Debug)]
struct SquareTouch {
    square: Square,
    before: Piece,
    after: Piece,
}

impl ChangeRecorder {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.touches.clear();
        self.ends.clear();
        self.taken = 0;
    }

    /// Returns the changes of the next stage: of a step of a side, or of the marks at the end of the turn.
    pub(super) fn take_stage(&mut self, step: Option<Step>, mover: Side) -> Vec<Change> {
        let start = self.taken.checked_sub(1).map_or(0, |last| self.ends[last]);
        let end = self.ends.get(self.taken).copied().unwrap_or(self.touches.len());
        self.taken += 1;
        let stage = &self.touches[start..end];
        let mut changes: Vec<SquareTouch> = Vec::with_capacity(stage.len());
        for touch in stage {
            match changes.iter_mut().find(|known| known.square == touch.square) {
                Some(known) => known.after = touch.after,
                None => changes.push(*touch),
            }
        }
        changes.retain(|touch| touch.before != touch.after);
        tell(&changes, step, mover)
    }
}

impl Observer for ChangeRecorder {
    fn put(&mut self, piece: Piece, square: Square) {
        self.touches.push(SquareTouch { square, before: Piece::NONE, after: piece });
    }

    fn removed(&mut self, piece: Piece, square: Square) {
        self.touches.push(SquareTouch { square, before: piece, after: Piece::NONE });
    }

    fn step_ended(&mut self) {
        self.ends.push(self.touches.len());
    }
}

/// Tells what happened in a stage from what stood on its squares before and afterwards.
fn tell(touches: &[SquareTouch], step: Option<Step>, mover: Side) -> Vec<Change> {
    let mut origins: Vec<Option<Square>> = vec![None; touches.len()];
    let mut has_left = vec![false; touches.len()];
    let place = |square| touches.iter().position(|touch| touch.square == square);
    // The piece that makes the step may be another one at its end.
    if let Some(step) = step
        && let (Some(from), Some(to)) = (place(step.from), place(step.to))
        && from != to
        && !touches[to].after.is_none()
    {
        (origins[to], has_left[from]) = (Some(step.from), true);
    }
    for at in 0..touches.len() {
        let piece = touches[at].after;
        if origins[at].is_none() && !piece.is_none() {
            let came = |&from: &usize| from != at && !has_left[from] && touches[from].before == piece;
            if let Some(from) = (0..touches.len()).find(came) {
                (origins[at], has_left[from]) = (Some(touches[from].square), true);
            }
        }
    }
    let change = |at: usize| {
        let SquareTouch { square, before, after } = touches[at];
        let stays = !before.is_none() && !after.is_none() && origins[at].is_none();
        let fate = if has_left[at] {
            Fate::Left
        } else if before.is_none() {
            if origins[at].is_some() { Fate::Arrived } else { Fate::Born }
        } else if stays && before.kind() == after.kind() {
            Fate::Converted
        } else if stays && before.side() == after.side() {
            Fate::Promoted
        } else if step.is_none() {
            Fate::Perished
        } else if before.side() == mover {
            Fate::Died
        } else {
            Fate::Captured
        };
        Change {
            square: square.byte(),
            before: before.code() as u16,
            after: after.code() as u16,
            fate,
            origin: origins[at].map(Square::byte),
        }
    };
    (0..touches.len()).map(change).collect()
}
