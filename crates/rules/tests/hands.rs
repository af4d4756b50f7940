//! Hands: captured pieces that change sides and are dropped (R70 to R77), in Shogi, in Crazyhouse and in small games.

use std::sync::Arc;

use beaufort_rules::turn::{Outcome, Reason};
use beaufort_rules::{DropRule, Game, NoDrop, Position, Side, builtin, load_game, perft};

fn position(id: &str, text: &str) -> Position {
    let game = builtin::game(id).expect("the game is built in");
    Position::parse(&game, text).expect("a position")
}

/// Returns a small game with a King, a Rook and a Pawn each, and these lines about hands.
fn small(lines: &str) -> Arc<Game> {
    let text = format!(
        "id = 'small'\nname = 'Small'\nauthor = 'A'\nyear = 2024\nsides = ['White', 'Black']\n\
         pieces = ['King', 'Rook', 'Knight', 'Pawn']\nnotation = 'algebraic'\n\
         [board]\nfiles = 5\nranks = 5\npromotion-zone = 1\n\
         [array]\nsymmetry = 'mirror'\nranks = '''\nP . . . .\nK . . . R\n'''\n\
         [promotions]\nPawn = 'Rook'\n{lines}\n[ending]\ncheck = 'binds'\nno-move = 'loses'\n\
         [piece.Pawn]\nid = 'P'\nability = 'forward W'\ndescription = 'A Pawn.'\nunnamed = 'in turns'\n"
    );
    Arc::new(Game::from(load_game("small.toml", &text, &builtin::source).expect("the game is valid")))
}

fn drops(position: &Position, piece: &str) -> Vec<String> {
    let prefix = format!("{piece}@");
    let texts = position.legal_turns().into_iter().map(|turn| position.coordinates(turn));
    let mut texts: Vec<String> =
        texts.filter_map(|text| Some(text.strip_prefix(&prefix)?.to_owned())).collect();
    texts.sort_unstable();
    texts
}

