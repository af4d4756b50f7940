//! What the pieces attack as they stand: how active they are, what threatens the royal pieces, and what hangs.
//!
//! A piece attacks what it takes by leaps and along lines. What it takes otherwise, or by what others lend it, is not looked at.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use beaufort_rules::game::Game;
use beaufort_rules::language::ast::{Leap, Mode, Over, Path, Ride};
use beaufort_rules::vocabulary::{Board, SquareSet, Vector, walk};
use beaufort_rules::{Geometry, Piece, Position, Side, Square};

use super::royal_safety::distance;
use super::weights::{ATTACKS, FIRST_LIVE};
use super::{Live, commonest};

/// The part of a worth that counts as one, where a square attacked counts for more the more the piece is worth.
const ACTIVITY_UNIT: i32 = 64;

/// The places of the terms, from [`ATTACKS`] on.
const ACTIVITY: usize = ATTACKS - FIRST_LIVE;
const ACTIVITY_WORTH: usize = ACTIVITY + 1;
const ROYAL_ATTACKS: usize = ACTIVITY + 2;
const ROYAL_DANGER: usize = ACTIVITY + 3;
const ROYAL_WEAK: usize = ACTIVITY + 4;
/// Two terms: for the side to move and for the other.
const THREATS: usize = ACTIVITY + 5;
/// Likewise.
const HANGING: usize = ACTIVITY + 7;

/// What the pieces of a game attack, as tables, on boards of at most 128 squares.
pub(super) enum Attacks {
    Small(Box<Tables<u64>>),
    Large(Box<Tables<u128>>),
}

impl Attacks {
    /// Makes the tables of a game, where a piece is worth so much by its code; `None` if the board has more squares.
    pub(super) fn new(game: &Game, worth: &[i32]) -> Option<Attacks> {
        match game.size().squares() {
            ..=64 => Some(Attacks::Small(Box::new(Tables::new(game, worth).packed()))),
            65..=128 => Some(Attacks::Large(Box::new(Tables::new(game, worth).packed()))),
            _ => None,
        }
    }

    /// Counts what is attacked in a position, for the side to move. It is too long to stand wherever positions are evaluated.
    #[inline(never)]
    pub(super) fn count(&self, position: &Position, live: &mut Live) {
        match self {
            Attacks::Small(tables) => tables.count(position, live),
            Attacks::Large(tables) => tables.count(position, live),
        }
    }
}

/// A set of squares, one bit each.
pub(super) trait Bitboard:
    Copy + Default + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign + Not<Output = Self>
{
    /// Returns a set whose squares are all on the board of such sets.
    fn of(set: &SquareSet) -> Self;
    /// Returns the number of squares.
    fn len(self) -> i32;
    /// Takes the lowest square away and returns it.
    fn pop(&mut self) -> Option<Square>;
    /// Returns the squares of an ascending line up to the first piece.
    fn up(self, occupied: Self) -> Self;
    /// Returns the squares of a descending line up to the first piece.
    fn down(self, occupied: Self) -> Self;
    /// Returns the highest square.
    fn highest(self) -> Option<Square>;
}

macro_rules! bitboard {
    ($word:ty) => {
        impl Bitboard for $word {
            #[inline]
            fn of(set: &SquareSet) -> Self {
                set.low_bits() as Self
            }

            #[inline]
            fn len(self) -> i32 {
                self.count_ones() as i32
            }

            #[inline]
            fn pop(&mut self) -> Option<Square> {
                let square = (*self != 0).then(|| Square::new(self.trailing_zeros() as u8))?;
                *self &= *self - 1;
                Some(square)
            }

            #[inline]
            fn up(self, occupied: Self) -> Self {
                let blockers = self & occupied;
                self & (blockers ^ blockers.wrapping_sub(1))
            }

            #[inline]
            fn down(self, occupied: Self) -> Self {
                let blockers = self & occupied | 1;
                self & (Self::MAX << (Self::BITS - 1 - blockers.leading_zeros()))
            }

            #[inline]
            fn highest(self) -> Option<Square> {
                (self != 0).then(|| Square::new((Self::BITS - 1 - self.leading_zeros()) as u8))
            }
        }
    };
}

bitboard!(u64);
bitboard!(u128);

