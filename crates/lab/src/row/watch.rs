//! Replays a game and collects its row.

use std::sync::Arc;

use beaufort_rules::game::Setup;
use beaufort_rules::game::definition::{Promotion, PromotionWhen};
use beaufort_rules::turn::{Reason, Verdict};
use beaufort_rules::vocabulary::Board;
use beaufort_rules::{Game, Piece, PieceType, Side, Square, Step, StepKind, Turn};

use crate::row::{Dropped, EndKind, GameNumber, GameRow, Promoted, TurnRow};

/// Plays a game again, whose turns stand beside the scores that the search gave them, and returns its row.
pub(crate) fn watch(
    game: &Arc<Game>,
    number: GameNumber,
    setup: &Setup,
    turns: &[(Turn, Option<i32>)],
    (ending, winner): (EndKind, Option<usize>),
) -> GameRow {
    let mut position = setup.position(game);
    let mut pieces = PromotedPieces::new(game);
    let (mut captures, mut lost) = ([0; 2], [0; 2]);
    let mut row = GameRow {
        number,
        set_up: setup.text(game),
        plies: turns.len() as u32,
        ending,
        winner,
        captures_first: 0,
        captures_second: 0,
        lost_first: 0,
        lost_second: 0,
        choices: 0,
        most_choices: 0,
        course: Vec::new(),
        promotions: Vec::new(),
        drops: Vec::new(),
        turns: Vec::with_capacity(turns.len()),
    };
    for (ply, &(turn, score)) in turns.iter().enumerate() {
        let choices = position.count_legal_turns();
        row.choices += choices;
        row.most_choices = row.most_choices.max(choices);
        if ply.is_multiple_of(GameRow::STRIDE) {
            row.course.push(choices);
        }
        row.turns.push(TurnRow { turn: position.coordinates(turn), choices, score });
        let before = position.board().clone();
        position.play_unchecked(turn);
        pieces.follow(turn, &before, position.board(), ply as u32);
        row.drops.extend(turn.steps().filter_map(|step| dropped(game, step, ply as u32)));
        for side in Side::BOTH {
            let fewer = before.count(side).saturating_sub(position.board().count(side));
            lost[side.index()] += u32::from(fewer);
            if side == position.side() {
                captures[side.other().index()] += u32::from(fewer > 0);
            }
        }
    }
    row.promotions = pieces.promoted;
    [row.captures_first, row.captures_second] = captures;
    [row.lost_first, row.lost_second] = lost;
    row
}

/// Returns the drop of a step, if it is one.
fn dropped(game: &Game, step: Step, ply: u32) -> Option<Dropped> {
    let kind = step.promotion.filter(|_| step.kind == StepKind::Drop)?;
    Some(Dropped { piece: game.piece(kind).id.clone(), ply })
}

/// Returns how a game ended, and the index of the side that won; without a verdict it was stopped.
pub(crate) fn ending(verdict: Option<Verdict>) -> (EndKind, Option<usize>) {
    let Some(verdict) = verdict else { return (EndKind::Stopped, None) };
    let end = match verdict.reason {
        Reason::NoRoyal | Reason::Extinction => EndKind::Royal,
        Reason::BareRoyal => EndKind::Bare,
        Reason::NoTurn | Reason::Stuck => EndKind::Stuck,
        Reason::Checkmate | Reason::Mated => EndKind::Checkmate,
        Reason::Stalemate => EndKind::Stalemate,
        Reason::Repetition | Reason::Repeated | Reason::PerpetualCheck | Reason::PerpetualChase => {
            EndKind::Repetition
        }
        Reason::QuietTurns | Reason::Passes | Reason::Facing | Reason::Counted => EndKind::Quiet,
        Reason::DeadPosition => EndKind::Dead,
        Reason::GivenAway | Reason::Goal | Reason::Checks | Reason::Points => EndKind::Objective,
        Reason::Resignation | Reason::Time | Reason::Agreement | Reason::Abandonment | Reason::Unstated => {
            EndKind::Stopped
        }
    };
    (end, verdict.outcome.winner().map(Side::index))
}

