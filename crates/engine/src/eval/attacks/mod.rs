//! Attacks in the position: the activity of the pieces, threats to the royal pieces, and hanging pieces.
//!
//! Attacks are captures by leaps and along lines. Other captures, and those by borrowed powers, are not considered.

mod bitboard;
mod tables;

use beaufort_rules::game::Game;
use beaufort_rules::vocabulary::{Board, SquareSet};
use beaufort_rules::{Position, Side, Square};

use super::Live;
use super::weights::{ATTACKS, FIRST_LIVE};

use bitboard::{Bitboard, filter, union};
use tables::{PieceTable, Rides, Tables};

/// The indices of the terms, counted from [`ATTACKS`].
const ACTIVITY: usize = ATTACKS - FIRST_LIVE;
const ACTIVITY_WORTH: usize = ACTIVITY + 1;
const ROYAL_ATTACKS: usize = ACTIVITY + 2;
const ROYAL_DANGER: usize = ACTIVITY + 3;
const ROYAL_WEAK: usize = ACTIVITY + 4;
/// Two terms: of the side to move and of the opponent.
const THREATS: usize = ACTIVITY + 5;
/// Two terms, likewise.
const HANGING: usize = ACTIVITY + 7;

/// The attack tables of a game, with the narrowest bitboard that fits the board.
pub(super) enum Attacks {
    Upto64(Box<Tables<u64>>),
    Upto128(Box<Tables<u128>>),
    Upto256(Box<Tables<SquareSet>>),
}

impl Attacks {
    /// Builds the tables of a game. `worth` is the worth of each piece by its code.
    pub(super) fn new(game: &Game, worth: &[i32]) -> Attacks {
        let tables = Tables::new(game, worth);
        match game.size().squares() {
            ..=64 => Attacks::Upto64(Box::new(tables.packed())),
            65..=128 => Attacks::Upto128(Box::new(tables.packed())),
            _ => Attacks::Upto256(Box::new(tables)),
        }
    }

    /// Computes the attack terms of a position for the side to move. It is too long to be inlined into every evaluation.
    /// `cache` may be empty, or what an earlier call with these tables has left.
    #[inline(never)]
    pub(super) fn count(&self, position: &Position, cache: &mut RideCache, live: &mut Live) {
        match self {
            Attacks::Upto64(tables) => tables.count(position, &mut cache.upto64, live),
            Attacks::Upto128(tables) => tables.count(position, &mut cache.upto128, live),
            Attacks::Upto256(tables) => tables.count(position, &mut cache.upto256, live),
        }
    }
}

/// The last attacks along lines from each square: from one position of a search to the next few change.
#[derive(Default)]
pub(crate) struct RideCache {
    upto64: Vec<Rides<u64>>,
    upto128: Vec<Rides<u128>>,
    upto256: Vec<Rides<SquareSet>>,
}

/// Two sums in one number, so that one addition adds to both; the first is never negative.
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

/// The attacks of one side.
#[derive(Default)]
struct SideAttacks<B> {
    all: B,
    /// The squares attacked by pieces that are not royal.
    by_others: B,
    /// The opponent's pieces that are attacked by a cheaper piece.
    threats: B,
    /// The number of attacked squares, and their weight by the worth of the attackers.
    activity: Sums,
    /// The number of attacked squares near royal pieces, and the number of pieces that attack any.
    royal: Sums,
}

impl<B: Bitboard> Tables<B> {
    #[inline]
    fn count(&self, position: &Position, cache: &mut Vec<Rides<B>>, live: &mut Live) {
        cache.resize(self.zone.len(), Rides::default());
        let bitboards = Bitboards::new(self, position);
        let common = [bitboards.common(0, cache), bitboards.common(1, cache)];
        let attacks = [bitboards.attacks(0, &common, cache), bitboards.attacks(1, &common, cache)];
        for (side, sign) in [(0, 1), (1, -1)] {
            let (own, against) = (&attacks[side], &attacks[1 - side]);
            let [activity, activity_worth] = own.activity.get();
            let [royal_attacks, royal_attackers] = own.royal.get();
            live[ACTIVITY] += sign * activity;
            live[ACTIVITY_WORTH] += sign * activity_worth;
            live[ROYAL_ATTACKS] += sign * royal_attacks;
            live[ROYAL_DANGER] += sign * royal_attacks * royal_attackers;
            live[ROYAL_WEAK] += sign * (own.by_others & bitboards.zones[1 - side] & !against.by_others).len();
            live[THREATS + side] = bitboards.worth(own.threats);
            live[HANGING + side] = bitboards.worth(own.all & bitboards.victims(side) & !against.all);
        }
    }
}

