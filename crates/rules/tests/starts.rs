//! Moves of pieces from where the game begins: travels from the start, castlings, captures in passing and set-ups that permute.
//!
//! `starts/walks.txt` has random games and counts of pyffish, which `starts/walk.py` writes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use beaufort_rules::{Game, Position, StepKind, perft};

/// Returns the game of a file in the folder `starts`.
fn game(name: &str) -> Arc<Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/starts").join(format!("{name}.toml"));
    crate::support::own(
        &fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
    )
}

/// The greatest number of leaves that is counted.
const MAX_LEAVES: u64 = 400_000;

#[test]
fn games_agree_with_fairy_stockfish() {
    let (mut name, mut start) = ("", None);
    let (mut counts, mut plies) = (0, 0);
    let only = std::env::var("GAME").ok();
    for line in include_str!("starts/walks.txt").lines() {
        let (word, text) = line.split_once(' ').unwrap_or((line, ""));
        if word == "game" {
            (name, start) = (text, None);
        }
        if word.is_empty() || word == "#" || only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        match word {
            "game" => start = Some(Position::initial(&game(name))),
            "fen" => {
                start = Some(
                    Position::parse(&game(name), text).unwrap_or_else(|error| panic!("{name}: {error}")),
                );
            }
            "perft" => {
                for (depth, leaves) in (1..).zip(text.split(' ')) {
                    let leaves: u64 = leaves.parse().expect("the table lists numbers");
                    if leaves <= MAX_LEAVES {
                        let mut position = start.clone().expect("a game stands before it");
                        assert_eq!(perft(&mut position, depth), leaves, "{name}, depth {depth}");
                        counts += 1;
                    }
                }
            }
            "walk" => plies += walk(name, start.clone().expect("a game stands before it"), text),
            _ => panic!("`{word}` is none of game, fen, perft, walk"),
        }
    }
    assert!(only.is_some() || counts >= 20 && plies >= 2500, "{counts} counts, {plies} plies");
}

/// Replays a game, and returns the number of its moves.
fn walk(name: &str, mut position: Position, text: &str) -> usize {
    let mut played = Vec::new();
    for step in text.split(' ') {
        let (coordinates, number) = step.split_once(':').expect("a move has a number");
        let turns = position.legal_turns();
        let texts: BTreeSet<String> = turns.iter().map(|&turn| position.coordinates(turn)).collect();
        let place = format!("{name}: {position} after {}", played.join(" "));
        assert_eq!(turns.len().to_string(), number, "{}: {texts:?}", place);
        let turn = position.read_coordinates(coordinates);
        let turn = turn.unwrap_or_else(|error| panic!("{}: {error}", place));
        position.play(turn).unwrap_or_else(|error| panic!("{}: {error}", place));
        assert_eq!(position.key(), position.recomputed_key(), "{}", place);
        let text = position.to_string();
        assert_eq!(Position::parse(position.game(), &text).as_ref(), Ok(&position), "{text}");
        if let Some(fen) = position.fen() {
            assert_eq!(Position::parse(position.game(), &fen).as_ref(), Ok(&position), "{fen}");
        }
        played.push(coordinates);
    }
    played.len()
}

/// Returns a game with these abilities of a King and a Pawn, on a board of 5x5.
fn small(king: &str, pawn: &str, check: &str) -> Arc<Game> {
    crate::support::own(&format!(
        "id = 'own'\nname = 'Own'\nauthor = 'Test'\nyear = 2024\npieces = ['King', 'Pawn', 'Rook', 'Bishop']\n\
         notation = 'algebraic'\n[board]\nfiles = 5\nranks = 5\n\
         [array]\nsymmetry = 'mirror'\nranks = '''\nP . . . P\nR . K . B\n'''\n[ending]\ncheck = '{check}'\n\
         [piece.King]\nability = '{king}'\ndescription = 'It.'\n[piece.Pawn]\nability = '{pawn}'\ndescription = 'It.'\n"
    ))
}

