//! Arrangements: the pieces of the array on some squares in another order (R120, R121).

use std::collections::BTreeSet;

use crate::vocabulary::{Geometry, PieceType, Side, Square};

use super::definition::{Castling, Definition, Placement, SetupChoice, SetupDef, Symmetry};

/// The arrangements of the first player's pieces on some squares, one of which is that of the array. The second player's
/// follow by the symmetry of the array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrangements {
    /// The squares, in order.
    pub squares: Vec<Square>,
    /// Which arrangements there are.
    pub all: ArrangementList,
    /// The number of the arrangement of the array.
    pub default: u32,
}

/// A list of arrangements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArrangementList {
    /// Each by its name, with the pieces on the squares.
    Named(Vec<(String, Vec<PieceType>)>),
    /// All that place these groups of pieces one after the other. The first group counts fastest.
    Numbered(Vec<PieceGroup>),
}

/// Pieces that are placed together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceGroup {
    /// The pieces, which stand in this order on the squares.
    pub pieces: Vec<PieceType>,
    /// Whether these are two pieces on squares of both colours, the first on a light one; a1 is dark.
    pub both_colours: bool,
}

impl Arrangements {
    /// The greatest number of arrangements of a choice.
    pub const MAX: u64 = 100_000;

    /// Returns the number of arrangements; `None` if there are more than [`Arrangements::MAX`].
    pub fn number(&self, size: Geometry) -> Option<u32> {
        let groups = match &self.all {
            ArrangementList::Named(named) => return Some(named.len() as u32),
            ArrangementList::Numbered(groups) => groups,
        };
        let mut free = self.squares.clone();
        let mut number: u64 = 1;
        for group in groups {
            let ways = group.ways(size, &free);
            number = number.checked_mul(ways).filter(|&number| (1..=Arrangements::MAX).contains(&number))?;
            // How many ways the next groups have does not depend on where this one stands.
            group
                .squares(size, &free, 0)
                .into_iter()
                .for_each(|taken| free.retain(|&square| square != taken));
        }
        Some(number as u32)
    }

    /// Returns the pieces of an arrangement on the squares, in their order.
    pub fn pieces(&self, size: Geometry, number: u32) -> Vec<(Square, PieceType)> {
        let groups = match &self.all {
            ArrangementList::Named(named) => {
                let pieces = named.get(number as usize).map_or(&[][..], |(_, pieces)| pieces);
                return self.squares.iter().copied().zip(pieces.iter().copied()).collect();
            }
            ArrangementList::Numbered(groups) => groups,
        };
        let mut rest = u64::from(number);
        let mut free = self.squares.clone();
        let mut placed = Vec::with_capacity(free.len());
        for group in groups {
            let ways = group.ways(size, &free).max(1);
            let squares = group.squares(size, &free, rest % ways);
            rest /= ways;
            free.retain(|square| !squares.contains(square));
            placed.extend(squares.into_iter().zip(group.pieces.iter().copied()));
        }
        placed.sort_unstable();
        placed
    }

    /// Returns the number of the arrangement with these pieces on the squares, in their order.
    pub fn number_of(&self, size: Geometry, pieces: &[(Square, PieceType)]) -> Option<u32> {
        let all = self.number(size)?;
        let is_it = |number: &u32| self.pieces(size, *number) == pieces;
        self.guess(size, pieces).filter(is_it).or_else(|| (0..all).find(is_it))
    }

    /// Returns the number of an arrangement, found group by group; it may be wrong where two groups have the same kind.
    fn guess(&self, size: Geometry, pieces: &[(Square, PieceType)]) -> Option<u32> {
        let ArrangementList::Numbered(groups) = &self.all else { return None };
        let mut free = self.squares.clone();
        let (mut number, mut unit) = (0, 1);
        for group in groups {
            let ways = group.ways(size, &free);
            let fits = |&way: &u64| {
                let squares = group.squares(size, &free, way);
                squares.iter().zip(&group.pieces).all(|(&square, &kind)| pieces.contains(&(square, kind)))
            };
            let way = (0..ways).find(fits)?;
            let taken = group.squares(size, &free, way);
            free.retain(|square| !taken.contains(square));
            number += unit * way;
            unit *= ways;
        }
        u32::try_from(number).ok()
    }

