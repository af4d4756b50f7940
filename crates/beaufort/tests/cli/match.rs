use std::fs;
use std::path::Path;

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
    assert!(result.contains("\nscore    100.0%\n") && result.contains("\npairs    0 0 0 0 2  "), "{result}");
    assert!(result.contains("\nElo      +inf, 95% between -188 and +inf\n"), "{result}");
    assert!(result.ends_with("\nillegal  0\noverruns 0\nfailures 0\n"), "{result}");
    let progress = String::from_utf8(first.stderr).unwrap();
    assert!(progress.ends_with("4 of 4 games: 4-0-0, 100.0%\n"), "{progress}");

    let records = fs::read_to_string(folder.path().join("games.txt")).unwrap();
    assert_eq!(records.matches("[Blue \"random\"]").count(), 2);
    let mut check = beaufort("record check games.txt");
    check.current_dir(&folder);
    assert_eq!(stdout(check).lines().count(), 4);

    // All but the speed, which depends on the machine.
    let lines = |text: &str| {
        text.lines().filter(|line| !line.starts_with("nodes/s")).map(str::to_owned).collect::<Vec<_>>()
    };
    let again = String::from_utf8(run().stdout).unwrap();
    assert_eq!(lines(&again), lines(&result), "the same seed gives the same games");
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
            "error: `x` is no value of `time`\nhint: expected seconds, as in `time=0.1`\n",
        ),
        (
            "match scirocco engine:level=foo greedy",
            "error: `foo` is no value of `level`\nhint: expected one of the levels: beginner, ",
        ),
        (
            "match scirocco engine:speed=3 greedy",
            "error: `speed` is not a setting of the engine\nhint: expected `time`, `nodes`, ",
        ),
        (
            "match scirocco engine:depth greedy",
            "error: `depth` is not a setting with a value\nhint: expected NAME=VALUE\n",
        ),
        (
            "match scirocco random greedy --resign movecount=0",
            "error: invalid value 'movecount=0' for '--resign <RULE>': `0` is no value of `movecount`: expected 1 to 1000\n",
        ),
        ("match scirocco random greedy --games 3", "error: invalid value '3' for '--games <N>'"),
        ("match scirocco uci:/no/such/engine random", "error: engine cannot start `/no/such/engine`: "),
        (
            "match scirocco random greedy --sprt elo0=5,elo1=5",
            "error: invalid value 'elo0=5,elo1=5' for '--sprt <TEST>': elo0 must be less than elo1\n",
        ),
        ("match scirocco random greedy --draw turns=5", "error: invalid value 'turns=5' for '--draw <RULE>'"),
    ] {
        let (status, error) = stderr(beaufort(arguments));
        assert_eq!(status, Some(2), "{arguments}: {error}");
        assert!(error.starts_with(expected), "{arguments}: {error}");
    }
}

#[test]
fn a_test_ends_the_match() {
    let result = stdout(beaufort(
        "match scirocco engine:nodes=200 random --games 1000 --sprt elo0=0,elo1=200 --max-plies 400",
    ));
    assert!(result.contains(": +200 Elo rather than +0\n"), "{result}");
    let games: u32 = result.lines().nth(1).unwrap().trim_start_matches("games").trim().parse().unwrap();
    assert!((4..100).contains(&games), "{result}");
}

#[test]
fn what_both_players_see_ends_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = beaufort(
        "match scirocco engine:depth=1 engine:depth=1,hash=1 --games 2 --draw movenumber=0,movecount=1,score=1000000 \
         --random-plies 4 --records games.txt",
    );
    command.current_dir(&folder);
    assert!(stdout(command).contains("\nW-D-L    0-2-0\n"));
    let records = fs::read_to_string(folder.path().join("games.txt")).unwrap();
    assert_eq!(records.matches("both players see a draw}").count(), 2, "{records}");
}