/// The pieces of a side's commonest type.
struct Common<'a, B> {
    piece: Option<&'a PieceTable<B>>,
    /// Their squares if they are no riders and can be shifted all at once; otherwise empty.
    together: B,
    attacked: B,
}

/// The bitboards of a position, the side to move's first.
struct Bitboards<'a, B> {
    tables: &'a Tables<B>,
    board: &'a Board,
    sides: [Side; 2],
    own: [B; 2],
    royals: [B; 2],
    /// The squares of the royal pieces and the adjacent ones.
    zones: [B; 2],
    occupied: B,
}

impl<'a, B: Bitboard> Bitboards<'a, B> {
    #[inline]
    fn new(tables: &'a Tables<B>, position: &'a Position) -> Bitboards<'a, B> {
        let board = position.board();
        let sides = [position.side(), position.side().other()];
        let own = sides.map(|side| B::of(board.side(side)));
        let royals = sides.map(|side| B::of(board.royals(side)));
        let zones = royals.map(|royals| union(royals, |royal| tables.zone[royal.index()]));
        Bitboards {
            tables,
            board,
            sides,
            own,
            royals,
            zones,
            occupied: own[0] | own[1] | B::of(board.walls()),
        }
    }

    /// Returns a side's pieces of the commonest type.
    #[inline]
    fn common(&self, side: usize, cache: &mut [Rides<B>]) -> Common<'a, B> {
        let none = B::default();
        let Some(codes) = self.tables.common else {
            return Common { piece: None, together: none, attacked: none };
        };
        let code = codes[self.sides[side].index()];
        let piece = &self.tables.pieces[code];
        let pieces = filter(self.own[side], |square| self.board.at(square).code() == code);
        if piece.rides {
            let attacked = union(pieces, |from| self.attacked(from, cache).1);
            return Common { piece: Some(piece), together: none, attacked };
        }
        let attacked = piece.shifts.iter().fold(none, |all, shift| all | shift.ends(pieces));
        Common { piece: Some(piece), together: pieces, attacked }
    }

    /// Returns the pieces that a side may attack, except royal ones.
    #[inline]
    fn victims(&self, side: usize) -> B {
        self.own[1 - side] & !self.royals[1 - side]
    }

    /// Returns the piece on a square and the squares that it attacks.
    #[inline(always)]
    fn attacked(&self, from: Square, cache: &mut [Rides<B>]) -> (&'a PieceTable<B>, B) {
        let code = self.board.at(from).code();
        let piece = &self.tables.pieces[code];
        (piece, self.tables.attacks(&mut cache[from.index()], code, from, self.occupied))
    }

    /// Computes the attacks of a side.
    #[inline]
    fn attacks(&self, side: usize, common: &[Common<'_, B>; 2], cache: &mut [Rides<B>]) -> SideAttacks<B> {
        let mut found = SideAttacks::default();
        let free = !(self.own[side] | common[1 - side].attacked);
        let (zone, victims) = (self.zones[1 - side], self.victims(side));
        let targets = zone | victims;
        (self.own[side] & !(common[side].together | self.royals[side])).for_each(|from| {
            let (piece, attacked) = self.attacked(from, cache);
            found.by_others |= attacked;
            let squares = (attacked & free).len();
            found.activity.add(squares, squares * piece.activity);
            if !attacked.intersects(targets) {
                return;
            }
            let near = attacked & zone;
            if near != B::default() {
                found.royal.add(near.len(), 1);
            }
            found.threats |= self.worth_more_than(attacked & victims, piece.worth);
        });
        found.all = found.by_others | union(self.royals[side], |from| self.attacked(from, cache).1);
        let Common { piece, together, attacked } = common[side];
        if let Some(piece) = piece
            && together != B::default()
        {
            found.all |= attacked;
            found.by_others |= attacked;
            let mut near = B::default();
            for shift in &piece.shifts {
                let ends = shift.ends(together);
                let squares = (ends & free).len();
                found.activity.add(squares, squares * piece.activity);
                found.royal.add((ends & zone).len(), 0);
                near |= shift.starts(zone);
            }
            found.royal.add(0, (near & together).len());
            found.threats |= self.worth_more_than(attacked & victims, piece.worth);
        }
        found
    }

    /// Returns the pieces among `squares` that are worth more than `worth`.
    #[inline]
    fn worth_more_than(&self, squares: B, worth: i32) -> B {
        filter(squares, |square| self.tables.pieces[self.board.at(square).code()].worth > worth)
    }

    /// Returns the total worth of the pieces on some squares.
    #[inline]
    fn worth(&self, squares: B) -> i32 {
        let mut sum = 0;
        squares.for_each(|square| sum += self.tables.pieces[self.board.at(square).code()].worth);
        sum
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::{Piece, Scope, builtin};

    use super::super::Evaluation;
    use super::*;

    /// Where pieces only leap, ride and take by jumping over others, the tables agree with the rules.
    #[test]
    fn the_rules_say_the_same() {
        for id in ["orthochess", "capablanca", "grand", "shako", "courier"] {
            let game = builtin::game(id).expect("it is built in");
            let basis = Evaluation::derived(&game).basis;
            follow(&Tables::new(&game, &basis.worth), &game);
            match &basis.attacks {
                Attacks::Upto64(tables) => follow(tables, &game),
                Attacks::Upto128(tables) => follow(tables, &game),
                Attacks::Upto256(tables) => follow(tables, &game),
            }
        }
    }

    fn follow<B: Bitboard>(tables: &Tables<B>, game: &std::sync::Arc<Game>) {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut cache = vec![Rides::default(); tables.zone.len()];
        for _ in 0..20 {
            let mut position = Position::initial(game);
            for _ in 0..150 {
                let Some(turn) = rng.choice(position.turns(Scope::Distinct)) else { break };
                position.play_unchecked(turn);
                let board = position.board();
                let bitboards = Bitboards::new(tables, &position);
                for (from, _) in board.pieces() {
                    let (_, attacked) = bitboards.attacked(from, &mut cache);
                    let code = board.at(from).code();
                    let computed = tables.attacks(&mut Rides::default(), code, from, bitboards.occupied);
                    assert!(attacked == computed, "{from:?} {position}");
                }
                for side in Side::BOTH {
                    let attacked_by = |wanted: &dyn Fn(usize) -> bool| {
                        union(B::of(board.side(side)), |from| {
                            let code = board.at(from).code();
                            let attacked =
                                tables.attacks(&mut Rides::default(), code, from, bitboards.occupied);
                            if wanted(code) { attacked } else { B::default() }
                        })
                    };
                    let place = bitboards.sides.iter().position(|&at| at == side).expect("both are there");
                    let common = tables.common.expect("they are not royal")[side.index()];
                    assert!(
                        bitboards.common(place, &mut cache).attacked == attacked_by(&|code| code == common),
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
            evaluation.basis.attacks.count(&position, &mut RideCache::default(), &mut live);
            live
        };
        let worth = |letter: &str| {
            let kind = game.type_by_id(letter).expect("it is a piece");
            evaluation.basis.worth[Piece::new(kind, Side::First).code()]
        };
        // The rider attacks 14 squares: e4 does not count, and g7 and g8 are near the royal piece. Nothing protects the rider.
        let live = seen("6k1/8/8/5p2/6R1/8/8/K7 w - - 0 1");
        assert_eq!(
            [ACTIVITY, ROYAL_ATTACKS, ROYAL_DANGER, ROYAL_WEAK].map(|place| live[place]),
            [11, 2, 2, 2]
        );
        assert_eq!([live[THREATS], live[THREATS + 1]], [0, worth("R")]);
        assert_eq!([live[HANGING], live[HANGING + 1]], [0, worth("R")]);
        // For the other player everything is reversed.
        let live = seen("6k1/8/8/5p2/6R1/8/8/K7 b - - 0 1");
        assert_eq!(
            [ACTIVITY, ROYAL_ATTACKS, ROYAL_DANGER, ROYAL_WEAK].map(|place| live[place]),
            [-11, -2, -2, -2]
        );
        assert_eq!([live[THREATS], live[THREATS + 1]], [worth("R"), 0]);
        assert_eq!([live[HANGING], live[HANGING + 1]], [worth("R"), 0]);
    }
}