    /// Returns the name of an arrangement, after that of the choice.
    pub fn name(&self, choice: &str, number: u32) -> String {
        match &self.all {
            ArrangementList::Named(named) => {
                named.get(number as usize).map_or_else(String::new, |(name, _)| name.clone())
            }
            ArrangementList::Numbered(_) => format!("{choice} {number}"),
        }
    }

    /// Returns the number of the arrangement with a name.
    pub(crate) fn find(&self, size: Geometry, choice: &str, name: &str) -> Option<u32> {
        match &self.all {
            ArrangementList::Named(named) => {
                named.iter().position(|(known, _)| known.eq_ignore_ascii_case(name)).map(|at| at as u32)
            }
            ArrangementList::Numbered(_) => {
                let (begin, digits) = name.rsplit_once(' ')?;
                let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
                let number: u32 = digits.parse().ok().filter(|_| is_number)?;
                let is_one = begin.trim_end().eq_ignore_ascii_case(choice) && number < self.number(size)?;
                is_one.then_some(number)
            }
        }
    }
}

impl Arrangements {
    /// Returns where pieces of some kinds stand in the arrangements, each possibility once.
    fn places(&self, size: Geometry, kinds: &[PieceType]) -> BTreeSet<Vec<(Square, PieceType)>> {
        let groups = match &self.all {
            ArrangementList::Named(named) => {
                return (0..named.len() as u32).map(|number| self.pieces(size, number)).collect();
            }
            ArrangementList::Numbered(groups) => groups,
        };
        // The free squares, and the pieces of these kinds. There are far fewer of these than arrangements.
        let mut open = BTreeSet::from([(self.squares.clone(), Vec::new())]);
        for group in groups {
            let mut next = BTreeSet::new();
            for (free, placed) in &open {
                for way in 0..group.ways(size, free) {
                    let squares = group.squares(size, free, way);
                    let rest: Vec<Square> =
                        free.iter().copied().filter(|square| !squares.contains(square)).collect();
                    let added = squares.into_iter().zip(group.pieces.iter().copied());
                    let mut all: Vec<(Square, PieceType)> = placed.clone();
                    all.extend(added.filter(|(_, kind)| kinds.contains(kind)));
                    all.sort_unstable();
                    next.insert((rest, all));
                }
            }
            open = next;
        }
        open.into_iter().map(|(_, placed)| placed).collect()
    }
}

impl PieceGroup {
    /// Returns the number of ways to place the group on free squares.
    fn ways(&self, size: Geometry, free: &[Square]) -> u64 {
        if self.both_colours {
            let [light, dark] = colours(size, free);
            return (light.len() * dark.len()) as u64;
        }
        combinations(free.len(), self.pieces.len())
    }

    /// Returns the squares of the pieces in one of the ways.
    fn squares(&self, size: Geometry, free: &[Square], mut way: u64) -> Vec<Square> {
        if self.both_colours {
            let [light, dark] = colours(size, free);
            let first = light.get(way as usize % light.len().max(1));
            let second = dark.get(way as usize / light.len().max(1));
            return first.into_iter().chain(second).copied().collect();
        }
        // In the order of the dictionary: the first piece leftmost, then the second, ...
        let mut squares = Vec::with_capacity(self.pieces.len());
        let mut left = self.pieces.len();
        for (at, &square) in free.iter().enumerate() {
            if left == 0 {
                break;
            }
            let with = combinations(free.len() - at - 1, left - 1);
            if way < with {
                squares.push(square);
                left -= 1;
            } else {
                way -= with;
            }
        }
        squares
    }
}