/// What every piece attacks from every square.
pub(super) struct Tables<B> {
    squares: usize,
    /// By the code of the piece.
    pieces: Box<[Kind]>,
    /// The lines along which pieces take: by the square where they begin, then by their number.
    lines: Box<[B]>,
    line_count: usize,
    /// By the code of the piece, then by its square: what it attacks whatever stands between.
    leaps: Box<[B]>,
    /// By square: the square and those beside it.
    zone: Box<[B]>,
}

/// What is known of a piece.
#[derive(Clone, Default)]
struct Kind {
    /// The numbers of its lines, those along which squares ascend and the others.
    up: Box<[usize]>,
    down: Box<[usize]>,
    /// The lines along which it takes over one piece.
    over_up: Box<[usize]>,
    over_down: Box<[usize]>,
    /// Whether it takes along any line.
    rides: bool,
    worth: i32,
    royal: bool,
    /// Whether it is of the game's commonest type.
    common: bool,
}

/// What the pieces of one side attack.
#[derive(Default)]
struct Seen<B> {
    all: B,
    /// What pieces that are not royal attack.
    by_others: B,
    /// The opposing pieces that a cheaper one attacks.
    threats: B,
    activity: i32,
    activity_worth: i32,
    royal_attacks: i32,
    royal_attackers: i32,
}

impl Tables<SquareSet> {
    fn new(game: &Game, worth: &[i32]) -> Tables<SquareSet> {
        let size = game.size();
        let squares = size.squares();
        let mut lines = Vec::new();
        let mut pieces = vec![Kind::default(); worth.len()];
        let mut leaps = vec![SquareSet::EMPTY; worth.len() * squares];
        let common = commonest(game);
        for (kind, side) in game.types().flat_map(|kind| Side::BOTH.map(|side| (kind, side))) {
            let code = Piece::new(kind, side).code();
            let (mut straight, mut over) = (Vec::new(), Vec::new());
            for travel in game.piece(kind).ability.travels.iter().filter(|travel| travel.mode != Mode::Moving)
            {
                match &travel.path {
                    Path::Leap(Leap(vectors)) => {
                        for (from, &vector) in
                            size.iter().flat_map(|from| vectors.iter().map(move |v| (from, v)))
                        {
                            if let Some(to) = size.step(from, vector.from_seat(side)) {
                                leaps[code * squares + from.index()].insert(to);
                            }
                        }
                    }
                    Path::Ride(ride) => straight.extend(directions(ride, side)),
                    Path::Over(Over { ride, .. }) => over.extend(directions(ride, side)),
                    _ => {}
                }
            }
            let mut numbers = |wanted: &[Line], ascends: bool| -> Box<[usize]> {
                let wanted = wanted.iter().filter(|(vector, _)| vector.ascends() == ascends);
                wanted.map(|&line| number(&mut lines, line)).collect()
            };
            pieces[code] = Kind {
                up: numbers(&straight, true),
                down: numbers(&straight, false),
                over_up: numbers(&over, true),
                over_down: numbers(&over, false),
                rides: !(straight.is_empty() && over.is_empty()),
                worth: worth[code],
                royal: game.is_royal(kind),
                common: Some(kind) == common,
            };
        }
        let lines_from = |square: Square| {
            lines.iter().map(move |&(vector, most)| walk(size, square, vector, most.into()).collect())
        };
        Tables {
            squares,
            pieces: pieces.into(),
            lines: size.iter().flat_map(lines_from).collect(),
            line_count: lines.len(),
            leaps: leaps.into(),
            zone: size.iter().map(|square| zone(size, square)).collect(),
        }
    }

    /// Returns the same tables with sets of another kind.
    fn packed<B: Bitboard>(self) -> Tables<B> {
        let packed = |sets: &[SquareSet]| sets.iter().map(B::of).collect();
        Tables {
            squares: self.squares,
            pieces: self.pieces,
            lines: packed(&self.lines),
            line_count: self.line_count,
            leaps: packed(&self.leaps),
            zone: packed(&self.zone),
        }
    }
}

impl<B: Bitboard> Tables<B> {
    /// Returns what a piece attacks.
    #[inline(always)]
    fn attacks(&self, code: usize, from: Square, occupied: B) -> B {
        let leaps = self.leaps[code * self.squares + from.index()];
        let kind = &self.pieces[code];
        if kind.rides { leaps | self.rides(kind, from, occupied) } else { leaps }
    }

