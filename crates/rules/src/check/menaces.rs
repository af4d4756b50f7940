//! Which squares a piece could ever take on, whatever stands around it: a quick test before the thorough one.

use crate::game::Piece;
use crate::game::definition::{Definition, PieceDef, Side, TypeId};
use crate::geometry::{BoardSize, Square, SquareSet, Vector, walk};
use crate::language::ast::{Arrival, Mode, Path, Power, Reach, Ride};
use crate::moves::{mirrored_targets_of, targets_of};

/// For every piece and its square, a set of squares outside which it takes nothing.
#[derive(Clone, Debug)]
pub(crate) struct Menaces {
    squares: usize,
    /// By the code of the piece, then by its square.
    sets: Box<[SquareSet]>,
}

impl Menaces {
    pub(crate) fn compile(definition: &Definition) -> Menaces {
        let squares = definition.size.squares();
        let mut sets = vec![SquareSet::EMPTY; Piece::codes(definition.pieces.len()) * squares];
        for (index, piece) in definition.pieces.iter().enumerate() {
            for side in Side::BOTH {
                let code = Piece::new(TypeId(index as u8), side).code();
                for from in definition.size.iter() {
                    sets[code * squares + from.index()] = Search::new(definition.size, side, from).of(piece);
                }
            }
        }
        Menaces { squares, sets: sets.into() }
    }

    /// Returns the squares outside which a piece takes nothing.
    #[inline]
    pub(crate) fn of(&self, piece: Piece, from: Square) -> &SquareSet {
        &self.sets[piece.code() * self.squares + from.index()]
    }
}

/// The search for what one piece could take from one square.
struct Search {
    size: BoardSize,
    turned: bool,
    from: Square,
}

impl Search {
    fn new(size: BoardSize, side: Side, from: Square) -> Search {
        Search { size, turned: side == Side::Second, from }
    }

    fn everywhere(&self) -> SquareSet {
        self.size.iter().collect()
    }

    fn of(&self, piece: &PieceDef) -> SquareSet {
        let (mut ends, mut taken) = (SquareSet::from_iter([self.from]), SquareSet::EMPTY);
        for travel in &piece.ability.travels {
            let reached = self.path(&travel.path);
            ends = ends.union(&reached);
            if travel.mode != Mode::Moving {
                taken = taken.union(&reached);
            }
        }
        piece.ability.powers.iter().fold(taken, |taken, power| taken.union(&self.power(power, &ends)))
    }

    fn path(&self, path: &Path) -> SquareSet {
        match path {
            Path::Leap(vectors) | Path::Track(vectors) => self.at(vectors),
            Path::Mirror(vectors) => self.mirrored(vectors),
            Path::Ride(ride) | Path::Over { ride, .. } | Path::BesideFriend(ride) | Path::Halfway(ride) => {
                self.along(ride)
            }
            Path::FromRow { path, .. } => self.path(path),
            Path::Hop(_)
            | Path::HopChain(_)
            | Path::Zigzag(_)
            | Path::BesideRoyal
            | Path::Circle
            | Path::Bend { .. } => self.everywhere(),
        }
    }

    /// Returns what a power takes of a piece that can end its travels on some squares.
    fn power(&self, power: &Power, ends: &SquareSet) -> SquareSet {
        match power {
            Power::Igui { reach: Reach::At(vectors) } => self.at(vectors),
            Power::Igui { reach: Reach::Seen(ride) } | Power::LongLeap(ride) | Power::HalfwayLeap(ride) => {
                self.along(ride)
            }
            Power::Twofold(leaps) => self.mirrored(leaps),
            Power::Arrival { effect, .. } => match effect {
                Arrival::ApproachLine | Arrival::Coordinate => self.everywhere(),
                Arrival::Approach
                | Arrival::Withdrawal
                | Arrival::Custodian
                | Arrival::Pincer
                | Arrival::Blast
                | Arrival::Purge
                | Arrival::Convert => self.next_to(ends),
            },
            Power::HopCapture { .. }
            | Power::Strike { .. }
            | Power::Sweep(_)
            | Power::Convert { .. }
            | Power::Shove { .. } => self.everywhere(),
            Power::Royal
            | Power::Pass
            | Power::Kamikaze
            | Power::Swap { .. }
            | Power::SwapFriends
            | Power::SwapEnemies { .. }
            | Power::Pull(_)
            | Power::Push(_)
            | Power::Birth { .. }
            | Power::Relay { .. }
            | Power::RoyalRelay
            | Power::Immobilize
            | Power::Unstoppable
            | Power::Double(_)
            | Power::Poison
            | Power::PoisonSeen(_)
            | Power::Burn
            | Power::EnPassant
            | Power::IguiInPassing { .. }
            | Power::Flip
            | Power::Explode
            | Power::Bewitch
            | Power::Helpless
            | Power::Armoured
            | Power::Piercing
            | Power::Shielded => SquareSet::EMPTY,
        }
    }

    fn at(&self, vectors: &[Vector]) -> SquareSet {
        targets_of(self.size, vectors, self.turned)[self.from.index()]
    }

    fn mirrored(&self, vectors: &[Vector]) -> SquareSet {
        mirrored_targets_of(self.size, vectors, self.turned)[self.from.index()]
    }

    fn along(&self, ride: &Ride) -> SquareSet {
        let turn = |v: Vector| if self.turned { -v } else { v };
        let line = |&v: &Vector| walk(self.size, self.from, turn(v), ride.max.into());
        ride.vectors.iter().flat_map(line).collect()
    }

    fn next_to(&self, ends: &SquareSet) -> SquareSet {
        let steps = [Vector::leaper(1, 0), Vector::leaper(1, 1)].concat();
        let around = targets_of(self.size, &steps, false);
        ends.iter().fold(SquareSet::EMPTY, |set, end| set.union(&around[end.index()]))
    }
}
