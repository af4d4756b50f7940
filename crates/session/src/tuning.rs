//! Better worths of pieces: learned from quick games of the engine against itself, then proved by games of the engine with them against
//! the engine as it is.
//!
//! The worths are fitted by logistic regression of the results on the material of the positions, as in Texel's tuning method. They
//! stay near those of before unless many games say otherwise.

use std::sync::Arc;

use beaufort_engine::commonest;
use beaufort_rules::game::PieceDef;
use beaufort_rules::game::definition::Dropped;
use beaufort_rules::{Game, PieceType, Position, Side};

use crate::job::{JobGame, Rival, TrialGame, TrialJob};
use crate::trial::share_with_bounds;
use crate::view::{SideIndex, TuningView};

/// The first opening of the games that prove the worths: nothing has been learned from them.
const FIRST_PROOF: u32 = 1 << 20;
/// Every how many turns a position is taken from a game, at least, and the most positions of a game.
const SAMPLE_TURNS: usize = 3;
const MAX_SAMPLES: usize = 40;
/// As how many independent positions those of one game count together.
const GAME_WEIGHT: f64 = 4.0;
/// The standard deviations of the parameters of [`Fit`] before anything is known.
const WORTH_SPREAD: f64 = 0.4;
const SCALE_SPREAD: f64 = 1.0;
const ADVANTAGE_SPREAD: f64 = 0.5;
/// The logarithm of the odds of a side that leads by one commonest piece, before anything is known.
const SCALE: f64 = 0.4;
/// The most leads of types that are remembered; games beyond are not learned from.
const MAX_LEADS: usize = 500_000;
/// The steps of gradient descent after each game, and after the last one; then all steps together look at no more leads than this, some
/// tenth of a second of work.
const STEPS: usize = 2;
const LAST_STEPS: usize = 200;
const LAST_LEADS: usize = 20_000_000;
/// The least change of a worth, as a part of it: less is within the error.
const LEAST_CHANGE: f64 = 0.03;
/// The settings of Adam.
const RATE: f64 = 0.02;
const DECAYS: [f64; 2] = [0.9, 0.99];

/// The games of a tuning, and what they say.
#[derive(Clone, Debug)]
pub(crate) struct Tuning {
    game: Arc<Game>,
    /// The number of games to learn from, and again of games that prove the worths.
    wanted: u32,
    games: u32,
    fit: Fit,
    /// The half points of the new worths in each game that proves them; two games in turn have one opening.
    proofs: Vec<u8>,
}

impl Tuning {
    pub(crate) fn new(game: &Arc<Game>, wanted: u32) -> Tuning {
        let wanted = wanted.next_multiple_of(2);
        Tuning { game: Arc::clone(game), wanted, games: 0, fit: Fit::default(), proofs: Vec::new() }
    }

    pub(crate) fn is_over(&self) -> bool {
        let is_proved = self.proofs.len() as u32 == self.wanted;
        self.games == self.wanted && (is_proved || self.fit.worths() == self.fit.before)
    }

    /// Returns the next game to play.
    pub(crate) fn job(&self) -> TrialJob {
        let game = JobGame::from(&*self.game);
        if self.games < self.wanted {
            return TrialJob { game, opening: self.games, rival: None };
        }
        let opening = FIRST_PROOF + self.proofs.len() as u32 / 2;
        TrialJob { game, opening, rival: Some(Rival { side: self.rival_side(), worths: self.fit.worths() }) }
    }

    /// Returns the side that has the new worths in the next game.
    fn rival_side(&self) -> SideIndex {
        (self.proofs.len() % 2) as SideIndex
    }

    /// Adds the game of [`Tuning::job`] that has been played.
    pub(crate) fn add(&mut self, played: &TrialGame) {
        let winner = played.end.as_ref().and_then(|end| end.winner);
        if self.games < self.wanted {
            self.games += 1;
            self.fit.add(&self.game, played, winner);
            let is_last = self.games == self.wanted;
            (0..if is_last { self.fit.last_steps() } else { STEPS }).for_each(|_| self.fit.descend());
        } else {
            let side = self.rival_side();
            self.proofs.push(winner.map_or(1, |winner| if winner == side { 2 } else { 0 }));
        }
    }

    /// Returns what there is to tell.
    pub(crate) fn view(&self, is_over: bool) -> TuningView {
        let pairs = self.proofs.chunks_exact(2);
        let shares =
            pairs.clone().map(|halves| halves.iter().sum::<u8>()).map(|halves| f64::from(halves) / 4.0);
        let squares = shares.clone().map(|share| share * share).sum();
        let share = share_with_bounds(pairs.len() as u32, shares.sum(), squares);
        TuningView {
            game: self.game.definition().id.clone(),
            wanted: self.wanted,
            games: self.games,
            proofs: 2 * pairs.len() as u32,
            share: share.map(|share| share.round() as u8),
            before: self.fit.before.clone(),
            worths: self.fit.worths(),
            over: is_over,
        }
    }
}

