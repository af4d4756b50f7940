//! The changes of a turn on the board, square by square, as they are sent.

use beaufort_rules::{Square, changes};
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

impl From<changes::SquareChange> for Change {
    fn from(change: changes::SquareChange) -> Change {
        Change {
            square: change.square.byte(),
            before: change.before.code() as u16,
            after: change.after.code() as u16,
            fate: change.fate.into(),
            origin: change.origin.map(Square::byte),
        }
    }
}

impl From<changes::Fate> for Fate {
    fn from(fate: changes::Fate) -> Fate {
        match fate {
            changes::Fate::Left => Fate::Left,
            changes::Fate::Arrived => Fate::Arrived,
            changes::Fate::Captured => Fate::Captured,
            changes::Fate::Converted => Fate::Converted,
            changes::Fate::Promoted => Fate::Promoted,
            changes::Fate::Born => Fate::Born,
            changes::Fate::Died => Fate::Died,
            changes::Fate::Perished => Fate::Perished,
        }
    }
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
