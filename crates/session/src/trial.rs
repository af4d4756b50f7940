//! The report on quick games of the engine against itself, for the author of a game and for players who learn it.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::{slice, thread};

use beaufort_engine::{Engine, Evaluation, Options, Signal};
use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, PieceType, Side, phrase};

use crate::job::TrialGame;
use crate::review::warnings_at_once;
use crate::view::{TrialEndView, TrialGameView, TrialTypeView, TrialView};

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
///
/// The bounds are those of Agresti and Coull (1998), with two wins and two losses more: they stay apart when few games have all
/// ended alike.
pub(crate) fn share_with_bounds(number: u32, sum: f64, squares: f64) -> [f64; 3] {
    let mean = if number == 0 { 0.5 } else { sum / f64::from(number) };
    let number = f64::from(number) + 4.0;
    let middle = (sum + 2.0) / number;
    let error = BOUNDS * ((squares + 2.0) / number - middle * middle).max(0.0).sqrt() / number.sqrt();
    [(middle - error).min(mean), mean, (middle + error).max(mean)].map(|share| 100.0 * share.clamp(0.0, 1.0))
}

/// The most bars of the histogram of lengths, and the widths that a bar may have, in turns.
const MAX_LENGTHS: u32 = 30;
const LENGTH_STEPS: [u32; 7] = [1, 2, 5, 10, 20, 50, 100];
/// The most ends of games of which an example is kept.
const MAX_END_EXAMPLES: usize = 4;

/// Quick games of the engine against itself, added up.
#[derive(Clone, Debug)]
pub struct Trial {
    game: Arc<Game>,
    /// The counts; [`Trial::view`] adds what follows from them.
    counts: TrialView,
    /// The lengths of the games, in turns of both sides.
    lengths: Vec<u32>,
    /// The turns of all games together, and those from which there was to choose.
    turns: u64,
    choices: u64,
    /// How often the first side's pieces have gone to a square, by the index of the type, then by that of the square.
    arrivals: Vec<u32>,
    /// How often a type has become another, by their indices.
    promotions: BTreeMap<[u16; 2], u32>,
    /// Games to play through: the one whose length was nearest to the mean when it was added, the shortest and the longest.
    typical: Arc<TrialGame>,
    shortest: Arc<TrialGame>,
    longest: Arc<TrialGame>,
    /// The first game with each of the first ends.
    ended: Vec<Arc<TrialGame>>,
}

impl Trial {
    pub(crate) fn new(game: &Arc<Game>, wanted: u32) -> Trial {
        let types = vec![TrialTypeView::default(); game.types().count()];
        let squares = game.size().squares();
        let id = game.definition().id.clone();
        Trial {
            game: Arc::clone(game),
            arrivals: vec![0; types.len() * squares],
            counts: TrialView { game: id, wanted, types, ..TrialView::default() },
            lengths: Vec::new(),
            turns: 0,
            choices: 0,
            promotions: BTreeMap::new(),
            typical: Arc::default(),
            shortest: Arc::default(),
            longest: Arc::default(),
            ended: Vec::new(),
        }
    }

