//! Attack tables: the squares that each piece attacks from every square.

use beaufort_rules::game::Game;
use beaufort_rules::language::ast::{Leap, Mode, Over, Path, Ride};
use beaufort_rules::vocabulary::{SquareSet, Vector, walk};
use beaufort_rules::{Geometry, Piece, PieceType, Side, Square};

use super::super::commonest;
use super::super::royal_safety::distance;
use super::bitboard::{Bitboard, packed};

/// The worth that counts as one unit: an attacked square counts for more, the more its attacker is worth.
const ACTIVITY_UNIT: i32 = 64;

/// The attack tables of a game.
pub(in crate::eval) struct Tables<B> {
    /// By piece code.
    pub(super) pieces: Box<[PieceTable<B>]>,
    /// The lines along which pieces take, by starting square and then by index.
    lines: Box<[B]>,
    line_count: usize,
    /// By square: the square and its neighbours.
    pub(super) zone: Box<[B]>,
    /// The code of the commonest type, by side; `None` if it is royal.
    pub(super) common: Option<[usize; 2]>,
}

/// The attacks of a piece, and its worth.
#[derive(Default)]
pub(super) struct PieceTable<B> {
    /// By square: the attacks that do not depend on the squares between.
    leaps: Box<[B]>,
    /// The same attacks as shifts of a whole set of such pieces.
    pub(super) shifts: Box<[Shift<B>]>,
    /// The indices of its lines with ascending squares, and of the others below.
    up: Box<[usize]>,
    down: Box<[usize]>,
    /// The lines along which it takes by jumping over one piece.
    over_up: Box<[usize]>,
    over_down: Box<[usize]>,
    /// Whether it takes along lines.
    pub(super) rides: bool,
    pub(super) worth: i32,
    /// The weight of each square that it attacks.
    pub(super) activity: i32,
    pub(super) royal: bool,
}

/// A leap applied to all pieces of a set at once.
pub(super) struct Shift<B> {
    /// The difference between the indices of target and start.
    by: i32,
    /// The squares from which the leap stays on the board.
    starts: B,
}

impl Shift<SquareSet> {
    fn new(size: Geometry, vector: Vector) -> Shift<SquareSet> {
        Shift {
            by: i32::from(vector.dy) * i32::from(size.files()) + i32::from(vector.dx),
            starts: size.iter().filter(|&from| size.step(from, vector).is_some()).collect(),
        }
    }
}

impl<B: Bitboard> Shift<B> {
    /// Returns the targets of the pieces on `starts`.
    #[inline]
    pub(super) fn ends(&self, starts: B) -> B {
        (starts & self.starts).shifted(self.by)
    }

    /// Returns the squares from which the leap reaches one of `ends`.
    #[inline]
    pub(super) fn starts(&self, ends: B) -> B {
        ends.shifted(-self.by) & self.starts
    }
}

impl Tables<SquareSet> {
    pub(super) fn new(game: &Game, worth: &[i32]) -> Tables<SquareSet> {
        let size = game.size();
        let mut lines = Vec::new();
        let mut pieces: Vec<_> = worth.iter().map(|_| PieceTable::default()).collect();
        for (kind, side) in game.types().flat_map(|kind| Side::BOTH.map(|side| (kind, side))) {
            let code = Piece::new(kind, side).code();
            pieces[code] = PieceTable::new(game, kind, side, worth[code], &mut lines);
        }
        let lines_from = |square: Square| {
            lines.iter().map(move |&(vector, most)| walk(size, square, vector, most.into()).collect())
        };
        let common = commonest(game).filter(|&kind| !game.is_royal(kind));
        Tables {
            pieces: pieces.into(),
            lines: size.iter().flat_map(lines_from).collect(),
            line_count: lines.len(),
            zone: size.iter().map(|square| zone(size, square)).collect(),
            common: common.map(|kind| Side::BOTH.map(|side| Piece::new(kind, side).code())),
        }
    }

    /// Converts the tables to another representation of sets.
    pub(super) fn packed<B: Bitboard>(self) -> Tables<B> {
        Tables {
            pieces: self.pieces.into_iter().map(PieceTable::packed).collect(),
            lines: packed(&self.lines),
            line_count: self.line_count,
            zone: packed(&self.zone),
            common: self.common,
        }
    }
}

