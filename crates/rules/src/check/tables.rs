//! The moves and attacks of plain pieces as tables, on boards of at most 64 squares.
//!
//! Sets of squares are a quarter as wide here as elsewhere: this is made for the small boards of the games that programs of
//! their own play, and that this one is measured by.

use crate::game::Piece;
use crate::game::definition::{Definition, PieceDef, PromotionWhen, Side, TypeId};
use crate::geometry::{BoardSize, Square, SquareSet, Vector, walk};
use crate::language::ast::{Mode, Path, Power};
use crate::moves::row_of;
use crate::position::Board;

/// A set of squares of a small board, one bit each.
pub(crate) type Set = u64;

/// What every piece of a game does from every square.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    squares: usize,
    /// By the code of the piece.
    pieces: Box<[PieceTable]>,
    /// The lines that pieces ride: by the square where they begin, then by their number.
    lines: Box<[Set]>,
    line_count: usize,
    /// By the code of the piece, then by its square: what it attacks on an empty board.
    reach: Box<[Set]>,
    /// The part of that which it attacks whatever stands between.
    leaps: Box<[Set]>,
    /// By the end of a line, then by its start: the squares strictly between.
    between: Box<[Set]>,
}

/// How a piece travels, and what it promotes to.
#[derive(Clone, Debug, Default)]
struct PieceTable {
    /// By square; nothing if it does not leap.
    leaps: Vec<Leaps>,
    /// The numbers of its lines along which it both moves and captures, those along which squares ascend and the others:
    /// it is different blockers that come first.
    up: Vec<usize>,
    down: Vec<usize>,
    /// The lines along which it only moves or only captures.
    rest: Vec<Ray>,
    promotions: Vec<TypeId>,
}

/// The leaps from a square, by mode.
#[derive(Clone, Copy, Debug, Default)]
struct Leaps {
    both: Set,
    moving: Set,
    capturing: Set,
}

/// A line along which a piece does not do both.
#[derive(Clone, Copy, Debug)]
struct Ray {
    /// The number of the line.
    line: usize,
    captures: bool,
    ascends: bool,
}

impl Tables {
    /// Compiles a game; `None` if the board is too large, or if some piece travels otherwise than by leaps and along the
    /// Queen's lines, or takes something else than what stands where it ends or what it takes in passing.
    pub(crate) fn compile(definition: &Definition) -> Option<Tables> {
        let size = definition.size;
        let codes = Piece::codes(definition.pieces.len());
        if size.squares() > Set::BITS as usize {
            return None;
        }
        let mut builder = Builder {
            size,
            lines: Vec::new(),
            pieces: vec![PieceTable::default(); codes],
            leaps: vec![0; codes * size.squares()],
            reach: vec![0; codes * size.squares()],
        };
        for (index, piece) in definition.pieces.iter().enumerate() {
            let plain = |power: &Power| matches!(power, Power::Royal | Power::EnPassant);
            let always = piece.promotions.iter().all(|promotion| promotion.when == PromotionWhen::Always);
            if !always || !piece.ability.powers.iter().all(plain) {
                return None;
            }
            for side in Side::BOTH {
                builder.piece(piece, Piece::new(TypeId(index as u8), side))?;
            }
        }
        Some(builder.finish())
    }

    /// Returns the squares on which a plain travel of a piece may end.
    #[inline(always)]
    pub(crate) fn destinations(&self, piece: Piece, from: Square, own: Set, enemy: Set) -> Set {
        let occupied = own | enemy;
        let table = &self.pieces[piece.code()];
        let lines = &self.lines[from.index() * self.line_count..][..self.line_count];
        let mut both = 0;
        for &line in &table.up {
            both |= up(lines[line], occupied);
        }
        for &line in &table.down {
            both |= down(lines[line], occupied);
        }
        let mut to = both & !own;
        if let Some(leaps) = table.leaps.get(from.index()) {
            to |= leaps.both & !own | leaps.moving & !occupied | leaps.capturing & enemy;
        }
        for ray in &table.rest {
            let line = lines[ray.line];
            let reached = if ray.ascends { up(line, occupied) } else { down(line, occupied) };
            to |= reached & if ray.captures { enemy } else { !occupied };
        }
        to
    }

    /// Returns what a piece promotes to.
    #[inline]
    pub(crate) fn promotions(&self, piece: Piece) -> &[TypeId] {
        &self.pieces[piece.code()].promotions
    }

    /// Returns what a piece attacks from a square on an empty board.
    #[inline]
    pub(crate) fn reach(&self, piece: Piece, from: Square) -> Set {
        self.reach[piece.code() * self.squares + from.index()]
    }

    /// Returns what a piece attacks from a square whatever stands between.
    #[inline]
    pub(crate) fn leaps(&self, piece: Piece, from: Square) -> Set {
        self.leaps[piece.code() * self.squares + from.index()]
    }

    /// Returns the squares strictly between two squares of a line of the Queen.
    #[inline]
    pub(crate) fn between(&self, from: Square, to: Square) -> Set {
        self.between[to.index() * self.squares + from.index()]
    }

    /// Returns whether one of some pieces attacks a square.
    pub(crate) fn is_attacked(&self, board: &Board, by: Set, occupied: Set, square: Square) -> bool {
        squares(by).any(|from| {
            let piece = board.at(from);
            self.reach(piece, from) & bit(square) != 0
                && (self.leaps(piece, from) & bit(square) != 0 || self.between(from, square) & occupied == 0)
        })
    }
}

