//! What the pieces attack as they stand: how active they are, what threatens the royal pieces, and what hangs.
//!
//! A piece attacks what it takes by leaps and along lines. What it takes otherwise, or by what others lend it, is not looked at.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use beaufort_rules::game::Game;
use beaufort_rules::language::ast::{Leap, Mode, Over, Path, Ride};
use beaufort_rules::vocabulary::{Board, SquareSet, Vector, walk};
use beaufort_rules::{Geometry, Piece, PieceType, Position, Side, Square};

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
    /// Returns the squares as words of 64, the lowest first.
    fn words(self) -> impl Iterator<Item = u64>;
    /// Returns the lowest square.
    fn lowest(self) -> Option<Square>;
    /// Returns the squares of an ascending line up to the first piece.
    fn up(self, occupied: Self) -> Self;
    /// Returns the squares of a descending line up to the first piece.
    fn down(self, occupied: Self) -> Self;
    /// Returns the highest square.
    fn highest(self) -> Option<Square>;
    /// Returns the set with the numbers of all squares greater by so much; none must leave the board.
    fn shifted(self, by: i32) -> Self;
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
            fn words(self) -> impl Iterator<Item = u64> {
                (0..Self::BITS).step_by(64).map(move |low| (self >> low) as u64)
            }

            #[inline]
            fn lowest(self) -> Option<Square> {
                (self != 0).then(|| Square::new(self.trailing_zeros() as u8))
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

            #[inline]
            fn shifted(self, by: i32) -> Self {
                self.rotate_left(by.rem_euclid(Self::BITS as i32) as u32)
            }
        }
    };
}

bitboard!(u64);
bitboard!(u128);

/// What every piece attacks from every square.
pub(super) struct Tables<B> {
    /// By the code of the piece.
    pieces: Box<[Kind<B>]>,
    /// The lines along which pieces take: by the square where they begin, then by their number.
    lines: Box<[B]>,
    line_count: usize,
    /// By square: the square and those beside it.
    zone: Box<[B]>,
    /// The code of the commonest pieces, by side; nothing if they are royal.
    common: Option<[usize; 2]>,
}

/// What is known of a piece.
#[derive(Default)]
struct Kind<B> {
    /// By square: what it attacks whatever stands between.
    leaps: Box<[B]>,
    /// The same for all such pieces at once.
    shifts: Box<[Shift<B>]>,
    /// The numbers of its lines, those along which squares ascend and the others.
    up: Box<[usize]>,
    down: Box<[usize]>,
    /// The lines along which it takes over one piece.
    over_up: Box<[usize]>,
    over_down: Box<[usize]>,
    /// Whether it takes along any line.
    rides: bool,
    worth: i32,
    /// How much each square that it attacks counts for.
    activity: i32,
    royal: bool,
}

/// A leap of all pieces of a set at once.
struct Shift<B> {
    /// How much greater the number of the next square is.
    by: i32,
    /// The squares from which the leap does not leave the board.
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
    /// Returns where the pieces on some squares go.
    #[inline]
    fn ends(&self, starts: B) -> B {
        (starts & self.starts).shifted(self.by)
    }

    /// Returns from where the leap goes to any of some squares.
    #[inline]
    fn starts(&self, ends: B) -> B {
        ends.shifted(-self.by) & self.starts
    }
}

/// Two sums that grow together; the first is never below zero.
#[derive(Clone, Copy, Default)]
struct Sums(i64);

impl Sums {
    #[inline]
    fn add(&mut self, first: i32, second: i32) {
        self.0 += (i64::from(second) << 32) + i64::from(first);
    }

    #[inline]
    fn get(self) -> [i32; 2] {
        [self.0 as i32, (self.0 >> 32) as i32]
    }
}

/// What the pieces of one side attack.
#[derive(Default)]
struct Seen<B> {
    all: B,
    /// What pieces that are not royal attack.
    by_others: B,
    /// The opposing pieces that a cheaper one attacks.
    threats: B,
    /// The squares attacked, and what they count for by the worth of the pieces.
    activity: Sums,
    /// The squares near royal pieces that are attacked, and how many pieces attack any.
    royal: Sums,
}