fn play(position: &mut Position, texts: &str) {
    for text in texts.split(' ') {
        let turn = position.read_turn(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.play(turn).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

fn can(position: &Position, text: &str) -> bool {
    position.read_turn(text).is_ok_and(|turn| position.clone().play(turn).is_ok())
}

#[test]
fn the_leaves_of_the_arrays_are_those_of_fairy_stockfish() {
    for (id, leaves) in [("shogi", [30, 900, 25_470]), ("crazyhouse", [20, 400, 8_902])] {
        let game = builtin::game(id).expect("the game is built in");
        for (depth, expected) in (1..).zip(leaves) {
            assert_eq!(perft(&mut Position::initial(&game), depth), expected, "{id} {depth}");
        }
    }
}

/// Positions with what Fairy-Stockfish (pyffish 0.0.90) counts from there.
const LEAVES: &[(&str, &str, &[u64])] = &[
    (
        "crazyhouse",
        "r1bqk2r/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1[PNbp] w kq - 0 1",
        &[93, 7_956, 568_028],
    ),
    (
        "crazyhouse",
        "r2q1rk1/ppP2ppp/2n5/4p3/2B1P3/3n1N2/PPPP1PPP/RNBQ2K1[Qn] w - - 0 1",
        &[73, 5_031, 297_231],
    ),
    ("crazyhouse", "4k3/1P5P/8/8/4r3/8/p6p/4K3[QNPpn] w - - 0 1", &[10, 1_223, 151_785]),
    (
        "shogi",
        "ln1gk2nl/1r4gs1/p1pppp1pp/6p2/1p5P1/2P6/PP1PPPP1P/1SG4R1/LN2KGSNL[Bb] w - - 0 1",
        &[77, 5_466, 286_581],
    ),
    (
        "shogi",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL[RGgsnppp] w - - 0 1",
        &[146, 29_020],
    ),
];

#[test]
fn the_leaves_of_positions_with_hands_are_those_of_fairy_stockfish() {
    for &(id, text, leaves) in LEAVES {
        for (depth, &expected) in (1..).zip(leaves) {
            assert_eq!(perft(&mut position(id, text), depth), expected, "{id} {text} {depth}");
        }
    }
}

#[test]
fn a_captured_piece_goes_to_the_hand_and_back() {
    let mut position = position("crazyhouse", "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1");
    let before = (position.to_string(), position.key());
    play(&mut position, "exd5");
    assert_eq!(position.fen().as_deref(), Some("4k3/8/8/3P4/8/8/8/4K3[P] b - - 0 1"));
    play(&mut position, "Kd7 P@e4 Kd6");
    assert_eq!(position.fen().as_deref(), Some("8/8/3k4/3P4/4P3/8/8/4K3[] w - - 1 3"));
    assert_eq!(position.key(), position.recomputed_key());
    (0..4).for_each(|_| position.undo());
    assert_eq!((position.to_string(), position.key()), before);
}

#[test]
fn a_promoted_piece_is_in_hand_what_it_was() {
    let mut position = position("crazyhouse", "4k3/8/8/8/8/8/4K3/r6Q~[] b - - 0 1");
    play(&mut position, "Rxh1");
    assert!(
        position.fen().expect("it has one").starts_with("4k3/8/8/8/8/8/4K3/7r[p] w"),
        "{:?}",
        position.fen()
    );
    let mut shogi = self::position("shogi", "4k4/9/9/9/9/9/9/4K4/+r7+R[] w - - 0 1");
    play(&mut shogi, "DKxa1");
    assert!(shogi.fen().expect("it has one").ends_with("[R] b - - 0 1"), "{:?}", shogi.fen());
}

#[test]
fn positions_tell_the_hands_in_both_formats() {
    let position = position("crazyhouse", "4k3/8/8/8/8/8/8/4K3[QnPpP] w - - 0 1");
    assert_eq!(position.fen().as_deref(), Some("4k3/8/8/8/8/8/8/4K3[QPPnp] w - - 0 1"));
    assert!(position.to_string().ends_with(" w - - Q,P2/N,P -"), "{position}");
    assert_eq!(Position::parse(position.game(), &position.to_string()).as_ref(), Ok(&position));
    let empty = Position::parse(position.game(), "4k3/8/8/8/8/8/8/4K3[-] w - - 0 1").expect("a position");
    assert_eq!(empty, Position::parse(position.game(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("a position"));
    assert_ne!(empty.key(), position.key());
    for (text, error) in [
        ("4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "`K` is never in a hand"),
        ("4k3/8/8/8/8/8/8/4K3[QQ w - - 0 1", "`[` is never closed"),
        ("4k3/8/8/8/8/8/8/4K3[X] w - - 0 1", "no piece with the id `X`"),
    ] {
        let found = Position::parse(position.game(), text).expect_err(text).to_string();
        assert!(found.contains(error), "{text}: {found}");
    }
    let many = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "P".repeat(32));
    assert!(Position::parse(position.game(), &many).is_err());
}

#[test]
fn a_drop_parries_a_check_and_takes_nothing() {
    let position = position("crazyhouse", "4k3/8/8/8/4r3/8/8/4K3[Nn] w - - 0 1");
    assert_eq!(drops(&position, "N"), ["e2", "e3"]);
    let double = self::position("crazyhouse", "4k3/8/8/8/4r3/5n2/8/4K3[N] w - - 0 1");
    assert_eq!(drops(&double, "N"), [""; 0]);
    // A star is read for a drop, too.
    assert!(can(&position, "N*e2") && can(&position, "N@e3") && !can(&position, "N@e4"));
}

#[test]
fn pawns_of_shogi_are_dropped_by_their_rules() {
    let position = position("shogi", "4k4/9/9/9/9/9/4P4/9/4K4[PNL] w - - 0 1");
    let pawns = drops(&position, "P");
    assert_eq!(pawns.len(), 8 * 8, "neither on the last row nor on the file of the other Pawn");
    assert!(!pawns.iter().any(|square| square.starts_with('e') || square.ends_with('9')));
    assert_eq!(drops(&position, "N").len(), 81 - 3 - 18 + 1);
    assert_eq!(drops(&position, "L").len(), 81 - 3 - 9 + 1);
    // A Tokin is no Pawn.
    let tokin = self::position("shogi", "4k4/9/9/9/9/9/4+P4/9/4K4[P] w - - 0 1");
    assert_eq!(drops(&tokin, "P").iter().filter(|square| square.starts_with('e')).count(), 6);
}

#[test]
fn a_pawn_is_not_dropped_with_checkmate_but_other_pieces_are() {
    // The Golds guard the Pawn and the flight squares.
    let position = position("shogi", "8k/6G2/8G/9/9/9/9/9/4K4[PG] w - - 0 1");
    assert!(!can(&position, "P@i8") && can(&position, "G@i8"));
    let mut mate = position.clone();
    play(&mut mate, "G@i8");
    let verdict = mate.verdict().expect("the game is over");
    assert_eq!((verdict.outcome, verdict.reason), (Outcome::Win(Side::First), Reason::Checkmate));
    // With a flight square it is only check.
    let check = self::position("shogi", "8k/9/8G/9/9/9/9/9/4K4[P] w - - 0 1");
    assert!(can(&check, "P@i8"));
}

#[test]
fn a_hand_distinguishes_positions_that_repeat() {
    let mut position = position("crazyhouse", "4k3/8/8/8/8/8/8/R3K2r[] w - - 0 1");
    let first = position.key();
    play(&mut position, "Kd2 Rxa1");
    assert_eq!(position.earlier_occurrences(), 0);
    assert_ne!(position.key(), first);
}

#[test]
fn a_hand_says_where_when_and_what() {
    let endless = small("[hand]\n[[drop]]\npiece = 'Knight'\ncount = 'any number'\nplace = 'row 1'");
    let mut position = Position::initial(&endless);
    assert_eq!(drops(&position, "N"), ["b1", "c1", "d1"]);
    play(&mut position, "N@b1 N@b5 N@c1 N@c5 N@d1");
    assert_eq!(drops(&position, "N"), ["d5"], "the second player's row lies opposite");

    let first =
        small("[hand]\nfirst = ['Knight']\n[[drop]]\npiece = 'Knight'\ncount = { White = 1, Black = 2 }");
    let position = Position::initial(&first);
    assert_eq!(position.legal_turns().len(), drops(&position, "N").len());
    assert_eq!(position.to_string().split(' ').nth(4), Some("N/N2"));

    let no_check =
        small("[hand]\nnot = 'giving check'\n[[drop]]\npiece = 'Rook'\ncount = 1\nplace = 'rows 4-5'");
    assert_eq!(drops(&Position::initial(&no_check), "R"), ["b4", "c4", "d4", "e4"]);

    let forms = small(
        "[hand]\ndrop-as = 'itself or its promotion'\n[[drop]]\npiece = 'Pawn'\ncount = 1\nplace = 'row 3'",
    );
    let position = Position::initial(&forms);
    assert_eq!([drops(&position, "P").len(), drops(&position, "R").len()], [5, 5]);
    let mut after = position.clone();
    play(&mut after, "R@b3");
    assert!(after.state().reserve(Side::First).is_empty());
}

#[test]
fn what_explodes_may_go_to_the_hand_of_the_other_side() {
    let game = small(
        "[hand]\ncaptured = 'goes to the other side'\n[piece.Rook]\nid = 'R'\nability = 'R + explosive-capture'\n\
         [piece.Knight]\nid = 'N'\nability = 'N + explosive-capture'\n",
    );
    // The Rook takes the Pawn; both are gone, and so are the Knights beside them.
    let mut position = Position::parse(&game, "1k3/4N/3np/5/K3R[] w - - 0 1").expect("a position");
    play(&mut position, "Rxe3");
    assert_eq!(position.fen().as_deref(), Some("1k3/5/5/5/K4[NPrn] b - - 0 1"));
    assert_eq!(position.key(), position.recomputed_key());
}

/// A promoted Rook counts as a Rook, though it is another piece in hand.
#[test]
fn a_promotion_in_limited_numbers_counts_promoted_pieces_too() {
    let text = "extends = 'crazyhouse'\nid = 'few'\nname = 'Few'\n[promotions]\n\
                Pawn = [{ to = 'Promoted Queen', at-most = 1 }]\n";
    let game = Arc::new(Game::from(load_game("few.toml", text, &builtin::source).expect("it is valid")));
    for (queens, can_promote) in
        [("4k3/P7/8/8/8/8/8/4K3", true), ("4k3/P7/8/8/8/8/Q7/4K3", false), ("4k3/P7/8/8/8/8/Q~7/4K3", false)]
    {
        let position = Position::parse(&game, &format!("{queens}[] w - - 0 1")).expect(queens);
        assert_eq!(can(&position, "a8=Q"), can_promote, "{queens}");
    }
}

/// A line that leads nowhere is no move.
#[test]
fn a_lance_does_not_come_where_it_could_never_move() {
    let game = small(
        "[turns]\ndead-ends = 'illegal'\n[hand]\n[[drop]]\npiece = 'Knight'\ncount = 1\n\
         [piece.Knight]\nid = 'N'\nability = 'forward R'\ndescription = 'A Lance.'\n",
    );
    let position = Position::parse(&game, "k4/5/5/1N3/K4[N] w - - 0 1").expect("a position");
    assert!(can(&position, "Nb4") && !can(&position, "Nb5"));
    assert!(!drops(&position, "N").iter().any(|square| square.ends_with('5')));
}

#[test]
fn wrong_hands_are_reported() {
    let load = |lines: &str| {
        let text = format!(
            "extends = 'orthochess'\nid = 'bad'\n{lines}\n[piece.Queen]\nfen = 'Q'\nin-hand = 'Quen'\n\
             [piece.Rook]\nin-hand = 'King'\nfen = '+12'\n[piece.Bishop]\nfen = 'N'\n"
        );
        load_game("bad.toml", &text, &builtin::source).expect_err("it is wrong").to_string()
    };
    let text = load(
        "[hand]\ncaptured = 'goes to everybody'\nnot = ['giving check', 'giving tea']\nplace = 'row 9'\nfirst = 'some'\nletter = 1\n\
         [[drop]]\npiece = 'King'\n[[drop]]\nletters = 'Q'\npiece = 'Queen'\n[[drop]]\ncount = 'many'\n",
    );
    for part in [
        "`captured` cannot be `goes to everybody`",
        "`not` cannot be `giving tea`",
        "`first` cannot be `some`",
        "unknown key `letter`",
        "`count` cannot be `many`",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = load(
        "[hand]\nplace = 'row 9'\nfirst = ['King', 'Quen']\n[[drop]]\npiece = 'King'\n[[drop]]\nletters = 'Q'\npiece = 'Queen'\n\
         [[drop]]\ncount = 3\n[[drop]]\npiece = 'Queen'\ncount = { Red = 1 }\n",
    );
    for part in [
        "`Quen` is not one of the game's pieces",
        "neither a royal piece nor one on two squares comes to a hand",
        "`+12` is no sign of FEN",
        "FEN writes another piece as `N`",
        "`row 9` is no part of this board",
        "`King` is never in a hand",
        "`King` cannot be dropped",
        "`letters` is for games without a `hand`",
        "this drop has no `piece`",
        "another drop brings `Queen`",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// Returns the squares on which White may drop a Stone where this is forbidden (R160).
fn stones(not: &str, board: &str) -> String {
    let text = format!(
        "id = 'stones'\nname = 'Stones'\nauthor = 'A'\nyear = 2026\nsides = ['White', 'Black']\npieces = ['Stone']\n\
         notation = 'algebraic'\n[board]\nfiles = 3\nranks = 3\n\
         [array]\nsymmetry = 'none'\nranks = '''\n(S) . #\n. . .\n[S] . #\n'''\n\
         [hand]\nnot = '{not}'\n[[drop]]\npiece = 'Stone'\ncount = 'any number'\n\
         [ending]\nroyal = 'not needed'\nno-move = 'draws'\n\
         [piece.Stone]\nid = 'S'\nability = 'immovable'\ndescription = 'A stone.'\n"
    );
    let game = load_game("stones.toml", &text, &builtin::source).unwrap_or_else(|errors| panic!("{errors}"));
    let position = Position::parse(&Arc::new(Game::from(game)), &format!("{board}[Ss] w - - 0 1"));
    let position = position.unwrap_or_else(|error| panic!("{board}: {error}"));
    let free = drops(&position, "S");
    let taken = position.board().occupied() | position.board().walls();
    for square in position.game().size().iter().filter(|&square| !taken.contains(square)) {
        let forbidden = match position.no_drop(0, Some(square)) {
            Some(NoDrop::Forbidden { rule: DropRule::Surroundings(around) }) => Some(around.words()),
            other => other.map(|other| panic!("{board}: {other:?}")),
        };
        let is_free = free.contains(&position.game().size().name(square));
        assert_eq!(forbidden, (!is_free).then_some(not), "{board}");
    }
    free.join(" ")
}

#[test]
fn what_is_around_a_square_forbids_a_drop() {
    for (not, board, free, why) in [
        ("above an empty square", "2*/3/2*", "a1 b1 c2", "on the lowest rank and above a hole"),
        ("above an empty square", "2*/S2/s1*", "a3 b1 c2", "and above a piece of either side"),
        ("where it could not slide in", "2*/3/2*", "a1 a2 a3 b1 b3 c2", "up to the other edge or a hole"),
        ("where it could not slide in", "s1*/3/1S*", "a1 a2 b2 c2", "up to a piece, and not past a hole"),
        ("where it could not slide in", "ss*/s1s/ss*", "", "there is no way in"),
        ("beside an enemy", "2*/1s1/2*", "a1 a3", "on rank and file"),
        ("beside an enemy", "2*/1S1/2*", "a1 a2 a3 b1 b3 c2", "a friend does not matter"),
        ("away from friends", "2*/3/S1*", "a2 b1 b2", "diagonally, too"),
        ("away from friends", "2*/3/s1*", "", "an enemy is no friend"),
    ] {
        assert_eq!(stones(not, board), free, "{not}: {board}: {why}");
    }
}
