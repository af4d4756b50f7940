use std::sync::Arc;

use beaufort_engine::{Evaluation, Signal};
use beaufort_rules::builtin;

use super::*;
use crate::Plan;

/// A game that is played again has the same positions in every ruleset, with all their powers, drops and set-ups.
#[test]
fn games_are_played_again() {
    for id in builtin::ids() {
        let game = builtin::game(id).expect("it is built in");
        let derived = Arc::new(Evaluation::derived(&game));
        let plan = Plan { game: id.to_owned(), nodes: 10, seed: 5, opening: 6, max_plies: 60 };
        let mut played = Vec::new();
        SelfPlay::new(&game, &derived, plan).play(&[0, 1, 2], 2, &Signal::new(), |game| played.push(game));
        let played = SelfPlayGame::of_rows(&played, &derived, 1).expect("they were played by the rules");
        for one in &played {
            let mut quiet = 0;
            one.replay(&game, |QuietPosition { position, score, points }| {
                quiet += 1;
                assert!(position.verdict().is_none() && score.abs() < 30_000);
                let winner = one.won.map(|side| side == position.side().index());
                assert_eq!(points, winner.map_or(0.5, |wins| f32::from(u8::from(wins))));
            })
            .expect("it was played by the rules");
            assert_eq!(quiet, one.scores.iter().flatten().count());
        }
        assert!(played.iter().any(|one| one.scores.iter().any(Option::is_some)), "{id}");
    }
}