/// Tracks the pieces that were promoted.
struct PromotedPieces<'a> {
    game: &'a Game,
    promoted: Vec<Promoted>,
    tracked: Vec<TrackedPiece>,
}

/// A promoted piece that its side still has.
struct TrackedPiece {
    /// Its index among the promotions.
    index: usize,
    piece: Piece,
    /// `None` while it is not known where another piece has moved it to.
    square: Option<Square>,
}

impl<'a> PromotedPieces<'a> {
    fn new(game: &'a Game) -> PromotedPieces<'a> {
        PromotedPieces { game, promoted: Vec::new(), tracked: Vec::new() }
    }

    /// Follows the pieces through a turn. Two like pieces of one side are not told apart when a third one moves them.
    fn follow(&mut self, turn: Turn, before: &Board, after: &Board, ply: u32) {
        let mut mover = before.at(turn.first.from);
        for step in turn.steps().filter(|step| step.kind != StepKind::Wall) {
            if step.from != turn.first.to {
                // The first step, or the second one of another piece (K95).
                mover = before.at(step.from);
            }
            self.carry(step);
            if let Some((kind, square)) = self.promotion(mover, step) {
                let promoted = Piece::new(kind, mover.side());
                self.promote(mover, promoted, square, ply);
                mover = promoted;
            }
        }
        self.find_others(before, after, ply);
    }

    /// Returns what the mover is promoted to and where it then stands. A dropped piece is not promoted, nor what is
    /// swapped by its owner, and a piece that may change anywhere only shows another face (L8).
    fn promotion(&self, mover: Piece, step: Step) -> Option<(PieceType, Square)> {
        let (kind, from) = (step.promotion?, mover.kind()?);
        let is_face = |one: &Promotion| one.to == kind && one.when == PromotionWhen::Anywhere;
        match step.kind {
            StepKind::Drop | StepKind::SwapEnemy => None,
            _ if self.game.piece(from).promotions.iter().any(is_face) => None,
            StepKind::Place => Some((kind, step.via)),
            _ => Some((kind, step.to)),
        }
    }

    /// Follows the pieces that the step itself moves.
    fn carry(&mut self, step: Step) {
        for piece in &mut self.tracked {
            if piece.square == Some(step.from) {
                piece.square = Some(step.to);
            } else if piece.square == Some(step.to) && step.from != step.to {
                piece.square = matches!(step.kind, StepKind::Swap | StepKind::SwapEnemy).then_some(step.from);
            }
        }
    }

    fn promote(&mut self, from: Piece, to: Piece, square: Square, ply: u32) {
        if let Some(at) = self.tracked.iter().position(|piece| piece.square == Some(square)) {
            let piece = self.tracked.swap_remove(at);
            self.promoted[piece.index].gone = Some(ply);
        }
        let id = |piece: Piece| piece.kind().map_or(String::new(), |kind| self.game.piece(kind).id.clone());
        self.tracked.push(TrackedPiece { index: self.promoted.len(), piece: to, square: Some(square) });
        self.promoted.push(Promoted { piece: id(from), became: id(to), ply, gone: None });
    }

    /// Looks for the pieces that are not where they should be; those not found are gone. Of a piece on two squares one is
    /// followed.
    fn find_others(&mut self, before: &Board, after: &Board, ply: u32) {
        let is_like = |piece: Piece, like: Piece| piece.code() == like.code();
        let is_there =
            |piece: &TrackedPiece| piece.square.is_some_and(|square| is_like(after.at(square), piece.piece));
        let (mut found, missing): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.tracked).into_iter().partition(is_there);
        for mut piece in missing {
            let is_new = |square: Square| {
                !is_like(before.at(square), piece.piece)
                    && found.iter().all(|other| other.square != Some(square))
            };
            let mut likes = after.pieces().filter(|&(_, like)| is_like(like, piece.piece));
            piece.square = likes.find(|&(square, _)| is_new(square)).map(|(square, _)| square);
            if piece.square.is_some() {
                found.push(piece);
            } else {
                self.promoted[piece.index].gone = Some(ply);
            }
        }
        self.tracked = found;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use beaufort_rules::{Notation, Position, Scope, builtin};
    use fastrand::Rng;

    use super::*;
    use crate::row::PlayerKind;

    /// Plays random games, promoting where that is possible, and shows each position with the promoted pieces.
    fn follow(game: &Arc<Game>, games: u64, mut look: impl FnMut(&Position, &PromotedPieces<'_>)) {
        for seed in 0..games {
            let mut rng = Rng::with_seed(seed);
            let mut position = Position::initial(game);
            let mut pieces = PromotedPieces::new(game);
            for ply in 0..400 {
                let turns = position.turns(Scope::Distinct);
                let mover = |step: Step| position.board().at(step.from);
                let promotes =
                    |turn: &&Turn| turn.steps().any(|step| pieces.promotion(mover(step), step).is_some());
                let promoting: Vec<Turn> = turns.iter().filter(promotes).copied().collect();
                let Some(turn) = rng.choice(promoting).or_else(|| rng.choice(turns)) else { break };
                let before = position.board().clone();
                position.play_unchecked(turn);
                pieces.follow(turn, &before, position.board(), ply);
                look(&position, &pieces);
            }
        }
    }

    #[test]
    fn promoted_pieces_are_where_they_are_thought_to_be() {
        // On the larger board few pieces promote before the game is over.
        for (id, games) in [("scirocco", 3), ("typhoon", 3), ("jupiter", 3), ("larger-board", 60)] {
            let mut seen = 0;
            follow(&builtin::game(id).unwrap(), games, |position, pieces| {
                let mut squares = HashSet::new();
                for piece in &pieces.tracked {
                    let square = piece.square.unwrap();
                    assert_eq!(position.board().at(square).code(), piece.piece.code());
                    assert!(squares.insert(square), "two on a square");
                }
                let there = pieces.promoted.iter().filter(|promoted| promoted.gone.is_none()).count();
                assert_eq!(there, pieces.tracked.len());
                seen = seen.max(there);
            });
            assert!(seen >= 3, "{id}: {seen}");
        }
    }

    #[test]
    fn no_promoted_piece_is_lost_sight_of() {
        let game = builtin::game("scirocco").unwrap();
        let array: HashSet<PieceType> =
            game.definition().array.iter().map(|placement| placement.piece).collect();
        follow(&game, 5, |position, pieces| {
            let is_new = |piece: Piece| piece.kind().is_some_and(|kind| !array.contains(&kind));
            let on_board = position.board().pieces().filter(|&(_, piece)| is_new(piece)).count();
            assert_eq!(pieces.tracked.iter().filter(|piece| is_new(piece.piece)).count(), on_board);
        });
    }

    /// Plays turns and returns the row of the game, which is stopped then.
    fn row(game: &Arc<Game>, texts: &[&str]) -> GameRow {
        let mut position = Position::initial(game);
        let turns = texts.iter().map(|text| {
            let turn = Notation::new(&position).read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            position.play_unchecked(turn);
            (turn, None)
        });
        let turns: Vec<(Turn, Option<i32>)> = turns.collect();
        watch(
            game,
            GameNumber { player: PlayerKind::Engine, game: 0 },
            &Setup::choose(game, |_| 0),
            &turns,
            (EndKind::Stopped, None),
        )
    }

    #[test]
    fn drops_are_no_promotions_and_neither_are_flips() {
        let game = builtin::game("larger-board").unwrap();
        let opening = ["Nc3", "Pai!V", "e4", "Paz!V", "Nf3", "e5", "Ke2", "Ke7", "Le@b1,g1"];
        let row = row(&game, &opening);
        assert_eq!(row.drops, [Dropped { piece: "Le".to_owned(), ply: 8 }]);
        assert_eq!(row.promotions, []);
    }
}
