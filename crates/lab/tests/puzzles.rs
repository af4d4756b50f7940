//! The puzzles of the repository.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::sync::Arc;

use beaufort_engine::{Engine, Evaluation, Limits, Options, Signal};
use beaufort_lab::puzzles::{Puzzle, PuzzleMiner, PuzzleTerms, Theme};
use beaufort_lab::selfplay::{PlayedGame, SelfPlayGame};
use beaufort_rules::{Game, Position, builtin};

/// The games that have puzzles.
const GAMES: [&str; 4] = ["scirocco", "typhoon", "jupiter", "larger-board"];
/// The least number of puzzles of each.
const MIN_PUZZLES: usize = 100;

/// The size of a file that a client loads at once, in bytes.
const MAX_FILE_BYTES: usize = 100_000;
/// The engine is given one puzzle of this number.
const SAMPLE: usize = 20;
/// The nodes that it has for each.
const NODES: u64 = 20_000;
/// The share of these that it must solve, in percent: fewer nodes than the puzzles were found with may miss some.
const MIN_SOLVED: usize = 70;

/// Returns the game and its puzzles.
fn load(id: &str) -> (Arc<Game>, Vec<Puzzle>) {
    (builtin::game(id).unwrap(), Puzzle::builtin(id))
}

#[test]
fn there_are_puzzles_of_all_grades() {
    assert!(Puzzle::builtin_ids().eq(GAMES));
    assert_eq!(Puzzle::builtin("chess"), []);
    for id in GAMES {
        let (_, puzzles) = load(id);
        let bytes =
            beaufort_games::find(beaufort_games::PUZZLES, id).expect("the game has puzzles").text.len();
        assert!(bytes < MAX_FILE_BYTES, "{id}: {bytes} bytes");
        assert!(puzzles.len() >= MIN_PUZZLES, "{id}: {}", puzzles.len());
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.grade), "{id}");
        for grade in 1..=5 {
            let count = puzzles.iter().filter(|puzzle| puzzle.grade == grade).count();
            assert!(count >= 1, "{id} has {count} puzzles of grade {grade}");
        }
        let positions: HashSet<&str> = puzzles.iter().map(|puzzle| puzzle.position.as_str()).collect();
        assert_eq!(positions.len(), puzzles.len(), "{id}: a position comes twice");
    }
}

#[test]
fn every_solution_is_legal_and_written_as_turns_are() {
    for id in GAMES {
        let (game, puzzles) = load(id);
        for Puzzle { position: start, solution, .. } in puzzles {
            let mut position = Position::parse(&game, &start).unwrap();
            assert_eq!(position.to_string(), start, "{id}");
            assert!(solution.len() % 2 == 1 && solution.len() <= 9, "{id}: {solution:?}");
            for text in &solution {
                assert_eq!(position.verdict(), None, "{id}: {solution:?} in {start}");
                let turn = position.read_turn(text).unwrap();
                assert_eq!(position.turn_text(turn).as_deref(), Some(text.as_str()), "{id}: {start}");
                position.play(turn).unwrap();
            }
        }
    }
}

/// `UPDATE=1 cargo test -p beaufort-lab --test puzzles` writes them.
#[test]
fn the_themes_are_those_of_the_solutions() {
    for id in GAMES {
        let path = format!("{}/../../games/puzzles/{id}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        let (game, mut puzzles) = load(id);
        for puzzle in &mut puzzles {
            let start = Position::parse(&game, &puzzle.position).unwrap();
            puzzle.themes = Theme::of_solution(&start, &puzzle.solution).unwrap();
        }
        let (comment, _) = text.split_once("[[puzzle]]").unwrap();
        let right = format!("{comment}{}", Puzzle::to_toml(&puzzles));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(path, right).unwrap();
        } else {
            assert!(text == right, "the themes of {id} are out of date: UPDATE=1 writes them");
        }
    }
}

#[test]
fn the_themes_of_a_solution_are_what_its_turns_do() {
    let game = builtin::game("scirocco").unwrap();
    let rook = "[K]8(K)/1(P)8/10/10/[R]2(C)6/10/10/10/10/10 b";
    for (text, line, expected) in [
        (rook, &["Rxd6"][..], &[][..]),
        ("[K]8(K)/1(P)8/10/10/[R]9/10/10/10/10/10 b", &["R-j6"], &[Theme::Quiet, Theme::Check]),
        (rook, &["Rxd6", "K-i10", "R-i6"], &[Theme::Check]),
        ("5(R)3(K)/9(P)/10/10/5(N)4/4[Ge]5/10/10/10/[K][P]8 b", &["Gex!f6"], &[Theme::Afar]),
        ("9(K)/1(P)8/10/10/5[Der]4/4[P]5/10/10/10/[K]9 b", &["P-g7"], &[Theme::Quiet, Theme::Lent]),
    ] {
        let start = Position::parse(&game, text).unwrap();
        let line: Vec<String> = line.iter().map(|&turn| turn.to_owned()).collect();
        assert_eq!(Theme::of_solution(&start, &line).unwrap(), expected, "{line:?} in {text}");
    }
    let start = Position::parse(&game, rook).unwrap();
    assert_eq!(Theme::of_solution(&start, &["R-b7".to_owned()]), None);
}

#[test]
fn the_engine_finds_the_first_turn() {
    for id in GAMES {
        let (game, puzzles) = load(id);
        let mut engine = Engine::new(Arc::clone(&game), Options::with_hash(4));
        let sample: Vec<Puzzle> = puzzles.into_iter().step_by(SAMPLE).collect();
        let mut solves = |Puzzle { position, solution, .. }: &Puzzle| {
            let position = Position::parse(&game, position).unwrap();
            engine.new_game();
            let found = engine.search(&position, Limits::nodes(NODES), &Signal::new(), |_| {}).turn;
            found == Some(position.read_turn(&solution[0]).unwrap())
        };
        let solved = sample.iter().filter(|puzzle| solves(puzzle)).count();
        assert!(100 * solved >= MIN_SOLVED * sample.len(), "{id}: {solved} of {}", sample.len());
    }
}

#[test]
fn a_game_that_was_played_elsewhere_has_puzzles() {
    let game = builtin::game("orthochess").unwrap();
    let evaluation = Arc::new(Evaluation::new(&game));
    let played = |texts: &str| {
        let mut position = Position::initial(&game);
        let turns = texts.split(' ').map(|text| {
            let turn = position.read_turn(text).unwrap();
            position.play_unchecked(turn);
            turn
        });
        PlayedGame { turns: turns.collect(), start: Position::initial(&game), won: None }
    };
    // In the second game Black takes the Queen and is mated: the trap of Légal.
    let games = [played("e4 e5 Nf3 Nc6"), played("e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Bxf7+ Ke7 Nd5#")];
    let scored = SelfPlayGame::of_played(&games, &evaluation, 2, &Signal::new());
    assert_eq!(scored.iter().map(|game| game.number).collect::<Vec<_>>(), [0, 1]);
    assert!(scored.iter().all(|game| game.scores.iter().all(Option::is_some)));
    let terms = PuzzleTerms { count: 10, nodes: 4_000, themes: Vec::new() };
    let mut miner = PuzzleMiner::new(&game, &evaluation, terms);
    miner.mine(&scored, 2, &Signal::new(), |_| {}).unwrap();
    let found = miner.finish_with_games();
    let [(1, puzzle)] = &found[..] else { panic!("{found:?}") };
    assert_eq!(puzzle.solution, ["Bxf7+", "Ke7", "Nd5#"]);
}
