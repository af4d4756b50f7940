//! What a piece does where it arrives by its own power: captures by approach, withdrawal and the like (K53 to K61).

use crate::language::ast::Arrival;
use crate::travel::View;
use crate::vocabulary::{Board, Rays, Square, SquareSet, Vector, walk};

/// A power on arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ArrivalPower {
    pub(crate) effect: Arrival,
    /// Whether the player may decline it (K54).
    pub(crate) optional: bool,
}

/// What an arrival does: the pieces taken and the pieces converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) taken: SquareSet,
    pub(crate) converted: SquareSet,
}

impl Effects {
    /// Returns the squares of all pieces concerned.
    pub(crate) fn any(&self) -> SquareSet {
        self.taken.union(&self.converted)
    }
}

/// A piece that goes from one square to another, and who will stand where after that (K88).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrived<'a> {
    rays: &'a Rays,
    /// Which types are what another type promotes to (K61).
    promoted: &'a [bool],
    /// Tells the types of the pieces that have not moved.
    board: &'a Board,
    own: SquareSet,
    enemy: SquareSet,
    /// The squares of the side's royal pieces.
    royals: SquareSet,
    from: Square,
    to: Square,
}

impl<'a> Arrived<'a> {
    /// Foresees an arrival on the board before the displacement. `view` shows the opposing pieces that the piece can take
    /// (L27); `promoted` tells of each type whether another one promotes to it.
    pub(crate) fn new(view: &View<'a>, promoted: &'a [bool], from: Square, to: Square) -> Arrived<'a> {
        let moved = |mut squares: SquareSet| {
            if squares.contains(from) {
                squares.remove(from);
                squares.insert(to);
            }
            squares
        };
        let mut enemy = view.enemy;
        enemy.remove(to);
        let royals = moved(*view.board.royals(view.side));
        let own = moved(*view.board.side(view.side));
        Arrived { rays: view.rays, promoted, board: view.board, own, enemy, royals, from, to }
    }
}

impl ArrivalPower {
    /// Returns what the power does to the board after the displacement.
    pub(crate) fn effects(self, arrived: &Arrived<'_>) -> Effects {
        let rays = arrived.rays;
        let enemy = arrived.enemy;
        let near = rays.neighbours(arrived.to);
        let size = rays.size();
        let v = size.vector(arrived.from, arrived.to).direction();
        let one = |square: Option<Square>| square.into_iter().collect::<SquareSet>().intersection(&enemy);
        let taken = match self.effect {
            Arrival::Approach => one(size.step(arrived.to, v)),
            Arrival::Withdrawal => one(size.step(arrived.from, -v)),
            Arrival::ApproachLine => {
                walk(size, arrived.to, v, usize::MAX).take_while(|&square| enemy.contains(square)).collect()
            }
            Arrival::Custodian | Arrival::Pincer => {
                let orthogonal = self.effect == Arrival::Pincer;
                let near = if orthogonal { rays.orthogonal(arrived.to) } else { near };
                let caught = |&square: &Square| {
                    let behind = size.step(square, size.vector(arrived.to, square));
                    behind.is_some_and(|behind| arrived.own.contains(behind))
                };
                near.intersection(&enemy).iter().filter(caught).collect()
            }
            Arrival::Coordinate => coordinates(rays, arrived).intersection(&enemy),
            Arrival::Blast => near.intersection(&enemy),
            Arrival::Purge => {
                let promoted = |&square: &Square| {
                    arrived.board.at(square).kind().is_some_and(|kind| arrived.promoted[kind.index()])
                };
                near.intersection(&arrived.own.union(&enemy)).iter().filter(promoted).collect()
            }
            Arrival::Convert => {
                return Effects { taken: SquareSet::EMPTY, converted: one(size.step(arrived.to, v)) };
            }
        };
        Effects { taken, converted: SquareSet::EMPTY }
    }
}

/// Returns the squares where the rank and file of the piece meet the files and ranks of its royal friends (K59).
fn coordinates(rays: &Rays, arrived: &Arrived<'_>) -> SquareSet {
    let size = rays.size();
    let corners = |royal: Square| {
        let across = Vector::new(size.vector(arrived.to, royal).dx, 0);
        let along = Vector::new(0, size.vector(arrived.to, royal).dy);
        [size.step(arrived.to, across), size.step(arrived.to, along)].into_iter().flatten()
    };
    arrived.royals.iter().flat_map(corners).collect()
}
