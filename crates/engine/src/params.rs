//! The parameters of search, time management and evaluation that a person has chosen and a tuner may change, each with its
//! unit and meaning.
//!
//! Scores are in hundredths of the game's commonest piece ("centipawns"), depths in plies of remaining depth. What is
//! learned from games stands in `games/tuned/` instead. A change here changes the number of nodes that
//! `beaufort bench` prints.

/// Node pruning, in `search/node.rs`.
pub(crate) mod node {
    /// Greatest depth of reverse futility pruning, late move pruning, history pruning and, less the late move reduction,
    /// futility pruning, in plies.
    pub(crate) const SHALLOW_DEPTH: i32 = 6;
    /// Reverse futility pruning: how far above beta the static eval must be, per ply of depth, without one of them where it
    /// is improving.
    pub(crate) const RFP_MARGIN: i32 = 90;
    /// Greatest depth of razoring, in plies.
    pub(crate) const RAZOR_DEPTH: i32 = 2;
    /// Own pieces below which neither reverse futility pruning nor razoring nor the null move is tried: having to move may
    /// be a disadvantage (zugzwang), and there may be no turn, which loses (K116).
    pub(crate) const MIN_PIECES: u16 = 8;
    /// The same where a bare royal piece plays on; the null move needs one of them that is no pawn.
    pub(crate) const MIN_PIECES_IN_ENDING: u16 = 3;
    /// Own pieces below which no quiet turn is pruned.
    pub(crate) const MIN_PRUNING_PIECES: u16 = 4;
    /// Least depth of the null move, in plies.
    pub(crate) const NULL_DEPTH: i32 = 2;
    /// Reduction of the null move at any depth, in plies.
    pub(crate) const NULL_REDUCTION: i32 = 3;
    /// Reduction of the null move: one ply more for this depth, in plies.
    pub(crate) const NULL_DEPTH_DIVISOR: i32 = 4;
    /// Reduction of the null move: one ply more for this score above beta, ...
    pub(crate) const NULL_EVAL_DIVISOR: i32 = 200;
    /// ... up to this many plies.
    pub(crate) const NULL_EVAL_MAX: i32 = 2;
    /// Least depth of internal iterative reduction, in plies.
    pub(crate) const IIR_DEPTH: i32 = 7;
    /// Least depth of singular extensions, in plies.
    pub(crate) const SINGULAR_DEPTH: i32 = 6;
    /// Singular extensions: by how many plies the search of the entry may have been less deep than the node's.
    pub(crate) const SINGULAR_ENTRY_PLIES: i32 = 3;
    /// Singular extensions: how far below the entry's score all other turns must be, per ply of depth.
    pub(crate) const SINGULAR_MARGIN: i32 = 1;
    /// Negative extension, in plies: the turn is not singular, but its entry reaches beta; ...
    pub(crate) const NEGATIVE_BETA: i32 = 2;
    /// ... or it does not, and the node is an expected cut node.
    pub(crate) const NEGATIVE_CUT: i32 = 1;
}

/// Turns pruned or reduced, in `search/move_loop.rs` and `search/lmr.rs`.
pub(crate) mod turns {
    /// Futility pruning and razoring: what a quiet turn may gain on the static eval, per ply of depth and one ply more.
    pub(crate) const FUTILITY_MARGIN: i32 = 110;
    /// Late move pruning: quiet turns that are searched at any depth, ...
    pub(crate) const LMP_BASE: i32 = 3;
    /// ... and more of them, times the square of the depth; half as many in all where the static eval is not improving.
    pub(crate) const LMP_FACTOR: i32 = 1;
    /// History pruning: the history score below zero at which a quiet turn is left out, per ply of depth.
    pub(crate) const HISTORY_MARGIN: i32 = 1_500;
    /// Greatest depth of SEE pruning of captures, in plies.
    pub(crate) const SEE_DEPTH: i32 = 4;
    /// SEE pruning: what a capture may lose in the exchange, per ply of depth.
    pub(crate) const SEE_MARGIN: i32 = 40;
    /// SEE pruning: what a quiet turn may lose in the exchange, times the square of the reduced depth.
    pub(crate) const QUIET_SEE_MARGIN: i32 = 25;
    /// Least depth of late move reductions, in plies.
    pub(crate) const LMR_DEPTH: i32 = 3;
    /// Turns of a node that are searched before late move reductions begin.
    pub(crate) const LMR_FULL_TURNS: usize = 3;
    /// Turns of the root that are searched before late move reductions begin.
    pub(crate) const LMR_FULL_ROOT_TURNS: usize = 4;
    /// Late move reduction of any turn, in plies.
    pub(crate) const LMR_BASE: f64 = 0.7;
    /// Late move reduction: ln(depth) * ln(index of the turn) for each ply more.
    pub(crate) const LMR_DIVISOR: f64 = 2.0;
    /// Late move reduction: one ply less for this history score, in proportion, at most two plies either way.
    pub(crate) const LMR_HISTORY: i32 = 4_096;
}

