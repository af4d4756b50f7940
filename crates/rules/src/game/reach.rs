//! What a piece could ever take from a square, whoever stands where: with this, most pieces need but one look to know
//! that they take nothing, or not the royal piece. Likewise for promotions that set a piece down elsewhere.
//!
//! The sets are drawn from the texts of the abilities and are too large rather than too small: lines go through
//! everything, and a power that depends on pieces elsewhere reaches the whole board.

use crate::game::definition::{Definition, PieceDef, PromotionWhen};
use crate::language::ast::{Area, Arrival, Bearing, Mode, Path, Power, Reach, Ride, Travel};
use crate::travel::View;
use crate::vocabulary::{Geometry, Piece, PieceType, Side, Square, SquareSet, Vector, walk};

/// The reach of every piece of a game.
#[derive(Clone, Debug)]
pub(crate) struct Reaches {
    squares: usize,
    /// What each piece could take or convert by its own power, by [`Piece::code`] and square.
    own: Vec<SquareSet>,
    /// By code: what borrowers on each square could take with what such a piece lends; empty if it lends nothing.
    lent: Vec<Vec<SquareSet>>,
    /// By code: the squares from which a piece could promote to what is set down elsewhere (L43).
    placing: Vec<SquareSet>,
}

impl Reaches {
    /// Finds out the reach of every piece of a game.
    pub(crate) fn new(definition: &Definition, zones: &[SquareSet; 2]) -> Reaches {
        let size = definition.size;
        let codes = Piece::codes(definition.pieces.len());
        let squares = size.squares();
        let mut reaches = Reaches {
            squares,
            own: vec![SquareSet::EMPTY; codes * squares],
            lent: vec![Vec::new(); codes],
            placing: vec![SquareSet::EMPTY; codes],
        };
        for (index, piece) in definition.pieces.iter().enumerate() {
            for side in Side::BOTH {
                let code = Piece::new(PieceType::new(index as u8), side).code();
                let turned = side == Side::Second;
                let from = |square| Origin { size, square, turned };
                for square in size.iter() {
                    reaches.own[code * squares + square.index()] = from(square).own(piece);
                }
                if piece.promotions.iter().any(|promotion| matches!(promotion.when, PromotionWhen::Placed(_)))
                {
                    let zone = &zones[side.index()];
                    let comes = |&square: &Square| {
                        zone.contains(square) || from(square).travels(&piece.ability.travels).intersects(zone)
                    };
                    reaches.placing[code] = size.iter().filter(comes).collect();
                }
                if lends(piece) {
                    reaches.lent[code] = size.iter().map(|square| from(square).borrowed(piece)).collect();
                }
            }
        }
        reaches
    }

    /// Returns what a piece on a square could take by its own power.
    #[inline]
    pub(crate) fn of(&self, piece: Piece, from: Square) -> &SquareSet {
        &self.own[piece.code() * self.squares + from.index()]
    }

    /// Returns whether a piece on a square could take one of some opposing pieces by its own power.
    #[inline]
    pub(crate) fn touches(&self, piece: Piece, from: Square, victims: &SquareSet) -> bool {
        self.of(piece, from).intersects(victims)
    }

    /// Returns whether a piece on a square could promote to what is set down elsewhere (L43).
    #[inline]
    pub(crate) fn places(&self, piece: Piece, from: Square) -> bool {
        self.placing[piece.code()].contains(from)
    }

    /// Returns whether a borrower could take one of some opposing pieces with what a lender lends.
    #[inline]
    pub(crate) fn lends(
        &self,
        view: &View<'_>,
        lender: Square,
        borrower: Square,
        victims: &SquareSet,
    ) -> bool {
        let lent = self.lent[view.board.at(lender).code()].get(borrower.index());
        lent.is_some_and(|reach| reach.intersects(victims))
    }
}

fn lends(piece: &PieceDef) -> bool {
    piece.ability.powers.iter().any(|power| matches!(power, Power::Relay { .. }))
}

/// The square that squares are reached from, and the view of its owner.
#[derive(Clone, Copy)]
struct Origin {
    size: Geometry,
    square: Square,
    /// For the second player, whose vectors are turned half round (K9).
    turned: bool,
}

impl Origin {
    /// What the owner of an ability could take or convert by it.
    fn own(self, piece: &PieceDef) -> SquareSet {
        let ability = &piece.ability;
        let taken = self.travels(ability.travels.iter().filter(|travel| travel.mode != Mode::Moving));
        ability.powers.iter().fold(taken, |set, power| set.union(&self.power(power, &ability.travels)))
    }

    /// What a borrower could take with what a piece lends.
    fn borrowed(self, lender: &PieceDef) -> SquareSet {
        let lent = lender.ability.powers.iter().filter_map(|power| match power {
            Power::Relay { lends, .. } => Some(lends),
            _ => None,
        });
        self.travels(lent.flatten().filter(|travel| travel.mode != Mode::Moving))
    }

