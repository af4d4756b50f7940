//! Gates: pieces from the hand that come in where another leaves with its first move (R104 to R107), in Seirawan Chess and in small
//! games.

use std::sync::Arc;

use beaufort_rules::{Game, IllegalTurn, Position, Scope, builtin, load_game, perft};

fn seirawan(text: &str) -> Position {
    let game = builtin::game("seirawan").expect("the game is built in");
    Position::parse(&game, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns orthodox chess with these lines about hands, and perhaps with the Cannons of Xiangqi for Rooks.
fn own(lines: &str, hops: bool) -> Result<Arc<Game>, String> {
    let rook = if hops { "R (moving) + R over one piece (capturing)" } else { "R" };
    let text = format!(
        "extends = 'orthochess'\nid = 'own'\nname = 'Own'\nauthor = 'A'\nyear = 2024\n{lines}\n\
         [piece.Rook]\nability = '{rook}'\n"
    );
    let definition = load_game("own.toml", &text, &builtin::source).map_err(|errors| errors.to_string())?;
    Ok(Arc::new(Game::from(definition)))
}

fn play(position: &mut Position, texts: &str) {
    for text in texts.split(' ') {
        let turn = position.read_turn(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.play(turn).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// Returns the turns of the piece on a square in coordinates.
fn turns(position: &Position, from: &str) -> Vec<String> {
    let square = position.game().size().parse(from).expect("a square");
    let legal = position.legal_turns().into_iter().filter(|turn| turn.first.from == square);
    let mut texts: Vec<String> = legal.map(|turn| position.coordinates(turn)).collect();
    texts.sort_unstable();
    texts
}

fn fen(position: &Position) -> String {
    position.fen().expect("the ids are letters")
}

/// Positions with what Fairy-Stockfish (pyffish 0.0.90) counts from there.
const LEAVES: &[(&str, &[u64])] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1", &[28, 784, 24_830]),
    (
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[HEhe] w KQCDkqcd - 6 5",
        &[52, 2_652, 123_596],
    ),
    ("r3k2r/pppqbppp/2npbn2/4p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R[HEh] b KQkq - 6 8", &[48, 3_300, 142_485]),
    ("4k3/1P6/8/8/7b/8/3N4/R3KB1r[Ee] w QF - 0 1", &[4, 54, 1_899]),
    ("rnbqkb1r/pppp1ppp/5n2/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR[H] w KQBCDG - 2 3", &[44, 1_159, 47_883]),
];

#[test]
fn the_leaves_are_those_of_fairy_stockfish() {
    for &(text, leaves) in LEAVES {
        for (depth, &expected) in (1..).zip(leaves) {
            assert_eq!(perft(&mut seirawan(text), depth), expected, "{text} {depth}");
        }
    }
}

#[test]
fn a_piece_comes_in_where_another_leaves_for_the_first_time() {
    let mut position = seirawan("4k3/8/8/8/8/8/8/1N2K3[HEhe] w B - 0 1");
    let to = |to: &str| ["", "e", "h"].map(|piece| format!("b1{to}{piece}"));
    let expected: Vec<String> = ["a3", "c3", "d2"].into_iter().flat_map(to).collect();
    assert_eq!(turns(&position, "b1"), expected);
    assert!(turns(&position, "e1").iter().all(|turn| turn.len() == 4), "the King has moved");
    let before = (position.clone(), position.key());
    play(&mut position, "Nc3/H");
    assert_eq!(fen(&position), "4k3/8/8/8/8/2N5/8/1H2K3[Eeh] b - - 0 1");
    assert_eq!(position.key(), position.recomputed_key());
    position.undo();
    assert_eq!((position.clone(), position.key()), before);
    play(&mut position, "Nc3 Kd7 Nb1 Ke7");
    assert!(turns(&position, "b1").iter().all(|turn| turn.len() == 4), "the Knight has returned");
}

#[test]
fn a_piece_taken_on_its_gate_closes_it() {
    let mut position = seirawan("4k3/8/8/8/8/8/1r6/1N2K3[E] b B - 0 1");
    play(&mut position, "Rxb1+");
    assert!(fen(&position).contains(" w - "), "{}", fen(&position));
    assert!(turns(&position, "e1").iter().all(|turn| turn.len() == 4));
}

#[test]
fn after_a_castling_it_comes_to_either_square() {
    let position = seirawan("k7/8/8/8/8/8/8/4K2R[HE] w K - 0 1");
    let castlings: Vec<String> = turns(&position, "e1")
        .into_iter()
        .filter(|turn| turn.contains("g1") || turn.starts_with('h'))
        .collect();
    assert_eq!(castlings, ["e1g1", "e1g1e", "e1g1h", "h1e1e", "h1e1h"]);
    for (text, coordinates, after) in [
        ("O-O/He1", "e1g1h", "k7/8/8/8/8/8/8/4HRK1[E] b - - 0 1"),
        ("O-O/Hh1", "h1e1h", "k7/8/8/8/8/8/8/5RKH[E] b - - 0 1"),
    ] {
        let mut position = position.clone();
        let turn = position.read_turn(text).expect("a turn");
        assert_eq!(position.coordinates(turn), coordinates);
        assert_eq!(position.read_coordinates(coordinates), Ok(turn));
        position.play(turn).expect("it is legal");
        assert_eq!(fen(&position), after);
    }
}

#[test]
fn nothing_comes_in_to_parry_a_check() {
    let checked = seirawan("4r2k/8/8/8/8/8/8/R1B1K3[HE] w QC - 0 1");
    assert_eq!(turns(&checked, "c1"), ["c1e3", "c1e3e", "c1e3h"], "the Bishop itself parries it");
    assert!(turns(&checked, "a1").is_empty());
    let line = seirawan("k3r3/8/8/8/8/8/3PP3/4K2r[HE] w E - 0 1");
    assert_eq!(turns(&line, "e1"), ["e1f2", "e1f2e", "e1f2h"], "d1 and f1 are on the Rook's rank");
    let mut position = seirawan("4k3/8/8/8/8/8/PP1PPP2/2N1K2r[HE] w E - 0 1");
    let other = seirawan("4k3/8/8/8/8/8/PP1PPP2/4KB1r[HE] w EF - 0 1");
    assert!(turns(&other, "f1").is_empty(), "the Bishop is pinned");
    let size = position.game().size();
    let [from, to, gate] = ["e1", "d1", "e1"].map(|name| size.parse(name).expect("a square"));
    let hawk = position.game().type_by_id("H").expect("a piece");
    let first = beaufort_rules::Step::plain(beaufort_rules::StepKind::Own, from, to, None);
    let turn = beaufort_rules::Turn { first, second: Some(beaufort_rules::Step::drop(hawk, gate, gate)) };
    assert_eq!(position.play(turn), Err(IllegalTurn::Check));
}

#[test]
fn a_screen_that_comes_in_may_not_bring_a_check() {
    let lines = "pieces = ['King', 'Queen', 'Rook', 'Bishop', 'Knight', 'Pawn']\n[hand]\ngates = 'row 1'\nplace = 'at \
                 gates'\n[[drop]]\npiece = 'Queen'\ncount = 1\n[[drop]]\npiece = 'Bishop'\ncount = 1";
    let game = own(lines, true).expect("the game is valid");
    let position = Position::parse(&game, "4k3/8/8/8/8/8/8/4K1Nr[B] w G - 0 1").expect("a position");
    // The Knight is the screen over which the Rook gives check: a Bishop in its place would be another.
    assert_eq!(turns(&position, "g1"), ["g1e2", "g1f3", "g1h3"]);
    let position = Position::parse(&game, "4k3/8/8/8/8/8/8/4K1N1[B] w G - 0 1").expect("a position");
    assert_eq!(turns(&position, "g1"), ["g1e2", "g1e2b", "g1f3", "g1f3b", "g1h3", "g1h3b"]);
}

#[test]
fn an_empty_hand_closes_the_gates() {
    let mut position = seirawan("4k3/8/8/8/8/8/8/1N2K1N1[H] w BG - 0 1");
    play(&mut position, "Nc3/H");
    assert_eq!(fen(&position), "4k3/8/8/8/8/2N5/8/1H2K1N1[] b - - 0 1");
    let same = seirawan("4k3/8/8/8/8/8/8/1N2K3[] w B - 0 1");
    assert_eq!(same.key(), seirawan("4k3/8/8/8/8/8/8/1N2K3[] w - - 0 1").key());
}

/// Where captured pieces go to the hand, drops are possible as well, and gates stay open.
#[test]
fn gates_and_drops_go_together() {
    let lines = "[hand]\ncaptured = 'goes to the captor'\ngates = 'row 1'\n[[drop]]\npiece = 'Pawn'\nplace = 'rows 2-7'";
    let game = own(lines, false).expect("the game is valid");
    let mut position = Position::parse(&game, "4k3/8/8/8/8/8/3p4/1N2K3[R] w EB - 0 1").expect("a position");
    let of_knight = ["b1a3", "b1a3r", "b1c3", "b1c3r", "b1d2", "b1d2r"];
    assert!(turns(&position, "b1").iter().all(|turn| of_knight.contains(&turn.as_str())));
    assert_eq!(
        turns(&position, "e1"),
        ["e1d1", "e1d1r", "e1d2", "e1d2r", "e1e2", "e1e2r", "e1f1", "e1f1r", "e1f2", "e1f2r"]
    );
    play(&mut position, "Nxd2/R");
    assert!(fen(&position).starts_with("4k3/8/8/8/8/8/3N4/1R2K3[P] b E "), "{}", fen(&position));
    play(&mut position, "Ke7");
    assert!(turns(&position, "e1").iter().all(|turn| turn.len() == 4), "a Pawn comes to no first row");
    play(&mut position, "P@e4");
}

#[test]
fn positions_tell_the_gates() {
    let game = builtin::game("seirawan").expect("the game is built in");
    let array = Position::initial(&game);
    assert_eq!(fen(&array), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQBCDFGkqbcdfg - 0 1");
    for text in [fen(&array), array.to_string(), fen(&seirawan("4k2r/8/8/8/8/8/8/RN2K3[E] w AB - 0 1"))] {
        let read = seirawan(&text);
        assert_eq!(seirawan(&read.to_string()), read, "{text}");
        assert_eq!(seirawan(&fen(&read)), read, "{text}");
    }
    assert_eq!(array, seirawan(&array.to_string()));
    for (castling, message) in [
        ("C", "`C` is neither a castling nor the file of a piece on its gate"),
        ("x", "`x` is neither"),
        ("KB", "no Rook stands on h1"),
    ] {
        let text = format!("4k3/8/8/8/8/8/8/1N2K3[E] w {castling} - 0 1");
        let error = Position::parse(&game, &text).expect_err("it is wrong").to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn every_turn_has_its_texts() {
    let mut rng = fastrand::Rng::with_seed(3);
    let game = builtin::game("seirawan").expect("the game is built in");
    let mut entered = 0;
    for _ in 0..20 {
        let mut position = Position::initial(&game);
        for _ in 0..40 {
            let legal = position.turns(Scope::Distinct);
            let Some(&turn) = rng.choice(&legal) else { break };
            for &turn in &legal {
                assert_eq!(position.read_coordinates(&position.coordinates(turn)), Ok(turn));
                let text = position.turn_texts(&[turn]).pop().flatten().expect("it has a text");
                assert_eq!(position.read_turn(&text), Ok(turn), "{text}");
            }
            entered += legal.iter().filter(|turn| turn.gated().is_some()).count();
            position.play(turn).expect("it is legal");
            let read = Position::parse(&game, &position.to_string()).expect("its own text");
            assert_eq!((read.key(), read.state()), (position.key(), position.state()), "{position}");
        }
    }
    assert!(entered > 500, "{entered}");
}

#[test]
fn gates_need_a_row_and_letters_of_their_own() {
    for (lines, message) in [
        ("gates = ['row 1', 'row 2']", "the gates of a side are on one row"),
        ("place = 'at gates'", "`at gates` needs `gates`"),
        ("gates = 'row 9'", "`row 9` is no part of this board"),
    ] {
        let lines = format!("[hand]\n{lines}\n[[drop]]\npiece = 'Knight'\ncount = 1");
        let error = own(&lines, false).expect_err("it is wrong");
        assert!(error.contains(message), "{error}");
    }
    let letter = "[[castling]]\nletter = 'B'\ntext = 'O-O'\nking = ['e1', 'g1']\nrook = ['h1', 'f1']\n\
                  [hand]\ngates = 'row 1'\n[[drop]]\npiece = 'Knight'\ncount = 1";
    let error = own(letter, false).expect_err("it is wrong");
    assert!(error.contains("the letter `B` of a castling is that of a gate's file"), "{error}");
    let arranged = "[[setup]]\nchooser = 'White'\nchoices = [{ arrange = 'Rank', on = ['a1-h1'], place = [['Rook', 'Knight', \
                    'Bishop', 'Queen', 'King', 'Bishop', 'Knight', 'Rook']] }]\n\
                    [hand]\ngates = 'row 1'\n[[drop]]\npiece = 'Knight'\ncount = 1";
    let error = own(arranged, false).expect_err("it is wrong");
    assert!(error.contains("can be arranged has no gates"), "{error}");
    // A side that never holds anything has no gates.
    let lines =
        "[hand]\ngates = 'row 1'\nplace = 'at gates'\n[[drop]]\npiece = 'Knight'\ncount = { White = 1 }";
    let game = own(lines, false).expect("the game is valid");
    assert_eq!(
        fen(&Position::initial(&game)),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[N] w KQBCDFGkq - 0 1"
    );
    assert!(Position::initial(&game).at_home().iter().all(|square| game.size().rank(square) == 0));
}
