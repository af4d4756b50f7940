//! Questions that change nothing.

use std::sync::Arc;

use beaufort_draw::BoardPicture;
use beaufort_rules::game::definition::{BareRoyal, CastlingPart};
use beaufort_rules::language::ast::Power;
use beaufort_rules::turn::Reason;
use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, Geometry, Piece, PieceType, Position, Side, Square, phrase};

use super::handler::Handler;
use super::refusal::{Refusal, parse_side, position_refusal, refusal};
use crate::command::{Arrangement, Placed, Start, TileSet};
use crate::describe;
use crate::event::{Event, Problem, ProblemCode};
use crate::view::{BesideView, MAX_TOLD_TURNS, Marks, Viewer, coverage, side_index};

/// The most turns that are looked at to find the squares that each side covers.
pub(super) const MAX_OVERLAY_TURNS: usize = 100_000;

impl Handler<'_> {
    pub(super) fn games(&mut self) -> Result<(), Refusal> {
        let games = describe::games(&self.conversation.library);
        self.reply(Event::Games { games });
        Ok(())
    }

    pub(super) fn describe(&mut self, game: &str) -> Result<(), Refusal> {
        let game = self.game(Some(game))?;
        let game = Box::new(describe::game(&self.conversation.library, &game));
        self.reply(Event::Game { game });
        Ok(())
    }

    pub(super) fn rules(&mut self, game: String) -> Result<(), Refusal> {
        let chapters = describe::rules(&self.game(Some(&game))?);
        self.reply(Event::Rules { game, chapters });
        Ok(())
    }

    pub(super) fn showcase(&mut self, game: String) -> Result<(), Refusal> {
        let (board, turns) = describe::showcase(&self.game(Some(&game))?);
        self.reply(Event::Showcase { game, board, turns });
        Ok(())
    }

    pub(super) fn tiles(&mut self, game: String, set: TileSet) -> Result<(), Refusal> {
        let tiles = describe::tiles(&*self.game(Some(&game))?, set);
        self.reply(Event::Tiles { game, set, tiles });
        Ok(())
    }

    pub(super) fn worth(&mut self, game: &str, piece_type: Option<usize>) -> Result<(), Refusal> {
        let game = self.game(Some(game))?;
        let types = game.types().count();
        if piece_type.is_some_and(|index| index >= types) {
            let message = phrase!("the game has {number} piece types, counted from 0", number = types);
            return Err(refusal(ProblemCode::Unknown, message, "pieceType"));
        }
        if let Some(requester) = self.requester {
            self.expect_job_slot()?;
            self.start_worth_job(requester, &game, piece_type);
        }
        Ok(())
    }

    pub(super) fn export(&mut self) -> Result<(), Refusal> {
        let table = self.table()?;
        let session = &table.session;
        let mut record = table.record();
        if let Some(name) = table.main_opening(&self.conversation.library).and_then(|opening| opening.name) {
            record.tags.set("Opening", name).expect("the name of the tag is right");
        }
        let position = session.position().to_string();
        let tags = &session.record().tags;
        let start = match (tags.get("Position"), tags.get("Setup")) {
            (Some(text), _) => Start::Position { text: text.to_owned() },
            (None, Some(_)) => Start::Setup,
            (None, None) => Start::Default,
        };
        self.reply(Event::Exported { record: record.to_string(), position, start });
        Ok(())
    }

    pub(super) fn picture(&mut self, node: u32, side: u8) -> Result<(), Refusal> {
        let (node, seat) = (self.find_node(node)?, parse_side(side)?);
        let session = &self.table()?.session;
        let position = session.position_at(node);
        let picture = BoardPicture::new(&position).seen_by(seat);
        let svg = session.turn_at(node).map_or(picture.clone(), |turn| picture.after(turn)).svg();
        self.reply(Event::Picture { svg });
        Ok(())
    }

    pub(super) fn array_picture(&mut self, game: &str) -> Result<(), Refusal> {
        let position = Position::initial(&self.game(Some(game))?);
        self.reply(Event::Picture { svg: BoardPicture::new(&position).svg() });
        Ok(())
    }

    pub(super) fn overlay(&mut self) -> Result<(), Refusal> {
        let position = self.table()?.session.position();
        let sides = coverage(position, MAX_OVERLAY_TURNS).ok_or_else(|| {
            let message = phrase!(
                "the covered squares are not shown: more than {number} turns tell them",
                number = MAX_OVERLAY_TURNS
            );
            Box::new(Problem::new(ProblemCode::TooHard, message))
        })?;
        self.reply(Event::Overlay { sides });
        Ok(())
    }

    pub(super) fn explore(
        &mut self,
        game: &str,
        pieces: &[Placed],
        square: u8,
        skip: u32,
    ) -> Result<(), Refusal> {
        let game = self.game(Some(game))?;
        let found = pieces.iter().find(|placed| placed.square == square);
        let placed =
            found.ok_or_else(|| refusal(ProblemCode::Unknown, phrase!("no piece stands there"), "square"))?;
        let side = piece(&game, placed)?.side();
        let position = arrange(&game, pieces, side)?;
        let mut viewer = Viewer::new(&position);
        // A piece on two squares is listed with its higher part.
        let square = Square::new(square);
        let turns =
            position.choices_of(position.other_part(square).map_or(square, |other| other.max(square)));
        let is_whole = skip == 0 && turns.len() <= MAX_TOLD_TURNS;
        let total = (!is_whole).then(|| u32::try_from(turns.len()).unwrap_or(u32::MAX));
        let told = turns.into_iter().skip(skip as usize).take(MAX_TOLD_TURNS);
        let turns = told.map(|turn| viewer.view(turn, "")).collect();
        self.reply(Event::Explored { turns, total, marks: Marks::of(&position) });
        Ok(())
    }

    pub(super) fn check(&mut self, game: &str, arrangement: &Arrangement) -> Result<(), Refusal> {
        let game = self.game(Some(game))?;
        let read = match arrangement {
            Arrangement::Text { text } => {
                Position::parse(&game, text).map_err(|error| position_refusal(&error, "arrangement.text"))
            }
            Arrangement::Pieces { pieces, side, beside } => {
                let set_beside = |mut position: Position| match beside {
                    Some(beside) => stand_beside(&mut position, beside).map(|()| position),
                    None => Ok(position),
                };
                arrange(&game, pieces, parse_side(*side)?).and_then(set_beside)
            }
        };
        let event = match read {
            Ok(position) => Event::Checked {
                position: position.to_string(),
                pieces: describe::placed(&position),
                side: side_index(position.side()),
                beside: BesideView::of(&position),
                problems: problems(&position),
            },
            Err(problem) => Event::Checked {
                position: String::new(),
                pieces: Vec::new(),
                side: 0,
                beside: None,
                problems: vec![*problem],
            },
        };
        self.reply(event);
        Ok(())
    }
}