    /// What a power could take or convert.
    fn power(self, power: &Power, travels: &[Travel]) -> SquareSet {
        match power {
            Power::HopCapture { over } => self.leaps(&over.vectors()),
            Power::Strike { first, second, bearing } => self.bent((first, 1), (second, 1), *bearing),
            Power::Igui { reach: Reach::At(at) } | Power::Convert { at } => self.leaps(at),
            Power::Igui { reach: Reach::Seen(ride) }
            | Power::Sweep(ride)
            | Power::LongLeap(ride)
            | Power::HalfwayLeap(ride) => self.lines(ride),
            // The row of friends is up to two long (K68).
            Power::Shove { steps, .. } => self.along(steps, 3),
            Power::Arrival { effect, .. } => {
                let arrivals = self.travels(travels).iter();
                arrivals.fold(SquareSet::EMPTY, |set, to| set.union(&self.arrival(*effect, to)))
            }
            Power::Swap { .. }
            | Power::SwapFriends
            | Power::Pull(_)
            | Power::Push(_)
            | Power::Birth { .. }
            | Power::Relay { .. }
            | Power::RoyalRelay
            | Power::Pass
            | Power::Kamikaze
            | Power::Royal
            | Power::Immobilize
            | Power::Unstoppable
            | Power::Double(_)
            | Power::Poison
            | Power::PoisonSeen(_)
            | Power::Burn
            | Power::Shielded
            | Power::SwapEnemies { .. }
            | Power::Flip
            | Power::Explode
            | Power::Armoured
            | Power::Piercing
            | Power::Bewitch
            | Power::Helpless
            // What is taken in passing is listed apart.
            | Power::IguiInPassing { .. }
            | Power::EnPassant => SquareSet::EMPTY,
            // The other part takes, too; it is on a diagonal neighbour.
            Power::Twofold(leaps) => {
                let parts = self.leaps(&Area::Diagonal.vectors()).iter().chain([self.square]);
                parts.fold(SquareSet::EMPTY, |set, square| set.union(&Origin { square, ..self }.mirrored(leaps)))
            }
        }
    }

    /// What an arrival on a square could take or convert.
    fn arrival(self, effect: Arrival, to: Square) -> SquareSet {
        let size = self.size;
        let direction = || size.vector(self.square, to).direction();
        match effect {
            _ if to == self.square => SquareSet::EMPTY,
            Arrival::Approach | Arrival::Convert => size.step(to, direction()).into_iter().collect(),
            Arrival::ApproachLine => walk(size, to, direction(), usize::MAX).collect(),
            Arrival::Withdrawal => size.step(self.square, -direction()).into_iter().collect(),
            Arrival::Custodian | Arrival::Pincer | Arrival::Blast | Arrival::Purge => {
                Origin { square: to, ..self }.leaps(&Area::Adjacent.vectors())
            }
            Arrival::Coordinate => size.iter().collect(),
        }
    }

    /// Where travels could end.
    fn travels<'a>(self, travels: impl IntoIterator<Item = &'a Travel>) -> SquareSet {
        travels.into_iter().fold(SquareSet::EMPTY, |set, travel| set.union(&self.path(&travel.path)))
    }

    fn path(self, path: &Path) -> SquareSet {
        match path {
            Path::FromRow { path, .. } => self.path(path),
            Path::Leap(vectors) => self.leaps(vectors),
            Path::Ride(ride) | Path::Halfway(ride) | Path::BesideFriend(ride) => self.lines(ride),
            Path::Over { ride, .. } => self.along(&ride.vectors, ride.max.into()),
            // It lands one square behind the piece seen (K40).
            Path::Hop(ride) => self.along(&ride.vectors, usize::from(ride.max) + 1),
            Path::Track(path) => {
                path.iter().filter_map(|&v| self.size.step(self.square, self.seen(v))).collect()
            }
            Path::Zigzag(vectors) => {
                let pairs = vectors.iter().flat_map(|&a| vectors.iter().map(move |&b| (a, b)));
                pairs.filter(|(a, b)| a.dot(*b) == 0).flat_map(|(a, b)| self.zigzag(a, b)).collect()
            }
            Path::Bend { first, second, bearing, .. } => {
                self.bent((&first.vectors, first.max.into()), (&second.vectors, second.max.into()), *bearing)
            }
            Path::Mirror(vectors) => self.mirrored(vectors),
            Path::HopChain(_) | Path::BesideRoyal | Path::Circle => self.size.iter().collect(),
        }
    }

    fn leaps(self, vectors: &[Vector]) -> SquareSet {
        self.along(vectors, 1)
    }

    fn lines(self, ride: &Ride) -> SquareSet {
        self.along(&ride.vectors, ride.max.into())
    }

    /// The squares of up to `most` steps in each of the directions.
    fn along(self, vectors: &[Vector], most: usize) -> SquareSet {
        vectors.iter().flat_map(|&v| walk(self.size, self.square, self.seen(v), most)).collect()
    }

    /// The squares of leaps from the mirror square (L15).
    fn mirrored(self, vectors: &[Vector]) -> SquareSet {
        Origin { square: self.size.reflect(self.square), ..self }.leaps(vectors)
    }

    /// The squares of up to so many steps in each of the directions, and of a second leg that may follow.
    fn bent(
        self,
        (first, most): (&[Vector], usize),
        (second, most_after): (&[Vector], usize),
        bearing: Bearing,
    ) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for &leg in first {
            let corners = self.along(&[leg], most);
            reached = reached.union(&corners);
            let onward: Vec<Vector> =
                second.iter().copied().filter(|&next| bearing.allows(leg, next)).collect();
            for square in corners {
                reached = reached.union(&Origin { square, ..self }.along(&onward, most_after));
            }
        }
        reached
    }

    /// The squares of steps in two directions in turn, while they are on the board (K43).
    fn zigzag(self, a: Vector, b: Vector) -> impl Iterator<Item = Square> {
        let mut steps = [self.seen(a), self.seen(b)].into_iter().cycle();
        let mut at = Some(self.square);
        let next = move || {
            at = self.size.step(at?, steps.next()?);
            at
        };
        std::iter::from_fn(next)
    }

    /// A vector as the owner sees it, in the first player's coordinates.
    fn seen(self, v: Vector) -> Vector {
        if self.turned { -v } else { v }
    }
}