impl PieceTable<SquareSet> {
    /// Builds the table of a side's piece of the given worth; its lines are added to `lines`, which all pieces share.
    fn new(
        game: &Game,
        kind: PieceType,
        side: Side,
        worth: i32,
        lines: &mut Vec<Line>,
    ) -> PieceTable<SquareSet> {
        let size = game.size();
        let (mut leaps, mut straight, mut over) = (Vec::new(), Vec::new(), Vec::new());
        for travel in game.piece(kind).ability.travels.iter().filter(|travel| travel.mode != Mode::Moving) {
            match &travel.path {
                Path::Leap(Leap(vectors)) => {
                    leaps.extend(vectors.iter().map(|vector| vector.from_seat(side)))
                }
                Path::Ride(ride) => straight.extend(directions(ride, side)),
                Path::Over(Over { ride, .. }) => over.extend(directions(ride, side)),
                _ => {}
            }
        }
        let leaps = Vector::sorted(leaps.into_iter());
        let mut numbers = |wanted: &[Line], ascends: bool| -> Box<[usize]> {
            let wanted = wanted.iter().filter(|(vector, _)| vector.ascends() == ascends);
            wanted.map(|&line| number(lines, line)).collect()
        };
        PieceTable {
            leaps: size
                .iter()
                .map(|from| leaps.iter().filter_map(|&vector| size.step(from, vector)).collect())
                .collect(),
            shifts: leaps.iter().map(|&vector| Shift::new(size, vector)).collect(),
            up: numbers(&straight, true),
            down: numbers(&straight, false),
            over_up: numbers(&over, true),
            over_down: numbers(&over, false),
            rides: !(straight.is_empty() && over.is_empty()),
            worth,
            activity: worth / ACTIVITY_UNIT,
            royal: game.is_royal(kind),
        }
    }

    /// Converts the table to another representation of sets.
    fn packed<B: Bitboard>(self) -> PieceTable<B> {
        let shift = |shift: &Shift<SquareSet>| Shift { by: shift.by, starts: B::of(&shift.starts) };
        PieceTable {
            leaps: packed(&self.leaps),
            shifts: self.shifts.iter().map(shift).collect(),
            up: self.up,
            down: self.down,
            over_up: self.over_up,
            over_down: self.over_down,
            rides: self.rides,
            worth: self.worth,
            activity: self.activity,
            royal: self.royal,
        }
    }
}

/// The attacks along lines that were computed last for a square.
#[derive(Clone, Copy, Default)]
pub(super) struct Rides<B> {
    /// The code of the piece; `None` before there was any.
    code: Option<usize>,
    /// All squares of the lines, whatever stands on them.
    lines: B,
    /// Those that were occupied.
    occupied: B,
    attacked: B,
}

impl<B: Bitboard> Tables<B> {
    /// Returns the squares that a piece attacks. What it attacks along lines is computed only if something has changed on them
    /// since the last time, which `last` keeps for its square.
    #[inline(always)]
    pub(super) fn attacks(&self, last: &mut Rides<B>, code: usize, from: Square, occupied: B) -> B {
        let piece = &self.pieces[code];
        let leaps = piece.leaps[from.index()];
        if !piece.rides {
            return leaps;
        }
        if last.code != Some(code) || occupied & last.lines != last.occupied {
            *last = self.look_along(code, from, occupied);
        }
        leaps | last.attacked
    }

    /// Computes the attacks of a piece along lines.
    #[inline(never)]
    fn look_along(&self, code: usize, from: Square, occupied: B) -> Rides<B> {
        let piece = &self.pieces[code];
        let all = self.lines_from(from);
        let indices = [&piece.up, &piece.down, &piece.over_up, &piece.over_down].into_iter().flatten();
        let lines = indices.fold(B::default(), |lines, &index| lines | all[index]);
        Rides {
            code: Some(code),
            lines,
            occupied: occupied & lines,
            attacked: self.rides(piece, from, occupied),
        }
    }

    /// Returns the squares that a piece attacks along lines.
    #[inline(never)]
    fn rides(&self, piece: &PieceTable<B>, from: Square, occupied: B) -> B {
        let lines = self.lines_from(from);
        let mut attacked = B::default();
        for &line in &piece.up {
            attacked |= lines[line].up(occupied);
        }
        for &line in &piece.down {
            attacked |= lines[line].down(occupied);
        }
        for &line in &piece.over_up {
            if let Some(over) = (lines[line] & occupied).lowest() {
                attacked |= self.lines_from(over)[line].up(occupied);
            }
        }
        for &line in &piece.over_down {
            if let Some(over) = (lines[line] & occupied).highest() {
                attacked |= self.lines_from(over)[line].down(occupied);
            }
        }
        attacked
    }

    #[inline]
    fn lines_from(&self, from: Square) -> &[B] {
        &self.lines[from.index() * self.line_count..][..self.line_count]
    }
}

/// A vector in the first player's coordinates, and how many times it may be repeated.
type Line = (Vector, u8);

/// Returns the lines of a side's rider.
fn directions(ride: &Ride, side: Side) -> impl Iterator<Item = Line> {
    ride.vectors.iter().map(move |&vector| (vector.from_seat(side), ride.max))
}

/// Returns the index of a line, which is added if it is new.
fn number(lines: &mut Vec<Line>, line: Line) -> usize {
    lines.iter().position(|&known| known == line).unwrap_or_else(|| {
        lines.push(line);
        lines.len() - 1
    })
}

/// Returns a square and its neighbours.
fn zone(size: Geometry, square: Square) -> SquareSet {
    size.iter().filter(|&other| distance(size, square, other) <= 1).collect()
}