    /// Returns what a piece attacks along lines.
    #[inline]
    fn rides(&self, kind: &Kind, from: Square, occupied: B) -> B {
        let lines = self.lines_from(from);
        let mut attacked = B::default();
        for &line in &kind.up {
            attacked |= lines[line].up(occupied);
        }
        for &line in &kind.down {
            attacked |= lines[line].down(occupied);
        }
        for &line in &kind.over_up {
            if let Some(over) = (lines[line] & occupied).pop() {
                attacked |= self.lines_from(over)[line].up(occupied);
            }
        }
        for &line in &kind.over_down {
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

    #[inline]
    fn count(&self, position: &Position, live: &mut Live) {
        let scene = Scene::new(self, position);
        let common = [0, 1].map(|side| scene.common_attacks(side));
        let seen = [0, 1].map(|side: usize| scene.look(side, common[1 - side]));
        for (side, sign) in [(0, 1), (1, -1)] {
            let (seen, against) = (&seen[side], &seen[1 - side]);
            live[ACTIVITY] += sign * seen.activity;
            live[ACTIVITY_WORTH] += sign * seen.activity_worth;
            live[ROYAL_ATTACKS] += sign * seen.royal_attacks;
            live[ROYAL_DANGER] += sign * seen.royal_attacks * seen.royal_attackers;
            live[ROYAL_WEAK] += sign * (seen.by_others & scene.zones[1 - side] & !against.by_others).len();
            live[THREATS + side] = scene.worth(seen.threats);
            live[HANGING + side] = scene.worth(seen.all & scene.victims(side) & !against.all);
        }
    }
}

/// A position, with the side to move before the other.
struct Scene<'a, B> {
    tables: &'a Tables<B>,
    board: &'a Board,
    own: [B; 2],
    royals: [B; 2],
    /// The squares of the royal pieces and those beside them.
    zones: [B; 2],
    occupied: B,
}

impl<'a, B: Bitboard> Scene<'a, B> {
    #[inline]
    fn new(tables: &'a Tables<B>, position: &'a Position) -> Scene<'a, B> {
        let board = position.board();
        let sides = [position.side(), position.side().other()];
        let own = sides.map(|side| B::of(board.side(side)));
        let royals = sides.map(|side| B::of(board.royals(side)));
        let zones = royals.map(|royals| union(royals, |royal| tables.zone[royal.index()]));
        Scene { tables, board, own, royals, zones, occupied: own[0] | own[1] }
    }

    /// Returns what the commonest pieces of a side attack.
    #[inline]
    fn common_attacks(&self, side: usize) -> B {
        union(self.own[side], |from| {
            let code = self.board.at(from).code();
            match self.tables.pieces[code].common {
                true => self.tables.attacks(code, from, self.occupied),
                false => B::default(),
            }
        })
    }

    /// Returns the pieces that a side may attack, but for royal ones.
    #[inline]
    fn victims(&self, side: usize) -> B {
        self.own[1 - side] & !self.royals[1 - side]
    }

    /// Looks at what the pieces of a side attack, where the other side's commonest pieces attack some squares.
    #[inline]
    fn look(&self, side: usize, feared: B) -> Seen<B> {
        let mut seen = Seen::default();
        let (free, zone, victims) = (!(self.own[side] | feared), self.zones[1 - side], self.victims(side));
        for_each(self.own[side], |from| {
            let code = self.board.at(from).code();
            let kind = &self.tables.pieces[code];
            let attacked = self.tables.attacks(code, from, self.occupied);
            seen.all |= attacked;
            if kind.royal {
                return;
            }
            seen.by_others |= attacked;
            let squares = (attacked & free).len();
            seen.activity += squares;
            seen.activity_worth += squares * (kind.worth / ACTIVITY_UNIT);
            let near = attacked & zone;
            if near != B::default() {
                seen.royal_attacks += near.len();
                seen.royal_attackers += 1;
            }
            seen.threats |= union(attacked & victims, |victim| {
                let is_dearer = self.tables.pieces[self.board.at(victim).code()].worth > kind.worth;
                if is_dearer { B::of(&victim.into()) } else { B::default() }
            });
        });
        seen
    }

    /// Returns what the pieces on some squares are worth.
    #[inline]
    fn worth(&self, squares: B) -> i32 {
        let mut sum = 0;
        for_each(squares, |square| sum += self.tables.pieces[self.board.at(square).code()].worth);
        sum
    }
}

/// A vector in the first player's coordinates, and how often it may be taken.
type Line = (Vector, u8);

