//! Questions about what is seen on a board: who attacks a square, and how the board looks along a line.

use beaufort_rules::{Scope, Side, Square, phrase};

use super::handler::Handler;
use super::questions::{MAX_OVERLAY_TURNS, arrange};
use super::refusal::{Refusal, read_turn, refusal, stale};
use crate::command::Placed;
use crate::event::{Event, Problem, ProblemCode};
use crate::judgement::merit;
use crate::view::{BoardView, SquareIndex, Viewer, attackers, last_turn, squares};

/// The most turns of a line that is looked at.
const MAX_LINE_TURNS: usize = 64;
/// The most turns that may be looked at to read them.
const MAX_LINE_WORK: usize = 100_000;

impl Handler<'_> {
    pub(super) fn attackers(
        &mut self,
        node: Option<u32>,
        game: Option<&str>,
        pieces: &[Placed],
        square: SquareIndex,
    ) -> Result<(), Refusal> {
        let arranged;
        let position = if let Some(node) = node {
            let session = &self.table()?.session;
            if session.here().index() != node as usize {
                return Err(stale(phrase!("another position is shown by now"), "node"));
            }
            session.position()
        } else {
            arranged = arrange(&self.game(game)?, pieces, Side::First)?;
            &arranged
        };
        let exists = usize::from(square) < position.game().size().squares();
        let square = Some(Square::new(square)).filter(|&at| exists && !position.board().at(at).is_wall());
        let square = square.ok_or_else(|| {
            refusal(ProblemCode::Unknown, phrase!("the board has no such square"), "square")
        })?;
        let mut left = MAX_OVERLAY_TURNS;
        let mut of = |side| {
            attackers(position, side, square, &mut left).map(squares).ok_or_else(|| {
                let message = phrase!(
                    "the attackers are not shown: more than {number} turns tell them",
                    number = MAX_OVERLAY_TURNS
                );
                Box::new(Problem::new(ProblemCode::TooHard, message))
            })
        };
        let sides = [of(Side::First)?, of(Side::Second)?];
        self.reply(Event::Attackers { sides });
        Ok(())
    }

    pub(super) fn line(&mut self, node: u32, texts: &[String]) -> Result<(), Refusal> {
        if texts.len() > MAX_LINE_TURNS {
            let message =
                phrase!("a line that is looked at has at most {number} turns", number = MAX_LINE_TURNS);
            return Err(refusal(ProblemCode::TooLarge, message, "turns"));
        }
        let node = self.find_node(node)?;
        let session = &self.table()?.session;
        let mut position = session.position_at(node);
        let board = BoardView::from(&position);
        let last = session.turn_at(node).map(|turn| {
            let text = session.record().moves.node(node).text();
            last_turn(&position, turn, text)
        });
        let mut left = MAX_LINE_WORK;
        let mut turns = Vec::with_capacity(texts.len());
        let mut reason = None;
        for (index, text) in texts.iter().enumerate() {
            left = left.checked_sub(position.count_turns(Scope::Choices) as usize).ok_or_else(|| {
                let message = phrase!(
                    "the positions of a line have at most {number} turns altogether",
                    number = MAX_LINE_WORK
                );
                refusal(ProblemCode::TooHard, message, "turns")
            })?;
            let turn = read_turn(&position, text, "turns")?;
            turns.push(Viewer::new(&position).view(turn, text));
            if index + 1 == texts.len() {
                reason = merit(&position, turn);
            }
            position.play_unchecked(turn);
        }
        self.reply(Event::Line { board, last, turns, reason });
        Ok(())
    }
}
