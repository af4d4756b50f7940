//! Questions that change nothing.

use std::sync::Arc;

use beaufort_rules::turn::Reason;
use beaufort_rules::{Game, Piece, Position, Side, Square, TypeId};

use super::opening::{known_side, position_refusal};
use super::{Refusal, Turnout, refusal};
use crate::command::{Arrangement, Placed, TileSet};
use crate::describe;
use crate::event::{Event, Problem, ProblemCode};
use crate::view::{Marks, Viewer, coverage, side_index};

impl Turnout<'_> {
    pub(super) fn games(&mut self) -> Result<(), Refusal> {
        let games = describe::games(&self.conversation.library);
        self.answer(Event::Games { games });
        Ok(())
    }

    pub(super) fn describe(&mut self, game: &str) -> Result<(), Refusal> {
        let game = self.game(Some(game))?;
        let game = Box::new(describe::game(&self.conversation.library, &game));
        self.answer(Event::Game { game });
        Ok(())
    }

    pub(super) fn tiles(&mut self, game: String, set: TileSet) -> Result<(), Refusal> {
        let tiles = describe::tiles(&*self.game(Some(&game))?, set);
        self.answer(Event::Tiles { game, set, tiles });
        Ok(())
    }

    pub(super) fn worth(&mut self, game: String) -> Result<(), Refusal> {
        self.game(Some(&game))?;
        if let Some(asker) = self.asker {
            self.order_worth(asker, game);
        }
        Ok(())
    }

    pub(super) fn export(&mut self) -> Result<(), Refusal> {
        let session = &self.table()?.session;
        let (record, position) = (session.record().to_string(), session.position().to_string());
        self.answer(Event::Exported { record, position });
        Ok(())
    }

    pub(super) fn overlay(&mut self) -> Result<(), Refusal> {
        let sides = coverage(self.table()?.session.position());
        self.answer(Event::Overlay { sides });
        Ok(())
    }

    pub(super) fn explore(&mut self, game: &str, pieces: &[Placed], square: u8) -> Result<(), Refusal> {
        let game = self.game(Some(game))?;
        let found = pieces.iter().find(|placed| placed.square == square);
        let placed = found.ok_or_else(|| refusal(ProblemCode::Unknown, "no piece stands there", "square"))?;
        let side = piece(&game, placed)?.side();
        let position = arrange(&game, pieces, side)?;
        let mut viewer = Viewer::new(&position);
        let turns = position.choices_of(Square::new(square));
        let turns = turns.into_iter().map(|turn| viewer.view(turn, "")).collect();
        self.answer(Event::Explored { turns, marks: Marks::of(&position) });
        Ok(())
    }

    pub(super) fn check(&mut self, game: &str, arrangement: &Arrangement) -> Result<(), Refusal> {
        let game = self.game(Some(game))?;
        let read = match arrangement {
            Arrangement::Text { text } => {
                Position::parse(&game, text).map_err(|error| position_refusal(&error, "arrangement.text"))
            }
            Arrangement::Pieces { pieces, side } => arrange(&game, pieces, known_side(*side)?),
        };
        let event = match read {
            Ok(position) => Event::Checked {
                position: position.to_string(),
                pieces: placed(&position),
                side: side_index(position.side()),
                problems: problems(&position),
            },
            Err(problem) => Event::Checked {
                position: String::new(),
                pieces: Vec::new(),
                side: 0,
                problems: vec![*problem],
            },
        };
        self.answer(event);
        Ok(())
    }
}

/// Returns the position with these pieces and no others.
fn arrange(game: &Arc<Game>, pieces: &[Placed], side: Side) -> Result<Position, Refusal> {
    let mut position = Position::empty(game, side);
    for placed in pieces {
        let piece = piece(game, placed)?;
        let square = Square::new(placed.square);
        if !position.board().at(square).is_none() {
            return Err(misplaced(placed, "two pieces stand on one square"));
        }
        position.place(square, piece);
    }
    Ok(position)
}

/// Returns a piece as the game knows it.
fn piece(game: &Game, placed: &Placed) -> Result<Piece, Refusal> {
    if usize::from(placed.square) >= game.size().squares() {
        return Err(misplaced(placed, "the board has no such square"));
    }
    let kind = (placed.piece / 2).checked_sub(1).map(usize::from);
    match kind.filter(|&kind| kind < game.types().count()) {
        Some(kind) => Ok(Piece::new(TypeId(kind as u8), Side::BOTH[usize::from(placed.piece % 2)])),
        None => Err(misplaced(placed, "the game has no such piece")),
    }
}

fn misplaced(placed: &Placed, message: &str) -> Refusal {
    let mut problem = refusal(ProblemCode::Unknown, message, "pieces");
    problem.square = Some(placed.square);
    problem
}

fn placed(position: &Position) -> Vec<Placed> {
    let placed =
        |(square, piece): (Square, Piece)| Placed { square: square.byte(), piece: piece.code() as u16 };
    position.board().pieces().map(placed).collect()
}

/// Returns everything that keeps a position from being played.
fn problems(position: &Position) -> Vec<Problem> {
    let (game, board) = (position.game(), position.board());
    let mut messages = Vec::new();
    for side in Side::BOTH {
        let name = game.side_name(side);
        match board.count(side) {
            0 => messages.push(format!("{name} has no piece")),
            _ if board.royals(side).is_empty() => messages.push(format!("{name} has no royal piece")),
            1 if game.definition().ending.bare_royal_loses => {
                messages.push(format!("{name} has only one piece and has lost by that"));
            }
            _ => {}
        }
    }
    if messages.is_empty()
        && let Some(verdict) = position.verdict()
    {
        let next = game.side_name(position.side());
        messages.push(match verdict.reason {
            Reason::NoTurn => format!("{next} is to move and has no turn"),
            _ => beaufort_draw::words::verdict(game, verdict),
        });
    }
    messages.into_iter().map(|message| Problem::new(ProblemCode::Position, message)).collect()
}
