//! What quick games of the engine against itself tell the author of a game.

use std::sync::Arc;

use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, PieceType, Position, Side, phrase};

use crate::job::TrialGame;
use crate::review::warnings_at_once;
use crate::session::Session;
use crate::view::{TrialEndView, TrialTypeView, TrialView};

/// The number of games from which something is said of them.
const MIN_GAMES: u32 = 20;
/// The share of points of a side from which its advantage is told, in hundredths, if it is certain.
const LARGE_ADVANTAGE: f64 = 55.0;
/// The share of draws from which they are told, in hundredths.
const MANY_DRAWS: f64 = 60.0;
/// The mean length of a game below which it is told, in turns of both sides.
const FEW_TURNS: f64 = 16.0;
/// How many standard errors the bounds of 95% are away.
const BOUNDS: f64 = 1.96;

/// The games of a trial, added up.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    game: Arc<Game>,
    pub(crate) wanted: u32,
    pub(crate) games: u32,
    wins: [u32; 2],
    draws: u32,
    unfinished: u32,
    turns: u64,
    shortest: u32,
    longest: u32,
    choices: u64,
    most_choices: u32,
    ends: Vec<TrialEndView>,
    types: Vec<TrialTypeView>,
    /// The game whose length was nearest to the mean when it was added.
    typical: TrialGame,
}

impl Trial {
    pub(crate) fn new(game: &Arc<Game>, wanted: u32) -> Trial {
        Trial {
            game: Arc::clone(game),
            wanted,
            games: 0,
            wins: [0; 2],
            draws: 0,
            unfinished: 0,
            turns: 0,
            shortest: u32::MAX,
            longest: 0,
            choices: 0,
            most_choices: 0,
            ends: Vec::new(),
            types: vec![TrialTypeView::default(); game.types().count()],
            typical: TrialGame::default(),
        }
    }

    pub(crate) fn game(&self) -> &Arc<Game> {
        &self.game
    }

    pub(crate) fn is_over(&self) -> bool {
        self.games >= self.wanted
    }

    /// Adds a game that has been played.
    pub(crate) fn add(&mut self, played: TrialGame) {
        let turns = played.turns.len() as u32;
        self.games += 1;
        self.turns += u64::from(turns);
        self.shortest = self.shortest.min(turns);
        self.longest = self.longest.max(turns);
        self.choices += played.choices;
        self.most_choices = self.most_choices.max(played.most_choices);
        for (view, (moves, captures)) in self.types.iter_mut().zip(played.moves.iter().zip(&played.captures))
        {
            view.moves += moves;
            view.captures += captures;
        }
        match &played.end {
            None => self.unfinished += 1,
            Some(end) => {
                match end.winner {
                    Some(side) => self.wins[usize::from(side).min(1)] += 1,
                    None => self.draws += 1,
                }
                match self.ends.iter_mut().find(|known| known.text == end.text) {
                    Some(known) => known.games += 1,
                    None => self.ends.push(TrialEndView { text: end.text.clone(), games: 1 }),
                }
            }
        }
        let from_mean = |turns: usize| (turns as f64 - self.mean_turns()).abs();
        if from_mean(played.turns.len()) <= from_mean(self.typical.turns.len()) {
            self.typical = played;
        }
    }

    fn mean_turns(&self) -> f64 {
        self.turns as f64 / f64::from(self.games.max(1))
    }

    /// Returns the first side's share of the points with its bounds of 95%, in hundredths; an unfinished game is half a point for each.
    fn share(&self) -> [f64; 3] {
        let games = f64::from(self.games.max(1));
        let even = f64::from(self.draws + self.unfinished);
        let mean = (f64::from(self.wins[0]) + even / 2.0) / games;
        let squares = (f64::from(self.wins[0]) + even / 4.0) / games;
        let error = BOUNDS * ((squares - mean * mean).max(0.0) / games).sqrt();
        [mean - error, mean, mean + error].map(|share| 100.0 * share.clamp(0.0, 1.0))
    }

    /// Returns what there is to tell; the record of a typical game only if the trial is over.
    pub(crate) fn view(&self, is_over: bool) -> TrialView {
        let mut ends = self.ends.clone();
        ends.sort_by_key(|end| std::cmp::Reverse(end.games));
        TrialView {
            game: self.game.definition().id.clone(),
            wanted: self.wanted,
            games: self.games,
            wins: self.wins,
            draws: self.draws,
            unfinished: self.unfinished,
            share: self.share().map(|share| share.round() as u8),
            turns: self.mean_turns().round() as u32,
            shortest: if self.games == 0 { 0 } else { self.shortest },
            longest: self.longest,
            choices: (self.choices as f64 / self.turns.max(1) as f64).round() as u32,
            most_choices: self.most_choices,
            ends,
            types: self.types.clone(),
            advice: (is_over && self.games >= MIN_GAMES).then(|| self.advice()),
            warnings: if is_over { warnings_at_once(&self.game) } else { Vec::new() },
            record: (is_over && self.games > 0).then(|| self.record()),
            over: is_over,
        }
    }

    /// Returns the record of the typical game.
    fn record(&self) -> String {
        let mut session = Session::from_position(&Position::initial(&self.game));
        if self.game.definition().setup.phases.is_empty() {
            session = Session::new(&self.game);
        }
        for &turn in &self.typical.turns {
            if session.play_turn(turn).is_err() {
                break;
            }
        }
        session.record().to_string()
    }

    /// Returns what an author would change first, in a sentence or two.
    fn advice(&self) -> Phrase {
        let games = f64::from(self.games);
        let percent = |part: f64| (100.0 * part / games).round() as u32;
        let [low, mean, high] = self.share();
        let names = Side::BOTH.map(|side| self.game.side_name(side).to_owned());
        if 2 * self.unfinished > self.games {
            return phrase!(
                "Of 100 games {unfinished} were not over after 1,000 turns: a rule that ends them is missing.",
                unfinished = percent(f64::from(self.unfinished))
            );
        }
        if self.mean_turns() < FEW_TURNS {
            return phrase!(
                "A game lasts {turns} turns: the royal pieces are taken before the others have come out. Put more between the armies, or begin farther apart.",
                turns = self.mean_turns().round() as u32
            );
        }
        let [first, second] = names;
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
        if 100.0 * f64::from(self.draws) / games > MANY_DRAWS {
            return phrase!(
                "Of 100 games {draws} are drawn: more pieces that take, or a win for baring the other King, would decide more.",
                draws = percent(f64::from(self.draws))
            );
        }
        let idle: Vec<String> = self.idle().map(|kind| self.game.piece(kind).name.clone()).collect();
        if !idle.is_empty() {
            return phrase!(
                "In {games} games these pieces have hardly ever moved: {pieces}. Give them a way out of the array.",
                games = self.games,
                pieces = idle
            );
        }
        phrase!("Nothing stands out: neither side has a certain advantage, and every piece takes part.")
    }

    /// Returns the pieces of the array that have moved less than once in ten games.
    fn idle(&self) -> impl Iterator<Item = PieceType> {
        let array = &self.game.definition().array;
        let in_array = |kind: &PieceType| array.iter().any(|placed| placed.piece == *kind);
        let is_idle = |kind: &PieceType| 10 * self.types[kind.index()].moves < self.games;
        self.game.types().filter(in_array).filter(is_idle).collect::<Vec<_>>().into_iter()
    }
}
