//! Arrangements in the choices of the setup (R120).

use super::error::LoadError;
use super::read::{GameReader, Value};
use super::source::At;
use crate::game::definition::{ArrangementList, Arrangements, PieceGroup, Placement, SetupChoice, Symmetry};
use crate::vocabulary::{Geometry, PieceType, Side, Square};

/// A choice of an arrangement.
#[derive(Clone, Debug)]
pub(super) struct ArrangeFile {
    pub(super) name: At<String>,
    /// Squares, and ranges along a rank.
    on: Vec<At<String>>,
    list: ListFile,
}

/// The arrangements.
#[derive(Clone, Debug)]
enum ListFile {
    Named(Vec<(At<String>, Vec<At<String>>)>),
    Groups { groups: Vec<Vec<At<String>>>, both_colours: Vec<At<String>> },
}

/// The keys of such a choice.
pub(super) const KEYS: &[&str] = &["arrange", "on", "place", "both-colours", "arrays"];

/// Reads a choice.
pub(super) fn read(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<ArrangeFile> {
    let (mut name, mut on, mut place, mut both_colours, mut arrays) = (None, None, None, None, None);
    for (key, value) in r.table("choice", value)? {
        let word = key.get_ref().as_ref();
        match word {
            "arrange" => name = Some(r.text(word, value)?),
            "on" => on = Some(r.texts(word, value)?),
            "place" => {
                let groups = r.list(word, value)?.iter().map(|group| r.texts(word, group));
                place = Some(groups.collect::<Option<Vec<_>>>()?);
            }
            "both-colours" => both_colours = Some(r.texts(word, value)?),
            "arrays" => {
                let list = r.list(word, value)?.iter().map(|item| array(r, item));
                arrays = Some(list.collect::<Option<Vec<_>>>()?);
            }
            _ => r.unknown_key(key, KEYS),
        }
    }
    let list = match (place, arrays, both_colours) {
        (Some(groups), None, both_colours) => {
            Some(ListFile::Groups { groups, both_colours: both_colours.unwrap_or_default() })
        }
        (None, Some(arrays), None) => Some(ListFile::Named(arrays)),
        _ => None,
    };
    let file = name.zip(on).zip(list).map(|((name, on), list)| ArrangeFile { name, on, list });
    if file.is_none() {
        let message = "an arrangement needs `arrange`, `on`, and either `place`, with or without `both-colours`, or `arrays`";
        r.error(value.span(), message);
    }
    file
}

/// Reads an arrangement with a name.
fn array(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<(At<String>, Vec<At<String>>)> {
    let (mut name, mut pieces) = (None, None);
    for (key, value) in r.table("arrays", value)? {
        let word = key.get_ref().as_ref();
        match word {
            "name" => name = Some(r.text(word, value)?),
            "pieces" => pieces = Some(r.texts(word, value)?),
            _ => r.unknown_key(key, &["name", "pieces"]),
        }
    }
    let both = name.zip(pieces);
    if both.is_none() {
        r.error(value.span(), "each of `arrays` needs `name` and `pieces`");
    }
    both
}

/// The subject of a choice.
pub(super) struct Scope<'g> {
    pub(super) size: Geometry,
    pub(super) symmetry: Symmetry,
    pub(super) array: &'g [Placement],
}

impl ArrangeFile {
    /// Returns the names of the arrangements that have any.
    pub(super) fn names(&self) -> Vec<&At<String>> {
        match &self.list {
            ListFile::Named(arrays) => arrays.iter().map(|(name, _)| name).collect(),
            ListFile::Groups { .. } => vec![&self.name],
        }
    }

    /// Returns the choice; `kind` finds a piece of the game.
    pub(super) fn resolve(
        &self,
        scope: &Scope<'_>,
        kind: &impl Fn(&At<String>) -> Result<PieceType, LoadError>,
    ) -> Result<SetupChoice, LoadError> {
        let fail = |message: &str| Err(LoadError::new(self.name.place.clone(), message));
        if scope.symmetry == Symmetry::None {
            return fail("this choice needs an array with a symmetry");
        }
        let squares = self.squares(scope.size)?;
        let Some(placed) = own_pieces(scope, &squares) else {
            return fail(
                "on each of these squares stands a piece of the first player, and none of them is the twin of another",
            );
        };
        let mut arrangements = Arrangements { squares, all: self.list(kind)?, default: 0 };
        let kinds = sorted(placed.iter().map(|&(_, kind)| kind).collect());
        let same = match &arrangements.all {
            ArrangementList::Named(named) => named.iter().all(|(_, pieces)| sorted(pieces.clone()) == kinds),
            ArrangementList::Numbered(groups) => {
                sorted(groups.iter().flat_map(|group| group.pieces.clone()).collect()) == kinds
            }
        };
        if !same {
            return fail("an arrangement has the pieces of the array on these squares, each once");
        }
        if let ArrangementList::Numbered(groups) = &arrangements.all {
            let first_other = groups.iter().position(|group| !group.both_colours).unwrap_or(groups.len());
            let mut coloured = groups.iter().enumerate().filter(|(_, group)| group.both_colours);
            if coloured.any(|(at, group)| at > first_other || group.pieces.len() != 2) {
                return fail("pieces on both colours are groups of two before all others");
            }
        }
        if arrangements.number(scope.size).is_none() {
            return fail(&format!("a choice has 1 to {} arrangements", Arrangements::MAX));
        }
        let Some(default) = arrangements.number_of(scope.size, &placed) else {
            return fail("the array is none of these arrangements");
        };
        arrangements.default = default;
        Ok(SetupChoice::Arrange { name: self.name.value.clone(), arrangements })
    }

    fn squares(&self, size: Geometry) -> Result<Vec<Square>, LoadError> {
        let mut squares = Vec::new();
        for item in &self.on {
            let fail = |message: String| LoadError::new(item.place.clone(), message);
            let square = |name: &str| size.parse(name).map_err(|error| fail(error.to_string()));
            let (low, high) = item.value.split_once('-').unwrap_or((&item.value, &item.value));
            let (low, high) = (square(low)?, square(high)?);
            if size.rank(low) != size.rank(high) || low > high {
                return Err(fail("a range of squares goes along a rank from left to right".to_owned()));
            }
            squares.extend((low.byte()..=high.byte()).map(Square::new));
        }
        let number = squares.len();
        squares.sort_unstable();
        squares.dedup();
        if squares.len() < number || number < 2 {
            let message = "`on` needs at least two squares, each once";
            return Err(LoadError::new(self.name.place.clone(), message));
        }
        Ok(squares)
    }

    fn list(
        &self,
        kind: &impl Fn(&At<String>) -> Result<PieceType, LoadError>,
    ) -> Result<ArrangementList, LoadError> {
        let kinds =
            |names: &[At<String>]| names.iter().map(kind).collect::<Result<Vec<PieceType>, LoadError>>();
        Ok(match &self.list {
            ListFile::Named(arrays) => {
                let named = arrays.iter().map(|(name, pieces)| Ok((name.value.clone(), kinds(pieces)?)));
                ArrangementList::Named(named.collect::<Result<_, LoadError>>()?)
            }
            ListFile::Groups { groups, both_colours } => {
                let both = kinds(both_colours)?;
                let group = |names: &Vec<At<String>>| {
                    let pieces = kinds(names)?;
                    let both_colours = !pieces.is_empty() && pieces.iter().all(|kind| both.contains(kind));
                    Ok(PieceGroup { pieces, both_colours })
                };
                ArrangementList::Numbered(groups.iter().map(group).collect::<Result<_, LoadError>>()?)
            }
        })
    }
}

fn sorted(mut kinds: Vec<PieceType>) -> Vec<PieceType> {
    kinds.sort_unstable();
    kinds
}

/// Returns the first player's pieces on squares; `None` if one of these has none, or is the twin of another.
fn own_pieces(scope: &Scope<'_>, squares: &[Square]) -> Option<Vec<(Square, PieceType)>> {
    let Scope { size, symmetry, array } = scope;
    let own = |&square: &Square| {
        let is_own = |placed: &&Placement| placed.square == square && placed.side == Side::First;
        let twin = symmetry.twin(*size, square);
        let placed =
            array.iter().find(is_own).filter(|_| twin.is_some_and(|twin| !squares.contains(&twin)))?;
        Some((square, placed.piece))
    };
    squares.iter().map(own).collect()
}
