//! Training data from the rows of games.

use beaufort_engine::{Evaluation, plies_to_end};
use beaufort_rules::Side;
use beaufort_rules::game::Setup;

use super::game::read_turn;
use super::lead::{LeadTracker, decisive_lead};
use super::{DataError, SelfPlayGame};
use crate::quiet::is_quiet;
use crate::row::GameRow;
use crate::workers::in_parts;

impl SelfPlayGame {
    /// Returns [`SelfPlayGame::of_row`] of many games, in their order, found on several threads.
    ///
    /// # Errors
    /// If one of them is no game by the rules.
    pub fn of_rows(
        rows: &[GameRow],
        evaluation: &Evaluation,
        threads: usize,
    ) -> Result<Vec<SelfPlayGame>, DataError> {
        let part = |rows: &[GameRow]| rows.iter().map(|row| SelfPlayGame::of_row(row, evaluation)).collect();
        let parts: Result<Vec<Vec<_>>, _> = in_parts(rows, threads, part).into_iter().collect();
        Ok(parts?.into_iter().flatten().collect())
    }

    /// Returns what is learned from a game: nothing from its random turns. A lead that decides a game of self-play ends the games of a
    /// study here, too, which were played to their end; but the winner is that of the whole game.
    ///
    /// # Errors
    /// If this is no game by the rules.
    pub fn of_row(row: &GameRow, evaluation: &Evaluation) -> Result<SelfPlayGame, DataError> {
        let game = evaluation.game();
        let wrong = |what: String| DataError { number: row.number.game, what };
        if row.winner.is_some_and(|side| side >= Side::BOTH.len()) {
            return Err(wrong("the winner must be 0, 1 or nobody".to_owned()));
        }
        let setup = Setup::parse(game, &row.set_up).map_err(|error| wrong(error.to_string()))?;
        let mut position = setup.position(game);
        let mut start = position.clone();
        let mut lead = LeadTracker::new(decisive_lead(evaluation));
        let (mut turns, mut scores, mut generated) = (Vec::new(), Vec::new(), Vec::new());
        for played in &row.turns {
            let turn = read_turn(&position, &played.turn, &mut generated)
                .map_err(|error| wrong(format!("ply {}: {error}", position.ply() + 1)))?;
            if let Some(score) = played.score {
                if lead.follow(position.side(), score).is_some() {
                    break;
                }
                let is_quiet = is_quiet(&position, turn) && plies_to_end(score).is_none();
                turns.push(played.turn.as_str());
                scores.push(is_quiet.then_some(score));
                position.play_unchecked(turn);
            } else {
                position.play_unchecked(turn);
                start = position.clone();
                turns.clear();
                scores.clear();
            }
        }
        let number = row.number.game;
        Ok(SelfPlayGame { number, won: row.winner, start: start.to_string(), turns: turns.join(" "), scores })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use beaufort_engine::Signal;
    use beaufort_rules::builtin;

    use super::*;
    use crate::Plan;
    use crate::selfplay::SelfPlay;

    const OPENING: usize = 4;

    fn rows(nodes: u64, max_plies: usize) -> (Arc<Evaluation>, Vec<GameRow>) {
        let game = builtin::game("scirocco").expect("it is built in");
        let evaluation = Arc::new(Evaluation::new(&game));
        let plan = Plan { game: "scirocco".to_owned(), nodes, seed: 1, opening: OPENING, max_plies };
        let mut rows = Vec::new();
        SelfPlay::new(&game, &evaluation, plan).play(&[0, 1, 2], 1, &Signal::new(), |row| rows.push(row));
        (evaluation, rows)
    }

    #[test]
    fn every_quiet_position_of_a_row_is_learned_from() {
        let (evaluation, rows) = rows(20, 40);
        for row in &rows {
            let learned = SelfPlayGame::of_row(row, &evaluation).expect("it is by the rules");
            assert_eq!(learned.scores.len(), row.turns.len() - OPENING, "what is random is no example");
            assert_eq!((learned.number, learned.won), (row.number.game, row.winner));
            let mut quiet = 0;
            learned
                .replay_turns(evaluation.game(), |played| {
                    let score = row.turns[OPENING + played.position.ply()].score;
                    if played.score.is_some() {
                        assert_eq!(played.score, score, "{}", played.position);
                        assert!(is_quiet(played.position, played.turn), "{}", played.position);
                        quiet += 1;
                    }
                })
                .expect("it is by the rules");
            assert!(quiet > 0, "some of its positions are quiet");
        }
    }

    #[test]
    fn what_follows_a_lasting_lead_teaches_nothing() {
        let (evaluation, rows) = rows(20, 40);
        let mut row = rows[0].clone();
        let lead = decisive_lead(&evaluation);
        for (ply, played) in row.turns.iter_mut().enumerate().skip(OPENING + 3) {
            played.score = Some(if ply % 2 == 0 { lead } else { -lead });
        }
        let learned = SelfPlayGame::of_row(&row, &evaluation).expect("it is by the rules");
        assert!(learned.scores.len() < rows[0].turns.len() - OPENING, "{} turns", learned.scores.len());
    }

    #[test]
    fn what_is_no_game_is_refused_with_its_place() {
        let (evaluation, rows) = rows(5, 12);
        let mut row = rows[0].clone();
        row.turns[6].turn = "a1a9".to_owned();
        let error = SelfPlayGame::of_row(&row, &evaluation).expect_err("there is no such turn").to_string();
        assert!(error.starts_with("game 0: ply 7: "), "{error}");
        let mut row = rows[0].clone();
        row.winner = Some(2);
        assert!(SelfPlayGame::of_row(&row, &evaluation).is_err());
        let mut row = rows[0].clone();
        row.set_up = "nonsense".to_owned();
        assert!(SelfPlayGame::of_row(&row, &evaluation).is_err());
    }
}