/// Quiescence search, in `search/qsearch.rs` and `search/see.rs`.
pub(crate) mod qsearch {
    /// Delta pruning: how much more than what it visibly captures a turn may gain.
    pub(crate) const DELTA_MARGIN: i32 = 120;
    /// Delta pruning: the share of what it visibly captures that a turn may gain besides, as a divisor.
    pub(crate) const DELTA_DIVISOR: i32 = 8;
    /// Plies of quiescence after which captures that risk more than they gain are left out, and conversions are not
    /// followed, which can go back and forth without end.
    pub(crate) const FREE_PLIES: usize = 2;
    /// Static exchange evaluation: recaptures that are played out, in plies after the first capture.
    pub(crate) const MAX_SEE_PLIES: usize = 6;
    /// What a tree of quiescence may cost, in turns listed.
    pub(crate) const TREE_COST: u64 = 8_000_000;
    /// The same after the first iteration where a tree of that has cost too much.
    pub(crate) const CROWDED_TREE_COST: u64 = 1_000_000;
    /// What all trees of the first iteration may cost together, in turns listed.
    pub(crate) const FIRST_ITERATION_COST: u64 = 6_000_000;
    /// The share of what is left of that which each tree may have, as a divisor.
    pub(crate) const FIRST_ITERATION_SHARE: u64 = 4;
    /// Plies of quiescence in which all captures are tried once a tree has cost too much; half as many each time that it still
    /// does.
    pub(crate) const FIRST_CAPPED_PLIES: usize = 4;
}

/// The root, in `search/root.rs` and `search/root_turns.rs`.
pub(crate) mod root {
    /// Half-width of the first aspiration window.
    pub(crate) const ASPIRATION_DELTA: i32 = 25;
    /// The half-width grows by this factor when the search fails low or high.
    pub(crate) const ASPIRATION_GROWTH: i32 = 3;
    /// The most plies by which the search is less deep after fail highs in a row: one for each.
    pub(crate) const ASPIRATION_REDUCTION: i32 = 3;
    /// Depth from which aspiration windows are used, in plies.
    pub(crate) const ASPIRATION_DEPTH: i32 = 4;
    /// What a turn loses in the exchange, at least, for it to give way to another one when the search has been stopped before it had
    /// compared all.
    pub(crate) const EXCHANGE_LOSS: i32 = 50;
}

/// History, in `history.rs`, and the order of turns, in `search/movepick/`.
pub(crate) mod history {
    /// Bound of an entry, toward which history gravity pulls.
    pub(crate) const HISTORY_MAX: i32 = 16_384;
    /// Bonus: times the square of the depth, ...
    pub(crate) const BONUS_SQUARE: i32 = 16;
    /// ... and times the depth, ...
    pub(crate) const BONUS_LINEAR: i32 = 32;
    /// ... up to this.
    pub(crate) const BONUS_MAX: i32 = 2_000;
    /// Captures are ordered by this many times their gain, less their risk, ...
    pub(crate) const GAIN_FACTOR: i32 = 8;
    /// ... and by their capture history divided by this.
    pub(crate) const CAPTURE_DIVISOR: i32 = 8;
}

/// Correction history, in `correction.rs`.
pub(crate) mod correction {
    /// Bound of an entry, toward which history gravity pulls.
    pub(crate) const CORRECTION_MAX: i32 = 1_024;
    /// What the entries of a position add up to is divided by this; the result is a score.
    pub(crate) const CORRECTION_DIVISOR: i32 = 32;
    /// Bonus: the error of the static eval times the depth, divided by this, ...
    pub(crate) const BONUS_DIVISOR: i32 = 8;
    /// ... up to this, either way.
    pub(crate) const BONUS_MAX: i32 = CORRECTION_MAX / 4;
}

/// Time management, in `time.rs` and `search/root_turns.rs`.
pub(crate) mod time {
    use std::time::Duration;

    /// Time kept back from the clock for everything outside the search, as far as the clock has it.
    pub(crate) const MOVE_OVERHEAD: Duration = Duration::from_millis(20);
    /// Turns that the clock must last where it is for the whole game; these games last hundreds of turns.
    pub(crate) const MOVES_TO_GO: u32 = 40;
    /// The soft limit as a share of the time planned for the turn: after it no iteration begins.
    pub(crate) const SOFT_SHARE: f32 = 0.6;
    /// The hard limit as a multiple of the time planned for the turn: at it the search stops.
    pub(crate) const HARD_FACTOR: u32 = 3;
    /// Factor of the soft limit by the number of iterations in which the best turn has stayed the same, 0 to 4 and more.
    pub(crate) const STABILITY_FACTORS: [f32; 5] = [1.6, 1.3, 1.0, 0.85, 0.7];
    /// Factor of the soft limit where the score has dropped by more than an aspiration window.
    pub(crate) const DROP_FACTOR: f32 = 1.3;
}