/// Returns the texts of the turns of a piece, in order.
fn turns_of(position: &Position, from: &str) -> Vec<String> {
    let all = position.legal_turns().into_iter().map(|turn| position.coordinates(turn));
    let mut texts: Vec<String> = all.filter(|text| text.starts_with(from)).collect();
    texts.sort_unstable();
    texts
}

fn play(position: &mut Position, turns: &[&str]) {
    for text in turns {
        let turn = position.read_coordinates(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.play(turn).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

const PAWN: &str = "forward W (moving) + forward R3 (moving) from start";

#[test]
fn a_piece_that_has_moved_and_come_back_has_moved() {
    let game = small("W + D (moving) from start + royal", PAWN, "does not bind");
    let mut position = Position::initial(&game);
    assert_eq!(turns_of(&position, "c1"), ["c1b1", "c1c2", "c1c3", "c1d1"], "R50");
    assert_eq!(turns_of(&position, "a2"), ["a2a3"], "an opposing Pawn is in the way");
    play(&mut position, &["c1c2", "e5d4", "c2c1", "d4e5"]);
    assert_eq!(turns_of(&position, "c1"), ["c1b1", "c1c2", "c1d1"], "R50");
    assert_eq!(position.to_string(), "(R)1(K)1(B)/(P)3(P)/5/[P]3[P]/[R]1[K]1[B] w - - - - c1");
    let short = position.to_string();
    let told = Position::parse(&game, short.trim_end_matches(" c1")).unwrap();
    assert_eq!(turns_of(&told, "c1").len(), 4, "a string that does not say so");
    assert_ne!(told.key(), position.key());
    assert_eq!(position.fen().unwrap(), "r1k1b/p3p/5/P3P/R1K1B w - - 0 3 c1");
    for (text, error) in [
        ("- - - - b1", "on b1 stands no piece that could have returned"),
        ("- - - - a1", "on a1 stands no piece that could have returned"),
        ("- - - - z1", "z1"),
    ] {
        let text = format!("(R)1(K)1(B)/(P)3(P)/5/[P]3[P]/[R]1[K]1[B] w {text}");
        let message = Position::parse(&game, &text).unwrap_err().to_string();
        assert!(message.contains(error), "{message}");
    }
    (0..4).for_each(|_| position.undo());
    assert_eq!(position, Position::initial(&game));
    assert_eq!(position.key(), position.recomputed_key());
}

#[test]
fn a_royal_piece_in_check_does_not_leap_from_its_start() {
    let game = small("W + D (moving) from start + royal", PAWN, "binds");
    let at = |board: &str| Position::parse(&game, &format!("{board} w - - - -")).unwrap();
    assert_eq!(turns_of(&at("(K)4/5/5/5/2[K]2"), "c1"), ["c1a1", "c1b1", "c1c2", "c1c3", "c1d1", "c1e1"]);
    assert_eq!(turns_of(&at("(K)1(R)2/5/5/5/2[K]2"), "c1"), ["c1b1", "c1d1"], "R51");
    let game = small("W + D (moving) from start + royal", PAWN, "does not bind");
    let free = Position::parse(&game, "(K)1(R)2/5/5/5/2[K]2 w - - - -").unwrap();
    assert_eq!(turns_of(&free, "c1").len(), 6, "R51");
}

#[test]
fn a_royal_piece_leaps_from_its_start_over_safe_squares() {
    let leaps = |leap: &str, board: &str, check: &str| {
        let game = small(&format!("W + {leap} (moving) from start over safe squares + royal"), PAWN, check);
        turns_of(&Position::parse(&game, &format!("{board} w - - - -")).unwrap(), "c1")
    };
    let rook = "(K)4/5/5/(R)4/2[K]2";
    assert_eq!(leaps("D", rook, "binds"), ["c1b1", "c1d1", "c1e1"], "R157: c2 is attacked");
    assert!(leaps("D", rook, "does not bind").contains(&"c1c3".to_owned()), "R157");
    // Of two squares halfway one has to be safe.
    assert_eq!(leaps("N", "(K)2(R)1/5/5/5/2[K]2", "binds"), ["c1a2", "c1b1", "c1b3", "c1c2"], "R157");
    assert_eq!(leaps("N", "(K)4/(B)4/5/5/2[K]2", "binds"), ["c1a2", "c1b1", "c1d3", "c1e2"], "R157");
    // A piece halfway does not matter.
    let own = leaps("D", "(K)4/5/5/2[P]2/2[K]2", "binds");
    assert!(own.contains(&"c1c3".to_owned()), "R157: {own:?}");
}

#[test]
fn a_piece_aimed_at_loses_its_travels_from_the_start() {
    let king = "W + D (moving) from start until aimed at + royal";
    let game = small(king, PAWN, "does not bind");
    let mut position = Position::parse(&game, "(R)1(K)1(B)/5/5/2[P]2/2[K]2 b - - - -").unwrap();
    play(&mut position, &["e5d4", "c2c3", "d4e5"]);
    assert!(turns_of(&position, "c1").contains(&"c1e1".to_owned()), "no line of the Bishop has led to it");
    let mut position = Position::parse(&game, "(R)1(K)2/5/5/2[P]2/2[K]2 b - - - -").unwrap();
    play(&mut position, &["a5a1", "c2c3", "a1a5"]);
    assert_eq!(turns_of(&position, "c1"), ["c1b1", "c1c2", "c1d1"], "R52");
    assert!(position.to_string().ends_with(" c1"), "{position}");
}

#[test]
fn positions_without_room_for_it_are_refused() {
    let text = "id = 'own'\nname = 'Own'\nauthor = 'Test'\nyear = 2024\npieces = ['King']\n[board]\nfiles = 4\nranks = 4\n\
                [array]\nranks = '''\n. K . .\n'''\n[piece.King]\nability = 'W + D from start; royal'\ndescription = 'It.'\n";
    let error = beaufort_rules::load_game("own.toml", text, &beaufort_rules::builtin::source).unwrap_err();
    assert!(error.to_string().contains("no place for `from start`"), "{error}");
}

/// Returns a game with one rank of pieces a side and these castlings, on a board of 8x4.
fn castles(castling: &str, check: &str) -> Result<Arc<Game>, String> {
    let text = format!(
        "id = 'own'\nname = 'Own'\nauthor = 'Test'\nyear = 2024\nsides = ['White', 'Black']\n\
         pieces = ['King', 'Queen', 'Rook', 'Bishop']\nnotation = 'algebraic'\ncastling = [{castling}]\n\
         [board]\nfiles = 8\nranks = 4\n[array]\nsymmetry = 'mirror'\nranks = 'R . . Q K . . R'\n\
         [ending]\ncheck = '{check}'\n"
    );
    let definition = beaufort_rules::load_game("own.toml", &text, &beaufort_rules::builtin::source);
    definition.map(|definition| Arc::new(Game::from(definition))).map_err(|errors| errors.to_string())
}

const RANGE: &str = "{ letter = 'K', text = 'O-O', king = ['e1', 'f1-h1'], rook = 'h1' }, \
                     { letter = 'Q', text = 'O-O-O', side = 'White', king = ['d1', 'b1'], rook = ['a1', 'c1'] }";

/// Returns the texts of the castlings of a position.
fn castlings(game: &Arc<Game>, text: &str) -> Vec<String> {
    let position = Position::parse(game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let notation = beaufort_rules::Notation::new(&position);
    let texts: Vec<String> = notation.iter().map(|(_, text)| text.to_owned()).collect();
    for text in &texts {
        let turn = notation.read(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(position.read_coordinates(&position.coordinates(turn)), Ok(turn));
    }
    texts.into_iter().filter(|text| text.starts_with('O')).collect()
}

#[test]
fn a_castling_may_end_on_several_squares() {
    let game = castles(RANGE, "binds").unwrap();
    let initial = Position::initial(&game);
    assert_eq!(initial.to_string(), "(R)2(Q)(K)2(R)/8/8/[R]2[Q][K]2[R] w KQk - - -");
    let all = ["O-O-f1", "O-O-g1", "O-O-h1", "O-O-O"];
    assert_eq!(castlings(&game, "4(K)3/8/8/[R]2[Q][K]2[R] w KQ - - -"), all, "R54");
    assert_eq!(castlings(&game, "4(K)2(R)/8/8/4[K]3 b k - - -"), ["O-O-f4", "O-O-g4", "O-O-h4"]);
    assert_eq!(castlings(&game, "3(K)4/8/8/4[K]1[Q][R] w K - - -"), [""; 0], "something is between");
    for (turn, after) in [
        ("O-O-f1", "4(K)3/8/8/[R]2[Q][R][K]2 b Q - - -"),
        ("O-O-g1", "4(K)3/8/8/[R]2[Q]1[R][K]1 b Q - - -"),
        ("O-O-h1", "4(K)3/8/8/[R]2[Q]2[R][K] b Q - - -"),
        ("O-O-O", "4(K)3/8/8/1[Q][R]1[K]2[R] b K - - -"),
    ] {
        let mut position = Position::parse(&game, "4(K)3/8/8/[R]2[Q][K]2[R] w KQ - - -").unwrap();
        let turn = position.read_turn(turn).unwrap();
        position.play(turn).unwrap();
        assert_eq!(position.to_string(), after);
    }
}

#[test]
fn only_a_royal_piece_may_not_castle_through_an_attack() {
    let at = "3(K)2(R)1/8/8/[R]2[Q][K]2[R] w KQ - - -";
    assert_eq!(castlings(&castles(RANGE, "binds").unwrap(), at), ["O-O-f1", "O-O-O"], "R54");
    let at = "2(R)(K)4/8/8/[R]2[Q][K]2[R] w Q - - -";
    assert_eq!(castlings(&castles(RANGE, "binds").unwrap(), at), ["O-O-O"], "R53: a Queen may");
    let all = ["O-O-f1", "O-O-g1", "O-O-h1", "O-O-O"];
    let at = "3(K)2(R)1/8/8/[R]2[Q][K]2[R] w KQ - - -";
    assert_eq!(castlings(&castles(RANGE, "does not bind").unwrap(), at), all, "R40");
    let at = "(K)2(R)4/8/8/[R]2[Q][K]2[R] w KQ - - -";
    assert_eq!(castlings(&castles(RANGE, "binds").unwrap(), at).len(), 4);
    let exposed = "(K)7/8/8/[R]2[Q][K]2(R) w Q - - -";
    assert_eq!(castlings(&castles(RANGE, "binds").unwrap(), exposed), [""; 0], "the King is in check");
}

#[test]
fn wrong_castlings_are_refused() {
    for (castling, message) in [
        ("letter = 'K', text = 'O-O', king = ['e1', 'h1-f1'], rook = 'h1'", "from left to right"),
        ("letter = 'K', text = 'O-O', king = ['e1', 'f1-h2'], rook = 'h1'", "from left to right"),
        ("letter = 'K', text = 'O-O', king = ['e1', 'f1-h1'], rook = ['h1', 'e1']", "`rook` is one square"),
        ("letter = 'K', text = 'O-O', king = ['e1', 'd1-f1'], rook = 'h1'", "does not go anywhere"),
        ("letter = 'K', text = 'O-O', king = ['e1', 'e1-f1'], rook = 'h1'", "does not go anywhere"),
        ("letter = 'K', text = 'O-O', king = ['e1', 'g1'], rook = 'h1', side = 'Red'", "`Red` is not a side"),
        (
            "letter = 'K', text = 'O-O', king = ['e1', 'g1'], rook = 'h1', side = 'Black'",
            "the second player has no piece on e1",
        ),
    ] {
        let result = castles(&format!("{{ {castling} }}"), "binds");
        let error = result.expect_err(castling);
        assert!(error.contains(message), "{castling}: {error}");
    }
}

/// Returns a game with a Prince and a Pawn, which may both go two squares ahead, and these forms of `en-passant`.
fn princes(prince: &str, pawn: &str) -> Arc<Game> {
    crate::support::own(&format!(
        "id = 'own'\nname = 'Own'\nauthor = 'Test'\nyear = 2024\npieces = ['King', 'Prince', 'Pawn']\n\
         notation = 'algebraic'\n[board]\nfiles = 6\nranks = 8\n\
         [array]\nsymmetry = 'mirror'\nranks = '''\nP . . . . P\n. I K . . .\n'''\n\
         [piece.Prince]\nid = 'I'\nability = 'W + F + forward R2 (moving) + {prince}'\ndescription = 'It.'\n\
         [piece.Pawn]\nability = 'forward R2 (moving) + forward F (capturing) + {pawn}'\ndescription = 'It.'\n"
    ))
}

/// Returns the captures in passing after a turn, in coordinates.
fn in_passing(game: &Arc<Game>, text: &str, turn: &str) -> Vec<String> {
    let mut position = Position::parse(game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    play(&mut position, &[turn]);
    let again = Position::parse(game, &position.to_string());
    assert_eq!(again.as_ref(), Ok(&position));
    let fen = position.fen().expect("its ids are letters");
    assert_eq!(Position::parse(game, &fen).as_ref(), Ok(&position));
    let turns = position.legal_turns().into_iter().filter(|turn| turn.first.kind == StepKind::EnPassant);
    let mut texts: Vec<String> = turns.map(|turn| position.coordinates(turn)).collect();
    texts.sort_unstable();
    texts
}

/// The Prince and the Pawn of Metamachy take each other in passing.
#[test]
fn pieces_of_other_kinds_are_taken_in_passing() {
    let prince = "6/2(K)3/6/1(P)1(I)2/6/2[I]3/6/5[K] w - - - -";
    let pawn = "6/2(K)3/6/1(P)1(I)2/6/2[P]3/6/5[K] w - - - -";
    let mutual = princes("en-passant on enemies", "en-passant on enemies");
    assert_eq!(in_passing(&mutual, prince, "c3c5"), ["b5c4", "d5c4:en-passant@c5"], "R55");
    assert_eq!(in_passing(&mutual, pawn, "c3c5"), ["b5c4", "d5c4:en-passant@c5"], "R55");
    let plain = princes("en-passant", "en-passant");
    assert_eq!(in_passing(&plain, prince, "c3c5"), ["d5c4:en-passant@c5"], "L48");
    assert_eq!(in_passing(&plain, pawn, "c3c5"), ["b5c4"], "L48");
    let one = princes("en-passant on enemies on row 5", "en-passant");
    assert_eq!(in_passing(&one, pawn, "c3c5"), ["b5c4", "d5c4:en-passant@c5"], "the rows of the taker: R55");
    let none = princes("en-passant on enemies on row 1 to 4", "en-passant on row 6");
    assert_eq!(in_passing(&none, prince, "c3c5"), [""; 0], "R55");
}

/// The King of Metamachy leaps two squares on its first move, over whatever stands between.
#[test]
fn the_first_leap_of_metamachys_king() {
    let king = "W + F + D (moving) from start + N (moving) from start + A (moving) from start + royal";
    let mut position = Position::initial(&small(king, PAWN, "binds"));
    // The Bishop on e5 covers b2 and c3, other pieces stand on a1, a2, e1 and e2.
    let all = ["c1a3", "c1b1", "c1b3", "c1c2", "c1d1", "c1d2", "c1d3", "c1e3"];
    assert_eq!(turns_of(&position, "c1"), all, "R50");
    play(&mut position, &["c1d3", "a4a3"]);
    assert!(turns_of(&position, "d3").iter().all(|text| !["d3b3", "d3c5"].contains(&text.as_str())), "R50");
}
