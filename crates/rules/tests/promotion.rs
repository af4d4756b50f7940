//! Promotions in limited numbers, and promotions that are obligatory only on the last rank (R30, R31).

use std::sync::Arc;

use beaufort_rules::{Game, Notation, Position};

use crate::support::{game, own};

/// The same on a small board, where the turns of other games come from tables.
const SMALL: &str = r#"
extends = "orthochess"
id = "own"
[board]
files = 8
ranks = 8
promotion-zone = 2
promotion = "may, on the last rank must"
[promotions]
Pawn = [{ to = "Rook", at-most = 2 }, { to = "Knight", at-most = 1 }]
"#;

/// Returns the texts of the turns to some squares, in alphabetical order.
fn turns(game: &Arc<Game>, fen: &str, squares: &str) -> Vec<String> {
    let position = Position::parse(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let notation = Notation::new(&position);
    let ends = |text: &&str| squares.split(' ').any(|square| text.contains(square) && !text.starts_with('K'));
    let mut found: Vec<String> =
        notation.iter().map(|(_, text)| text.trim_end_matches('#')).filter(ends).map(str::to_owned).collect();
    found.sort_unstable();
    found
}

#[test]
fn as_many_as_the_side_has_too_few() {
    let grand = game("grand");
    let all = ["c8", "c8=A", "c8=B", "c8=C", "c8=N", "c8=Q", "c8=R"];
    // The opponent's pieces make no difference.
    assert_eq!(turns(&grand, "7qck/10/10/2P7/10/10/10/10/10/K9 w - - 0 1", "c8"), all);
    let some = ["c8", "c8=A", "c8=B", "c8=N"];
    assert_eq!(turns(&grand, "9k/10/10/2P7/10/10/10/10/10/KQC1B1N1RR w - - 0 1", "c8"), some);
    assert_eq!(turns(&grand, "9k/10/10/2P7/10/10/10/10/10/KQCABBNNRR w - - 0 1", "c8"), ["c8"]);
    // More than at the start of a game: possible only in a given position.
    assert_eq!(turns(&grand, "9k/10/10/2P7/10/10/10/RR8/RR8/KQCABBNN2 w - - 0 1", "c8"), ["c8"]);
}

#[test]
fn the_last_rank_is_for_the_promoted() {
    let grand = game("grand");
    let with = |pieces| format!("3n6/2P6k/10/10/10/10/10/10/10/K{pieces} w - - 0 1");
    let both = ["c10=N", "cxd10=N"];
    assert_eq!(turns(&grand, &with("QCABBN1RR"), "c10 d10"), both);
    assert_eq!(turns(&grand, &with("QCABBNNRR"), "c10 d10"), [""; 0]);
    let small = own(SMALL);
    let with = |pieces| format!("3n4/2P4k/8/8/8/8/8/K{pieces} w - - 0 1");
    assert_eq!(turns(&small, &with("RR4N"), "c8 d8"), [""; 0]);
    assert_eq!(turns(&small, &with("R5N"), "c8 d8"), ["c8=R", "cxd8=R"]);
    assert_eq!(turns(&small, "8/7k/2P5/8/8/8/8/KRR4N w - - 0 1", "c7"), ["c7"]);
}

#[test]
fn who_can_become_nothing_still_gives_check() {
    for (game, fen) in [
        (game("grand"), "1k8/P9/10/10/10/10/10/10/NNBBRRQCA1/K9 b - - 0 1"),
        (own(SMALL), "1k6/P7/8/8/8/8/8/KRR4N b - - 0 1"),
    ] {
        let position = Position::parse(&game, fen).unwrap();
        assert!(position.is_check(), "R31: {fen}");
        let notation = Notation::new(&position);
        let texts: Vec<&str> = notation.iter().map(|(_, text)| text).collect();
        assert!(texts.iter().all(|text| text.starts_with('K')), "{texts:?}");
    }
}

#[test]
fn no_pawn_stands_on_the_last_rank() {
    let message = |fen: &str| Position::parse(&game("grand"), fen).unwrap_err().to_string();
    let refusal = "position, column 1: the piece on c10 should have promoted";
    assert_eq!(message("2[P]6(K)/10/10/10/10/10/10/10/10/[K]9 w - - - -"), refusal);
    assert_eq!(message("2P6k/10/10/10/10/10/10/10/10/K9 w - - 0 1"), refusal, "nor in FEN");
    assert!(Position::parse(&game("grand"), "9k/2P7/10/10/10/10/10/10/2p7/K9 w - - 0 1").is_ok());
}

/// A Pawn that is converted on the last rank has not moved there.
#[test]
fn who_comes_there_by_others_needs_no_promotion() {
    let game = own(r#"
extends = "orthochess"
id = "own"
[piece.Knight]
ability = "N + convert on W squares"
"#);
    let mut position = Position::parse(&game, "7k/8/8/8/8/8/1N6/Kp6 w - - 0 1").unwrap();
    let legal = position.legal_turns();
    let conversion =
        legal.into_iter().find(|turn| turn.first.from == turn.first.to).expect("the Knight converts");
    position.play(conversion).unwrap();
    for text in [position.to_string(), position.fen().unwrap()] {
        assert_eq!(Position::parse(&game, &text).as_ref(), Ok(&position), "{text}");
    }
}
