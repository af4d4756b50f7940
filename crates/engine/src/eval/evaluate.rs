//! The score of a position: the incremental sums plus the terms that are computed in every position.

use beaufort_rules::{Position, Side};

use super::accumulator::Accumulator;
use super::attacks::{Attacks, RideCache};
use super::latent::Latents;
use super::weights::{FIRST_LIVE, LATENT, RESERVE, TEMPO, WAITING};
use super::{AccumulatorStack, Evaluation, LIVE_TERMS, Live, WEIGHT_SCALE};

/// The greatest score from the weights, in centipawns; that of a network is no greater, so their sum cannot overflow.
const MAX_SCORE: i32 = 1 << 29;

impl Evaluation {
    /// Returns the static evaluation of a position in centipawns: positive if the side to move is better. No turn is tried, and
    /// the outcome of the game is not looked at.
    ///
    /// # Panics
    /// May panic if the position belongs to another game.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let mut stack = AccumulatorStack::default();
        if let Some(network) = self.network() {
            stack.reset(network, &self.features, position);
        }
        self.evaluate_with(position, self.accumulate(position), &mut stack, &mut RideCache::default())
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

    /// Returns whether a bare royal piece only has to be mated, so that the mop-up score replaces weights and residual.
    pub fn mops_up(&self, position: &Position) -> bool {
        self.mop_up(position).is_some()
    }

    /// Returns the mop-up score for the side to move where a bare royal piece only has to be mated.
    #[inline]
    fn mop_up(&self, position: &Position) -> Option<i32> {
        let side = position.side();
        let score = |side| self.basis.endgame.mop_up(position, side, &self.worth);
        score(side).or_else(|| score(side.other()).map(|score| -score))
    }

    /// Returns the score of a position, given its accumulator, the network's stack with the position on top, and the attacks
    /// along lines that an evaluation of this game computed last.
    #[inline]
    pub(crate) fn evaluate_with(
        &self,
        position: &Position,
        accumulator: Accumulator,
        stack: &mut AccumulatorStack,
        rides: &mut RideCache,
    ) -> i32 {
        if let Some(score) = self.mop_up(position) {
            return score;
        }
        let score = self.evaluate_without_network(position, accumulator, rides);
        let Some(network) = self.network() else { return score };
        score + stack.score(network, &self.features, position.side(), self.phase(accumulator.material))
    }

    /// Returns the incremental part of the score: the piece-square table and the side to move, which cost nothing; `None` if the
    /// score is that of a mop-up.
    #[inline]
    pub(crate) fn evaluate_incremental(&self, position: &Position, accumulator: Accumulator) -> Option<i32> {
        if self.mops_up(position) {
            return None;
        }
        let tempo = |phase: usize| i64::from(self.live[phase][TEMPO - FIRST_LIVE]);
        Some(self.sum(position.side(), accumulator, tempo))
    }

    /// Returns the score without the network: the piece-square table and the live terms.
    #[inline]
    fn evaluate_without_network(
        &self,
        position: &Position,
        accumulator: Accumulator,
        rides: &mut RideCache,
    ) -> i32 {
        let live = self.live(position, self.latents, self.attacks(), rides);
        self.sum(position.side(), accumulator, |phase| {
            let product = |(&seen, &weight): (&i32, &i32)| i64::from(seen) * i64::from(weight);
            live.iter().zip(&self.live[phase]).map(product).sum()
        })
    }

    /// Returns the piece-square table and the weighted live terms of each phase, tapered.
    #[inline]
    fn sum(&self, side: Side, accumulator: Accumulator, live: impl Fn(usize) -> i64) -> i32 {
        let leads = accumulator.leads(side);
        let score = |phase: usize| i64::from(leads[phase]) + live(phase) / WEIGHT_SCALE as i64;
        let score = self.taper([score(0), score(1)], accumulator.material);
        score.clamp((-MAX_SCORE).into(), MAX_SCORE.into()) as i32
    }

    /// Interpolates between the scores of opening and ending by the `material` on the board (tapered eval).
    #[inline]
    fn taper(&self, [opening, ending]: [i64; 2], material: i32) -> i64 {
        let (left, start) = self.phase(material);
        (opening * left + ending * (start - left)) / start
    }

    /// Returns the lead of a side by the piece-square table in the unit of scores, tapered by `material`.
    #[inline]
    pub(crate) fn lead(&self, accumulator: Accumulator, side: Side, material: i32) -> i32 {
        self.taper(accumulator.leads(side).map(i64::from), material) as i32
    }

    /// Converts a worth in the scale of the opening, such as those of turn ordering, to the unit of scores, tapered by
    /// `material`: in the ending it counts half as much again.
    #[inline]
    pub(crate) fn worth_in_score(&self, worth: i32, material: i32) -> i32 {
        let (left, start) = self.phase(material);
        worth + (i64::from(worth) * (start - left).max(0) / (2 * start)) as i32
    }

    /// Returns the material on the board as a share of the initial material, 0 to 2; promotions may take it above 1.
    pub fn material_left(&self, position: &Position) -> f32 {
        let (left, start) = self.phase(self.basis.material(position));
        left as f32 / start as f32
    }

    /// Returns the material on the board and the initial material, for tapering. The former is clamped to twice the latter.
    #[inline]
    pub(super) fn phase(&self, left: i32) -> (i64, i64) {
        let start = self.basis.start;
        (left.clamp(self.basis.least, 2 * start).into(), start.into())
    }

    /// Computes the live terms, which are not in the piece-square table, for the side to move.
    #[inline]
    pub(super) fn live(
        &self,
        position: &Position,
        latents: Latents,
        attacks: Option<&Attacks>,
        rides: &mut RideCache,
    ) -> Live {
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
            attacks.count(position, rides, &mut live);
        }
        live
    }

    /// Adds the worth of a side's reserve: nothing once drops have become impossible, and to a term of its own until the own
    /// royal piece has moved, as all drops wait for that (L36).
    fn count_reserve(&self, position: &Position, side: Side, sign: i32, live: &mut Live) {
        let (reserve, milestones) = (position.state().reserve(side), position.state().milestones());
        if milestones.has_reached() {
            return;
        }
        let term = if milestones.has_moved(side) || !self.basis.waits { RESERVE } else { WAITING };
        let worth = |(index, worth): (usize, &i32)| i32::from(reserve.count(index)) * worth;
        live[term - FIRST_LIVE] += sign * self.basis.reserve.iter().enumerate().map(worth).sum::<i32>();
    }
}
