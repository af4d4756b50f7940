use std::fs;
use std::process::Command;

use beaufort_lab::puzzles::Puzzle;
use beaufort_rules::{Position, builtin};
use tempfile::TempDir;

use crate::{beaufort, stderr, stdout};

/// Three games of self-play as version 0.1 kept them, each a few turns long. In the first Black's Knight leaves the square on which it guards against a
/// mate in two; in the second Black's Queen goes where a fork finds her; the third is the first with sides exchanged.
const GAMES: &str = concat!(
    r#"{"self-play":{"evaluation":"00000000","game":"orthochess","max_plies":1000,"nodes":400,"opening":12,"seed":1}}"#,
    "\n",
    r#"{"n":0,"won":0,"start":"(R)5(K)1/5(P)(P)(P)/2(N)5/8/8/3[Q]4/1(Q)3[P][P][P]/3[R]2[K]1 b - - - -","#,
    r#""turns":"c6e5 d3d8 a8d8 d1d8","scores":[300,1000,null,null]}"#,
    "\n",
    r#"{"n":1,"won":0,"start":"6(K)1/(P)2(Q)1(P)(P)(P)/8/3[N]4/4[P]3/8/[P]4[P][P][P]/[R]6[K] b - - - -","#,
    r#""turns":"d7c8 d5e7 g8f8 e7c8","scores":[0,800,null,null]}"#,
    "\n",
    r#"{"n":2,"won":1,"start":"3(R)2(K)1/1[Q]3(P)(P)(P)/3(Q)4/8/8/2[N]5/5[P][P][P]/[R]5[K]1 w - - - -","#,
    r#""turns":"c3e4 d6d1 a1d1 d8d1","scores":[300,1000,null,null]}"#,
    "\n",
);
/// The command that finds the puzzles in them.
const OF_FILE: &str = "puzzles orthochess --data games.jsonl --count 4 --nodes 100000";

/// Returns a temporary folder with the games.
fn folder_of_games() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.jsonl"), GAMES).unwrap();
    folder
}

/// Returns a command that runs in a folder.
fn command_in(folder: &TempDir, arguments: &str) -> Command {
    let mut command = beaufort(arguments);
    command.current_dir(folder);
    command
}

#[test]
fn puzzles_are_the_same_on_any_number_of_threads_and_can_be_solved() {
    let folder = folder_of_games();
    let (status, told) = stderr(command_in(&folder, &format!("{OF_FILE} --threads 2 --out chess.toml")));
    assert_eq!((status, told.as_str()), (Some(0), "puzzles: 2, games: 3\n"));
    let text = fs::read_to_string(folder.path().join("chess.toml")).unwrap();
    assert_eq!(text, stdout(command_in(&folder, &format!("{OF_FILE} --threads 1"))));
    let heading = "# Puzzles of Orthodox chess, the easiest first. Made by\n# `beaufort puzzles orthochess --data games.jsonl \
                   --nodes 100000 --count 4`.\n\n[[puzzle]]\n";
    assert!(text.starts_with(heading), "{text}");

    let puzzles = Puzzle::read_toml(&text).unwrap();
    assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.grade), "{text}");
    let game = builtin::game("orthochess").unwrap();
    for Puzzle { position, solution, grade, .. } in &puzzles {
        let mut position = Position::parse(&game, position).unwrap();
        assert!((1..=5).contains(grade));
        for text in solution {
            let turn = position.read_turn(text).unwrap();
            position.play(turn).unwrap();
        }
    }
    let mut solutions: Vec<String> = puzzles.iter().map(|puzzle| puzzle.solution.join(" ")).collect();
    solutions.sort();
    assert_eq!(solutions, ["Ne7+ Kf8 Nxc8", "Qd8+ Rxd8 Rxd8#"]);
}

#[test]
fn only_puzzles_with_wanted_themes_are_kept() {
    let folder = folder_of_games();
    let text = stdout(command_in(&folder, &format!("{OF_FILE} --themes double,check")));
    assert!(text.contains("--count 4 --themes double,check`.\n"), "{text}");
    assert_eq!(Puzzle::read_toml(&text).unwrap().len(), 2, "{text}");
    let (status, error) = stderr(command_in(&folder, &format!("{OF_FILE} --themes double,swap")));
    assert_eq!(status, Some(2), "{error}");
    assert!(error.starts_with("error: there is no puzzle in 3 games"), "{error}");
}

/// Whether there are any puzzles in games that the engine plays depends on how well it plays them.
#[test]
fn games_that_are_played_have_the_puzzles_of_the_same_games_in_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let train = "train orthochess --games 64 --seed 4 --hidden 0 --epochs 1 --data chess";
    stdout(command_in(&folder, train));
    let outcome = |games: &str| {
        let output =
            command_in(&folder, &format!("puzzles orthochess {games} --nodes 3000")).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let puzzles = text.split_once("\n\n").map(|(_, puzzles)| puzzles.to_owned());
        (output.status.code(), puzzles, String::from_utf8(output.stderr).unwrap())
    };
    let played = outcome("--games 64 --seed 4");
    assert!(played.2.contains("games: 64") || played.2.contains("no puzzle in 64 games"), "{played:?}");
    assert_eq!(played, outcome("--data chess"));
}

#[test]
fn what_is_no_game_is_told_with_its_place() {
    let folder = folder_of_games();
    let run = |arguments: &str| command_in(&folder, arguments);
    // Half a line, another file, another game: the error names the place, and nothing is written.
    let heading = GAMES.lines().next().unwrap();
    let (start, rest) = GAMES.split_once("\"turns\":\"").unwrap();
    for (text, expected) in [
        ("my diary\n".to_owned(), "bad.jsonl:1:1: not the data of a self-play: expected value"),
        (
            format!("{heading}\n{{\"n\":0}}\n"),
            "bad.jsonl:2:7: not a game of a self-play: missing field `start`",
        ),
        (format!("{start}\"turns\":\"e9e9 {rest}"), "bad.jsonl: game "),
    ] {
        fs::write(folder.path().join("bad.jsonl"), text).unwrap();
        let bad = OF_FILE.replace("games.jsonl", "bad.jsonl") + " --out bad.toml";
        let (status, error) = stderr(run(&bad));
        assert_eq!(status, Some(2), "{error}");
        assert!(error.starts_with(&format!("error: {expected}")), "{error}");
        assert!(!folder.path().join("bad.toml").exists());
    }
    let (status, error) = stderr(run(&OF_FILE.replace("orthochess", "scirocco")));
    assert_eq!(status, Some(2), "{error}");
    assert!(error.starts_with("error: games.jsonl: game 0: `"), "{error}");
    fs::write(folder.path().join("none.jsonl"), format!("{heading}\n")).unwrap();
    let (status, error) = stderr(run(&OF_FILE.replace("games.jsonl", "none.jsonl")));
    let expected = "error: there is no puzzle in 0 games\nhint: more games have more puzzles\n";
    assert_eq!((status, error.as_str()), (Some(2), expected));
}

#[test]
fn what_is_out_of_bounds_is_refused() {
    for (option, expected) in [
        ("--count 0", "0 is not in 1..=10000"),
        ("--nodes 10", "10 is not in 1000..=1000000000"),
        ("--data x --games 3", "cannot be used with"),
        ("--themes magic", "the themes are quiet, check, several"),
    ] {
        let (status, error) = stderr(beaufort(&format!("puzzles scirocco {option}")));
        assert_eq!(status, Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}
