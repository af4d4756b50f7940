//! The search: alpha-beta with a principal variation, deepened step by step from [`crate::root`].
//!
//! What is special about these games:
//!
//! - In most games there is no check. A side has lost when its royal pieces are gone (K113), which is known at once
//!   after a turn, and a side without a turn has lost (K116), which is known when its turns are listed. Where a check
//!   binds (L46) such a side is checkmated or has a draw.
//! - A turn that brings about a position for the third time is illegal (K117). It is skipped. The result of a node
//!   where that happened depends on how play came there, so it is not stored in the hash table. (Its ancestors may be:
//!   the error is rare and small, and repaired when the position itself comes to the root, whose turns are the legal
//!   ones.) In a game where it draws instead (L49), the first repetition counts: who can repeat once can do so again.

use beaufort_rules::game::definition::Repetition;
use beaufort_rules::turn::Outcome;
use beaufort_rules::{Position, Turn};

use crate::eval::{Evaluation, Sums, Watch};
use crate::ordering::{Candidate, History, Killers, Known, pick};
use crate::reductions::Reductions;
use crate::score::{DRAW, INFINITE, MAX_PLY, WIN, lost, won};
use crate::table::{Bound, Entry, Fingerprint, Table};
use crate::time::Timer;

/// By how much a position must be better than the window, for each ply of remaining depth, to be left alone.
const CALM_MARGIN: i32 = 90;
/// How much a quiet turn may win, for each ply of remaining depth.
const FUTILE_MARGIN: i32 = 110;
/// The remaining depth up to which such margins hold.
const SHALLOW: i32 = 6;
/// After so many turns listed the clock is looked at, however few nodes that took.
const MUCH: usize = 4_000;
/// With fewer pieces than this, having to move may be a disadvantage, and there may be no turn, which loses (K116).
const PIECES_TO_PASS: u16 = 8;

/// What is kept for each ply, so that no node allocates.
#[derive(Default)]
pub(crate) struct Frame {
    pub(crate) turns: Vec<Turn>,
    pub(crate) candidates: Vec<Candidate>,
    /// The best line from here.
    pub(crate) pv: Vec<Turn>,
    pub(crate) killers: Killers,
}

/// One search going on.
pub(crate) struct Search<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) table: &'a Table,
    pub(crate) reductions: &'a Reductions,
    pub(crate) history: &'a mut History,
    pub(crate) frames: &'a mut [Frame],
    pub(crate) position: Position,
    pub(crate) sums: Sums,
    pub(crate) timer: Timer<'a>,
    pub(crate) nodes: u64,
    pub(crate) seldepth: usize,
    pub(crate) stopped: bool,
    /// The number of turns listed since the last look at the clock.
    pub(crate) effort: usize,
}

/// What a turn brought about.
pub(crate) enum After {
    /// The game goes on.
    Open,
    /// The game is over, with this score for the side that moved.
    Decided(i32),
    /// The turn was illegal (K117).
    Repeated,
}

/// What the turns of a node have to prove, and to what depth.
#[derive(Clone, Copy)]
struct Window {
    depth: i32,
    alpha: i32,
    beta: i32,
    /// The static score.
    calm: i32,
    /// The turn of the hash table.
    hash: Fingerprint,
}