/// Returns the set of one square.
#[inline]
pub(crate) fn bit(square: Square) -> Set {
    1 << square.index()
}

/// Returns the squares of a set in ascending order.
#[inline]
pub(crate) fn squares(set: Set) -> impl Iterator<Item = Square> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let square = (rest != 0).then(|| Square::new(rest.trailing_zeros() as u8))?;
        rest &= rest - 1;
        Some(square)
    })
}

/// Returns the squares of an ascending line up to the first piece.
#[inline]
fn up(line: Set, occupied: Set) -> Set {
    let blockers = line & occupied;
    line & (blockers ^ blockers.wrapping_sub(1))
}

/// Returns the squares of a descending line up to the first piece.
#[inline]
fn down(line: Set, occupied: Set) -> Set {
    let blockers = line & occupied | 1;
    line & (Set::MAX << (Set::BITS - 1 - blockers.leading_zeros()))
}

/// What is put together piece by piece.
struct Builder {
    size: BoardSize,
    /// Every line so far: its squares from each square.
    lines: Vec<Box<[Set]>>,
    pieces: Vec<PieceTable>,
    leaps: Vec<Set>,
    reach: Vec<Set>,
}

impl Builder {
    /// Adds the travels of a piece; `None` if one is not plain.
    fn piece(&mut self, definition: &PieceDef, piece: Piece) -> Option<()> {
        let turned = piece.side() == Side::Second;
        let promotions = definition.promotions.iter().map(|promotion| promotion.to);
        self.pieces[piece.code()].promotions = promotions.collect();
        let everywhere: SquareSet = self.size.iter().collect();
        for travel in &definition.ability.travels {
            let (path, starts) = match &travel.path {
                Path::FromRow { row, path } => (&**path, row_of(self.size, *row, turned)),
                path => (path, everywhere),
            };
            match path {
                Path::Leap(vectors) => self.add_leaps(piece, vectors, travel.mode, &starts),
                Path::Ride(ride) if ride.min <= 1 => {
                    for &vector in &ride.vectors {
                        self.add_ray(piece, vector, ride.max, travel.mode, &starts)?;
                    }
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn add_leaps(&mut self, piece: Piece, vectors: &[Vector], mode: Mode, starts: &SquareSet) {
        let size = self.size;
        let table = &mut self.pieces[piece.code()];
        table.leaps.resize(size.squares(), Leaps::default());
        for from in starts.iter() {
            let to: Set = vectors
                .iter()
                .filter_map(|&v| size.step(from, turned(v, piece)))
                .fold(0, |set, to| set | bit(to));
            let targets = &mut table.leaps[from.index()];
            match mode {
                Mode::Both => targets.both |= to,
                Mode::Moving => targets.moving |= to,
                Mode::Capturing => targets.capturing |= to,
            }
            if mode != Mode::Moving {
                self.leaps[piece.code() * size.squares() + from.index()] |= to;
                self.reach[piece.code() * size.squares() + from.index()] |= to;
            }
        }
    }

    fn add_ray(
        &mut self,
        piece: Piece,
        vector: Vector,
        max: u8,
        mode: Mode,
        starts: &SquareSet,
    ) -> Option<()> {
        let (size, vector) = (self.size, turned(vector, piece));
        if vector.dx.abs().max(vector.dy.abs()) != 1 {
            return None;
        }
        let ray = |from| {
            if starts.contains(from) {
                walk(size, from, vector, max.into()).fold(0, |set, to| set | bit(to))
            } else {
                0
            }
        };
        let squares: Box<[Set]> = size.iter().map(ray).collect();
        if mode != Mode::Moving {
            let reach = &mut self.reach[piece.code() * size.squares()..];
            reach.iter_mut().zip(&squares).for_each(|(reach, ray)| *reach |= ray);
        }
        let line = self.lines.iter().position(|line| *line == squares).unwrap_or_else(|| {
            self.lines.push(squares);
            self.lines.len() - 1
        });
        let ascends = vector.dy > 0 || vector.dy == 0 && vector.dx > 0;
        let table = &mut self.pieces[piece.code()];
        match mode {
            Mode::Both if ascends => table.up.push(line),
            Mode::Both => table.down.push(line),
            Mode::Moving | Mode::Capturing => {
                table.rest.push(Ray { line, captures: mode == Mode::Capturing, ascends });
            }
        }
        Some(())
    }

    fn finish(self) -> Tables {
        let size = self.size;
        let line_count = self.lines.len();
        let lines =
            size.iter().flat_map(|from| self.lines.iter().map(move |line| line[from.index()])).collect();
        let between =
            size.iter().flat_map(|to| size.iter().map(move |from| between(size, from, to))).collect();
        Tables {
            squares: size.squares(),
            pieces: self.pieces.into(),
            lines,
            line_count,
            reach: self.reach.into(),
            leaps: self.leaps.into(),
            between,
        }
    }
}

fn turned(v: Vector, piece: Piece) -> Vector {
    if piece.side() == Side::Second { -v } else { v }
}

/// Returns the squares strictly between two squares of a line of the Queen; none if they are on no such line.
fn between(size: BoardSize, from: Square, to: Square) -> Set {
    let v = size.vector(from, to);
    if from == to || v.dx != 0 && v.dy != 0 && v.dx.abs() != v.dy.abs() {
        return 0;
    }
    walk(size, from, v.direction(), usize::MAX)
        .take_while(|&square| square != to)
        .fold(0, |set, s| set | bit(s))
}