/// What a piece is worth by the rules alone, in `eval/worth.rs`: it counts turns on random boards.
pub(crate) mod worth {
    /// Times that each type stands on a random board to have its turns counted, about.
    pub(crate) const SAMPLES_PER_TYPE: usize = 120;
    /// Share of the pieces on a random board that are of any type, not from the array.
    pub(crate) const STRANGER_SHARE: f64 = 0.4;
    /// Boards on which the turns of the other pieces are counted.
    pub(crate) const INTERFERENCE_BOARDS: usize = 6;
    /// What a capture counts, in turns.
    pub(crate) const CAPTURE_TURNS: f64 = 4.0;
    /// Turns that an average piece is taken to have.
    pub(crate) const TYPICAL_TURNS: f64 = 7.0;
    /// Turns from which on more of them add less and less.
    pub(crate) const SATURATION_TURNS: f64 = 12.0;
    /// What any piece is worth for being there, in turns of an average piece.
    pub(crate) const BASE_WORTH: f64 = 1.0;
    /// What a turn is worth more for each turn the piece has besides, as a share: the power to do two things at once.
    pub(crate) const COMBINATION_BONUS: f64 = 0.03;
}

/// The weights of the rules alone, where nothing has been learned, in `eval/basis.rs` and `eval/psqt.rs`.
pub(crate) mod prior {
    /// What a rank forward costs a royal piece, in hundredths of the commonest piece.
    pub(crate) const ROYAL_RANK: f64 = 12.0;
    /// How far learned weights may well be from these, as a share of a type's worth: worth, advance, centre.
    pub(crate) const SPREAD: [f64; 3] = [0.3, 0.1, 0.1];
    /// Share of its worth that a piece gains or loses with the turns it has on a square, in percent.
    pub(crate) const MOBILITY_PERCENT: i32 = 12;
    /// Share of what a promotion gains that a piece is worth beforehand in the zone, in percent.
    pub(crate) const PROMOTION_PERCENT: i32 = 30;
    /// What is left of that share one rank farther from the zone, in percent.
    pub(crate) const PROMOTION_DECAY_PERCENT: i32 = 80;
}

/// Royal safety, in `eval/royal_safety.rs`.
pub(crate) mod royal_safety {
    /// Radius of the zone around a royal piece in which attackers count, in squares.
    pub(crate) const ZONE_RADIUS: u8 = 3;
    /// Radius of the zone in which they count again, in squares.
    pub(crate) const INNER_ZONE_RADIUS: u8 = 2;
    /// Worth of an attacker for each attack unit, in hundredths of the commonest piece.
    pub(crate) const ATTACK_UNIT: i32 = 32;
    /// Greatest number of pieces beside a royal piece that count as shelter.
    pub(crate) const MAX_SHELTERS: u32 = 5;
    /// Number of pieces on the board up to which the distance of all of them to a royal piece counts.
    pub(crate) const PURSUIT_PIECES: u16 = 20;
}

/// Mop-up evaluation, in `eval/endgame.rs`.
pub(crate) mod endgame {
    /// What a step of a bare royal piece away from the middle of the board is worth, along files and ranks.
    pub(crate) const MOP_UP_EDGE: i32 = 20;
    /// What a step nearer to it is worth to the other royal piece, likewise.
    pub(crate) const MOP_UP_NEAR: i32 = 10;
}

/// What makes a turn hard to see for a weak level, in `skill/blindness.rs`: each in percent of the times that it is missed
/// two plies from the root. `docs/levels.md` tells it to players.
pub(crate) mod blindness {
    /// For each square beyond the next one.
    pub(crate) const DISTANCE: u32 = 6;
    /// Squares beyond which more make no difference.
    pub(crate) const MAX_DISTANCE: u32 = 7;
    /// It goes neither along a line nor to a square beside the next.
    pub(crate) const BENT: u32 = 10;
    /// It goes back.
    pub(crate) const BACKWARD: u32 = 8;
    /// It takes nothing.
    pub(crate) const QUIET: u32 = 12;
    /// The piece can do more than travel.
    pub(crate) const UNUSUAL: u32 = 6;
    /// It is made by a power, not by a travel of the piece.
    pub(crate) const POWER: u32 = 22;
    /// A second step follows.
    pub(crate) const SECOND_STEP: u32 = 18;
    /// However hard it is, and however weak the level.
    pub(crate) const MAX_PERCENT: u32 = 95;
}