/// Returns the position with these pieces and no others.
pub(super) fn arrange(game: &Arc<Game>, pieces: &[Placed], side: Side) -> Result<Position, Refusal> {
    let mut position = Position::empty(game, side);
    for placed in pieces {
        let piece = piece(game, placed)?;
        let (square, piece) = (Square::new(placed.square), part(&game.size(), placed, piece)?);
        if !position.board().at(square).is_none() {
            return Err(misplaced(placed, phrase!("two pieces stand on one square")));
        }
        position.place(square, piece);
    }
    Ok(position)
}

/// Returns a piece as the game knows it.
fn piece(game: &Game, placed: &Placed) -> Result<Piece, Refusal> {
    if usize::from(placed.square) >= game.size().squares() {
        return Err(misplaced(placed, phrase!("the board has no such square")));
    }
    let kind = (placed.piece / 2).checked_sub(1).map(usize::from);
    match kind.filter(|&kind| kind < game.types().count()) {
        Some(kind) => Ok(Piece::new(PieceType::new(kind as u8), Side::BOTH[usize::from(placed.piece % 2)])),
        None => Err(misplaced(placed, phrase!("the game has no such piece"))),
    }
}

/// Returns a piece as the part that it is, if it stands on two squares.
fn part(size: &Geometry, placed: &Placed, piece: Piece) -> Result<Piece, Refusal> {
    let Some(other) = placed.other else { return Ok(piece) };
    let is_square = usize::from(other) < size.squares();
    let part =
        is_square.then(|| piece.with_part_at(size.vector(Square::new(placed.square), Square::new(other))));
    part.filter(|part| part.other_part().is_some())
        .ok_or_else(|| misplaced(placed, phrase!("the other part of a piece stands diagonally next to it")))
}

