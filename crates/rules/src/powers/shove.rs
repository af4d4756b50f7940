//! `shove`: steps onto a friend, which is pushed on, with at most one more behind it (K68, K69).

use chumsky::prelude::*;

use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, leaps, word};
use crate::travel::{Origin, Travel, View};
use crate::vocabulary::{Geometry, Observer, Square, SquareSet, Vector};

use super::{
    Compiler, PowerRules, PowerStepSink, Promotes, Scene, Special, SpecialRules, Step, StepKind, StepRules,
    StepTarget,
};

/// Steps onto a friendly piece, which is pushed one step on with at most one more friendly piece behind it; the last of the row
/// may take (K68).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shove {
    /// The steps.
    pub steps: Vec<Vector>,
    /// Whether the last of the row may be pushed off the board; it is lost (K69).
    pub off_board: bool,
}

impl PowerRules for Shove {
    const WORDS: &[Word] = &[Word {
        name: "shove",
        role: Role::Power,
        stage: TurnStage::Step,
        syntax: "shove <LEAPS>, shove <LEAPS> off-board",
        help: "Steps onto the square of a friendly piece and moves it one step on, with at most one more friendly piece \
               behind it. The last of them may take an opposing piece.",
        example: "W + shove W",
        rulings: "K68",
    }];

    /// `shove LEAP`, optionally with `off-board` (K68, K69).
    fn syntax<'t>() -> Rule<'t, Shove> {
        let off_board = word("off-board").or_not().map(|word| word.is_some());
        let shove = leaps().then(off_board).map(|(steps, off_board)| Shove { steps, off_board });
        word("shove").ignore_then(shove).boxed()
    }

    fn is_placing(&self) -> bool {
        true
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let steps = self.steps.iter().map(|&v| compiler.turn(v)).collect();
        compiler.abilities.handles_friends = true;
        compiler.add(Special::Shove(Shoves { steps, off_board: self.off_board }));
    }

    fn cost(&self, _: Geometry, _: usize) -> usize {
        3 * self.steps.len()
    }

    fn captures(&self, origin: Origin, _: &[Travel]) -> SquareSet {
        // The row of friends is up to two long (K68).
        origin.along(&self.steps, 3)
    }
}

/// The steps onto friends, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Shoves {
    steps: Box<[Vector]>,
    off_board: bool,
}

impl SpecialRules for Shoves {
    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        let (size, friends) = (view.rays.size(), view.friends());
        for &v in &self.steps {
            let Some(to) = size.step(from, v).filter(|&to| friends.contains(to)) else { continue };
            let takes = match row_end(size, to, v, &friends) {
                RowEnd::Square(square) if !view.own.contains(square) => view.enemy.contains(square),
                RowEnd::Edge if self.off_board => false,
                RowEnd::Square(_) | RowEnd::Edge => continue,
            };
            out.add(Step::plain(StepKind::Shove, from, to, None), takes, Promotes::Mover);
        }
    }
}

/// The place to which the last of a row of one or two friends is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowEnd {
    /// A square, occupied by a friend if the row is too long.
    Square(Square),
    /// Off the board.
    Edge,
}

/// Returns the place one step beyond the row of friends that begins on a square.
fn row_end(size: Geometry, first: Square, v: Vector, own: &SquareSet) -> RowEnd {
    let next = |square| size.step(square, v);
    match next(first) {
        Some(second) if own.contains(second) => next(second).map_or(RowEnd::Edge, RowEnd::Square),
        Some(second) => RowEnd::Square(second),
        None => RowEnd::Edge,
    }
}

impl StepRules for Shove {
    const WORD: Option<&str> = Some("shove");

    /// Moves a row of friends one step on, and the piece after it.
    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        let Step { from, to, .. } = step;
        let size = target.rays().size();
        let v = size.vector(from, to);
        let own = *target.board().side(target.side());
        let second = size.step(to, v).filter(|&second| own.contains(second));
        match (row_end(size, to, v, &own), second) {
            (RowEnd::Square(end), None) => target.carry_taking(end, [(to, end), (from, to)], observer),
            (RowEnd::Square(end), Some(second)) => {
                target.carry_taking(end, [(second, end), (to, second), (from, to)], observer);
            }
            // The last one is pushed off the board.
            (RowEnd::Edge, None) => target.carry(observer, [(from, to)]),
            (RowEnd::Edge, Some(second)) => target.carry(observer, [(to, second), (from, to)]),
        }
    }

    /// Writes a step onto a friend: `-k4:A-k5,Goxk6`, or `-a1:N*` if a piece leaves the board (K120).
    fn text(scene: &Scene<'_>, step: Step) -> String {
        let size = scene.view.rays.size();
        let (board, v) = (scene.view.board, size.vector(step.from, step.to));
        let own = board.side(scene.view.side);
        let mut row = vec![step.to];
        row.extend(size.step(step.to, v).filter(|&second| own.contains(second)));
        let last = match row_end(size, step.to, v, own) {
            RowEnd::Square(end) => Some(end),
            RowEnd::Edge => None,
        };
        let mut ends: Vec<Option<Square>> = row.iter().skip(1).map(|&square| Some(square)).collect();
        ends.push(last);
        let one = |(from, end): (&Square, Option<Square>)| {
            let id = scene.id_at(*from);
            match end {
                None => format!("{id}*"),
                Some(end) if board.side(scene.view.side.other()).contains(end) => {
                    format!("{id}x{}", scene.square(end))
                }
                Some(end) => format!("{id}-{}", scene.square(end)),
            }
        };
        let moved: Vec<String> = row.iter().zip(ends).map(one).collect();
        format!("-{}:{}", scene.square(step.to), moved.join(","))
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn a_friend_goes_one_step_on_and_may_take() {
        let scenario = Scenario::new("shove W", &["[Wa]e5", "[P]e6", "[P]d5", "(P)c5", "(P)f5"]);
        assert_eq!(scenario.turns("e5"), ["Wa-d5:Pxc5", "Wa-e6:P-e7"]);
        assert_eq!(scenario.after("Wa-d5:Pxc5"), "[P]c5 [Wa]d5 (P)f5 [P]e6");
        assert_eq!(scenario.after("Wa-e6:P-e7"), "(P)c5 [P]d5 (P)f5 [Wa]e6 [P]e7");
    }
}
