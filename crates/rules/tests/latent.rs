//! The latent states of the start of a turn hold for every piece until its end (K86), even in custom games with combinations of
//! powers that no built-in piece has.

use std::collections::BTreeSet;
use std::sync::Arc;

use beaufort_rules::{Game, Position, Scope, StepKind, builtin, load_game};

use crate::support::{own, position, results};

const GAME: &str = r#"
id = "own"
name = "Own"
author = "Nobody"
year = 2026
sides = ["Blue", "Tan"]

[board]
files = 6
ranks = 6

[array]
symmetry = "mirror"
ranks = "K M D L W N"

[piece.King]
id = "K"
ability = "W + F; royal"

[piece.Doubler]
id = "D"
ability = "W + double along Q lines"

[piece.Magus]
id = "M"
ability = "W + convert on W squares + swap with pieces on W squares"

[piece.Nightshade]
id = "N"
ability = "F + poison"

[piece.Lender]
id = "L"
ability = "F + relay F to adjacent pieces"

[piece.Witch]
id = "W"
ability = "F (moving) + bewitch"
"#;

/// Returns the boards after each turn of Blue, which are all different.
fn boards(board: &str) -> BTreeSet<String> {
    let definition =
        load_game("own.toml", GAME, &builtin::source).unwrap_or_else(|errors| panic!("{errors}"));
    let game = Arc::new(Game::from(definition));
    let position = Position::parse(&game, &format!("{board} b")).unwrap_or_else(|error| panic!("{error}"));
    let listed = results(&position, &position.turns(Scope::Distinct));
    let boards: BTreeSet<String> = listed.iter().map(|text| text.trim_end_matches(" t").to_owned()).collect();
    assert_eq!(boards.len(), listed.len(), "a result is listed twice (K130)");
    assert_eq!(boards.len() as u64, position.count_turns(Scope::Distinct));
    boards
}

#[test]
fn a_mark_spares_its_piece_but_not_who_takes_its_place() {
    let boards = boards("5(K)/6/2(N)3/2[M]3/6/[K]1[D]3");
    let has = |middle: &str| boards.contains(&format!("5(K)/6/{middle}/6/[K]1[D]3"));
    assert!(has("2[N]3/2[M]3"), "converted, it lives");
    assert!(has("6/2(N)3"), "an exchange kills the Magus alone");
    assert!(has("6/2[N]3"), "converted and then exchanged, it lives, and the Magus dies in its place");
    assert!(!has("2[M]3/2[N]3"), "its mark kills the Magus");
}

#[test]
fn a_bewitched_piece_lends_nothing_in_the_second_move_either() {
    let after = |witch: &str| boards(&format!("5(K)/6/{witch}/1[L]4/6/[K]1[M]2[D]"));
    let borrowed = |witch: &str| format!("5(K)/6/{witch}/1[L]1[M]2/6/[K]4[D]");
    assert!(after("1(N)4").contains(&borrowed("1(N)4")), "by way of c2");
    assert!(!after("1(W)4").contains(&borrowed("1(W)4")));
}

#[test]
fn a_bewitched_piece_lends_nothing_after_its_conversion() {
    let after = |witch: &str| boards(&format!("5(K)/6/1{witch}4/1(L)4/1[M]4/[K][D]4"));
    let borrowed = |witch: &str| format!("5(K)/6/1{witch}4/1[L][M]3/6/[K][D]4");
    assert!(after("[N]").contains(&borrowed("[N]")));
    assert!(!after("[W]").contains(&borrowed("[W]")));
}

#[test]
fn a_lender_is_found_where_the_first_move_has_put_it() {
    let board = "15(K)/15(P)/16/16/16/16/16/16/16/3(Im)12/16/4[RlF]11/4[OxT]11/16/4[Dbl]11/15[K] b";
    let position = position("jupiter", board);
    let size = position.game().size();
    let [from, lender] = ["e4", "e6"].map(|name| size.parse(name).expect("squares of the board"));
    let borrowed: Vec<_> = position
        .turns(Scope::Choices)
        .into_iter()
        .filter(|turn| turn.first.from == from && turn.first.kind == StepKind::Shove)
        .filter(|turn| turn.second.is_some_and(|second| second.kind == StepKind::Relayed))
        .collect();
    assert_eq!(borrowed.len(), 4, "the four diagonal steps from e5");
    for turn in borrowed {
        assert_eq!(position.lenders(turn), [None, Some(lender)], "{turn:?}");
    }
}

