use std::fs;

use crate::{beaufort, stderr, stdout};

#[test]
fn the_engine_beats_chance() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        "match scirocco engine:nodes=300 random --games 4 --seed 3 --threads 2 --records games.txt";
    let run = || {
        let mut command = beaufort(arguments);
        command.current_dir(&folder);
        command.output().unwrap()
    };
    let first = run();
    let result = String::from_utf8(first.stdout).unwrap();
    assert!(
        result.starts_with("engine:nodes=300 against random: Scirocco, seed 3\ngames    4\n"),
        "{result}"
    );
    assert!(result.contains("\nscore    100.0%\npairs    0 0 0 0 2  "), "{result}");
    assert!(result.contains("\nElo      +inf, 95% between +"), "{result}");
    assert!(result.ends_with("\nillegal  0\noverruns 0\n"), "{result}");
    let progress = String::from_utf8(first.stderr).unwrap();
    assert!(progress.ends_with("4 of 4 games: 4-0-0, 100.0%\n"), "{progress}");

    let records = fs::read_to_string(folder.path().join("games.txt")).unwrap();
    assert_eq!(records.matches("[Blue \"random\"]").count(), 2);
    let mut check = beaufort("record check games.txt");
    check.current_dir(&folder);
    assert_eq!(stdout(check).lines().count(), 4);

    assert_eq!(String::from_utf8(run().stdout).unwrap(), result, "the same seed gives the same games");
    assert_eq!(fs::read_to_string(folder.path().join("games.txt")).unwrap(), records);
}

#[test]
fn long_games_are_draws() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = beaufort("match scirocco random random --games 2 --max-plies 3 --records games.txt");
    command.current_dir(&folder);
    assert!(stdout(command).contains("\nW-D-L    0-2-0\n"));
    let records = fs::read_to_string(folder.path().join("games.txt")).unwrap();
    assert_eq!(records.matches("{a draw after 3 turns} 1/2-1/2\n").count(), 2, "{records}");
}

#[test]
fn bad_players_and_numbers() {
    for (arguments, expected) in [
        ("match scirocco engine", "error: a match needs two players\nhint: name them after the game"),
        ("match engine random", "error: there is no game `engine`"),
        ("match scirocco engine gredy", "error: there is no player `gredy`\nhint: players are `random`"),
        ("match scirocco random:time=1 greedy", "error: `random` has no settings\n"),
        (
            "match scirocco engine:time=x greedy",
            "error: `time=x` is not a setting of the engine\nhint: expected seconds, as in `time=0.1`\n",
        ),
        ("match scirocco random greedy --games 3", "error: invalid value '3' for '--games <N>'"),
    ] {
        let (status, error) = stderr(beaufort(arguments));
        assert_eq!(status, Some(2), "{arguments}: {error}");
        assert!(error.starts_with(expected), "{arguments}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_match_with_the_result_so_far() {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};

    let mut child = Command::new(assert_cmd::cargo::cargo_bin("beaufort"))
        .args(["match", "scirocco", "random", "random", "--games", "1000000", "--max-plies", "20"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("2 of 1000000 games: "));
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    lines.for_each(drop);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("\noverruns 0\n"));
}