/// Sets what belongs to a position beside the board, without the castlings whose pieces stand elsewhere.
fn stand_beside(position: &mut Position, beside: &BesideView) -> Result<(), Refusal> {
    let game = Arc::clone(position.game());
    let mut state = beside
        .state(&game)
        .map_err(|message| refusal(ProblemCode::Unknown, message, "arrangement.beside"))?;
    for (index, castling) in game.definition().castlings.iter().enumerate() {
        let stands =
            |part: CastlingPart| position.board().at(part.from) == Piece::new(part.kind, castling.side);
        let is_ready = stands(castling.king) && stands(castling.rook);
        state.set_castling(index, is_ready && state.may_castle(index));
    }
    state.set_unmoved(position.at_home());
    position.set_state(state);
    Ok(())
}

fn misplaced(placed: &Placed, message: Phrase) -> Refusal {
    let mut problem = refusal(ProblemCode::Unknown, message, "pieces");
    problem.square = Some(placed.square);
    problem
}

/// Returns everything that keeps a position from being played.
fn problems(position: &Position) -> Vec<Problem> {
    let (game, board) = (position.game(), position.board());
    let halves = halves(position);
    if !halves.is_empty() {
        return halves;
    }
    let mut messages = Vec::new();
    for side in Side::BOTH {
        let name = game.side_name(side);
        match board.count(side) {
            0 => messages.push(phrase!("{side} has no piece", side = name)),
            _ if board.royals(side).is_empty() && game.needs_royal(side) => {
                messages.push(phrase!("{side} has no royal piece", side = name))
            }
            1 if game.definition().ending.bare_royal == BareRoyal::Loses => {
                messages.push(phrase!("{side} has only one piece and has lost by that", side = name));
            }
            _ => {}
        }
    }
    // No game can begin with a position that the rules reject.
    if messages.is_empty()
        && let Err(error) = Position::parse(game, &position.to_string())
    {
        messages.push(error.reason().clone());
    }
    if messages.is_empty()
        && let Some(verdict) = position.terminal_verdict()
    {
        let next = game.side_name(position.side());
        messages.push(match verdict.reason {
            Reason::NoTurn => phrase!("{side} is to move and has no turn", side = next),
            _ => beaufort_draw::words::verdict(game, verdict),
        });
    }
    messages.into_iter().map(|message| Problem::new(ProblemCode::Position, message)).collect()
}

/// Complains of the pieces on two squares whose other part is missing.
fn halves(position: &Position) -> Vec<Problem> {
    let game = position.game();
    let is_half = |(square, piece): &(Square, Piece)| {
        let stands_on_two =
            |kind| game.piece(kind).ability.powers.iter().any(|power| matches!(power, Power::Twofold(_)));
        piece.kind().is_some_and(stands_on_two) && position.other_part(*square).is_none()
    };
    let complaint = |(square, piece): (Square, Piece)| {
        let name = piece.kind().map_or("", |kind| game.piece(kind).name.as_str());
        let message = phrase!(
            "the {piece} on {square} needs its other part, diagonally next to it",
            piece = name,
            square = game.size().name(square)
        );
        Problem { square: Some(square.byte()), ..Problem::new(ProblemCode::Position, message) }
    };
    position.board().pieces().filter(is_half).map(complaint).collect()
}