/// Returns the lines that a side's piece rides.
fn directions(ride: &Ride, side: Side) -> impl Iterator<Item = Line> {
    ride.vectors.iter().map(move |&vector| (vector.from_seat(side), ride.max))
}

/// Returns the number of a line, adding it if it is new.
fn number(lines: &mut Vec<Line>, line: Line) -> usize {
    lines.iter().position(|&known| known == line).unwrap_or_else(|| {
        lines.push(line);
        lines.len() - 1
    })
}

/// Returns a square and those beside it.
fn zone(size: Geometry, square: Square) -> SquareSet {
    size.iter().filter(|&other| distance(size, square, other) <= 1).collect()
}

/// Does something for each of some squares, in ascending order.
#[inline]
fn for_each<B: Bitboard>(squares: B, mut act: impl FnMut(Square)) {
    let mut left = squares;
    while let Some(square) = left.pop() {
        act(square);
    }
}

/// Returns what belongs to any of some squares.
#[inline]
fn union<B: Bitboard>(squares: B, mut of: impl FnMut(Square) -> B) -> B {
    let mut all = B::default();
    for_each(squares, |square| all |= of(square));
    all
}

#[cfg(test)]
mod tests {
    use beaufort_rules::{Scope, builtin};

    use super::super::Evaluation;
    use super::*;

    /// Where pieces only leap, ride and take over others, the tables and the rules agree on what they attack.
    #[test]
    fn the_rules_say_the_same() {
        for id in ["orthochess", "capablanca", "grand", "shako", "courier"] {
            let game = builtin::game(id).expect("it is built in");
            match &Evaluation::derived(&game).basis.attacks {
                Some(Attacks::Small(tables)) => follow(tables, &game),
                Some(Attacks::Large(tables)) => follow(tables, &game),
                None => panic!("{id} has a board of at most 128 squares"),
            }
        }
    }

    fn follow<B: Bitboard>(tables: &Tables<B>, game: &std::sync::Arc<Game>) {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..20 {
            let mut position = Position::initial(game);
            for _ in 0..150 {
                let Some(turn) = rng.choice(position.turns(Scope::Distinct)) else { break };
                position.play_unchecked(turn);
                let board = position.board();
                let occupied = B::of(&(*board.side(Side::First) | board.side(Side::Second)));
                for side in Side::BOTH {
                    let own = B::of(board.side(side));
                    let attacked = union(own, |from| tables.attacks(board.at(from).code(), from, occupied));
                    for victim in board.side(side.other()) {
                        let by_tables = attacked & B::of(&victim.into()) != B::default();
                        assert_eq!(
                            by_tables,
                            position.is_attacked_by(side, victim),
                            "{side:?} {victim:?} {position}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_terms_are_what_they_say() {
        let game = builtin::game("orthochess").expect("it is built in");
        let evaluation = Evaluation::derived(&game);
        let seen = |fen: &str| {
            let position = Position::parse(&game, fen).expect("it is a position");
            let mut live = Live::default();
            evaluation.basis.attacks.as_ref().expect("it is a small board").count(&position, &mut live);
            live
        };
        let worth = |letter: &str| {
            let kind = game.type_by_id(letter).expect("it is a piece");
            evaluation.basis.worth[Piece::new(kind, Side::First).code()]
        };
        // The rider attacks 14 squares, of them e4 in vain and g7 and g8 near the royal piece. Nothing protects it.
        let live = seen("6k1/8/8/5p2/6R1/8/8/K7 w - - 0 1");
        assert_eq!(
            [ACTIVITY, ROYAL_ATTACKS, ROYAL_DANGER, ROYAL_WEAK].map(|place| live[place]),
            [11, 2, 2, 2]
        );
        assert_eq!([live[THREATS], live[THREATS + 1]], [0, worth("R")]);
        assert_eq!([live[HANGING], live[HANGING + 1]], [0, worth("R")]);
        // For the other player all is the other way round.
        let live = seen("6k1/8/8/5p2/6R1/8/8/K7 b - - 0 1");
        assert_eq!(
            [ACTIVITY, ROYAL_ATTACKS, ROYAL_DANGER, ROYAL_WEAK].map(|place| live[place]),
            [-11, -2, -2, -2]
        );
        assert_eq!([live[THREATS], live[THREATS + 1]], [worth("R"), 0]);
        assert_eq!([live[HANGING], live[HANGING + 1]], [worth("R"), 0]);
    }
}
