//! Steps 1 to 8 of a node: whether its turns have to be tried at all.

use crate::history::Context;
use crate::score::{MAX_PLY, WIN, lost, won};
use crate::tt::Fingerprint;

use super::move_loop::{FUTILE_MARGIN, Window};
use super::{SHALLOW, Search};

/// By how much a position must be better than the window, for each ply of remaining depth, to be left alone.
const CALM_MARGIN: i32 = 90;
/// The remaining depth up to which a hopeless position is left to its captures.
const RAZOR_DEPTH: i32 = 2;
/// With fewer pieces than this, having to move may be a disadvantage, and there may be no turn, which loses (K116).
const PIECES_TO_PASS: u16 = 8;

impl Search<'_> {
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
        let known = self.table.get(self.key(), ply);
        if let Some(entry) = known
            && !is_pv
            && entry.depth >= depth
            && entry.proves(alpha, beta)
        {
            return entry.score;
        }
        let hash = known.map_or_else(Fingerprint::default, |entry| entry.turn);

        // Step 4. The static score, corrected by a bound of the hash table.
        let mut calm = self.evaluate();
        if let Some(entry) = known
            && entry.proves(calm, calm)
        {
            calm = entry.score;
        }

        self.frames[ply].calm = calm;
        let improves = ply < 2 || calm > self.frames[ply - 2].calm;

        // Step 5. So good that even a bad surprise would not spoil it, unless the royal piece is about to be taken.
        let mut threatened = false;
        let has_many = self.position.board().count(self.position.side()) >= PIECES_TO_PASS;
        if !is_pv
            && has_many
            && depth <= SHALLOW
            && calm - CALM_MARGIN * depth >= beta
            && calm < WIN
            && beta > -WIN
        {
            threatened = self.is_threatened();
            if !threatened {
                return calm;
            }
        }

        // Step 6. So bad that no quiet turn would mend it.
        if !is_pv && has_many && depth <= RAZOR_DEPTH && calm + FUTILE_MARGIN * (depth + 1) <= alpha {
            let score = self.quiescence(ply, 0, alpha, beta);
            if score <= alpha || self.stopped {
                return score;
            }
        }

        // Step 7. If even passing is good enough, some turn will be.
        if has_many
            && !is_pv
            && !threatened
            && may_pass
            && let Some(score) = self.null_move(ply, &mut depth, calm, beta)
        {
            return score;
        }

        // Step 8. Without a turn to begin with, a search to less depth finds one for the next time.
        if hash.is_none() && depth >= 4 {
            depth -= 1;
        }
        self.candidates(ply, Window { depth, alpha, beta, calm, hash, improves })
    }

    /// Returns whether the other side, if it were to move, could take the last royal piece.
    fn is_threatened(&self) -> bool {
        let side = self.position.side();
        let royals = self.position.board().royals(side);
        royals.len() == 1 && royals.iter().all(|royal| self.position.could_take(side.other(), royal))
    }

    /// Returns a score that passing proves. With few pieces it proves nothing: having to move may be what hurts, or there
    /// may be no turn at all (K116).
    ///
    /// If passing loses the royal piece at once, the node is searched deeper.
    fn null_move(&mut self, ply: usize, depth: &mut i32, calm: i32, beta: i32) -> Option<i32> {
        if *depth < 2 || calm < beta || beta.abs() >= WIN {
            return None;
        }
        let reduced = *depth - 3 - *depth / 4 - ((calm - beta) / 200).min(2);
        self.position.pass();
        self.frames[ply].played = Context::default();
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
}
