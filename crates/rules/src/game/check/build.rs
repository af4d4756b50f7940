//! Building the tables of a game, piece by piece.

use crate::game::definition::{Definition, PieceDef, PromotionDuty, PromotionWhen};
use crate::language::ast::{EnPassant, Leap, Mode, Path, Power};
use crate::vocabulary::{Geometry, Piece, PieceType, Side, SquareSet, Vector, between, walk};

use super::shifts::SetwiseType;
use super::starts_of;
use super::tables::{Bitboard, Leaps, PieceTable, Ray, Tables, bit, squares};

impl Tables {
    /// Compiles a game. Returns `None` if the board is too large, if a piece travels otherwise than by leaps and along the
    /// Queen's lines, captures otherwise than on its target square or in passing, promotes under a condition, or becomes royal
    /// or ceases to be so, or if a royal piece can be taken in passing.
    pub(crate) fn compile(definition: &Definition) -> Option<Tables> {
        let size = definition.size;
        let codes = Piece::codes(definition.pieces.len());
        if size.squares() > Bitboard::BITS as usize
            || !definition.drops.items.is_empty()
            || definition.promotion_duty == PromotionDuty::MustOnLastRank
        {
            return None;
        }
        let mut builder = Builder {
            size,
            lines: Vec::new(),
            pieces: vec![PieceTable::default(); codes],
            exits: vec![0; codes * size.squares()],
            leaps: vec![0; codes * size.squares()],
            reach: vec![0; codes * size.squares()],
            menaces: vec![[0; 2]; size.squares()],
        };
        for (index, piece) in definition.pieces.iter().enumerate() {
            let plain = |power: &Power| matches!(power, Power::Royal(_) | Power::EnPassant(_));
            let always = piece.promotions.iter().all(|promotion| promotion.when == PromotionWhen::Always);
            let is_royal = |kind| definition.is_royal(kind);
            let royal = is_royal(PieceType::new(index as u8));
            let changes_rank = piece.promotions.iter().any(|promotion| is_royal(promotion.to) != royal);
            let is_passing = piece.ability.powers.contains(&Power::EnPassant(EnPassant));
            if !always || changes_rank || royal && is_passing || !piece.ability.powers.iter().all(plain) {
                return None;
            }
            for side in Side::BOTH {
                builder.piece(piece, Piece::new(PieceType::new(index as u8), side))?;
            }
        }
        Some(builder.finish(SetwiseType::find(definition)))
    }
}

/// The tables under construction.
struct Builder {
    size: Geometry,
    /// The lines so far: their squares from each square.
    lines: Vec<Box<[Bitboard]>>,
    pieces: Vec<PieceTable>,
    exits: Vec<Bitboard>,
    leaps: Vec<Bitboard>,
    reach: Vec<Bitboard>,
    menaces: Vec<[Bitboard; 2]>,
}

impl Builder {
    /// Adds the travels of a piece; `None` if one of them is not plain.
    fn piece(&mut self, definition: &PieceDef, piece: Piece) -> Option<()> {
        let promotions = definition.promotions.iter().map(|promotion| promotion.to);
        self.pieces[piece.code()].promotions = promotions.collect();
        for travel in &definition.ability.travels {
            let (path, starts) = starts_of(self.size, &travel.path, piece.side());
            match path {
                Path::Leap(Leap(vectors)) => self.add_leaps(piece, vectors, travel.mode, &starts),
                Path::Ride(ride) if ride.min <= 1 => {
                    for &vector in &ride.vectors {
                        self.add_ray(piece, vector, ride.max, travel.mode, &starts)?;
                    }
                }
                _ => return None,
            }
        }
        for from in self.size.iter() {
            for to in squares(self.reach[piece.code() * self.size.squares() + from.index()]) {
                self.menaces[to.index()][piece.side().index()] |= bit(from);
            }
        }
        Some(())
    }

    fn add_leaps(&mut self, piece: Piece, vectors: &[Vector], mode: Mode, starts: &SquareSet) {
        let size = self.size;
        let table = &mut self.pieces[piece.code()];
        table.leaps.resize(size.squares(), Leaps::default());
        for from in starts.iter() {
            let to: Bitboard = vectors
                .iter()
                .filter_map(|&v| size.step(from, v.from_seat(piece.side())))
                .fold(0, |set, to| set | bit(to));
            let targets = &mut table.leaps[from.index()];
            match mode {
                Mode::Both => targets.both |= to,
                Mode::Moving => targets.moving |= to,
                Mode::Capturing => targets.capturing |= to,
            }
            self.exits[piece.code() * size.squares() + from.index()] |= to;
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
        let (size, vector) = (self.size, vector.from_seat(piece.side()));
        if vector.dx.abs().max(vector.dy.abs()) != 1 {
            return None;
        }
        let mut squares: Box<[Bitboard]> = vec![0; size.squares()].into();
        for from in starts.iter() {
            let ray = walk(size, from, vector, max.into()).fold(0, |set, to| set | bit(to));
            squares[from.index()] = ray;
            let next = size.step(from, vector).map_or(0, bit);
            self.exits[piece.code() * size.squares() + from.index()] |= next;
            if mode != Mode::Moving {
                self.reach[piece.code() * size.squares() + from.index()] |= ray;
            }
        }
        let line = self.lines.iter().position(|line| *line == squares).unwrap_or_else(|| {
            self.lines.push(squares);
            self.lines.len() - 1
        });
        let table = &mut self.pieces[piece.code()];
        match mode {
            Mode::Both if vector.ascends() => table.up.push(line),
            Mode::Both => table.down.push(line),
            Mode::Moving | Mode::Capturing => {
                let captures = mode == Mode::Capturing;
                table.rest.push(Ray { line, captures, ascends: vector.ascends() });
            }
        }
        Some(())
    }

    fn finish(self, setwise: Option<SetwiseType>) -> Tables {
        let size = self.size;
        let line_count = self.lines.len();
        let lines =
            size.iter().flat_map(|from| self.lines.iter().map(move |line| line[from.index()])).collect();
        let inside = |from, to| between(size, from, to).map_or(0, |squares| squares.low_word());
        let between = size.iter().flat_map(|to| size.iter().map(move |from| inside(from, to))).collect();
        Tables {
            squares: size.squares(),
            pieces: self.pieces.into(),
            lines,
            line_count,
            exits: self.exits.into(),
            reach: self.reach.into(),
            leaps: self.leaps.into(),
            menaces: self.menaces.into(),
            between,
            setwise,
        }
    }
}
