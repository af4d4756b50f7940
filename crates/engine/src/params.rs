//! The parameters of search, time management and evaluation that a person has chosen and a tuner may change, each with its
//! unit, meaning, default and range.
//!
//! Scores are in hundredths of the game's commonest piece ("centipawns"), depths in plies of remaining depth. What is
//! learned from games stands in `games/tuned/` instead. A change here changes the number of nodes that
//! `beaufort bench` prints.
//!
//! A parameter is a constant function. With the feature `tune` it reads a number that can be set while the program runs:
//! see [`tune`](crate::tune).

/// Makes a function of each parameter, and with the feature `tune` the table of all of them.
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
        /// Reverse futility pruning: how far above beta the static eval must be, per ply of depth, without one of them where it
        /// is improving.
        rfp_margin: i32 = 90 in 0..=500;
        /// Greatest depth of razoring, in plies.
        razor_depth: i32 = 2 in 0..=10;
        /// Own pieces below which neither reverse futility pruning nor razoring nor the null move is tried: having to move may
        /// be a disadvantage (zugzwang), and there may be no turn, which loses (K116).
        min_pieces: u16 = 8 in 0..=100;
        /// The same where a bare royal piece plays on; the null move needs one of them that is no pawn.
        min_pieces_in_ending: u16 = 3 in 0..=100;
        /// Own pieces below which no quiet turn is pruned.
        min_pruning_pieces: u16 = 4 in 0..=100;
        /// Least depth of the null move, in plies.
        null_depth: i32 = 2 in 1..=10;
        /// Reduction of the null move at any depth, in plies.
        null_reduction: i32 = 3 in 1..=8;
        /// Reduction of the null move: one ply more for this depth, in plies.
        null_depth_divisor: i32 = 4 in 1..=16;
        /// Reduction of the null move: one ply more for this score above beta, ...
        null_eval_divisor: i32 = 200 in 10..=2_000;
        /// ... up to this many plies.
        null_eval_max: i32 = 2 in 0..=8;
        /// Least depth of internal iterative reduction, in plies.
        iir_depth: i32 = 7 in 2..=20;
        /// Least depth of singular extensions, in plies.
        singular_depth: i32 = 6 in 3..=20;
        /// Singular extensions: by how many plies the search of the entry may have been less deep than the node's.
        singular_entry_plies: i32 = 3 in 0..=10;
        /// Singular extensions: how far below the entry's score all other turns must be, per ply of depth.
        singular_margin: i32 = 1 in 0..=20;
        /// Negative extension, in plies: the turn is not singular, but its entry reaches beta; ...
        negative_beta: i32 = 2 in 0..=4;
        /// ... or it does not, and the node is an expected cut node.
        negative_cut: i32 = 1 in 0..=4;
    }

    /// Turns pruned or reduced, in `search/move_loop.rs` and `search/lmr.rs`.
    turns {
        /// Futility pruning and razoring: what a quiet turn may gain on the static eval, per ply of depth and one ply more.
        futility_margin: i32 = 110 in 0..=500;
        /// Late move pruning: quiet turns that are searched at any depth, ...
        lmp_base: i32 = 3 in 1..=30;
        /// ... and more of them, times the square of the depth; half as many in all where the static eval is not improving.
        lmp_factor: i32 = 1 in 0..=10;
        /// History pruning: the history score below zero at which a quiet turn is left out, per ply of depth.
        history_margin: i32 = 1_500 in 0..=16_000;
        /// Greatest depth of SEE pruning of captures, in plies.
        see_depth: i32 = 4 in 0..=20;
        /// SEE pruning: what a capture may lose in the exchange, per ply of depth.
        see_margin: i32 = 40 in 0..=300;
        /// SEE pruning: what a quiet turn may lose in the exchange, times the square of the reduced depth.
        quiet_see_margin: i32 = 25 in 0..=300;
        /// Least depth of late move reductions, in plies.
        lmr_depth: i32 = 3 in 2..=10;
        /// Turns of a node that are searched before late move reductions begin.
        lmr_full_turns: usize = 3 in 1..=20;
        /// Turns of the root that are searched before late move reductions begin.
        lmr_full_root_turns: usize = 4 in 1..=20;
        /// Late move reduction of any turn, in plies.
        lmr_base: f64 = 0.7 in 0.0..=3.0;
        /// Late move reduction: ln(depth) * ln(index of the turn) for each ply more.
        lmr_divisor: f64 = 2.0 in 0.5..=8.0;
        /// Late move reduction: one ply less for this history score, in proportion, at most two plies either way.
        lmr_history: i32 = 4_096 in 256..=65_536;
    }

    /// Quiescence search, in `search/qsearch.rs` and `search/see.rs`.
    qsearch {
        /// Delta pruning: how much more than what it visibly captures a turn may gain.
        delta_margin: i32 = 120 in 0..=1_000;
        /// Delta pruning: the share of what it visibly captures that a turn may gain besides, as a divisor.
        delta_divisor: i32 = 8 in 1..=64;
        /// Plies of quiescence after which captures that risk more than they gain are left out, and conversions are not
        /// followed, which can go back and forth without end.
        free_plies: usize = 2 in 0..=8;
        /// Static exchange evaluation: recaptures that are played out, in plies after the first capture.
        max_see_plies: usize = 6 in 1..=20;
        /// What a tree of quiescence may cost, in turns listed.
        tree_cost: u64 = 8_000_000 in 10_000..=100_000_000;
        /// The same after the first iteration where a tree of that has cost too much.
        crowded_tree_cost: u64 = 1_000_000 in 10_000..=100_000_000;
        /// What all trees of the first iteration may cost together, in turns listed.
        first_iteration_cost: u64 = 6_000_000 in 10_000..=100_000_000;
        /// The share of what is left of that which each tree may have, as a divisor.
        first_iteration_share: u64 = 4 in 1..=64;
        /// Plies of quiescence in which all captures are tried once a tree has cost too much; half as many each time that it still
        /// does.
        first_capped_plies: usize = 4 in 1..=16;
    }

    /// The root, in `search/root.rs` and `search/root_turns.rs`.
    root {
        /// Half-width of the first aspiration window.
        aspiration_delta: i32 = 25 in 1..=500;
        /// The half-width grows by this factor when the search fails low or high.
        aspiration_growth: i32 = 3 in 2..=10;
        /// The most plies by which the search is less deep after fail highs in a row: one for each.
        aspiration_reduction: i32 = 3 in 0..=10;
        /// Depth from which aspiration windows are used, in plies.
        aspiration_depth: i32 = 4 in 2..=20;
        /// What a turn loses in the exchange, at least, for it to give way to another one when the search has been stopped before it had
        /// compared all.
        exchange_loss: i32 = 50 in 0..=500;
    }

    /// History, in `history.rs`, and the order of turns, in `search/movepick/`.
    history {
        /// Bound of an entry, toward which history gravity pulls.
        history_max: i32 = 16_384 in 8_192..=32_000;
        /// Bonus: times the square of the depth, ...
        bonus_square: i32 = 16 in 0..=200;
        /// ... and times the depth, ...
        bonus_linear: i32 = 32 in 0..=500;
        /// ... up to this.
        bonus_max: i32 = 2_000 in 100..=8_192;
        /// Captures are ordered by this many times their gain, less their risk, ...
        gain_factor: i32 = 8 in 1..=64;
        /// ... and by their capture history divided by this.
        capture_divisor: i32 = 8 in 1..=128;
    }

    /// Correction history, in `correction.rs`.
    correction {
        /// Bound of an entry, toward which history gravity pulls.
        correction_max: i32 = 1_024 in 256..=8_192;
        /// What the entries of a position add up to is divided by this; the result is a score.
        correction_divisor: i32 = 32 in 1..=256;
        /// Bonus: the error of the static eval times the depth, divided by this, ...
        bonus_divisor: i32 = 8 in 1..=64;
        /// ... up to this, either way.
        bonus_max: i32 = 256 in 16..=256;
    }

    /// Time management, in `time.rs` and `search/root_turns.rs`.
    time {
        /// Time kept back from the clock for everything outside the search, as far as the clock has it.
        move_overhead_ms: u64 = 20 in 0..=5_000;
        /// Turns that the clock must last where it is for the whole game; these games last hundreds of turns.
        moves_to_go: u32 = 40 in 5..=200;
        /// The soft limit as a share of the time planned for the turn: after it no iteration begins.
        soft_share: f32 = 0.6 in 0.1..=1.0;
        /// The hard limit as a multiple of the time planned for the turn: at it the search stops.
        hard_factor: u32 = 3 in 1..=10;
        /// Factor of the soft limit where the best turn has changed in the last iteration.
        stability_factor_0: f32 = 1.6 in 0.2..=4.0;
        /// Factor of the soft limit where the best turn has stayed the same for one of the last iterations.
        stability_factor_1: f32 = 1.3 in 0.2..=4.0;
        /// Factor of the soft limit where the best turn has stayed the same for two of the last iterations.
        stability_factor_2: f32 = 1.0 in 0.2..=4.0;
        /// Factor of the soft limit where the best turn has stayed the same for three of the last iterations.
        stability_factor_3: f32 = 0.85 in 0.2..=4.0;
        /// Factor of the soft limit where the best turn has stayed the same for four or more of the last iterations.
        stability_factor_4: f32 = 0.7 in 0.2..=4.0;
        /// Factor of the soft limit where the score has dropped by more than an aspiration window.
        drop_factor: f32 = 1.3 in 1.0..=4.0;
    }

    /// What a piece is worth by the rules alone, in `eval/worth.rs`: it counts turns on random boards.
    worth {
        /// Times that each type stands on a random board to have its turns counted, about.
        samples_per_type: usize = 120 in 10..=1_000;
        /// Share of the pieces on a random board that are of any type, not from the array.
        stranger_share: f64 = 0.4 in 0.05..=0.95;
        /// Boards on which the turns of the other pieces are counted.
        interference_boards: usize = 6 in 1..=50;
        /// What a capture counts, in turns.
        capture_turns: f64 = 4.0 in 0.0..=20.0;
        /// Turns that an average piece is taken to have.
        typical_turns: f64 = 7.0 in 1.0..=30.0;
        /// Turns from which on more of them add less and less.
        saturation_turns: f64 = 12.0 in 1.0..=50.0;
        /// What any piece is worth for being there, in turns of an average piece.
        base_worth: f64 = 1.0 in 0.0..=10.0;
        /// What a turn is worth more for each turn the piece has besides, as a share: the power to do two things at once.
        combination_bonus: f64 = 0.03 in 0.0..=0.5;
    }

    /// The weights of the rules alone, where nothing has been learned, in `eval/basis.rs` and `eval/psqt.rs`.
    prior {
        /// What a rank forward costs a royal piece, in hundredths of the commonest piece.
        royal_rank: f64 = 12.0 in 0.0..=100.0;
        /// Distance of the learned weight of a type's worth from this prior that is one standard deviation, as a share of the worth.
        spread_worth: f64 = 0.3 in 0.01..=2.0;
        /// Distance of the learned weight of its advance from this prior that is one standard deviation, as a share of the worth.
        spread_advance: f64 = 0.1 in 0.01..=2.0;
        /// Distance of the learned weight of its nearness to the middle from this prior that is one standard deviation, as a share of the worth.
        spread_centre: f64 = 0.1 in 0.01..=2.0;
        /// Share of its worth that a piece gains or loses with the turns it has on a square, in percent.
        mobility_percent: i32 = 12 in 0..=100;
        /// Share of what a promotion gains that a piece is worth beforehand in the zone, in percent.
        promotion_percent: i32 = 30 in 0..=100;
        /// What is left of that share one rank farther from the zone, in percent.
        promotion_decay_percent: i32 = 80 in 0..=100;
    }

    /// Royal safety, in `eval/royal_safety.rs`.
    royal_safety {
        /// Radius of the zone around a royal piece in which attackers count, in squares.
        zone_radius: u8 = 3 in 1..=5;
        /// Radius of the zone in which they count again, in squares.
        inner_zone_radius: u8 = 2 in 0..=5;
        /// Worth of an attacker for each attack unit, in hundredths of the commonest piece.
        attack_unit: i32 = 32 in 1..=500;
        /// Greatest number of pieces beside a royal piece that count as shelter.
        max_shelters: u32 = 5 in 0..=8;
        /// Number of pieces on the board up to which the distance of all of them to a royal piece counts.
        pursuit_pieces: u16 = 20 in 0..=200;
    }

    /// Mop-up evaluation, in `eval/endgame.rs`.
    endgame {
        /// What a step of a bare royal piece away from the middle of the board is worth, along files and ranks.
        mop_up_edge: i32 = 20 in 0..=100;
        /// What a step nearer to it is worth to the other royal piece, likewise.
        mop_up_near: i32 = 10 in 0..=100;
    }

    /// What makes a turn hard to see for a weak level, in `skill/blindness.rs`: each in percent of the times that it is missed
    /// two plies from the root. `docs/levels.md` tells it to players.
    blindness {
        /// For each square beyond the next one.
        distance: u32 = 6 in 0..=100;
        /// Squares beyond which more make no difference.
        max_distance: u32 = 7 in 0..=31;
        /// It goes neither along a line nor to a square beside the next.
        bent: u32 = 10 in 0..=100;
        /// It goes back.
        backward: u32 = 8 in 0..=100;
        /// It takes nothing.
        quiet: u32 = 12 in 0..=100;
        /// The piece can do more than travel.
        unusual: u32 = 6 in 0..=100;
        /// It is made by a power, not by a travel of the piece.
        power: u32 = 22 in 0..=100;
        /// A second step follows.
        second_step: u32 = 18 in 0..=100;
        /// However hard it is, and however weak the level.
        max_percent: u32 = 95 in 0..=100;
    }
}

/// Returns the factors of the soft limit by the number of iterations in which the best turn has stayed the same, 0 to 4 and
/// more.
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

/// Returns how far learned weights may well be from the prior, as a share of a type's worth: worth, advance, centre.
pub(crate) fn spreads() -> [f64; 3] {
    [prior::spread_worth(), prior::spread_advance(), prior::spread_centre()]
}
