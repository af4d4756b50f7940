//! The report on quick games of the engine against itself, for the author of a game.

use std::sync::Arc;

use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, PieceType, Side, phrase};

use crate::job::TrialGame;
use crate::review::warnings_at_once;
use crate::session::Session;
use crate::view::{TrialEndView, TrialTypeView, TrialView};

/// The number of games from which something is said of them.
const MIN_GAMES: u32 = 20;
/// The share of points of a side from which its advantage is reported, in hundredths, if it is certain.
const LARGE_ADVANTAGE: f64 = 55.0;
/// The share of draws from which it is reported, in hundredths.
const MANY_DRAWS: f64 = 60.0;
/// The mean length of a game below which it is reported, in turns of both sides.
const FEW_TURNS: f64 = 16.0;
/// How many standard errors the bounds of 95% are away.
const BOUNDS: f64 = 1.96;

/// Returns a share of the points with its bounds of 95%, in hundredths, from a number of independent shares, their sum and that of their
/// squares.
pub(crate) fn share_with_bounds(number: u32, sum: f64, squares: f64) -> [f64; 3] {
    let number = f64::from(number.max(1));
    let mean = sum / number;
    let error = BOUNDS * ((squares / number - mean * mean).max(0.0) / number).sqrt();
    [mean - error, mean, mean + error].map(|share| 100.0 * share.clamp(0.0, 1.0))
}

/// The games of a trial, added up.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    game: Arc<Game>,
    /// The counts; [`Trial::view`] adds what follows from them.
    counts: TrialView,
    /// The turns of all games together, and those from which there was to choose.
    turns: u64,
    choices: u64,
    /// The game whose length was nearest to the mean when it was added.
    typical: TrialGame,
}

impl Trial {
    pub(crate) fn new(game: &Arc<Game>, wanted: u32) -> Trial {
        let types = vec![TrialTypeView::default(); game.types().count()];
        let id = game.definition().id.clone();
        Trial {
            game: Arc::clone(game),
            counts: TrialView { game: id, wanted, types, ..TrialView::default() },
            turns: 0,
            choices: 0,
            typical: TrialGame::default(),
        }
    }

    pub(crate) fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Returns the number of games that have been played.
    pub(crate) fn games(&self) -> u32 {
        self.counts.games
    }

    pub(crate) fn is_over(&self) -> bool {
        self.counts.games >= self.counts.wanted
    }

    /// Adds a game that has been played.
    pub(crate) fn add(&mut self, played: TrialGame) {
        let turns = played.turns.len() as u32;
        self.turns += u64::from(turns);
        self.choices += played.choices;
        let counts = &mut self.counts;
        counts.shortest = if counts.games == 0 { turns } else { counts.shortest.min(turns) };
        counts.longest = counts.longest.max(turns);
        counts.most_choices = counts.most_choices.max(played.most_choices);
        counts.games += 1;
        for (view, (moves, captures)) in
            counts.types.iter_mut().zip(played.moves.iter().zip(&played.captures))
        {
            view.moves += moves;
            view.captures += captures;
        }
        match &played.end {
            None => counts.unfinished += 1,
            Some(end) => {
                match end.winner {
                    Some(side) => counts.wins[usize::from(side).min(1)] += 1,
                    None => counts.draws += 1,
                }
                match counts.ends.iter_mut().find(|known| known.text == end.text) {
                    Some(known) => known.games += 1,
                    None => counts.ends.push(TrialEndView { text: end.text.clone(), games: 1 }),
                }
            }
        }
        let from_mean = |turns: usize| (turns as f64 - self.mean_turns()).abs();
        if from_mean(played.turns.len()) <= from_mean(self.typical.turns.len()) {
            self.typical = played;
        }
    }

    fn mean_turns(&self) -> f64 {
        self.turns as f64 / f64::from(self.games().max(1))
    }

    /// Returns the first side's share of the points with its bounds of 95%, in hundredths; an unfinished game is half a point for each.
    fn share(&self) -> [f64; 3] {
        let TrialView { games, wins, draws, unfinished, .. } = self.counts;
        let even = f64::from(draws + unfinished);
        share_with_bounds(games, f64::from(wins[0]) + even / 2.0, f64::from(wins[0]) + even / 4.0)
    }

    /// Returns what there is to tell; the record of a typical game only if the trial is over.
    pub(crate) fn view(&self, is_over: bool) -> TrialView {
        let mut view = TrialView {
            share: self.share().map(|share| share.round() as u8),
            turns: self.mean_turns().round() as u32,
            choices: (self.choices as f64 / self.turns.max(1) as f64).round() as u32,
            over: is_over,
            ..self.counts.clone()
        };
        view.ends.sort_by_key(|end| std::cmp::Reverse(end.games));
        if is_over {
            view.advice = (view.games >= MIN_GAMES).then(|| self.advice());
            view.warnings = warnings_at_once(&self.game);
            view.record = (view.games > 0).then(|| self.record());
        }
        view
    }

    /// Returns the record of the typical game.
    fn record(&self) -> String {
        let mut session = Session::new(&self.game);
        session.choose_default();
        for &turn in &self.typical.turns {
            if session.play_turn(turn).is_err() {
                break;
            }
        }
        session.record().to_string()
    }

    /// Returns what an author would change first, in a sentence or two.
    fn advice(&self) -> Phrase {
        let TrialView { games, draws, unfinished, .. } = self.counts;
        let percent = |part: u32| 100.0 * f64::from(part) / f64::from(games);
        let [low, mean, high] = self.share();
        if 2 * unfinished > games {
            return phrase!(
                "Of 100 games {unfinished} were not over after 1,000 turns: a rule that ends them is missing.",
                unfinished = percent(unfinished).round() as u32
            );
        }
        if self.mean_turns() < FEW_TURNS {
            return phrase!(
                "A game lasts {turns} turns: the royal pieces are taken before the others have come out. Put more between the armies, or begin farther apart.",
                turns = self.mean_turns().round() as u32
            );
        }
        let [first, second] = Side::BOTH.map(|side| self.game.side_name(side).to_owned());
        if low > LARGE_ADVANTAGE {
            return phrase!(
                "{side} makes {points} of 100 points: give {other} something for it, as the choice of the array or two turns at first.",
                side = first,
                points = mean.round() as u32,
                other = second
            );
        }
        if high < 100.0 - LARGE_ADVANTAGE {
            return phrase!(
                "{side} makes {points} of 100 points although {other} begins: the first turns probably weaken a side.",
                side = second,
                points = (100.0 - mean).round() as u32,
                other = first
            );
        }
        if percent(draws) > MANY_DRAWS {
            return phrase!(
                "Of 100 games {draws} are drawn: more pieces that take, or a win for baring the other King, would decide more.",
                draws = percent(draws).round() as u32
            );
        }
        let idle = self.idle();
        if !idle.is_empty() {
            return phrase!(
                "In {games} games these pieces have hardly ever moved: {pieces}. Give them a way out of the array.",
                games = games,
                pieces = idle
            );
        }
        phrase!("Nothing stands out: neither side has a certain advantage, and every piece takes part.")
    }

    /// Returns the names of the pieces of the array that have moved less than once in ten games.
    fn idle(&self) -> Vec<String> {
        let array = &self.game.definition().array;
        let in_array = |kind: &PieceType| array.iter().any(|placed| placed.piece == *kind);
        let is_idle = |kind: &PieceType| 10 * self.counts.types[kind.index()].moves < self.games();
        let idle = self.game.types().filter(in_array).filter(is_idle);
        idle.map(|kind| self.game.piece(kind).name.clone()).collect()
    }
}
