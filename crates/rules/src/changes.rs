//! The changes that turns make on the board, square by square, for display and for other programs.
//!
//! ```
//! use beaufort_rules::changes::{Fate, Trial};
//! use beaufort_rules::{Position, builtin};
//!
//! let game = builtin::game("orthochess").unwrap();
//! let position = Position::parse(&game, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
//! let changes = Trial::new(&position).changes(position.read_turn("exd5").unwrap());
//! let fates: Vec<Fate> = changes.all().map(|change| change.fate).collect();
//! assert_eq!(fates, [Fate::Left, Fate::Captured]);
//! ```

use crate::position::Position;
use crate::powers::Step;
use crate::turn::Turn;
use crate::vocabulary::{Observer, Piece, Side, Square};

/// The fate of the piece that stood on a square or, if it was empty, of the one that stands there afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It has gone to another square.
    Left,
    /// It has come from another square to this empty one.
    Arrived,
    /// It has been captured.
    Captured,
    /// It has changed sides.
    Converted,
    /// It has become another piece without leaving its square.
    Promoted,
    /// It is new.
    Born,
    /// It has gone by its own doing.
    Died,
    /// Poison or fire has killed it.
    Perished,
}

/// The change of one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareChange {
    /// The square.
    pub square: Square,
    /// The piece before.
    pub before: Piece,
    /// The piece afterwards.
    pub after: Piece,
    /// The fate of the piece.
    pub fate: Fate,
    /// Where the piece that stands there now came from, if it came from another square.
    pub origin: Option<Square>,
}

/// The changes that a step of a turn makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepChanges {
    /// The step.
    pub step: Step,
    /// The square of the piece that lends it; `None` if it is the piece's own.
    pub lender: Option<Square>,
    /// The squares that it changes.
    pub changes: Vec<SquareChange>,
}

/// The changes that a turn makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnChanges {
    /// Its steps, in order.
    pub steps: Vec<StepChanges>,
    /// The effects of poison and fire at its end.
    pub marks: Vec<SquareChange>,
    /// Whether the position after it has occurred too often for the rule against repetition (K117).
    pub repeats: bool,
}

impl TurnChanges {
    /// Returns the changes of all steps and of the end of the turn, in order.
    pub fn all(&self) -> impl Iterator<Item = &SquareChange> {
        self.steps.iter().flat_map(|step| &step.changes).chain(&self.marks)
    }
}

/// Tries turns of one position.
#[derive(Debug)]
pub struct Trial<'a> {
    before: &'a Position,
    /// The position on which turns are tried.
    trial: Position,
    recorder: ChangeRecorder,
}

impl<'a> Trial<'a> {
    /// Prepares to try turns of a position.
    pub fn new(position: &'a Position) -> Trial<'a> {
        Trial { before: position, trial: position.clone(), recorder: ChangeRecorder::default() }
    }

    /// Returns what a turn does, which has to be possible in the position.
    pub fn changes(&mut self, turn: Turn) -> TurnChanges {
        self.recorder.clear();
        self.trial.play_unchecked_with(turn, &mut self.recorder);
        let repeats = self.trial.occurs_too_often();
        self.trial.undo();
        let lenders = self.before.lenders(turn);
        let mover = self.before.side();
        let steps = turn.steps().zip(lenders).map(|(step, lender)| StepChanges {
            step,
            lender,
            changes: self.recorder.take_stage(Some(step), mover),
        });
        let steps = steps.collect();
        TurnChanges { steps, marks: self.recorder.take_stage(None, mover), repeats }
    }
}

/// Watches a turn: for each square that a stage of it touches what stood there before and afterwards.
#[derive(Debug, Default)]
struct ChangeRecorder {
    touches: Vec<SquareTouch>,
    /// The ends of the steps among the touches.
    ends: Vec<usize>,
    /// The stages that have been taken.
    taken: usize,
}

#[derive(Clone, Copy, Debug)]
struct SquareTouch {
    square: Square,
    before: Piece,
    after: Piece,
}

impl ChangeRecorder {
    /// Forgets everything.
    fn clear(&mut self) {
        self.touches.clear();
        self.ends.clear();
        self.taken = 0;
    }

    /// Returns the changes of the next stage: of a step of a side, or of the marks at the end of the turn.
    fn take_stage(&mut self, step: Option<Step>, mover: Side) -> Vec<SquareChange> {
        let start = self.taken.checked_sub(1).map_or(0, |last| self.ends[last]);
        let end = self.ends.get(self.taken).copied().unwrap_or(self.touches.len());
        self.taken += 1;
        let stage = &self.touches[start..end];
        let mut changes: Vec<SquareTouch> = Vec::with_capacity(stage.len());
        for touch in stage {
            match changes.iter_mut().find(|known| known.square == touch.square) {
                Some(known) => known.after = touch.after,
                None => changes.push(*touch),
            }
        }
        changes.retain(|touch| touch.before != touch.after);
        tell(&changes, step, mover)
    }
}

impl Observer for ChangeRecorder {
    fn put(&mut self, piece: Piece, square: Square) {
        self.touches.push(SquareTouch { square, before: Piece::NONE, after: piece });
    }

    fn removed(&mut self, piece: Piece, square: Square) {
        self.touches.push(SquareTouch { square, before: piece, after: Piece::NONE });
    }

    fn step_ended(&mut self) {
        self.ends.push(self.touches.len());
    }
}

/// Tells what happened in a stage from what stood on its squares before and afterwards.
fn tell(touches: &[SquareTouch], step: Option<Step>, mover: Side) -> Vec<SquareChange> {
    let mut origins: Vec<Option<Square>> = vec![None; touches.len()];
    let mut has_left = vec![false; touches.len()];
    let place = |square| touches.iter().position(|touch| touch.square == square);
    // The piece that makes the step may be another one at its end.
    if let Some(step) = step
        && let (Some(from), Some(to)) = (place(step.from), place(step.to))
        && from != to
        && !touches[to].after.is_none()
    {
        (origins[to], has_left[from]) = (Some(step.from), true);
    }
    for at in 0..touches.len() {
        let piece = touches[at].after;
        if origins[at].is_none() && !piece.is_none() {
            let came = |&from: &usize| from != at && !has_left[from] && touches[from].before == piece;
            if let Some(from) = (0..touches.len()).find(came) {
                (origins[at], has_left[from]) = (Some(touches[from].square), true);
            }
        }
    }
    let change = |at: usize| {
        let SquareTouch { square, before, after } = touches[at];
        let stays = !before.is_none() && !after.is_none() && origins[at].is_none();
        let fate = if has_left[at] {
            Fate::Left
        } else if before.is_none() {
            if origins[at].is_some() { Fate::Arrived } else { Fate::Born }
        } else if stays && before.kind() == after.kind() {
            Fate::Converted
        } else if stays && before.side() == after.side() {
            Fate::Promoted
        } else if step.is_none() {
            Fate::Perished
        } else if before.side() == mover {
            Fate::Died
        } else {
            Fate::Captured
        };
        SquareChange { square, before, after, fate, origin: origins[at] }
    };
    (0..touches.len()).map(change).collect()
}
