//! Position strings (K126, K128).

use beaufort_reference::{results, results_from};

const EMPTY: &str = "10/10/10/10/10/10/10/10/10/10";

#[test]
fn what_is_no_position_is_refused() {
    for (wrong, message) in [
        (EMPTY.to_owned(), "there is no side to move after a space"),
        (format!("{EMPTY} w"), "the side to move is b or t, not `w`"),
        (format!("{EMPTY}/10 b"), "there are 11 ranks, not 10"),
        (with_top_rank("9"), "rank 10: too few squares in `9`"),
        (with_top_rank("[K]10"), "rank 10: too many squares in `[K]10`"),
        (with_top_rank("10[K]"), "rank 10: too many squares in `10[K]`"),
        (with_top_rank("010"), "rank 10: a wrong run of empty squares in `010`"),
        (with_top_rank("0[K]9"), "rank 10: a wrong run of empty squares in `0[K]9`"),
        (with_top_rank("999"), "rank 10: too long a run in `999`"),
        (with_top_rank("[K)9"), "rank 10: `[K)` is no piece in `[K)9`"),
        (with_top_rank("[K9"), "rank 10: an open bracket in `[K9`"),
        (with_top_rank("k9"), "rank 10: an open bracket in `k9`"),
        (with_top_rank("é[K]9"), "rank 10: `é[K]` is no piece in `é[K]9`"),
        (with_top_rank("[Im]9"), "rank 10: no piece `Im` of scirocco in `[Im]9`"),
    ] {
        assert_eq!(results("scirocco", &wrong).unwrap_err(), message);
    }
}

/// Returns an empty Scirocco board with a given text for its top rank.
fn with_top_rank(rank: &str) -> String {
    EMPTY.replacen("10", rank, 1) + " b"
}

#[test]
fn what_is_no_ruleset_or_square_is_refused() {
    let position = format!("{EMPTY} b");
    assert_eq!(results("chess", &position).unwrap_err(), "there is no ruleset `chess`");
    for wrong in ["", "a", "a0", "a11", "k1", "A1", "a-1", "a+1", "a01", "a1 ", "é1"] {
        assert!(results_from("scirocco", &position, wrong).is_err(), "{wrong:?}");
    }
    assert!(results_from("scirocco", &position, "j10").unwrap().is_empty());
}
