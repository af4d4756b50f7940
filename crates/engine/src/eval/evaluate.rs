//! The score of a position: what is summed up already, and what is looked at anew.

use beaufort_rules::{Position, Side};

use super::accumulator::Accumulator;
use super::attacks::Attacks;
use super::latent::Latents;
use super::weights::{FIRST_LIVE, LATENT, RESERVE, TEMPO, WAITING};
use super::{AccumulatorStack, Evaluation, LIVE_TERMS, Live, WEIGHT_SCALE};

/// The greatest score that weights may give a position; a network's is no greater, so that their sum is a number, too.
const MAX_SCORE: i32 = 1 << 29;

impl Evaluation {
    /// Returns the score of a position for the side to move, from its pieces alone: no turn is looked at.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let mut stack = AccumulatorStack::default();
        if let Some(network) = self.network() {
            stack.reset(network, &self.features, position);
        }
        self.evaluate_with(position, self.accumulate(position), &mut stack)
    }

    /// Returns whether a bare royal piece plays on, so that a game may be decided with hardly a piece left.
    #[inline]
    pub(crate) fn bare_royal_plays_on(&self) -> bool {
        self.basis.endgame.plays_on()
    }

    /// Returns whether a side has a piece that is neither royal nor a pawn.
    pub(crate) fn has_officer(&self, position: &Position, side: Side) -> bool {
        self.basis.endgame.has_officer(position, side)
    }

    /// Returns whether a bare royal piece only has to be mated (mop-up evaluation), so that neither weights nor residual count.
    pub fn mops_up(&self, position: &Position) -> bool {
        self.mop_up(position).is_some()
    }

    /// Returns the score for the side to move where a bare royal piece only has to be mated.
    #[inline]
    fn mop_up(&self, position: &Position) -> Option<i32> {
        let side = position.side();
        let score = |side| self.basis.endgame.mop_up(position, side, &self.worth);
        score(side).or_else(|| score(side.other()).map(|score| -score))
    }

    /// Returns the score of a position whose pieces are summed up already, and that is on top of the stack.
    #[inline]
    pub(crate) fn evaluate_with(
        &self,
        position: &Position,
        accumulator: Accumulator,
        stack: &mut AccumulatorStack,
    ) -> i32 {
        if let Some(score) = self.mop_up(position) {
            return score;
        }
        let score = self.evaluate_without_network(position, accumulator);
        let Some(network) = self.network() else { return score };
        score + stack.score(network, &self.features, position.side(), self.phase(accumulator.material))
    }

    /// Returns the score by the table and the live terms alone.
    #[inline]
    fn evaluate_without_network(&self, position: &Position, accumulator: Accumulator) -> i32 {
        let live = self.live(position, self.latents, self.attacks());
        let leads = accumulator.leads(position.side());
        let score = |phase: usize| {
            let product = |(&seen, &weight): (&i32, &i32)| i64::from(seen) * i64::from(weight);
            let seen: i64 = live.iter().zip(&self.live[phase]).map(product).sum();
            i64::from(leads[phase]) + seen / WEIGHT_SCALE as i64
        };
        let score = self.taper([score(0), score(1)], accumulator.material);
        score.clamp((-MAX_SCORE).into(), MAX_SCORE.into()) as i32
    }

    /// Returns the score between those of the opening and the ending by the `material` that is left (tapered eval).
    #[inline]
    fn taper(&self, [opening, ending]: [i64; 2], material: i32) -> i64 {
        let (left, start) = self.phase(material);
        (opening * left + ending * (start - left)) / start
    }

    /// Returns how much better a side's pieces are than the other's by the table, as a position's score has it while `material` is left.
    #[inline]
    pub(crate) fn lead(&self, accumulator: Accumulator, side: Side, material: i32) -> i32 {
        self.taper(accumulator.leads(side).map(i64::from), material) as i32
    }

    /// Returns what a worth in the scale of the opening, such as those of turn ordering, counts for in a position's score while
    /// `material` is left: half as much again in the ending, as is usual.
    #[inline]
    pub(crate) fn worth_in_score(&self, worth: i32, material: i32) -> i32 {
        let (left, start) = self.phase(material);
        worth + (i64::from(worth) * (start - left).max(0) / (2 * start)) as i32
    }

    /// Returns the share of the initial material that is left, 0 to 2.
    pub fn material_left(&self, position: &Position) -> f32 {
        let (left, start) = self.phase(self.basis.material(position));
        left as f32 / start as f32
    }

    /// Returns how much is left of how much material; promotions may have made more of it than there was.
    #[inline]
    pub(super) fn phase(&self, left: i32) -> (i64, i64) {
        let start = self.basis.start;
        (left.clamp(0, 2 * start).into(), start.into())
    }

    /// Looks at what is not in the table, for the side to move.
    #[inline]
    pub(super) fn live(&self, position: &Position, latents: Latents, attacks: Option<&Attacks>) -> Live {
        let (side, basis) = (position.side(), &*self.basis);
        let mut live = [0; LIVE_TERMS];
        live[TEMPO - FIRST_LIVE] = 1;
        for (side, sign) in [(side, 1), (side.other(), -1)] {
            basis.royals.add_terms(position.board(), side, sign, &mut live);
            if !basis.reserve.is_empty() {
                self.count_reserve(position, side, sign, &mut live);
            }
        }
        latents
            .balances(position, side, &basis.worth, |place, lead| live[LATENT - FIRST_LIVE + place] = lead);
        if let Some(attacks) = attacks {
            attacks.count(position, &mut live);
        }
        live
    }

    /// Counts the worth of a side's reserve: nothing once no drop will ever be possible, and apart while the own royal
    /// piece has not moved, for which every drop waits (L36).
    fn count_reserve(&self, position: &Position, side: Side, sign: i32, live: &mut Live) {
        let (reserve, milestones) = (position.state().reserve(side), position.state().milestones());
        if milestones.has_reached() {
            return;
        }
        let term = if milestones.has_moved(side) { RESERVE } else { WAITING };
        let worth = |(index, worth): (usize, &i32)| i32::from(reserve.count(index)) * worth;
        live[term - FIRST_LIVE] += sign * self.basis.reserve.iter().enumerate().map(worth).sum::<i32>();
    }
}
