//! The walls of turns: every move is listed with each place for its wall, or a wall in place of a move (R97 to R99).

use crate::game::walling::{WallPlace, Walling};
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::{PlayStep as _, Scope, Turn};
use crate::vocabulary::{PieceType, Square, SquareSet};

use super::TurnSink;
use super::keys::KeySet;
use super::turns::Turns;

/// Lists the turns of a game with walls, without regard to check; with `movers` only those that these pieces make by their own
/// power.
pub(super) fn list(
    position: &Position,
    walling: &Walling,
    scope: Scope,
    movers: Option<&SquareSet>,
    sink: &mut dyn TurnSink,
) {
    let depends = matches!(walling.place, WallPlace::WhereItLeft | WallPlace::WhereItCouldMove);
    let distinct = scope == Scope::Distinct && depends;
    let mut all = Walls {
        walling,
        squares: position.game().size().iter().collect(),
        after: position.without_history(),
        results: distinct.then(KeySet::default),
        goes_on: true,
        sink,
    };
    if walling.instead && scope != Scope::Captures {
        all.only_walls(position, movers);
    }
    // Moves with the same result may have different places for their walls.
    let scope = if distinct { Scope::Choices } else { scope };
    Turns::<dyn TurnSink>::new(position, scope, &mut all).list_with_flights(movers);
}

/// Passes on every move with each of its walls.
struct Walls<'a> {
    walling: &'a Walling,
    /// All squares of the board.
    squares: SquareSet,
    /// A copy of the position for trying moves.
    after: Position,
    /// The keys of the results found so far, if two of them may be the same.
    results: Option<KeySet>,
    /// Whether more turns are wanted.
    goes_on: bool,
    sink: &'a mut dyn TurnSink,
}

impl Walls<'_> {
    /// Passes on the walls in place of a move, as if the piece on the side's first square passed (R99).
    fn only_walls(&mut self, position: &Position, movers: Option<&SquareSet>) {
        let first = position.board().side(position.side()).first();
        if let Some(first) = first.filter(|&first| movers.is_none_or(|movers| movers.contains(first))) {
            self.with_walls(Step::staying(StepKind::Pass, first, first).into());
        }
    }

    /// Passes on a move with each of its walls.
    fn with_walls(&mut self, turn: Turn) {
        self.goes_on &= self.sink.goes_on();
        if !self.goes_on {
            return;
        }
        let exploding = self.exploding(turn.first);
        self.after.begin_turn();
        turn.steps().for_each(|step| self.after.play_step(step, &mut ()));
        let to = self.places(turn) - exploding;
        let holes = &self.after.game().definition().holes;
        let old =
            (self.after.board().walls() - holes).first().filter(|_| self.walling.place == WallPlace::Moves);
        self.after.revert(&mut ());
        for to in to {
            let wall = Step {
                from: turn.first.to,
                to,
                via: old.unwrap_or(to),
                kind: StepKind::Wall,
                promotion: None,
            };
            self.pass_on(Turn { first: turn.first, second: Some(wall) });
        }
    }

    /// Passes on a turn, unless another one has the same result.
    fn pass_on(&mut self, turn: Turn) {
        if let Some(results) = &mut self.results {
            self.after.play_unchecked(turn);
            let key = self.after.key();
            self.after.undo();
            if !results.insert(key) {
                return;
            }
        }
        self.sink.turn(turn);
    }

    /// Returns the squares that an explosion by a step may empty, and to which its wall does not come (R130): the one where it ends,
    /// and all that are occupied but those that the step itself empties.
    fn exploding(&self, step: Step) -> SquareSet {
        let (game, board) = (self.after.game(), self.after.board());
        if game.abilities(board.at(step.from)).after_capture.is_none() {
            return SquareSet::EMPTY;
        }
        let mut squares = board.occupied() - board.walls();
        squares.remove(step.from);
        if matches!(step.kind, StepKind::EnPassant | StepKind::Castle) {
            squares.remove(step.via);
        }
        squares.insert(step.to);
        squares
    }

    /// Returns the places for the wall after the move that has just been made.
    fn places(&self, turn: Turn) -> SquareSet {
        let (board, side) = (self.after.board(), self.after.side());
        let (size, rays) = (self.after.game().size(), self.after.game().rays());
        let empty = (self.squares - board.occupied()) & self.walling.region[side.index()];
        match self.walling.place {
            WallPlace::Moves | WallPlace::Anywhere => empty,
            WallPlace::WhereItLeft => empty & SquareSet::from(turn.first.from),
            WallPlace::WhereItCouldMove => {
                let view = self.after.view();
                let travels = &self.after.game().abilities(board.at(turn.first.to)).travels;
                empty & travels.destinations(&view, turn.first.to)
            }
            WallPlace::Edge => {
                let is_edge = |square: &Square| {
                    let (file, rank) = (size.file(*square), size.rank(*square));
                    file == 0 || rank == 0 || file + 1 == size.files() || rank + 1 == size.ranks()
                };
                let beside =
                    board.walls().iter().fold(SquareSet::EMPTY, |set, wall| set | rays.orthogonal(wall));
                empty & (self.squares.iter().filter(is_edge).collect::<SquareSet>() | beside)
            }
        }
    }
}

impl TurnSink for Walls<'_> {
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        to.iter().for_each(|to| self.turn(Step::plain(kind, from, to, promotion).into()));
    }

    fn turn(&mut self, turn: Turn) {
        if !self.walling.instead {
            self.with_walls(turn);
        } else {
            self.pass_on(turn);
        }
    }

    fn goes_on(&mut self) -> bool {
        self.goes_on && self.sink.goes_on()
    }
}
