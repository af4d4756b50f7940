//! Games of a study as games to learn from.

use beaufort_engine::{Evaluation, plies_to_end};
use beaufort_rules::Side;
use beaufort_rules::game::Setup;

use super::GameRow;
use crate::quiet::is_quiet;
use crate::selfplay::{DataError, LeadTracker, SelfPlayGame, decisive_lead, read_turn};
use crate::workers::in_parts;

impl GameRow {
    /// Returns [`GameRow::self_play_game`] of many games, in their order, found on several threads.
    ///
    /// # Errors
    /// If one of them is no game by the rules.
    pub fn self_play_games(
        rows: &[GameRow],
        evaluation: &Evaluation,
        threads: usize,
    ) -> Result<Vec<SelfPlayGame>, DataError> {
        let part = |rows: &[GameRow]| rows.iter().map(|row| row.self_play_game(evaluation)).collect();
        let parts: Result<Vec<Vec<_>>, _> = in_parts(rows, threads, part).into_iter().collect();
        Ok(parts?.into_iter().flatten().collect())
    }

    /// Returns the game as self-play would have kept it, without its random turns. A study plays its games to the end; a lead that
    /// would have decided a game of self-play ends it here, too, but the winner is that of the whole game.
    ///
    /// # Errors
    /// If this is no game by the rules.
    pub fn self_play_game(&self, evaluation: &Evaluation) -> Result<SelfPlayGame, DataError> {
        let game = evaluation.game();
        let wrong = |what: String| DataError { number: self.number.game, what };
        if self.winner.is_some_and(|side| side >= Side::BOTH.len()) {
            return Err(wrong("the winner must be 0, 1 or nobody".to_owned()));
        }
        let setup = Setup::parse(game, &self.set_up).map_err(|error| wrong(error.to_string()))?;
        let mut position = setup.position(game);
        let mut start = position.clone();
        let mut lead = LeadTracker::new(decisive_lead(evaluation));
        let (mut turns, mut scores, mut generated) = (Vec::new(), Vec::new(), Vec::new());
        for played in &self.turns {
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
        let number = self.number.game;
        Ok(SelfPlayGame {
            number,
            won: self.winner,
            start: start.to_string(),
            turns: turns.join(" "),
            scores,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use beaufort_rules::builtin;

    use super::*;
    use crate::Plan;
    use crate::study::{GameNumber, PlayerKind, Study};

    const OPENING: usize = 4;

    fn rows(nodes: u64, max_plies: usize) -> (Arc<Evaluation>, Vec<GameRow>) {
        let game = builtin::game("scirocco").expect("it is built in");
        let evaluation = Arc::new(Evaluation::new(&game));
        let plan = Plan { game: "scirocco".to_owned(), nodes, seed: 1, opening: OPENING, max_plies };
        let study = Study::new(&game, &evaluation, plan);
        let wanted: Vec<GameNumber> =
            (0..3).map(|game| GameNumber { player: PlayerKind::Engine, game }).collect();
        let mut rows = Vec::new();
        study.play(&wanted, 1, &Arc::default(), |row| rows.push(row));
        (evaluation, rows)
    }

    #[test]
    fn a_game_of_a_study_is_learned_from_like_one_of_self_play() {
        let (evaluation, rows) = rows(20, 40);
        for row in &rows {
            let learned = row.self_play_game(&evaluation).expect("it is by the rules");
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
        let learned = row.self_play_game(&evaluation).expect("it is by the rules");
        assert!(learned.scores.len() < rows[0].turns.len() - OPENING, "{} turns", learned.scores.len());
    }

    #[test]
    fn what_is_no_game_is_refused_with_its_place() {
        let (evaluation, rows) = rows(5, 12);
        let mut row = rows[0].clone();
        row.turns[6].turn = "a1a9".to_owned();
        let error = row.self_play_game(&evaluation).expect_err("there is no such turn").to_string();
        assert!(error.starts_with("game 0: ply 7: "), "{error}");
        let mut row = rows[0].clone();
        row.winner = Some(2);
        assert!(row.self_play_game(&evaluation).is_err());
        let mut row = rows[0].clone();
        row.set_up = "nonsense".to_owned();
        assert!(row.self_play_game(&evaluation).is_err());
    }
}