/// A logistic regression of the first side's points on its lead in material, with a normal distribution of each parameter before
/// anything is known.
#[derive(Clone, Debug, Default)]
struct Fit {
    /// The engine's own worths of the types, by their indices; empty before the first game.
    before: Vec<i32>,
    samples: Vec<Sample>,
    /// The leads of all samples together.
    leads: usize,
    /// By the indices of the types, the logarithm of the worth in that of before; then that of the scale in [`SCALE`], and the
    /// advantage of the first side.
    parameters: Vec<Parameter>,
    steps: i32,
    /// By the indices of the types, the type whose parameter each has: a copy that promotes no further is worth as much more or less as
    /// its original, which the game file names.
    originals: Vec<usize>,
}

/// A parameter with its means in Adam.
#[derive(Clone, Copy, Debug, Default)]
struct Parameter {
    value: f64,
    /// The standard deviation; 0 of a parameter that is not learned.
    spread: f64,
    gradient: f64,
    square: f64,
}

/// A position of a game.
#[derive(Clone, Debug)]
struct Sample {
    lead: Lead,
    /// The first side's points.
    points: f64,
    weight: f64,
}

/// How many more pieces of a type the first side has, of each type of which it has more or fewer, by the index of the type.
type Lead = Vec<(u16, i16)>;

impl Fit {
    /// Adds the quiet positions of a game.
    fn add(&mut self, game: &Arc<Game>, played: &TrialGame, winner: Option<SideIndex>) {
        if self.before.is_empty() {
            // The report may come from another program.
            if played.worths.len() != game.types().count() {
                return;
            }
            self.begin(game, &played.worths);
        }
        let mut position = Position::initial(game);
        let stride = SAMPLE_TURNS.max(played.turns.len() / MAX_SAMPLES + 1);
        let mut before = [Lead::new(), Lead::new()];
        let first = self.samples.len();
        for (number, &turn) in played.turns.iter().enumerate() {
            if position.play(turn).is_err() {
                break;
            }
            let lead = lead(&position);
            // In the middle of an exchange the lead says nothing.
            let is_quiet = before.iter().all(|before| *before == lead);
            let fits = self.leads + lead.len() <= MAX_LEADS;
            if number % stride == 0 && is_quiet && !lead.is_empty() && fits {
                self.leads += lead.len();
                let points = winner.map_or(0.5, |winner| f64::from(1 - winner.min(1)));
                self.samples.push(Sample { lead: lead.clone(), points, weight: 0.0 });
            }
            before = [lead, std::mem::take(&mut before[0])];
        }
        let samples = &mut self.samples[first..];
        let weight = GAME_WEIGHT / samples.len().max(1) as f64;
        samples.iter_mut().for_each(|sample| sample.weight = weight);
    }

    /// Begins with the worths of before.
    fn begin(&mut self, game: &Arc<Game>, worths: &[i32]) {
        // The commonest piece is the unit, and a royal one beyond price.
        let unit = commonest(game);
        let original = |kind: PieceType| game.piece(kind).copy_of.unwrap_or(kind);
        self.originals = game.types().map(|kind| original(kind).index()).collect();
        let is_learned =
            |kind: PieceType| !game.is_royal(kind) && Some(kind) != unit && original(kind) == kind;
        let spreads = game.types().map(|kind| if is_learned(kind) { WORTH_SPREAD } else { 0.0 });
        let spreads = spreads.chain([SCALE_SPREAD, ADVANTAGE_SPREAD]);
        self.parameters = spreads.map(|spread| Parameter { spread, ..Parameter::default() }).collect();
        self.before = worths.to_vec();
    }

    /// Returns the number of steps after the last game.
    fn last_steps(&self) -> usize {
        (LAST_LEADS / self.leads.max(1)).clamp(STEPS, LAST_STEPS)
    }