    /// Plays games on several threads; game number n is the same on any number of them. Returns the report of those that had been played
    /// in order when `stop` was set, or of all.
    ///
    /// The engine looks at `nodes` positions for a turn; `on_game` is called after each game.
    pub fn play(
        evaluation: &Arc<Evaluation>,
        games: u32,
        nodes: u64,
        threads: usize,
        stop: &Signal,
        mut on_game: impl FnMut(),
    ) -> TrialView {
        let mut trial = Trial::new(evaluation.game(), games);
        let next = AtomicU32::new(0);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..threads.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    let game = Arc::clone(evaluation.game());
                    let mut engine =
                        Engine::with_evaluation(game, Arc::clone(evaluation), Options::with_hash(1));
                    loop {
                        let opening = next.fetch_add(1, Relaxed);
                        if opening >= games {
                            return;
                        }
                        let Some(played) =
                            TrialGame::play(slice::from_mut(&mut engine), opening, nodes, stop)
                        else {
                            return;
                        };
                        if sender.send((opening, played)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut early = BTreeMap::new();
            for (opening, played) in receiver {
                on_game();
                early.insert(opening, played);
                while let Some(played) = early.remove(&trial.games()) {
                    trial.add(played);
                }
            }
        });
        trial.view(true)
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
        let played = Arc::new(played);
        let turns = played.turns.len() as u32;
        self.lengths.push(turns);
        self.turns += u64::from(turns);
        self.choices += played.choices;
        let counts = &mut self.counts;
        if counts.games == 0 || turns < counts.shortest {
            counts.shortest = turns;
            self.shortest = Arc::clone(&played);
        }
        if turns > counts.longest {
            counts.longest = turns;
            self.longest = Arc::clone(&played);
        }
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
                    None => {
                        counts.ends.push(TrialEndView { text: end.text.clone(), games: 1 });
                        if self.ended.len() < MAX_END_EXAMPLES {
                            self.ended.push(Arc::clone(&played));
                        }
                    }
                }
            }
        }
        // The report may come from another program.
        let squares = self.game.size().squares();
        let is_type = |kind: u16| usize::from(kind) < self.game.types().count();
        for &[kind, square] in &played.arrivals {
            if is_type(kind) && usize::from(square) < squares {
                self.arrivals[usize::from(kind) * squares + usize::from(square)] += 1;
            }
        }
        for &promotion in &played.promotions {
            if promotion.iter().all(|&kind| is_type(kind)) {
                *self.promotions.entry(promotion).or_default() += 1;
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

    /// Returns what there is to tell; what takes many words only if the trial is over.
    pub(crate) fn view(&self, is_over: bool) -> TrialView {
        let mut view = TrialView {
            share: self.share().map(|share| share.round() as u8),
            turns: self.mean_turns().round() as u32,
            choices: (self.choices as f64 / self.turns.max(1) as f64).round() as u32,
            over: is_over,
            length_step: self.length_step(),
            ..self.counts.clone()
        };
        view.lengths = vec![0; (view.longest / view.length_step) as usize + 1];
        self.lengths.iter().for_each(|turns| view.lengths[(turns / view.length_step) as usize] += 1);
        view.ends.sort_by_key(|end| Reverse(end.games));
        if is_over {
            view.advice = (view.games >= MIN_GAMES).then(|| self.advice());
            view.warnings = warnings_at_once(&self.game);
            let examples = self.examples();
            for (kind, types) in view.types.iter_mut().enumerate() {
                types.squares = self.squares(kind);
                types.promotions = self.promotions_of(kind);
                let of_kind = |counts: &[u32]| counts.get(kind).copied().unwrap_or(0);
                let part = |played: &TrialGame| (of_kind(&played.captures), of_kind(&played.moves));
                let with_part = examples.iter().map(|(_, played)| part(played)).enumerate();
                let most = with_part.rev().max_by_key(|(_, part)| *part).filter(|(_, part)| *part > (0, 0));
                types.example = most.map(|(example, _)| example);
            }
            view.examples = examples
                .into_iter()
                .map(|(text, played)| TrialGameView {
                    text,
                    turns: played.turns.len() as u32,
                    record: played.record.clone(),
                })
                .collect();
        }
        view
    }

    /// Returns the width of a bar of the histogram of lengths, in turns.
    fn length_step(&self) -> u32 {
        let fits = |step: &u32| self.counts.longest / step < MAX_LENGTHS;
        LENGTH_STEPS.into_iter().find(fits).unwrap_or(LENGTH_STEPS[LENGTH_STEPS.len() - 1])
    }

    /// Returns the games to play through, each once.
    fn examples(&self) -> Vec<(Phrase, &TrialGame)> {
        if self.games() == 0 {
            return Vec::new();
        }
        let ended = self.ended.iter().filter_map(|played| Some((played.end.as_ref()?.text.clone(), played)));
        let all = [
            (phrase!("A game of usual length"), &self.typical),
            (phrase!("The shortest game"), &self.shortest),
            (phrase!("The longest game"), &self.longest),
        ];
        let mut examples: Vec<(Phrase, &Arc<TrialGame>)> = Vec::new();
        for (text, played) in all.into_iter().chain(ended) {
            if !examples.iter().any(|(_, known)| Arc::ptr_eq(known, played)) {
                examples.push((text, played));
            }
        }
        examples.into_iter().map(|(text, played)| (text, &**played)).collect()
    }

    /// Returns where the first side's pieces of a type have gone: see [`TrialTypeView::squares`].
    fn squares(&self, kind: usize) -> String {
        let squares = self.game.size().squares();
        let counts = &self.arrivals[kind * squares..][..squares];
        let most = counts.iter().copied().max().unwrap_or(0);
        if most == 0 {
            return String::new();
        }
        let ninths = |count: &u32| (u64::from(*count) * 9).div_ceil(most.into()) as u32;
        counts.iter().map(|count| char::from_digit(ninths(count), 10).unwrap_or('9')).collect()
    }

    /// Returns what pieces of a type have become, the commonest first.
    fn promotions_of(&self, kind: usize) -> Vec<[u32; 2]> {
        let of_kind = [kind as u16, 0]..=[kind as u16, u16::MAX];
        let mut found: Vec<[u32; 2]> =
            self.promotions.range(of_kind).map(|(&[_, became], &times)| [became.into(), times]).collect();
        found.sort_by_key(|[_, times]| Reverse(*times));
        found
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_stay_apart() {
        let rounded = |number, sum, squares| share_with_bounds(number, sum, squares).map(f64::round);
        assert_eq!(rounded(0, 0.0, 0.0), [1.0, 50.0, 99.0]);
        // One pair that was won, and one that was lost, say next to nothing.
        assert_eq!((rounded(1, 1.0, 1.0), rounded(1, 0.0, 0.0)), ([17.0, 100.0, 100.0], [0.0, 0.0, 83.0]));
        assert_eq!(rounded(100, 50.0, 50.0), [40.0, 50.0, 60.0]);
        assert_eq!(rounded(100, 100.0, 100.0), [95.0, 100.0, 100.0]);
    }
}
