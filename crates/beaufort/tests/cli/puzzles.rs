use std::fs;

use beaufort_lab::puzzles::Puzzle;
use beaufort_rules::{Position, builtin};

use crate::{beaufort, stderr, stdout};

/// A search of a few seconds.
const SMALL: &str = "puzzles orthochess --games 64 --seed 4 --count 4 --nodes 3000";

#[test]
fn puzzles_are_the_same_on_any_number_of_threads_and_can_be_solved() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = beaufort(&format!("{SMALL} --threads 2 --out chess.toml"));
    let (status, told) = stderr({
        command.current_dir(&folder);
        command
    });
    assert_eq!(status, Some(0), "{told}");
    let text = fs::read_to_string(folder.path().join("chess.toml")).unwrap();
    assert_eq!(text, stdout(beaufort(&format!("{SMALL} --threads 1"))));
    let heading = "# Puzzles of Orthodox chess, the easiest first. Made by\n# `beaufort puzzles orthochess --games 64 --seed 4 \
                   --nodes 3000 --count 4`.\n\n[[puzzle]]\n";
    assert!(text.starts_with(heading), "{text}");

    let puzzles = Puzzle::read_toml(&text).unwrap();
    assert!(told.starts_with(&format!("puzzles: {}, games: ", puzzles.len())), "{told}");
    assert!((1..=4).contains(&puzzles.len()) && puzzles.is_sorted_by_key(|puzzle| puzzle.grade), "{text}");
    let game = builtin::game("orthochess").unwrap();
    for Puzzle { position, solution, grade } in puzzles {
        let mut position = Position::parse(&game, &position).unwrap();
        assert!(solution.len() % 2 == 1 && solution.len() <= 9 && (1..=5).contains(&grade));
        for text in solution {
            let turn = position.read_turn(&text).unwrap();
            position.play(turn).unwrap();
        }
    }
}

#[test]
fn puzzles_are_found_in_the_games_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let mut command = beaufort(arguments);
        command.current_dir(&folder);
        command
    };
    let train = "train orthochess --games 64 --seed 4 --hidden 0 --epochs 1 --data chess.jsonl";
    run(train).assert().success();
    let found = |arguments: &str| {
        let text = stdout(run(arguments));
        text.split_once("\n\n").map(|(_, puzzles)| puzzles.to_owned()).unwrap()
    };
    let of_file = SMALL.replace("--games 64 --seed 4", "--data chess.jsonl");
    assert_eq!(found(&of_file), found(SMALL), "the same games have the same puzzles");

    // Whoever wrote half a line, another file or another game: the error tells the place, and nothing is written.
    let games = fs::read_to_string(folder.path().join("chess.jsonl")).unwrap();
    let heading = games.lines().next().unwrap();
    let (start, rest) = games.split_once("\"turns\":\"").unwrap();
    for (text, expected) in [
        ("my diary\n".to_owned(), "bad.jsonl:1:1: not the data of a self-play: expected value"),
        (
            format!("{heading}\n{{\"n\":0}}\n"),
            "bad.jsonl:2:7: not a game of a self-play: missing field `start`",
        ),
        (format!("{start}\"turns\":\"e9e9 {rest}"), "bad.jsonl: game "),
    ] {
        fs::write(folder.path().join("bad.jsonl"), text).unwrap();
        let bad = of_file.replace("chess.jsonl", "bad.jsonl") + " --out bad.toml";
        let (status, error) = stderr(run(&bad));
        assert_eq!(status, Some(2), "{error}");
        assert!(error.starts_with(&format!("error: {expected}")), "{error}");
        assert!(!folder.path().join("bad.toml").exists());
    }
    let (status, error) = stderr(run(&of_file.replace("orthochess", "scirocco")));
    assert_eq!(status, Some(2), "{error}");
    assert!(error.starts_with("error: chess.jsonl: game 0: `"), "{error}");
    fs::write(folder.path().join("none.jsonl"), format!("{heading}\n")).unwrap();
    let (status, error) = stderr(run(&of_file.replace("chess.jsonl", "none.jsonl")));
    let expected = "error: there is no puzzle in 0 games\nhint: more games have more puzzles\n";
    assert_eq!((status, error.as_str()), (Some(2), expected));
}

#[test]
fn what_is_out_of_bounds_is_refused() {
    for (option, expected) in [
        ("--count 0", "0 is not in 1..=10000"),
        ("--nodes 10", "10 is not in 1000..=1000000000"),
        ("--data x --games 3", "cannot be used with"),
    ] {
        let (status, error) = stderr(beaufort(&format!("puzzles scirocco {option}")));
        assert_eq!(status, Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}