impl Tables<SquareSet> {
    fn new(game: &Game, worth: &[i32]) -> Tables<SquareSet> {
        let size = game.size();
        let mut lines = Vec::new();
        let mut pieces: Vec<_> = worth.iter().map(|_| Kind::default()).collect();
        for (kind, side) in game.types().flat_map(|kind| Side::BOTH.map(|side| (kind, side))) {
            let code = Piece::new(kind, side).code();
            pieces[code] = Kind::new(game, kind, side, worth[code], &mut lines);
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

    /// Returns the same tables with sets of another kind.
    fn packed<B: Bitboard>(self) -> Tables<B> {
        Tables {
            pieces: self.pieces.into_iter().map(Kind::packed).collect(),
            lines: packed(&self.lines),
            line_count: self.line_count,
            zone: packed(&self.zone),
            common: self.common,
        }
    }
}

impl Kind<SquareSet> {
    /// Finds out how a side's piece takes that is worth so much; its lines are added to those of others.
    fn new(game: &Game, kind: PieceType, side: Side, worth: i32, lines: &mut Vec<Line>) -> Kind<SquareSet> {
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
        leaps.sort_unstable();
        leaps.dedup();
        let mut numbers = |wanted: &[Line], ascends: bool| -> Box<[usize]> {
            let wanted = wanted.iter().filter(|(vector, _)| vector.ascends() == ascends);
            wanted.map(|&line| number(lines, line)).collect()
        };
        Kind {
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

    /// Returns the same with sets of another kind.
    fn packed<B: Bitboard>(self) -> Kind<B> {
        let shift = |shift: &Shift<SquareSet>| Shift { by: shift.by, starts: B::of(&shift.starts) };
        Kind {
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

impl<B: Bitboard> Tables<B> {
    /// Returns what a piece attacks.
    #[inline(always)]
    fn attacks(&self, kind: &Kind<B>, from: Square, occupied: B) -> B {
        let leaps = kind.leaps[from.index()];
        if kind.rides { leaps | self.rides(kind, from, occupied) } else { leaps }
    }

    /// Returns what a piece attacks along lines.
    #[inline(never)]
    fn rides(&self, kind: &Kind<B>, from: Square, occupied: B) -> B {
        let lines = self.lines_from(from);
        let mut attacked = B::default();
        for &line in &kind.up {
            attacked |= lines[line].up(occupied);
        }
        for &line in &kind.down {
            attacked |= lines[line].down(occupied);
        }
        for &line in &kind.over_up {
            if let Some(over) = (lines[line] & occupied).lowest() {
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
        let common = [scene.common(0), scene.common(1)];
        let seen = [scene.look(0, &common), scene.look(1, &common)];
        for (side, sign) in [(0, 1), (1, -1)] {
            let (seen, against) = (&seen[side], &seen[1 - side]);
            let [activity, activity_worth] = seen.activity.get();
            let [royal_attacks, royal_attackers] = seen.royal.get();
            live[ACTIVITY] += sign * activity;
            live[ACTIVITY_WORTH] += sign * activity_worth;
            live[ROYAL_ATTACKS] += sign * royal_attacks;
            live[ROYAL_DANGER] += sign * royal_attacks * royal_attackers;
            live[ROYAL_WEAK] += sign * (seen.by_others & scene.zones[1 - side] & !against.by_others).len();
            live[THREATS + side] = scene.worth(seen.threats);
            live[HANGING + side] = scene.worth(seen.all & scene.victims(side) & !against.all);
        }
    }
}

/// The commonest pieces of a side.
struct Common<'a, B> {
    kind: Option<&'a Kind<B>>,
    /// Those that are looked at all at once, for they ride no lines.
    together: B,
    attacked: B,
}

/// A position, with the side to move before the other.
struct Scene<'a, B> {
    tables: &'a Tables<B>,
    board: &'a Board,
    sides: [Side; 2],
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
        Scene { tables, board, sides, own, royals, zones, occupied: own[0] | own[1] }
    }

    /// Returns the commonest pieces of a side.
    #[inline]
    fn common(&self, side: usize) -> Common<'a, B> {
        let none = B::default();
        let Some(codes) = self.tables.common else {
            return Common { kind: None, together: none, attacked: none };
        };
        let code = codes[self.sides[side].index()];
        let kind = &self.tables.pieces[code];
        let pieces = union(self.own[side], |square| {
            if self.board.at(square).code() == code { B::of(&square.into()) } else { none }
        });
        if kind.rides {
            let attacked = union(pieces, |from| self.tables.attacks(kind, from, self.occupied));
            return Common { kind: Some(kind), together: none, attacked };
        }
        let attacked = kind.shifts.iter().fold(none, |all, shift| all | shift.ends(pieces));
        Common { kind: Some(kind), together: pieces, attacked }
    }

    /// Returns the pieces that a side may attack, but for royal ones.
    #[inline]
    fn victims(&self, side: usize) -> B {
        self.own[1 - side] & !self.royals[1 - side]
    }

    /// Looks at what the pieces of a side attack.
    #[inline]
    fn look(&self, side: usize, common: &[Common<'_, B>; 2]) -> Seen<B> {
        let mut seen = Seen::default();
        let free = !(self.own[side] | common[1 - side].attacked);
        let (zone, victims) = (self.zones[1 - side], self.victims(side));
        for_each(self.own[side] & !common[side].together, |from| {
            let kind = &self.tables.pieces[self.board.at(from).code()];
            let attacked = self.tables.attacks(kind, from, self.occupied);
            seen.all |= attacked;
            if kind.royal {
                return;
            }
            seen.by_others |= attacked;
            let squares = (attacked & free).len();
            seen.activity.add(squares, squares * kind.activity);
            if attacked & zone != B::default() {
                seen.royal.add((attacked & zone).len(), 1);
            }
            if attacked & victims != B::default() {
                seen.threats |= self.dearer(attacked & victims, kind.worth);
            }
        });
        let Common { kind, together, attacked } = common[side];
        if let Some(kind) = kind
            && together != B::default()
        {
            seen.all |= attacked;
            seen.by_others |= attacked;
            let mut near = B::default();
            for shift in &kind.shifts {
                let ends = shift.ends(together);
                let squares = (ends & free).len();
                seen.activity.add(squares, squares * kind.activity);
                seen.royal.add((ends & zone).len(), 0);
                near |= shift.starts(zone);
            }
            seen.royal.add(0, (near & together).len());
            seen.threats |= self.dearer(attacked & victims, kind.worth);
        }
        seen
    }

    /// Returns the pieces among some that are worth more than so much.
    #[inline]
    fn dearer(&self, squares: B, worth: i32) -> B {
        union(squares, |square| {
            let is_dearer = self.tables.pieces[self.board.at(square).code()].worth > worth;
            if is_dearer { B::of(&square.into()) } else { B::default() }
        })
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

/// Returns sets of another kind.
fn packed<B: Bitboard>(sets: &[SquareSet]) -> Box<[B]> {
    sets.iter().map(B::of).collect()
}

/// Does something for each of some squares, in ascending order.
#[inline]
fn for_each<B: Bitboard>(squares: B, mut act: impl FnMut(Square)) {
    for (low, word) in (0u8..).step_by(64).zip(squares.words()) {
        let mut left = word;
        while left != 0 {
            act(Square::new(low + left.trailing_zeros() as u8));
            left &= left - 1;
        }
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
                let scene = Scene::new(tables, &position);
                for side in Side::BOTH {
                    let attacked_by = |wanted: &dyn Fn(usize) -> bool| {
                        union(B::of(board.side(side)), |from| {
                            let code = board.at(from).code();
                            let attacked = tables.attacks(&tables.pieces[code], from, scene.occupied);
                            if wanted(code) { attacked } else { B::default() }
                        })
                    };
                    let place = scene.sides.iter().position(|&at| at == side).expect("both are there");
                    let common = tables.common.expect("they are not royal")[side.index()];
                    assert!(
                        scene.common(place).attacked == attacked_by(&|code| code == common),
                        "{position}"
                    );
                    let attacked = attacked_by(&|_| true);
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
