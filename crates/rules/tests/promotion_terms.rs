//! Promotions on terms of their own: zones, moves, duties and sides (R43 to R45).

use std::sync::Arc;

use beaufort_rules::{Game, Notation, Position, perft};

use crate::support::{game, own, random_game};

/// Games that Fairy-Stockfish plays, too; each file says as what. Positions, with the leaves that its Python package, pyffish
/// 0.0.90, counts by depth, from 1 on.
const COUNTED: &[(&str, &str, &[u64])] = &[
    (
        include_str!("games/promoting.toml"),
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - - 0 1",
        &[30, 900, 25470],
    ),
    (
        include_str!("games/promoting.toml"),
        "3rk4/1g3R2l/6n1P/JP7/2p1p2SL/3sP2g1/4S4/2KG5/9 w - - 0 83",
        &[56, 1581],
    ),
    (
        include_str!("games/promoting.toml"),
        "9/lk3b2l/p1n3H1M/1P5p1/5s2p/1GP5P/PS3R1P1/L2r5/1K2S3L b - - 0 63",
        &[54, 2195],
    ),
    (
        include_str!("games/taking.toml"),
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - - 0 1",
        &[30, 900],
    ),
    (
        include_str!("games/taking.toml"),
        "1r2k1s2/l3s4/3g2R1l/pp2gp2P/P8/1P3P1SL/L2t5/1Kp1GG3/4S4 w - - 0 58",
        &[42, 1458],
    ),
    (
        include_str!("games/taking.toml"),
        "l2sk1snl/1r2gg1b1/p4p1pp/1p2p1p2/Pn1p5/2p1PPPP1/BPNP4P/L2K2RS1/2SG1G1NL b - - 0 17",
        &[39, 1359],
    ),
    (include_str!("games/flipping.toml"), "pgkst/5/5/5/TSKGP w - - 0 1", &[12, 137, 1636, 18268]),
    (include_str!("games/flipping.toml"), "1g1kt/rT1b1/5/2B2/2KGP w - - 0 4", &[16, 234, 2930]),
    (include_str!("games/flipping.toml"), "1gkst/r4/5/1L1K1/1S1GP b - - 0 2", &[18, 232, 2620]),
    (
        include_str!("games/unequal.toml"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        &[12, 144, 2124],
    ),
    (
        include_str!("games/unequal.toml"),
        "3r4/n2k1bp1/3b1nNP/p2p4/2p4P/2pPPP2/3B4/R3KR2 w - - 0 39",
        &[32, 1333],
    ),
    (
        include_str!("games/unequal.toml"),
        "k2b4/1R6/5p1p/3p1p2/3PrP2/1p1P1n1P/6P1/1RK5 b - - 0 67",
        &[32, 530],
    ),
    (
        include_str!("games/makruk_like.toml"),
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        &[23, 529, 12012],
    ),
    (
        include_str!("games/makruk_like.toml"),
        "rnrk4/5s2/1m1spp1p/pP1pP1PP/3P4/2S4N/2KNnMR1/7S w - - 0 43",
        &[28, 965, 26620],
    ),
    (
        include_str!("games/makruk_like.toml"),
        "3mksnr/s1r5/p3p2p/2p3p1/Pp1Pp2P/RPPR1PP1/4N3/K1S1nS2 b - - 0 21",
        &[36, 828, 28782],
    ),
];

#[test]
fn fairy_stockfish_counts_the_same_leaves() {
    for (text, fen, leaves) in COUNTED {
        let game = own(text);
        let mut position = Position::parse(&game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for (depth, &count) in (1..).zip(*leaves) {
            assert_eq!(perft(&mut position, depth), count, "{} depth {depth}: {fen}", game.definition().id);
        }
    }
}

/// A game with a Man that moves like a Queen and promotes as given, with Kings and Stones.
fn with_promotions(promotions: &str) -> Arc<Game> {
    own(&format!(
        r#"
id = "own"
name = "Own"
author = "Nobody"
year = 2026
sides = ["White", "Black"]
notation = "algebraic"
[board]
files = 6
ranks = 6
promotion-zone = 2
[regions]
camp = "rows 4-6"
last = "row 6"
[array]
symmetry = "mirror"
ranks = "K M S E . ."
[promotions]
{promotions}
[piece.King]
id = "K"
ability = "W; royal"
[piece.Man]
id = "M"
ability = "Q"
[piece.Stone]
id = "S"
ability = "W"
[piece.Emperor]
id = "E"
ability = "W + F"
"#
    ))
}

/// Returns the texts of the turns of White's Man to some squares, in alphabetical order.
fn turns(promotions: &str, fen: &str, squares: &str) -> String {
    let position =
        Position::parse(&with_promotions(promotions), fen).unwrap_or_else(|error| panic!("{error}"));
    let notation = Notation::new(&position);
    let ends = |text: &&str| squares.split(' ').any(|square| text.contains(square)) && text.starts_with('M');
    let mut found: Vec<&str> = notation.iter().map(|(_, text)| text).filter(ends).collect();
    found.sort_unstable();
    found.join(" ")
}

#[test]
fn the_move_decides() {
    // A Man on b2, and one on c4 in the camp, which alone promotes when it takes on c2 or steps back to c3.
    let fen = "k5/6/2M1s1/6/1Ms3/K5 w - - 0 1";
    let with = |when: &str, squares| {
        turns(&format!(r#"Man = {{ to = "Emperor", in = "camp", when = "{when}" }}"#), fen, squares)
    };
    let squares = "b4 c5 e4 c2 c3";
    let found =
        ["starting or ending there", "ending there", "entering", "entering or capturing", "capturing"]
            .map(|when| promoting(&with(when, squares)));
    assert_eq!(
        found,
        [
            "Mbb4=E Mc3=E Mc5=E Mcb4=E Mxc2=E Mxe4=E",
            "Mbb4=E Mc5=E Mcb4=E Mxe4=E",
            "Mb4=E",
            "Mb4=E Mxc2=E Mxe4=E",
            "Mxc2=E Mxe4=E",
        ]
    );
}

/// Returns the promotions among some turns.
fn promoting(turns: &str) -> String {
    turns.split(' ').filter(|turn| turn.contains('=')).collect::<Vec<_>>().join(" ")
}

#[test]
fn some_may_and_some_must() {
    let fen = "k5/6/6/6/1M4/K5 w - - 0 1";
    let with = |terms| turns(&format!(r#"Man = {{ to = "Emperor", in = "camp"{terms} }}"#), fen, "b3 b4 b6");
    assert_eq!(with(""), "Mb3 Mb4 Mb4=E Mb6 Mb6=E");
    assert_eq!(with(", must = true"), "Mb3 Mb4=E Mb6=E");
    assert_eq!(with(r#", must = "last""#), "Mb3 Mb4 Mb4=E Mb6=E");
    // Where it must promote and nothing is offered, it does not go.
    let full = "k5/6/6/6/1M4/KE4 w - - 0 1";
    let limited = r#"Man = { to = "Emperor", at-most = 1, in = "camp", must = "last" }"#;
    assert_eq!(turns(limited, full, "b3 b4 b6"), "Mb3 Mb4");
    let limited = r#"Man = { to = "Emperor", at-most = 1, in = "camp", must = true }"#;
    assert_eq!(turns(limited, full, "b3 b4 b6"), "Mb3 Mb4 Mb6");
    let flip = r#"Man = { to = "Emperor", on = "any square", must = true }"#;
    assert_eq!(turns(flip, fen, "b3 b4 b6"), "Mb3=E Mb4=E Mb6=E");
}

#[test]
fn one_side_alone() {
    let fen = "k5/6/6/6/1M4/K5 w - - 0 1";
    let with = |side| turns(&format!(r#"Man = {{ to = "Emperor", side = "{side}" }}"#), fen, "b4 b6");
    assert_eq!(with("White"), "Mb4 Mb6 Mb6=E");
    assert_eq!(with("Black"), "Mb4 Mb6");
}

#[test]
fn what_is_taken_is_what_it_becomes() {
    let fen = "k5/6/1e2s1/6/1Mk3/K5 w - - 0 1";
    let with = |terms| turns(&format!("Man = {{ {terms} }}"), fen, "b3 b4 c2");
    let squares = with(r#"to = "what it takes", taking = "any""#);
    assert_eq!(squares, "Mb3 Mxb4=E Mxc2");
    assert_eq!(with(r#"to = "what it takes", taking = "any", must = false"#), "Mb3 Mxb4 Mxb4=E Mxc2");
    assert_eq!(with(r#"to = "what it takes", taking = "Emperor""#), "Mb3 Mxb4=E Mxc2");
    assert_eq!(with(r#"to = "Stone", taking = "any""#), "Mb3 Mxb4=S Mxc2=S");
    assert_eq!(with(r#"to = "Stone", taking = ["Emperor", "Man"]"#), "Mb3 Mxb4=S Mxc2");
    // It may promote to one of these types in the zone, too.
    for promotions in [
        r#"["Emperor", { to = "what it takes", taking = "any" }]"#,
        r#"[{ to = "what it takes", taking = "any" }, "Emperor"]"#,
    ] {
        let listed = turns(&format!("Man = {promotions}"), fen, "b3 b4 c2");
        assert_eq!(listed, "Mb3 Mxb4=E Mxc2", "{promotions}");
    }
    assert_eq!(with(r#"to = "Stone", taking = "any", in = "last""#), "Mb3 Mxb4 Mxc2");
}

/// Terms that repeat what the board says change nothing.
#[test]
fn terms_that_say_what_the_board_says() {
    let pawn = ["Queen", "Chancellor", "Archbishop", "Rook", "Bishop", "Knight"];
    let most = |to: &str| if matches!(to, "Rook" | "Bishop" | "Knight") { 2 } else { 1 };
    let items =
        pawn.map(|to| format!(r#"{{ to = "{to}", at-most = {}, in = "far", must = "last" }}"#, most(to)));
    let text = format!(
        "extends = \"grand\"\nid = \"own\"\n[board]\npromotion-zone = 0\npromotion = \"may\"\n[regions]\n\
         far = \"rows 8-10\"\nlast = \"row 10\"\n[promotions]\nPawn = [{}]\n",
        items.join(", ")
    );
    let (grand, same) = (game("grand"), own(&text));
    let mut promotions = 0;
    for seed in 0..30 {
        random_game(&grand, seed, 300, |position, turns| {
            let fen = position.fen().expect("the ids are letters");
            let twin = Position::parse(&same, &fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let texts = |position: &Position| {
                let turns = position.legal_turns();
                let mut texts: Vec<String> = turns.iter().map(|&turn| position.coordinates(turn)).collect();
                texts.sort_unstable();
                texts
            };
            promotions += turns.iter().filter(|turn| turn.first.promotion.is_some()).count();
            assert_eq!(texts(&twin), texts(position), "{fen}");
        });
    }
    assert!(promotions > 100, "{promotions} promotions");
}
