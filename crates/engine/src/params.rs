//! The hand-chosen parameters of search, time management and evaluation, which a tuner may change: each with its unit, meaning,
//! default and range.
//!
//! Scores are in hundredths of the game's commonest piece ("centipawns"), depths in plies of remaining depth. Weights learned
//! from games are in `games/tuned/` instead. A change here changes the number of nodes that `beaufort bench` prints.
//!
//! A parameter is a constant function. With the feature `tune` it reads a number that can be set while the program runs:
//! see [`tune`](crate::tune).

/// Defines a function for each parameter and, with the feature `tune`, the table of all of them.
macro_rules! parameters {
    ($(
        $(#[$about:meta])*
        $module:ident {
            $($(#[$meaning:meta])* $name:ident: $type:ty = $default:literal in $least:literal..=$most:literal;)*
        }
    )*) => {
        $(
            $(#[$about])*
            pub(crate) mod $module {
                $(
                    $(#[$meaning])*
                    #[cfg(not(feature = "tune"))]
                    #[inline(always)]
                    pub(crate) const fn $name() -> $type {
                        $default
                    }

                    $(#[$meaning])*
                    #[cfg(feature = "tune")]
                    #[inline]
                    pub(crate) fn $name() -> $type {
                        crate::tune::Number::of(values::$name.get())
                    }
                )*

                #[cfg(feature = "tune")]
                #[expect(non_upper_case_globals, reason = "they have the names of the functions")]
                pub(super) mod values {
                    use crate::tune::{Number, Parameter};

                    $(
                        pub(crate) static $name: Parameter = Parameter::new(
                            concat!(stringify!($module), "_", stringify!($name)),
                            [$default as f64, $least as f64, $most as f64],
                            <$type as Number>::UNITS,
                        );
                    )*
                }
            }
        )*

        /// All parameters, in the order of this file.
        #[cfg(feature = "tune")]
        pub(crate) static PARAMETERS: &[&crate::tune::Parameter] = &[$($(&$module::values::$name,)*)*];
    };
}

parameters! {
    /// Node pruning, in `search/node.rs`.
    node {
        /// Greatest depth of reverse futility pruning, late move pruning, history pruning and, less the late move reduction,
        /// futility pruning, in plies.
        shallow_depth: i32 = 6 in 0..=20;
        /// Reverse futility pruning: margin of the static eval above beta, per ply of depth; one ply less where it is
        /// improving.
        rfp_margin: i32 = 90 in 0..=500;
        /// Greatest depth of razoring, in plies.
        razor_depth: i32 = 2 in 0..=10;
        /// Minimum number of own pieces for reverse futility pruning, razoring and the null move: with fewer, having to move
        /// may be a disadvantage (zugzwang), and there may be no turn, which loses (K116).
        min_pieces: u16 = 8 in 0..=100;
        /// The same minimum where a bare royal piece plays on; the null move also requires an own piece that is neither royal
        /// nor a pawn.
        min_pieces_in_ending: u16 = 3 in 0..=100;
        /// Minimum number of own pieces for the pruning of quiet turns.
        min_pruning_pieces: u16 = 4 in 0..=100;
        /// Least depth of the null move, in plies.
        null_depth: i32 = 2 in 1..=10;
        /// Reduction of the null move at any depth, in plies.
        null_reduction: i32 = 3 in 1..=8;
        /// Reduction of the null move: one ply more for this depth, in plies.
        null_depth_divisor: i32 = 4 in 1..=16;
        /// Reduction of the null move: one ply more for each margin of this size above beta, ...
        null_eval_divisor: i32 = 200 in 10..=2_000;
        /// ... at most this many plies.
        null_eval_max: i32 = 2 in 0..=8;
        /// Least depth of internal iterative reduction, in plies.
        iir_depth: i32 = 7 in 2..=20;
        /// Least depth of singular extensions, in plies.
        singular_depth: i32 = 6 in 3..=20;
        /// Singular extensions: by how many plies the entry may be shallower than the node.
        singular_entry_plies: i32 = 3 in 0..=10;
        /// Singular extensions: margin below the entry's score that all other turns must fail to reach, per ply of depth.
        singular_margin: i32 = 1 in 0..=20;
        /// Negative extension where the turn is not singular but its entry reaches beta, in plies; ...
        negative_beta: i32 = 2 in 0..=4;
        /// ... and where it does not, at an expected cut node, in plies.
        negative_cut: i32 = 1 in 0..=4;
    }

    /// Pruning and reduction of turns, in `search/move_loop.rs` and `search/lmr.rs`.
    turns {
        /// Futility pruning and razoring: expected gain of a quiet turn over the static eval, per ply of depth plus one.
        futility_margin: i32 = 110 in 0..=500;
        /// Late move pruning: number of quiet turns searched at any depth, ...
        lmp_base: i32 = 3 in 1..=30;
        /// ... plus this times the square of the depth; half of the sum where the static eval is not improving.
        lmp_factor: i32 = 1 in 0..=10;
        /// History pruning: a quiet turn is pruned if its history score is below minus this, per ply of depth.
        history_margin: i32 = 1_500 in 0..=16_000;
        /// Greatest depth of SEE pruning of captures, in plies.
        see_depth: i32 = 4 in 0..=20;
        /// SEE pruning: greatest loss of a capture in the exchange, per ply of depth.
        see_margin: i32 = 40 in 0..=300;
        /// SEE pruning: greatest loss of a quiet turn in the exchange, times the square of the reduced depth.
        quiet_see_margin: i32 = 25 in 0..=300;
        /// Least depth of late move reductions, in plies.
        lmr_depth: i32 = 3 in 2..=10;
        /// Number of turns of a node searched before late move reductions begin.
        lmr_full_turns: usize = 3 in 1..=20;
        /// Number of turns of the root searched before late move reductions begin.
        lmr_full_root_turns: usize = 4 in 1..=20;
        /// Late move reduction: base for every turn, in plies.
        lmr_base: f64 = 0.7 in 0.0..=3.0;
        /// Late move reduction: divisor of ln(depth) * ln(index of the turn), which gives plies.
        lmr_divisor: f64 = 2.0 in 0.5..=8.0;
        /// Late move reduction: history score that reduces a ply less, in proportion, at most two plies either way.
        lmr_history: i32 = 4_096 in 256..=65_536;
    }

    /// Quiescence search, in `search/qsearch.rs` and `search/see.rs`.
    qsearch {
        /// Delta pruning: margin on the visible gain of a turn.
        delta_margin: i32 = 120 in 0..=1_000;
        /// Delta pruning: a further margin, the visible gain divided by this.
        delta_divisor: i32 = 8 in 1..=64;
        /// Lazy evaluation: by how many times the mean error of the expected static eval it must lie outside the window.
        lazy_margin: i32 = 4 in 0..=1_000;
        /// Plies of quiescence after which bad captures are pruned and conversions are not followed, as pieces can be converted
        /// back and forth without end.
        free_plies: usize = 2 in 0..=8;
        /// Static exchange evaluation: greatest number of recaptures played out after the first capture, in plies.
        max_see_plies: usize = 6 in 1..=20;
        /// Greatest cost of a quiescence tree, in turns listed.
        tree_cost: u64 = 8_000_000 in 10_000..=100_000_000;
        /// The same from the second iteration on if a tree of the first one has reached its limit.
        crowded_tree_cost: u64 = 1_000_000 in 10_000..=100_000_000;
        /// Greatest total cost of the quiescence trees of the first iteration, in turns listed.
        first_iteration_cost: u64 = 6_000_000 in 10_000..=100_000_000;
        /// Share of the rest of that total available to each tree, as a divisor.
        first_iteration_share: u64 = 4 in 1..=64;
        /// Plies of quiescence in which all captures are tried once a tree has reached its limit; halved each time that the
        /// repeated tree reaches it, too.
        first_capped_plies: usize = 4 in 1..=16;
    }

    /// The root, in `search/root.rs` and `search/root_turns.rs`.
    root {
        /// Half-width of the first aspiration window, in centipawns.
        aspiration_delta: i32 = 25 in 1..=500;
        /// Factor by which the half-width grows when the search fails low or high.
        aspiration_growth: i32 = 3 in 2..=10;
        /// Greatest reduction of the depth after consecutive fail highs, one ply for each.
        aspiration_reduction: i32 = 3 in 0..=10;
        /// Depth from which aspiration windows are used, in plies.
        aspiration_depth: i32 = 4 in 2..=20;
        /// Minimum loss in the exchange, in centipawns, for which the best turn is replaced when the search stops before it has
        /// compared all turns.
        exchange_loss: i32 = 50 in 0..=500;
    }

    /// History, in `history.rs`, and turn ordering, in `search/movepick/`.
    history {
        /// Bound of an entry, toward which history gravity pulls.
        history_max: i32 = 16_384 in 8_192..=32_000;
        /// Bonus: times the square of the depth, ...
        bonus_square: i32 = 16 in 0..=200;
        /// ... and times the depth, ...
        bonus_linear: i32 = 32 in 0..=500;
        /// ... up to this.
        bonus_max: i32 = 2_000 in 100..=8_192;
        /// Captures are ordered by this many times their gain minus their risk, ...
        gain_factor: i32 = 8 in 1..=64;
        /// ... plus their capture history divided by this.
        capture_divisor: i32 = 8 in 1..=128;
    }

    /// Correction history, in `correction.rs`.
    correction {
        /// Bound of an entry, toward which history gravity pulls.
        correction_max: i32 = 1_024 in 256..=8_192;
        /// Divisor of the sum of a position's entries; the result is in centipawns.
        correction_divisor: i32 = 32 in 1..=256;
        /// Bonus: the error of the static eval times the depth, divided by this, ...
        bonus_divisor: i32 = 8 in 1..=64;
        /// ... at most this, either way.
        bonus_max: i32 = 256 in 16..=256;
    }

    /// Time management, in `time.rs` and `search/root_turns.rs`.
    time {
        /// Move overhead: time kept back from the clock for everything outside the search, in milliseconds, as far as the clock
        /// has it.
        move_overhead_ms: u64 = 20 in 0..=5_000;
        /// Number of turns for which the clock is planned if it is for the rest of the game; these games last hundreds of
        /// turns.
        moves_to_go: u32 = 40 in 5..=200;
        /// The soft limit as a share of the planned time: no iteration begins after it.
        soft_share: f32 = 0.6 in 0.1..=1.0;
        /// The hard limit as a multiple of the planned time: the search stops at it.
        hard_factor: u32 = 3 in 1..=10;
        /// Factor of the soft limit where the best turn has changed in the last iteration.
        stability_factor_0: f32 = 1.6 in 0.2..=4.0;
        /// Factor of the soft limit where the best turn has stayed the same for one iteration.
        stability_factor_1: f32 = 1.3 in 0.2..=4.0;
        /// Factor of the soft limit where the best turn has stayed the same for two iterations.
        stability_factor_2: f32 = 1.0 in 0.2..=4.0;
        /// Factor of the soft limit where the best turn has stayed the same for three iterations.
        stability_factor_3: f32 = 0.85 in 0.2..=4.0;
        /// Factor of the soft limit where the best turn has stayed the same for four or more iterations.
        stability_factor_4: f32 = 0.7 in 0.2..=4.0;
        /// Factor of the soft limit where the score has dropped by more than the first half-width of the aspiration window.
        drop_factor: f32 = 1.3 in 1.0..=4.0;
    }

    /// The worth of a piece by the rules alone, in `eval/worth.rs`: it counts turns on random boards. The numbers that begin
    /// with `open` belong to measure 2, the last five of the others to measure 1 (`saturation_turns` to both).
    worth {
        /// Approximate number of samples in which each type stands on a random board to have its turns counted.
        samples_per_type: usize = 120 in 10..=1_000;
        /// Share of the pieces on a random board that are of an arbitrary type instead of from the array.
        stranger_share: f64 = 0.4 in 0.05..=0.95;
        /// Number of boards on which the turns of the other pieces are counted.
        interference_boards: usize = 6 in 1..=50;
        /// Weight of a capture, in turns.
        open_capture_turns: f64 = 12.0 in 0.0..=50.0;
        /// Worth of a piece for its presence alone, in turns.
        open_base_worth: f64 = 1.0 in 0.0..=10.0;
        /// Bonus on the worth of a turn for each other turn of the piece, as a share: the power to do two things at once.
        open_combination_bonus: f64 = 0.006 in 0.0..=0.5;
        /// Number of turns beyond which further ones add less and less, as captures count.
        open_saturation_turns: f64 = 60.0 in 1.0..=500.0;
        /// Weight of a capture, in turns.
        capture_turns: f64 = 4.0 in 0.0..=20.0;
        /// Number of turns of an average piece.
        typical_turns: f64 = 7.0 in 1.0..=30.0;
        /// Number of turns beyond which further ones add less and less.
        saturation_turns: f64 = 12.0 in 1.0..=50.0;
        /// Worth of a piece for its presence alone, in turns of an average piece.
        base_worth: f64 = 1.0 in 0.0..=10.0;
        /// Bonus on the worth of a turn for each other turn of the piece, as a share: the power to do two things at once.
        combination_bonus: f64 = 0.03 in 0.0..=0.5;
    }

    /// The prior of the weights, used where nothing has been learned, in `eval/basis.rs` and `eval/psqt.rs`.
    prior {
        /// Cost for a royal piece of advancing by a rank, in hundredths of the commonest piece.
        royal_rank: f64 = 12.0 in 0.0..=100.0;
        /// Standard deviation of the learned weight of a type's worth from this prior, as a share of the worth.
        spread_worth: f64 = 0.3 in 0.01..=2.0;
        /// Standard deviation of the learned weight of its advance from this prior, as a share of the worth.
        spread_advance: f64 = 0.1 in 0.01..=2.0;
        /// Standard deviation of the learned weight of its closeness to the centre from this prior, as a share of the worth.
        spread_centre: f64 = 0.1 in 0.01..=2.0;
        /// Share of its worth that a piece gains or loses by its mobility on a square, in percent.
        mobility_percent: i32 = 12 in 0..=100;
        /// Share of the gain of a promotion that a piece is credited with in its zone beforehand, in percent.
        promotion_percent: i32 = 30 in 0..=100;
        /// Factor of that share for each rank farther from the zone, in percent.
        promotion_decay_percent: i32 = 80 in 0..=100;
        /// Weight of mobility and attackers by measure 2, as a share of their weight by measure 1: in its unit they are larger.
        open_share: f64 = 0.4 in 0.0..=2.0;
        /// The same share for promotion.
        open_promotion_share: f64 = 0.2 in 0.0..=2.0;
    }

    /// Royal safety, in `eval/royal_safety.rs`.
    royal_safety {
        /// Radius of the zone around a royal piece in which attackers count, in squares.
        zone_radius: u8 = 3 in 1..=5;
        /// Radius of the inner zone, in which attackers count twice, in squares.
        inner_zone_radius: u8 = 2 in 0..=5;
        /// Worth of an attacker per attack unit, in hundredths of the commonest piece.
        attack_unit: i32 = 32 in 1..=500;
        /// Greatest number of pieces beside a royal piece that count as shelter.
        max_shelters: u32 = 5 in 0..=8;
        /// Pursuit: number of pieces on the board up to which the distances of all pieces to the other side's royal pieces count.
        pursuit_pieces: u16 = 20 in 0..=200;
    }

    /// Mop-up evaluation, in `eval/endgame.rs`.
    endgame {
        /// Score of each step of a bare royal piece away from the centre of the board, along files and along ranks.
        mop_up_edge: i32 = 20 in 0..=100;
        /// Score of each step by which the other royal piece is nearer to it, likewise.
        mop_up_near: i32 = 10 in 0..=100;
    }

    /// The difficulty of seeing a turn for a weak level, in `skill/blindness.rs`: each is the percentage of the times that the
    /// turn is missed two plies from the root. `docs/levels.md` explains it to players.
    blindness {
        /// For each square of distance beyond the adjacent one.
        distance: u32 = 6 in 0..=100;
        /// Distance beyond which more squares make no difference.
        max_distance: u32 = 7 in 0..=31;
        /// The turn goes neither along a line nor to a square next to an adjacent one.
        bent: u32 = 10 in 0..=100;
        /// The turn goes backward.
        backward: u32 = 8 in 0..=100;
        /// The turn takes nothing.
        quiet: u32 = 12 in 0..=100;
        /// The piece has powers besides travelling.
        unusual: u32 = 6 in 0..=100;
        /// The turn is made by a power instead of by travelling.
        power: u32 = 22 in 0..=100;
        /// The turn has a second step.
        second_step: u32 = 18 in 0..=100;
        /// Upper limit for any turn and any level.
        max_percent: u32 = 95 in 0..=100;
    }
}

/// Returns the factors of the soft limit by the number of iterations in which the best turn has stayed the same: 0, 1, 2, 3,
/// and 4 or more.
#[inline]
pub(crate) fn stability_factors() -> [f32; 5] {
    [
        time::stability_factor_0(),
        time::stability_factor_1(),
        time::stability_factor_2(),
        time::stability_factor_3(),
        time::stability_factor_4(),
    ]
}

/// Returns the standard deviations of learned weights from the prior, as shares of a type's worth: worth, advance, centre.
pub(crate) fn spreads() -> [f64; 3] {
    [prior::spread_worth(), prior::spread_advance(), prior::spread_centre()]
}
