//! Orthodox chess compared with shakmaty, a library for chess alone, position by position: turns, notation, ends of games.

use std::collections::BTreeMap;

use beaufort_rules::{Notation, Position, Side};
use beaufort_rules::{
    Scope,
    turn::{Outcome, Reason, Verdict},
};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use crate::support::game;

/// Positions with features that are rare in random games.
const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "4k3/8/8/8/8/8/8/2BBK3 w - - 0 1",
];

fn theirs(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("shakmaty reads what we write");
    fen.into_position(CastlingMode::Standard).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns shakmaty's legal moves: the FEN after each, with its text.
fn their_turns(position: &Chess) -> BTreeMap<String, String> {
    let turn = |&turn: &shakmaty::Move| {
        let after = position.clone().play(turn).expect("a legal move can be played");
        let fen = Fen::from_position(&after, EnPassantMode::PseudoLegal).to_string();
        (fen, SanPlus::from_move(position.clone(), turn).to_string())
    };
    position.legal_moves().iter().map(turn).collect()
}

fn our_turns(position: &Position, notation: &Notation<'_>) -> BTreeMap<String, String> {
    let mut after = position.clone();
    let turns = position.turns(Scope::Distinct).into_iter().map(|turn| {
        after.play_unchecked(turn);
        let fen = after.fen().expect("the pieces of chess have letters");
        after.undo();
        (fen, notation.text(turn).expect("every turn has a text").to_owned())
    });
    turns.collect()
}

fn check(position: &Position) {
    let fen = position.fen().expect("the pieces of chess have letters");
    let theirs = theirs(&fen);
    let notation = Notation::new(position);
    let (expected, found) = (their_turns(&theirs), our_turns(position, &notation));
    assert_eq!(found, expected, "{fen}");
    assert_eq!(position.count_turns(Scope::Distinct), expected.len() as u64, "{fen}");
    assert_eq!(position.is_check(), theirs.is_check(), "{fen}");
    let mut after = position.clone();
    for (result, text) in &expected {
        after.play_unchecked(notation.read(text).unwrap_or_else(|error| panic!("{fen}: {error}")));
        assert_eq!(after.fen().as_ref(), Some(result), "{text} in {fen}");
        after.undo();
    }
    let dead = position.draw_verdict().is_some_and(|verdict| verdict.reason == Reason::DeadPosition);
    assert_eq!(dead, theirs.is_insufficient_material(), "{fen}");
    let winner = Side::BOTH[usize::from(theirs.turn().is_white())];
    let end = match (expected.is_empty(), theirs.is_check()) {
        (false, _) => None,
        (true, true) => Some(Verdict::win(winner, Reason::Checkmate)),
        (true, false) => Some(Verdict { outcome: Outcome::Draw, reason: Reason::Stalemate }),
    };
    assert_eq!(position.terminal_verdict(), end, "{fen}");
}

#[test]
fn random_games_are_the_same() {
    let mut rng = fastrand::Rng::with_seed(1475);
    let mut positions = 0;
    for start in STARTS.iter().cycle().take(if cfg!(debug_assertions) { 60 } else { 600 }) {
        let mut position = Position::parse(&game("orthochess"), start).unwrap();
        for _ in 0..120 {
            check(&position);
            positions += 1;
            let Some(turn) = rng.choice(position.turns(Scope::Distinct)) else { break };
            position.play_unchecked(turn);
        }
    }
    assert!(positions > 3000, "only {positions} positions were compared");
}

#[test]
fn sparse_boards_are_the_same() {
    let mut rng = fastrand::Rng::with_seed(8);
    let mut tried = 0;
    while tried < 2000 {
        let mut board = [b'1'; 64];
        let mut pieces = b"Kk".to_vec();
        pieces.extend((0..rng.usize(1..8)).map(|_| rng.choice(b"QRBNPPqrbnpp").unwrap()));
        for piece in pieces {
            board[rng.usize(..64)] = piece;
        }
        let ranks: Vec<String> =
            board.chunks(8).map(|rank| String::from_utf8_lossy(rank).into_owned()).collect();
        let fen = format!("{} {} - - 0 1", ranks.join("/"), rng.choice(["w", "b"]).unwrap());
        let Ok(setup) = fen.parse::<Fen>() else { continue };
        if setup.clone().into_position::<Chess>(CastlingMode::Standard).is_err() {
            continue;
        }
        check(&Position::parse(&game("orthochess"), &setup.to_string()).unwrap());
        tried += 1;
    }
}

#[test]
fn fen_round_trips() {
    for fen in STARTS {
        let position = Position::parse(&game("orthochess"), fen).unwrap();
        assert_eq!(position.fen().as_deref(), Some(fen));
        let text = position.to_string();
        assert_eq!(Position::parse(&game("orthochess"), &text).unwrap(), position, "{text}");
    }
}

#[test]
fn positions_are_wrong_in_many_ways() {
    for (text, message) in [
        ("8/8/8/8/8/8/8/4K3", "column 18: a single space and the side to move are missing"),
        (
            "8/8/8/8/8/8/8/4K3 t - -",
            "column 19: `t` is not a side to move: expected `w` or `b` after a single space",
        ),
        ("8/8/8/8/8/8/8/4X3 w - -", "column 16: this game has no piece with the id `X`"),
        ("8/8/8/8/8/8/8/4K3 w K -", "column 21: `K` is not possible: no Rook stands on h1"),
        ("8/8/8/8/8/8/8/4K2R w KX -", "column 23: `X` is not a castling: expected some of `KQkq`, or `-`"),
        ("8/8/8/8/8/8/8/4K2R w KK -", "column 23: `K` is said twice"),
        ("8/8/8/8/8/8/8/4K2R w  -", "column 22: the castlings are missing: `-` stands for none"),
        ("8/8/8/8/8/8/8/4K3 b - e3", "column 23: on e4 stands no piece of the side that has just moved"),
        ("8/8/8/8/4P3/4N3/8/4K3 b - e3", "column 27: e3 was passed but is not empty"),
        ("8/8/8/8/8/8/8/4K3 b - k3", "column 23: `k3` is not a square: the squares are a1 to h8"),
        ("8/8/8/8/8/8/8/4K3 w - e8", "column 23: on e7 stands no piece of the side that has just moved"),
        ("8/8/8/8/8/8/8/4K3 b - e8", "column 23: nothing can have passed e8"),
        ("8/8/8/8/8/8/8/4K3 w - - x 1", "column 25: the number of quiet turns is 0 to 10000, not `x`"),
        ("8/8/8/8/8/8/8/4K3 w - - 0", "column 26: a single space and the number of the move are missing"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1 2", "column 28: the position should end here"),
        ("8/8/8/8/8/8/8/4[K]2(K) w - -", "column 29: a single space and the reserves, or `-`, are missing"),
        ("8/8/8/8/8/8/8/4[K]2(K) w - - - - -", "column 33: the position should end here"),
        ("8/8/8/8/8/8/8/4[K]2(K) w - - H -", "column 30: this game has nothing to say here: expected `-`"),
        (
            "8/8/8/8/8/8/8/4[K]2(K) w - e4 - -",
            "column 28: expected `-`, or as in `e4:e3` what has just moved and what it passed",
        ),
        ("8/8/8/8/8/8/8/4[K]2(K) b - e1:e9 - -", "column 31: `e9` is not a square: the squares are a1 to h8"),
        (
            "8/8/8/8/8/8/8/4[K]2(K) w - e1:e2 - -",
            "column 28: on e1 stands no piece of the side that has just moved",
        ),
    ] {
        let error = Position::parse(&game("orthochess"), text).expect_err(text);
        assert_eq!(error.to_string(), format!("position, {message}"), "{text}");
    }
}

/// Plays turns, given as texts separated by spaces, from a position.
fn after(start: &str, texts: &str) -> Position {
    let mut position = Position::parse(&game("orthochess"), start).expect("a position");
    for text in texts.split_whitespace() {
        let turn = Notation::new(&position).read(text).unwrap_or_else(|error| panic!("{error}"));
        position.play_unchecked(turn);
    }
    position
}

#[test]
fn games_end_in_many_ways() {
    let initial = STARTS[0];
    for (start, texts, reason) in [
        (initial, "f3 e5 g4 Qh4#", Some(Reason::Checkmate)),
        (initial, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", None),
        (initial, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", Some(Reason::Repetition)),
        ("7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "Kb1", Some(Reason::Stalemate)),
        ("7k/8/8/8/8/8/r7/K7 w - - 0 1", "Kxa2", Some(Reason::DeadPosition)),
        ("7k/8/8/8/8/8/4P3/K7 w - - 98 80", "Kb1", None),
        ("7k/8/8/8/8/8/4P3/K7 w - - 98 80", "Kb1 Kg8", Some(Reason::QuietTurns)),
        ("7k/8/8/8/8/8/4P3/K7 w - - 98 80", "Kb1 Kg8 e3", None),
        // Mate takes precedence, whatever the count.
        ("7k/5K2/8/8/8/8/8/6R1 w - - 99 80", "Rh1", Some(Reason::Checkmate)),
    ] {
        let found = after(start, texts).verdict().map(|verdict| verdict.reason);
        assert_eq!(found, reason, "L49: {texts} from {start}");
    }
}

#[test]
fn other_spellings_are_read() {
    let castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
    for (start, spellings, text) in [
        (STARTS[0], &["Ng1f3", "Ng1-f3", "g1f3", "Nf3+!?", "nf3", "N-f3"][..], "Nf3"),
        (STARTS[0], &["e2e4", "e2-e4", "Pe4", "e4!"], "e4"),
        (castling, &["0-0", "e1g1", "Ke1-g1", "OO", "o-o"], "O-O"),
        (castling, &["0-0-0", "e1c1", "ooo"], "O-O-O"),
        (STARTS[4], &["dxc8Q", "d7xc8=Q+", "d7c8q", "dc8(Q)"], "dxc8=Q"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &["exd6e.p.", "exd6 e.p.", "e5d6", "ed6"], "exd6"),
    ] {
        let position = Position::parse(&game("orthochess"), start).unwrap();
        let notation = Notation::new(&position);
        for spelling in spellings {
            let read = notation.read(spelling).unwrap_or_else(|error| panic!("{spelling}: {error}"));
            assert_eq!(notation.text(read), Some(text), "{spelling}");
        }
    }
    let position = Position::parse(&game("orthochess"), STARTS[0]).unwrap();
    let error = |text| Notation::new(&position).read(text).unwrap_err().to_string();
    assert_eq!(error("O-O"), "`O-O` is not a turn here");
    assert_eq!(error("X-e4"), "this game has no piece with the id `X`");
    assert_eq!(error("Ke4"), "`Ke4` is not a turn here; near it is `e4`");
    let two = Position::parse(&game("orthochess"), "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1").unwrap();
    assert_eq!(
        Notation::new(&two).read("Nd2").unwrap_err().to_string(),
        "`Nd2` may mean `Nbd2`, `Nfd2`: write it in full"
    );
}
