//! The scores of the search in the course of a game.

use beaufort_engine::plies_to_end;

use crate::learn::expected;
use crate::row::{GameRow, TurnRow};

/// The scores of a game for the side that begins, in centipawns, from the first turn that was searched on.
/// Studies have millions of them: two bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scores(Vec<i16>);

/// The score of a win that the search has seen to its end.
const SEEN_WIN: i16 = i16::MAX;

impl Scores {
    /// Returns the scores of the positions in which turns were played.
    pub(crate) fn new(turns: &[TurnRow]) -> Scores {
        let first = |(ply, played): (usize, &TurnRow)| {
            let score = played.score?;
            Some(of_first(if ply % 2 == 0 { score } else { -score }))
        };
        Scores(turns.iter().enumerate().filter_map(first).collect())
    }

    /// Returns the points that the winner could expect at each turn, where scores have the scale `scale`.
    pub(crate) fn expectations(&self, winner: usize, scale: f64) -> impl Iterator<Item = f64> {
        let sign = if winner == 0 { 1.0 } else { -1.0 };
        self.0.iter().map(move |&score| {
            let ahead = sign * f64::from(score);
            if is_seen(score) { f64::from(u8::from(ahead > 0.0)) } else { expected(ahead / scale) }
        })
    }

    /// Returns the scores of which the end was not in sight.
    fn open(&self) -> impl Iterator<Item = f64> {
        self.0.iter().filter(|&&score| !is_seen(score)).map(|&score| f64::from(score))
    }
}

fn is_seen(score: i16) -> bool {
    score.abs() == SEEN_WIN
}

fn of_first(score: i32) -> i16 {
    if plies_to_end(score).is_some() {
        return if score > 0 { SEEN_WIN } else { -SEEN_WIN };
    }
    score.clamp(i32::from(1 - SEEN_WIN), i32::from(SEEN_WIN - 1)) as i16
}

/// The most steps in which the scale is sought; a few are enough.
const MAX_STEPS: usize = 50;

/// Returns the scale at which the logistic curve predicts the points of games with a winner best; each game has the same weight.
/// `None` if the scores do not predict the results at all, or perfectly.
pub(crate) fn scale<'a>(games: impl Iterator<Item = (&'a GameRow, &'a Scores)> + Clone) -> Option<f64> {
    // Newton's method for the slope: the likelihood has one maximum.
    let mut slope = 0.0;
    for _ in 0..MAX_STEPS {
        let (mut gradient, mut curvature) = (0.0, 0.0);
        for (row, scores) in games.clone() {
            let Some(winner) = row.winner else { continue };
            let weight = 1.0 / scores.0.len().max(1) as f64;
            for score in scores.open() {
                let points = expected(slope * score);
                gradient += weight * (points - f64::from(winner == 0)) * score;
                curvature += weight * points * (1.0 - points) * score * score;
            }
        }
        if curvature <= 0.0 {
            return None;
        }
        let step = gradient / curvature;
        slope -= step;
        if step.abs() <= 1e-6 * slope.abs() {
            break;
        }
    }
    (slope.is_finite() && slope > 1e-9).then(|| 1.0 / slope)
}

#[cfg(test)]
pub(crate) mod tests {
    use beaufort_engine::MATE;
    use fastrand::Rng;

    use super::*;
    use crate::row::{EndKind, GameNumber, PlayerKind};

    /// Returns a game that was won and in which the search thought this of the side to move.
    pub(crate) fn row(winner: Option<usize>, scores: &[Option<i32>]) -> GameRow {
        let played = |&score| TurnRow { turn: String::new(), choices: 10, score };
        GameRow {
            number: GameNumber { player: PlayerKind::Engine, game: 0 },
            set_up: String::new(),
            plies: scores.len() as u32,
            ending: if winner.is_some() { EndKind::Royal } else { EndKind::Stopped },
            winner,
            captures_first: 0,
            captures_second: 0,
            lost_first: 0,
            lost_second: 0,
            choices: 10 * scores.len() as u64,
            most_choices: 10,
            course: Vec::new(),
            promotions: Vec::new(),
            drops: Vec::new(),
            turns: scores.iter().map(played).collect(),
        }
    }

    #[test]
    fn scores_are_those_of_the_side_that_begins() {
        let game = row(Some(0), &[None, None, Some(50), Some(-60), Some(MATE - 3)]);
        let scores = Scores::new(&game.turns);
        assert_eq!(scores, Scores(vec![50, 60, SEEN_WIN]));
        let winner: Vec<f64> = scores.expectations(0, 50.0).collect();
        assert!((winner[0] - 0.731).abs() < 0.001 && winner[1] > winner[0] && winner[2] == 1.0, "{winner:?}");
        let loser: Vec<f64> = scores.expectations(1, 50.0).collect();
        assert!((loser[0] - 0.269).abs() < 0.001 && loser[2] == 0.0, "{loser:?}");
        assert_eq!(
            Scores::new(&row(None, &[Some(4 - MATE), Some(999_000)]).turns).0,
            [-SEEN_WIN, 1 - SEEN_WIN]
        );
    }

    #[test]
    fn the_scale_is_found_again() {
        let mut rng = Rng::with_seed(1);
        let games: Vec<(GameRow, Scores)> = (0..20_000)
            .map(|_| {
                let score = rng.i32(-900..900);
                let won = usize::from(rng.f64() > expected(f64::from(score) / 300.0));
                let game = row(Some(won), &[Some(score)]);
                let scores = Scores::new(&game.turns);
                (game, scores)
            })
            .collect();
        let found = scale(games.iter().map(|(row, scores)| (row, scores))).unwrap();
        assert!((found - 300.0).abs() < 12.0, "{found}");
    }

    #[test]
    fn where_scores_tell_nothing_there_is_no_scale() {
        assert_eq!(scale([].into_iter()), None);
        let level = row(Some(1), &[Some(0)]);
        let scores = Scores::new(&level.turns);
        assert_eq!(scale([(&level, &scores)].into_iter()), None);
        // If the side ahead always wins, no slope is steep enough.
        let clear = row(Some(0), &[Some(100)]);
        let scores = Scores::new(&clear.turns);
        assert!(scale([(&clear, &scores)].into_iter()).is_none_or(|scale| scale < 10.0));
    }
}
