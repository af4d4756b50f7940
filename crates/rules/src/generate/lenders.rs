//! The pieces that lend steps to others, for display.

use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::travel::View;
use crate::turn::{Latent, PlayStep, Playing, Turn, latent};
use crate::vocabulary::{Side, Square, SquareSet};

use super::steps::{Loan, loans};

impl Position {
    /// Returns for each step of a turn of this position the square of the piece that lends it; `None` for a step by own power
    /// (K74, K82). Of several lenders it is the one on the lowest square.
    pub fn lenders(&self, turn: Turn) -> [Option<Square>; 2] {
        let latent = Latent::of(self.game(), self.board(), self.side());
        let first = |lenders| lender(self, &lenders, turn.first);
        let Some(second) = turn.second.filter(|step| step.kind == StepKind::Relayed) else {
            return [first(lending(self, self.side(), &latent)), None];
        };
        let mut after = self.without_history();
        after.begin_turn();
        let mut playing = Playing::new(&mut after, latent);
        playing.play_step(turn.first, &mut ());
        let latent_after = playing.latent;
        after.note_displaced();
        let [mut before, mut then] =
            [(self, &latent), (&after, &latent_after)].map(|(at, latent)| lending(at, self.side(), latent));
        if second.from != turn.first.to {
            // Two other pieces are served by one doubled piece, which does not move (K95).
            [before, then] = [before, then].map(|lenders| lenders & self.doubled());
        }
        [first(before), lender(&after, &then, second)]
    }

    /// Returns the relay pieces of a side that are not held, each with the squares of the friends it serves (K74, K92, L18).
    pub fn borrowers(&self, side: Side) -> Vec<(Square, SquareSet)> {
        let game = self.game();
        let view = View::new(game.rays(), self.board(), side);
        let mut served: Vec<(Square, SquareSet)> = Vec::new();
        let lenders = lending(self, side, &Latent::of(game, self.board(), self.side()));
        let bewitched = latent::bewitched(game, self.board(), side);
        for loan in loans(game, &view, lenders) {
            let borrowers = loan.relay.borrowers(&view, loan.lender) - bewitched;
            match served.last_mut() {
                Some((lender, known)) if *lender == loan.lender => *known |= borrowers,
                _ => served.push((loan.lender, borrowers)),
            }
        }
        served
    }
}

/// Returns the squares of a side's relay pieces that are not held (K74).
fn lending(position: &Position, side: Side, latent: &Latent) -> SquareSet {
    position.board().lenders(side) - latent.held()
}

/// Returns the lender of a borrowed step among `lenders`.
fn lender(position: &Position, lenders: &SquareSet, step: Step) -> Option<Square> {
    if step.kind != StepKind::Relayed {
        return None;
    }
    let view = position.view();
    let serves = |loan: &Loan<'_>| {
        loan.relay.borrowers(&view, loan.lender).contains(step.from)
            && loan.relay.destinations(&view, loan.lender, step.from).contains(step.to)
    };
    loans(position.game(), &view, *lenders).find(serves).map(|loan| loan.lender)
}
