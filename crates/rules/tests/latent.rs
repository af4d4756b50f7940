//! The latent states of the start of a turn hold for every piece until its end (K86), even in custom games with combinations of
//! powers that no built-in piece has.

use std::collections::BTreeSet;
use std::sync::Arc;

use beaufort_rules::{Game, Position, Scope, StepKind, builtin, load_game};

use crate::support::{position, results};

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