    /// Takes a step downhill.
    fn descend(&mut self) {
        let types = self.before.len();
        let [.., scale, advantage] = &self.parameters[..] else { return };
        let (scale, advantage) = (SCALE * scale.value.exp(), advantage.value);
        let counts = |(parameter, &before): (&Parameter, &i32)| {
            scale * parameter.value.exp() * f64::from(before) / 100.0
        };
        let counts: Vec<f64> = self.of_types().zip(&self.before).map(counts).collect();
        let mut gradients = vec![0.0; types + 2];
        for Sample { lead, points, weight } in &self.samples {
            let each = lead
                .iter()
                .map(|&(kind, more)| (usize::from(kind), f64::from(more) * counts[usize::from(kind)]));
            let odds: f64 = each.clone().map(|(_, count)| count).sum();
            let error = weight * (1.0 / (1.0 + (-odds - advantage).exp()) - points);
            each.for_each(|(kind, count)| gradients[self.originals[kind]] += error * count);
            gradients[types] += error * odds;
            gradients[types + 1] += error;
        }
        self.steps += 1;
        let [first, second] = DECAYS.map(|decay| 1.0 - decay.powi(self.steps));
        for (parameter, gradient) in self.parameters.iter_mut().zip(gradients) {
            let Parameter { value, spread, .. } = *parameter;
            if spread == 0.0 {
                continue;
            }
            let gradient = gradient + value / (spread * spread);
            parameter.gradient += (1.0 - DECAYS[0]) * (gradient - parameter.gradient);
            parameter.square += (1.0 - DECAYS[1]) * (gradient * gradient - parameter.square);
            parameter.value -=
                RATE * (parameter.gradient / first) / ((parameter.square / second).sqrt() + 1e-9);
        }
    }

    /// Returns the parameter of each type, by its index.
    fn of_types(&self) -> impl Iterator<Item = &Parameter> {
        self.originals.iter().map(|&original| &self.parameters[original])
    }

    /// Returns the worths as far as they are known, by the indices of the types; where hardly anything has been learned, those of before.
    fn worths(&self) -> Vec<i32> {
        let worth = |(&before, parameter): (&i32, &Parameter)| {
            let change = parameter.value.exp();
            if (change - 1.0).abs() <= LEAST_CHANGE {
                return before;
            }
            ((f64::from(before) * change).round() as i32).clamp(1, PieceDef::MAX_WORTH.into())
        };
        self.before.iter().zip(self.of_types()).map(worth).collect()
    }
}

/// Returns the first side's lead in a position, with the pieces in hand. Both parts of a piece on two squares count, as they do in the
/// engine's material.
fn lead(position: &Position) -> Lead {
    let game = position.game();
    let mut more = vec![0i16; game.types().count()];
    let sign = |side| if side == Side::First { 1 } else { -1 };
    for (_, piece) in position.board().pieces() {
        if let Some(kind) = piece.kind() {
            more[kind.index()] += sign(piece.side());
        }
    }
    for side in Side::BOTH {
        for (index, item) in game.definition().drops.items.iter().enumerate() {
            if let Dropped::Held(held) = &item.what {
                more[held.piece.index()] +=
                    sign(side) * i16::from(position.state().reserve(side).count(index));
            }
        }
    }
    more.into_iter()
        .enumerate()
        .filter(|&(_, more)| more != 0)
        .map(|(kind, more)| (kind as u16, more))
        .collect()
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    /// Results that follow from known worths lead to them; what is never seen stays as it is.
    #[test]
    fn known_worths_are_found() {
        let game = builtin::game("orthochess").expect("it is built in");
        let index = |id: &str| game.type_by_id(id).expect("it is a piece").index();
        let (pawn, knight, rook, queen) = (index("P"), index("N"), index("R"), index("Q"));
        let mut before = vec![300; game.types().count()];
        before[pawn] = 100;
        let mut fit = Fit::default();
        fit.begin(&game, &before);
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..3000 {
            let [pawns, knights, rooks] = [3, 1, 1].map(|most| rng.i16(-most..=most));
            let odds = 0.5 * (f64::from(pawns) + 2.0 * f64::from(knights) + 5.0 * f64::from(rooks)) + 0.2;
            let points = f64::from(u8::from(rng.f64() < 1.0 / (1.0 + (-odds).exp())));
            let lead = [(pawn, pawns), (knight, knights), (rook, rooks)];
            let lead =
                lead.into_iter().filter(|&(_, more)| more != 0).map(|(kind, more)| (kind as u16, more));
            fit.samples.push(Sample { lead: lead.collect(), points, weight: 1.0 });
        }
        (0..400).for_each(|_| fit.descend());
        let worths = fit.worths();
        assert_eq!((worths[pawn], worths[queen]), (100, 300));
        assert!((180..220).contains(&worths[knight]) && (450..550).contains(&worths[rook]), "{worths:?}");
    }

    /// Few games say little.
    #[test]
    fn worths_stay_near_those_of_before() {
        let game = builtin::game("orthochess").expect("it is built in");
        let queen = game.type_by_id("Q").expect("it is a piece").index();
        let mut fit = Fit::default();
        fit.begin(&game, &vec![400; game.types().count()]);
        let lead = vec![(queen as u16, 1)];
        fit.samples.push(Sample { lead, points: 0.0, weight: GAME_WEIGHT });
        (0..400).for_each(|_| fit.descend());
        assert!((200..400).contains(&fit.worths()[queen]), "{:?}", fit.worths());
    }
}