/// A game with a lake in the middle of the board.
const LAKE: &str = r#"
id = "lake"
name = "Lake"
author = "Nobody"
year = 2026
sides = ["White", "Black"]
notation = "algebraic"

[board]
files = 6
ranks = 6

[regions]
lake = "b3-e4"

[array]
symmetry = "mirror"
ranks = "K . D S L W"

[ending]
check = "binds"

[piece.King]
id = "K"
ability = "W + F + drown in lake; royal"

[piece.Doubler]
id = "D"
ability = "W + double along Q lines"

[piece.Swapper]
id = "S"
ability = "W + swap with friends anywhere + drown in lake"

[piece.Lender]
id = "L"
ability = "F + relay F to adjacent pieces + drown in lake"

[piece.Wader]
id = "W"
ability = "R + drown in lake"
"#;

/// Returns the boards after each legal turn of White in the game with the lake, which are all different.
fn lake_boards(board: &str) -> BTreeSet<String> {
    let position = Position::parse(&own(LAKE), board).unwrap_or_else(|error| panic!("{board}: {error}"));
    let listed = results(&position, &position.legal_turns());
    let boards: BTreeSet<String> =
        listed.iter().filter_map(|text| text.split(' ').next()).map(str::to_owned).collect();
    assert_eq!(boards.len(), listed.len(), "a result is listed twice (K130)");
    boards
}

#[test]
fn what_stays_in_the_water_drowns_wherever_it_goes_there() {
    let boards = lake_boards("5(K)/6/6/2[W]3/6/[K]5 w - - - -");
    assert!(boards.contains("5(K)/6/6/6/6/1[K]4"), "R161: it stays");
    assert!(boards.contains("5(K)/6/6/[W]5/6/[K]5"), "it leaves the lake");
    assert!(!boards.iter().any(|board| board.starts_with("5(K)/6/2[W]3/6")), "R161: it goes on in the lake");
    assert_eq!(lake_boards("5(K)/6/6/[W]5/6/[K]5 w - - - -").len(), 12, "nothing drowns that has come in");
    let deep = lake_boards("5(K)/6/1[W][S]3/6/6/[K]5 w - - - -");
    assert!(deep.contains("5(K)/6/6/6/6/[K]5"), "R161: exchanged within the lake, both drown");
    let exchanged = lake_boards("5(K)/6/2[S]3/6/6/[K]4[W] w - - - -");
    assert!(exchanged.contains("5(K)/6/2[W]3/6/6/[K]4[S]"), "R161: the one has come in, the other left");
}

#[test]
fn a_doubled_piece_drowns_if_it_comes_back_into_the_water() {
    let boards = lake_boards("5(K)/6/2[W]3/6/6/[K]1[D]3 w - - - -");
    assert!(boards.contains("5(K)/2[W]3/6/6/6/[K]1[D]3"));
    assert!(!boards.iter().any(|board| board.starts_with("5(K)/6/6/2[W]3")), "R161: it was in the lake");
    let outside = lake_boards("5(K)/2[W]3/6/6/6/[K]1[D]3 w - - - -");
    assert!(outside.contains("5(K)/6/6/1[W]4/6/[K]1[D]3"), "R161: it was outside");
}

#[test]
fn a_king_whom_check_binds_leaves_the_water() {
    let boards = lake_boards("5(K)/6/1[K]4/6/6/5[D] w - - - -");
    assert!(boards.contains("5(K)/[K]5/6/6/6/5[D]"));
    assert!(boards.iter().all(|board| board.contains("[K]")), "R35, R161: {boards:?}");
    assert_eq!(boards.len(), 5, "R35, R161: a5 b5 c5 a4 a3");
}