#[test]
fn a_match_goes_on_where_it_was_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let mut command =
            beaufort(&format!("match scirocco engine:nodes=100 greedy --max-plies 60 {arguments}"));
        command.current_dir(&folder);
        command
    };
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let whole = stdout(run("--games 6 --threads 1 --records whole.txt"));
    stdout(run("--games 4 --state match.state"));
    let mut state = read("match.state");
    assert_eq!(state.lines().count(), 5);
    // One game of a pair is missing, and the next was cut off when the program crashed.
    let last = state.trim_end().rfind('\n').unwrap();
    state.truncate(last + 100);
    fs::write(folder.path().join("match.state"), state).unwrap();
    let resumed = stdout(run("--games 6 --state match.state --records resumed.txt"));
    let without_speed = |text: &str| {
        text.lines().filter(|line| !line.starts_with("nodes/s")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_speed(&resumed), without_speed(&whole));
    assert_eq!(read("resumed.txt"), read("whole.txt"));
    assert_eq!(read("match.state").lines().count(), 7);
    matches_are_pooled(folder.path());

    let (status, error) = stderr(run("--games 6 --state match.state --seed 2"));
    assert_eq!(status, Some(2));
    assert_eq!(
        error,
        "error: `match.state` is the state of another match: `--seed` is `1` there and `2` here\n\
         hint: go on with the same settings, or name another file with --state\n"
    );
    fs::write(folder.path().join("other.state"), "something else\n").unwrap();
    let (_, error) = stderr(run("--state other.state"));
    assert_eq!(error, "error: other.state, line 1: this is not the state of a match\n");
    fs::create_dir(folder.path().join("folder")).unwrap();
    let (status, error) = stderr(run("--state folder"));
    assert_eq!(status, Some(1));
    assert!(error.starts_with("error: cannot write `folder`: "), "{error}");
}

/// Pools the match of six games in `match.state` with a copy of itself, and rejects files that are not states.
fn matches_are_pooled(folder: &Path) {
    let run = |arguments: &str| {
        let mut command = beaufort(&format!("pool {arguments}"));
        command.current_dir(folder);
        command
    };
    let one = stdout(run("match.state"));
    fs::copy(folder.join("match.state"), folder.join("copy.state")).unwrap();
    let both = stdout(run("match.state copy.state --sprt elo0=0,elo1=10"));
    // A number that no game has is a mistake, and one that is too large does not end the program.
    let state = fs::read_to_string(folder.join("match.state")).unwrap();
    fs::write(folder.join("copy.state"), state.replacen("\"points\":", "\"points\":25", 1)).unwrap();
    assert_eq!(
        stderr(run("copy.state")),
        (Some(2), "error: copy.state, line 2: this is not the state of a match\n".to_owned())
    );
    let vast = state.replace("\"secs\":0", &format!("\"secs\":{}", u64::MAX));
    assert_ne!(vast, state);
    fs::write(folder.join("copy.state"), vast).unwrap();
    stdout(run("copy.state match.state"));
    let row = |text: &str, label: &str| {
        let row = text.lines().find(|line| line.starts_with(label)).unwrap();
        row[label.len()..].trim().to_owned()
    };
    assert!(one.starts_with("match.state: scirocco, 6 games, "), "{one}");
    assert_eq!((row(&one, "games"), row(&both, "games")), ("6".to_owned(), "12".to_owned()));
    let pairs = |text: &str| -> Vec<u32> {
        row(text, "pairs").split(' ').take(5).map(|pairs| pairs.parse().unwrap()).collect()
    };
    assert_eq!(pairs(&both), pairs(&one).iter().map(|pairs| 2 * pairs).collect::<Vec<_>>());
    assert!(row(&both, "SPRT").starts_with("LLR "), "{both}");

    fs::write(folder.join("empty.state"), "").unwrap();
    for (file, reason) in [
        ("empty.state", "error: empty.state, line 1: this is not the state of a match\n"),
        ("nothing.state", "error: cannot read `nothing.state`: "),
    ] {
        let (status, error) = stderr(run(&format!("match.state {file}")));
        assert!(status == Some(2) && error.starts_with(reason), "{error}");
    }
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let run = |text: &str| {
        fs::write(folder.path().join("openings.txt"), text).unwrap();
        let mut command = beaufort("match orthochess greedy random --games 2 --openings openings.txt");
        command.current_dir(&folder);
        command
    };
    // The first side mates at once, by chance or not.
    let result = stdout(run("# a comment\n\n7k/R7/1R6/8/8/8/8/K7 w - - 0 1\n"));
    assert!(result.contains("\ngames    2\n"), "{result}");
    for (text, expected) in [
        ("\n", "error: `openings.txt` holds no positions\n"),
        ("x\n", "error: openings.txt, line 1: "),
        (
            "\n7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n",
            "error: openings.txt, line 2: the game is over in this position\n",
        ),
    ] {
        let (status, error) = stderr(run(text));
        assert!(status == Some(2) && error.starts_with(expected), "{error}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_match_with_the_result_so_far() {
    use std::io::{BufRead as _, BufReader};
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_beaufort"))
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
    assert!(String::from_utf8(output.stdout).unwrap().contains("\nfailures 0\n"));
}
