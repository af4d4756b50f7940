//! Position strings of Chess on a Larger Board (L51).

use beaufort_reference::larger_board::{initial, results, results_from};

const RANKS: &str = "11(K)/12/12/12/12/12/12/[K]11";

#[test]
fn what_is_no_position_is_refused() {
    let rest = |rest: &str| format!("{RANKS} {rest}");
    let rank = |rank: &str| format!("11(K)/12/{rank}/12/12/12/12/[K]11 w - - -/- -");
    for (wrong, message) in [
        (RANKS.to_owned(), "there are 1 fields, not 6, separated by single spaces"),
        (rest("w - - -/- - "), "there are 7 fields, not 6, separated by single spaces"),
        (rest("t - - -/- -"), "the side to move is w or b, not `t`"),
        (rest("w QK - -/- -"), "castling is some of KQkq, not `QK`"),
        (rest("w -K - -/- -"), "castling is some of KQkq, not `-K`"),
        (rest("w  - -/- -"), "castling is some of KQkq, not ``"),
        (rest("w - d4 -/- -"), "what was passed reads like d4:d3,d2, not `d4`"),
        (rest("w - d4: -/- -"), "what was passed reads like d4:d3,d2, not `d4:`"),
        (rest("w - d9:d3 -/- -"), "what was passed reads like d4:d3,d2, not `d9:d3`"),
        (rest("w - - - -"), "no / between the reserves `-`"),
        (rest("w - - /- -"), "`` is no reserve"),
        (rest("w - - -/A1 -"), "`A1` is no reserve"),
        (rest("w - - -/A0 -"), "`A0` is no reserve"),
        (rest("w - - W,H/- -"), "`W,H` is no reserve"),
        (rest("w - - Q/- -"), "`Q` is no reserve"),
        (rest("w - - T2/- -"), "`T2` is no reserve"),
        (rest("w - - -/- bw"), "what Kings have done is some of wb8, not `bw`"),
        ("12 w - - -/- -".to_owned(), "there are 1 ranks, not 8"),
        (rank("11"), "rank 6: too few squares"),
        (rank("13"), "rank 6: too many squares"),
        (rank("12[Q]"), "rank 6: too many squares"),
        (rank("999"), "rank 6: too long a run"),
        (rank("11Q"), "rank 6: no piece in `Q`"),
        (rank("11[Q)"), "rank 6: `[Q)` is no piece"),
        (rank("11[Th]"), "rank 6: `[Th]` is no piece"),
        (rank("11[G]"), "rank 6: `[G]` is no piece"),
        (rank("11[G0]"), "rank 6: `[G0]` is no piece"),
        (rank("11[é]"), "rank 6: `[é]` is no piece"),
        (rank("6é6"), "rank 6: no piece in `é6`"),
        (rank("11[K]"), "White has 2 Kings, not 1"),
        (rank("11[G1]"), "the Golem on j6 is not two parts on diagonally adjacent squares"),
        (rank("10[G1][G1]"), "the Golem on i6 is not two parts on diagonally adjacent squares"),
        (rank("6"), "rank 6: too few squares"),
        (rank("012"), NOT_CANONICAL),
        (rank("[Q]0[Q]10"), NOT_CANONICAL),
        ("11(K)/12/[G2]11/1[G2]10/12/12/12/[K]11 w - - -/- -".to_owned(), NOT_CANONICAL),
        ("10[P](K)/12/12/12/12/12/12/[K]11 w - - -/- -".to_owned(), "a Pawn on its eighth row on i8"),
    ] {
        assert_eq!(results(&wrong).unwrap_err(), message, "{wrong}");
    }
    for wrong in ["", "k1", "A1", "a0", "a9", "a1 ", "a01", "z"] {
        assert_eq!(results_from(initial(), wrong).unwrap_err(), format!("`{wrong}` is no square"));
    }
}

const NOT_CANONICAL: &str = "runs of empty squares are written whole and Golems numbered in order";