impl Search<'_> {
    /// Plays a turn and tells what it brought about.
    #[inline]
    pub(crate) fn play(&mut self, turn: Turn, ply: usize) -> After {
        let side = self.position.side();
        let mut watch = Watch { evaluation: self.evaluation, sums: &mut self.sums };
        self.position.play_with(turn, &mut watch);
        match self.position.decided() {
            Some(verdict) if verdict.outcome == Outcome::Win(side) => After::Decided(won(ply + 1)),
            Some(_) => After::Decided(lost(ply + 1)),
            None if self.position.occurs_too_often() => After::Repeated,
            None if self.is_drawn() => After::Decided(DRAW),
            None => After::Open,
        }
    }

    /// Returns whether the turns that led to the position make it a draw.
    #[inline]
    fn is_drawn(&self) -> bool {
        let repeats = matches!(self.position.game().definition().ending.repetition, Repetition::Draws(_));
        repeats && self.position.earlier_occurrences() > 0 || self.position.drawn().is_some()
    }

    /// Returns the score of a side to move that has no turn.
    pub(crate) fn without_turn(&self, ply: usize) -> i32 {
        match self.position.verdict_without_turn().outcome {
            Outcome::Draw => DRAW,
            Outcome::Win(side) if side == self.position.side() => won(ply),
            Outcome::Win(_) => lost(ply),
        }
    }

    /// Takes the last turn back.
    #[inline]
    pub(crate) fn undo(&mut self, sums: Sums) {
        self.position.undo();
        self.sums = sums;
    }

    /// Returns the score of the position from its pieces alone.
    #[inline]
    pub(crate) fn evaluate(&self) -> i32 {
        self.evaluation.evaluate_with(&self.position, self.sums).clamp(1 - WIN, WIN - 1)
    }

    /// Counts a node and returns whether the search is to stop.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        self.stopped = self.stopped
            || if self.effort >= MUCH {
                self.timer.is_over_now(self.nodes)
            } else {
                self.timer.is_over(self.nodes)
            };
        if self.effort >= MUCH {
            self.effort = 0;
        }
        self.stopped
    }

    /// Puts a turn before the best line of the next ply.
    #[inline]
    pub(crate) fn extend_pv(&mut self, ply: usize, turn: Turn) {
        let (here, deeper) = self.frames.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(turn);
        pv.extend_from_slice(&deeper[0].pv);
    }

    /// Returns the score of a position that is not decided, searched to a depth in plies; meaningless once the search
    /// has been stopped.
    pub(crate) fn node(
        &mut self,
        ply: usize,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        may_pass: bool,
    ) -> i32 {
        // Step 1. At the horizon only captures are looked at.
        if depth <= 0 {
            return self.quiescence(ply, 0, alpha, beta);
        }
        self.frames[ply].pv.clear();
        if self.enter(ply) {
            return 0;
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        let is_pv = beta - alpha > 1;

        // Step 2. No line can be better than one that wins at once, or worse than one that has lost.
        alpha = alpha.max(lost(ply));
        beta = beta.min(won(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 3. What the hash table knows.
        let key = self.position.key();
        let known = self.table.get(key, ply);
        if let Some(entry) = known
            && !is_pv
            && entry.depth >= depth
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            }
        {
            return entry.score;
        }
        let hash = known.map_or_else(Fingerprint::default, |entry| entry.turn);

        // Step 4. The static score, corrected by a bound of the hash table.
        let mut calm = self.evaluate();
        if let Some(entry) = known
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score > calm,
                Bound::Upper => entry.score < calm,
            }
        {
            calm = entry.score;
        }

        // Step 5. So good that even a bad surprise would not spoil it, unless the royal piece is about to be taken.
        let mut threatened = false;
        let has_many = self.position.board().count(self.position.side()) >= PIECES_TO_PASS;
        if !is_pv && has_many && depth <= SHALLOW && calm - CALM_MARGIN * depth >= beta && calm < WIN {
            threatened = self.is_threatened();
            if !threatened {
                return calm;
            }
        }

        // Step 6. The captures; all turns only where they are needed at once. Without a turn the game is over (K116, L49).
        let mut turns = std::mem::take(&mut self.frames[ply].turns);
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        turns.clear();
        self.position.add_captures(&mut turns);
        self.effort += turns.len();
        let found = self.known(ply, hash).rate_captures(&mut candidates, &turns);
        self.frames[ply].turns = turns;
        let is_complete = candidates.is_empty() || !hash.is_none() && !found;
        if is_complete {
            self.complete(ply, hash, &mut candidates);
        }
        let score = if candidates.is_empty() {
            self.without_turn(ply)
        } else if let Some(score) =
            self.null_move(ply, &mut depth, calm, beta, may_pass && has_many && !is_pv && !threatened)
        {
            score
        } else {
            // Step 8. Without a turn to begin with, a search to less depth finds one for the next time.
            if hash.is_none() && depth >= 4 {
                depth -= 1;
            }
            let window = Window { depth, alpha, beta, calm, hash };
            self.candidates(ply, window, &mut candidates, is_complete)
        };
        self.frames[ply].candidates = candidates;
        score
    }

    /// Returns what the turns of a ply are judged by.
    #[inline]
    pub(crate) fn known(&self, ply: usize, hash: Fingerprint) -> Known<'_> {
        let killers = self.frames[ply].killers;
        Known { evaluation: self.evaluation, position: &self.position, history: self.history, hash, killers }
    }

    /// Adds the turns that are not captures to the candidates of a ply.
    fn complete(&mut self, ply: usize, hash: Fingerprint, candidates: &mut Vec<Candidate>) {
        let mut turns = std::mem::take(&mut self.frames[ply].turns);
        turns.clear();
        self.position.add_turns(&mut turns);
        self.effort += turns.len();
        self.known(ply, hash).rate_others(candidates, &turns);
        self.frames[ply].turns = turns;
    }

    /// Returns whether the other side, if it were to move, could take the last royal piece.
    fn is_threatened(&self) -> bool {
        let side = self.position.side();
        let royals = self.position.board().royals(side);
        royals.len() == 1 && royals.iter().all(|royal| self.position.could_take(side.other(), royal))
    }

    /// Step 7. If even passing is good enough, some turn will be; unless having to move is what hurts.
    ///
    /// If passing loses the royal piece at once, the node is searched deeper.
    fn null_move(&mut self, ply: usize, depth: &mut i32, calm: i32, beta: i32, allowed: bool) -> Option<i32> {
        if !allowed || *depth < 2 || calm < beta || beta.abs() >= WIN {
            return None;
        }
        let reduced = *depth - 3 - *depth / 4 - ((calm - beta) / 200).min(2);
        self.position.pass();
        let score = -self.node(ply + 1, reduced, -beta, 1 - beta, false);
        self.position.undo();
        if self.stopped {
            return Some(0);
        }
        if score >= beta {
            // That the opponent would have no turn, or lose otherwise, is not proven by a pass.
            return Some(if score >= WIN { beta } else { score });
        }
        if score == lost(ply + 2) {
            *depth += 1;
        }
        None
    }

    /// Steps 9 to 14: tries the turns one by one; where the list is not complete, the captures first.
    fn candidates(
        &mut self,
        ply: usize,
        window: Window,
        candidates: &mut Vec<Candidate>,
        mut is_complete: bool,
    ) -> i32 {
        let Window { depth, mut alpha, beta, calm, hash } = window;
        let is_pv = beta - alpha > 1;
        let original_alpha = alpha;
        let key = self.position.key();
        let sums = self.sums;
        let mut best = -INFINITE;
        let mut best_turn = None;
        let mut skipped_repetition = false;
        let mut quiets = 0;
        // Where the list begins that is being picked from.
        let mut start = 0;
        if let Some(frame) = self.frames.get_mut(ply + 2) {
            frame.killers = Killers::default();
        }
        for index in 0.. {
            let mut next = pick(&mut candidates[start..], index - start);
            if !is_complete && next.is_none_or(|candidate| candidate.is_risky()) {
                self.complete(ply, hash, candidates);
                is_complete = true;
                start = index;
                next = pick(&mut candidates[start..], 0);
            }
            let Some(candidate) = next else { break };
            let turn = candidate.turn;
            let quiet = candidate.is_quiet();

            // Step 9. Near the horizon, turns that promise little are left out once one has been found that does
            // not lose by force.
            if !is_pv && best > -WIN && depth <= SHALLOW && quiet {
                let most = 6 + 3 * depth * depth;
                if quiets > most || calm + FUTILE_MARGIN * (depth + 1) <= alpha {
                    continue;
                }
            }
            quiets += i32::from(quiet);

            // Step 10. The turn is played.
            let score = match self.play(turn, ply) {
                After::Repeated => {
                    self.undo(sums);
                    skipped_repetition = true;
                    continue;
                }
                After::Decided(score) => {
                    self.nodes += 1;
                    self.frames[ply + 1].pv.clear();
                    score
                }
                // Step 11. The first turn gets the full window; the others have to prove that they are better, late
                // ones at less depth first.
                After::Open if best == -INFINITE => -self.node(ply + 1, depth - 1, -beta, -alpha, true),
                After::Open => {
                    let mut reduction = 0;
                    if depth >= 3 && index >= 3 && (quiet || candidate.is_risky()) {
                        reduction = self.reductions.get(depth, index) - i32::from(is_pv);
                        reduction -= if quiet { candidate.order.clamp(-8_192, 8_192) / 4_096 } else { 0 };
                        reduction = reduction.clamp(0, depth - 2);
                    }
                    let mut score = -self.node(ply + 1, depth - 1 - reduction, -alpha - 1, -alpha, true);
                    if score > alpha && reduction > 0 {
                        score = -self.node(ply + 1, depth - 1, -alpha - 1, -alpha, true);
                    }
                    if score > alpha && score < beta {
                        score = -self.node(ply + 1, depth - 1, -beta, -alpha, true);
                    }
                    score
                }
            };
            self.undo(sums);
            if self.stopped {
                return 0;
            }

            // Step 12. Better, or good enough?
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_turn = Some(turn);
                    if is_pv {
                        self.extend_pv(ply, turn);
                    }
                    if score >= beta {
                        self.learn(ply, depth, &candidates[..=index]);
                        break;
                    }
                }
            }
        }

        // Step 13. All turns are illegal: a loss (K117).
        if best == -INFINITE {
            return lost(ply);
        }

        // Step 14. What was found is remembered, unless it depends on the way here.
        if !skipped_repetition {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let turn = best_turn.map(Fingerprint::from).unwrap_or_default();
            self.table.put(key, ply, Entry { depth, score: best, bound, turn });
        }
        best
    }

    /// Remembers the turn that refuted the opponent's last one, the last of those tried.
    fn learn(&mut self, ply: usize, depth: i32, tried: &[Candidate]) {
        let Some((best, others)) = tried.split_last() else { return };
        if !best.is_quiet() {
            return;
        }
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(best.turn) {
            *killers = [Some(best.turn), killers[0]];
        }
        let bonus = (16 * depth * depth + 32 * depth).min(2_000);
        self.history.add(&self.position, best.turn, bonus);
        for other in others.iter().filter(|other| other.is_quiet()) {
            self.history.add(&self.position, other.turn, -bonus);
        }
    }
}