/// Returns the light and the dark squares; a1 is dark.
fn colours(size: Geometry, squares: &[Square]) -> [Vec<Square>; 2] {
    let is_light = |square: &&Square| (size.file(**square) + size.rank(**square)) % 2 == 1;
    [
        squares.iter().filter(is_light).copied().collect(),
        squares.iter().filter(|square| !is_light(square)).copied().collect(),
    ]
}

/// Returns the number of ways to choose `some` of `all`.
fn combinations(all: usize, some: usize) -> u64 {
    if some > all {
        return 0;
    }
    (0..some as u64).fold(1, |ways, chosen| ways.saturating_mul(all as u64 - chosen) / (chosen + 1))
}

/// Where the pieces of the array stand in an arrangement: the n-th piece of each kind where the n-th of that kind now is (R121).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Moved(Vec<(Square, Square)>);

impl Moved {
    /// Returns where pieces of an arrangement on some squares stand.
    pub(crate) fn new(
        size: Geometry,
        symmetry: Symmetry,
        array: &[Placement],
        squares: &[Square],
        mut free: Vec<(Square, PieceType)>,
    ) -> Moved {
        let at = |square| array.iter().find(|placed| placed.square == square && placed.side == Side::First);
        let mut moved = Vec::new();
        for &square in squares {
            let Some(kind) = at(square).map(|placed| placed.piece) else { continue };
            let Some(found) = free.iter().position(|&(_, other)| other == kind) else { continue };
            let (to, _) = free.remove(found);
            moved.push((square, to));
            moved.extend(symmetry.twin(size, square).zip(symmetry.twin(size, to)));
        }
        Moved(moved)
    }

    /// Returns where a piece of the array stands.
    pub(crate) fn square(&self, square: Square) -> Square {
        self.0.iter().find(|(from, _)| *from == square).map_or(square, |&(_, to)| to)
    }

    /// Returns a castling of the pieces where they stand.
    pub(super) fn castling(&self, castling: &Castling) -> Castling {
        let mut moved = castling.clone();
        moved.king.from = self.square(castling.king.from);
        moved.rook.from = self.square(castling.rook.from);
        moved
    }

    /// Returns the squares where the pieces of the castlings begin.
    pub(crate) fn castling_squares(&self, castlings: &[Castling]) -> Vec<[Square; 2]> {
        castlings
            .iter()
            .map(|castling| [castling.king.from, castling.rook.from].map(|square| self.square(square)))
            .collect()
    }
}

/// The greatest number of ways in which the pieces of the castlings may begin.
pub(crate) const MAX_CASTLING_STARTS: usize = 1_000;

/// Returns the ways in which the pieces of the castlings may begin, each once, that of the array first; of more than
/// [`MAX_CASTLING_STARTS`] one more than that.
pub(crate) fn castling_starts(definition: &Definition) -> Vec<Moved> {
    let Definition { size, symmetry, array, castlings, .. } = definition;
    let mut starts = vec![Moved::default()];
    if castlings.is_empty() {
        return starts;
    }
    let mut known = BTreeSet::from([starts[0].castling_squares(castlings)]);
    let kinds: Vec<PieceType> =
        castlings.iter().flat_map(|castling| [castling.king.kind, castling.rook.kind]).collect();
    for arrangements in definition.setup.arrangements() {
        for placed in arrangements.places(*size, &kinds) {
            let moved = Moved::new(*size, *symmetry, array, &arrangements.squares, placed);
            if starts.len() <= MAX_CASTLING_STARTS && known.insert(moved.castling_squares(castlings)) {
                starts.push(moved);
            }
        }
    }
    starts
}

impl SetupDef {
    /// Returns the arrangements of all choices.
    pub(crate) fn arrangements(&self) -> impl Iterator<Item = &Arrangements> {
        self.phases.iter().flat_map(|phase| &phase.choices).filter_map(|choice| match choice {
            SetupChoice::Arrange { arrangements, .. } => Some(arrangements),
            _ => None,
        })
    }
}
