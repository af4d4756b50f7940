//! Texts that are no positions of the larger board, with the exact message for each (L51).

use beaufort_rules::{Position, builtin};

const CASES: &[(&str, &str)] = &[
    (
        "[K]10(K)/12/12/12/12/12/12/12 w - - -/- w8b",
        "column 41: what the Kings have done is `-` or some of `wb8`, not `w8b`",
    ),
    (
        "[K]10(K)/12/12/12/12/12/12/12 w - - - wb",
        "column 37: expected the reserves of both sides, as in `W,A2/-`",
    ),
    ("[K]10(K)/12/12/12/12/12/12/12 w - - A1/- wb", "column 37: a number in a reserve is 2 to 31, not `1`"),
    (
        "[K]10(K)/12/12/12/12/12/12/12 w - - T,W/- wb",
        "column 39: `W` is said twice or too late in the reserve",
    ),
    (
        "[K]10(K)/12/12/12/12/12/12/12 w - - -/X wb",
        "column 39: `X` is not an item of a reserve: expected some of H, Le, Pi, Ad, Wd, W, E, A, T",
    ),
    (
        "[K]10(K)/12/12/12/12/12/12/[Go]11 w - - -/- wb",
        "column 29: a part of this piece is written with its number: `G1`",
    ),
    (
        "[K]10(K)/12/12/12/12/12/12/[G1]11 w - - -/- wb",
        "column 29: this part needs exactly one other with its number, diagonally next to it",
    ),
    (
        "[K]10(K)/12/12/12/12/12/[G2]11/1[G2]10 w - - -/- wb",
        "column 26: the parts of pieces on two squares are numbered in the order of the text",
    ),
    ("[K]10(K)/12/12/12/12/12/12/[Th]11 w - - -/- wb", "column 29: `Th` never stands on the board"),
    (
        "[K]10(K)/12/12/12/12/12/12/12 w - e5:e4 -/- wb",
        "column 35: on e5 stands no piece of the side that has just moved",
    ),
    ("[K]11/12/12/12/12/12/12/12 w - - -/- -", "column 1: Black has 0 royal pieces instead of one"),
    ("[K]9[P](K)/12/12/12/12/12/12/12 w - - -/- -", "column 1: the piece on i8 should have promoted"),
];

#[test]
fn wrong_positions_are_explained() {
    let game = builtin::game("larger-board").expect("it is built in");
    let mut wrong = String::new();
    for (text, expected) in CASES {
        let message = match Position::parse(&game, text) {
            Ok(position) => format!("read as {position}"),
            Err(error) => error.to_string(),
        };
        if message != format!("position, {expected}") {
            wrong += &format!("{text}\n  gives  {message}\n  not    position, {expected}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
