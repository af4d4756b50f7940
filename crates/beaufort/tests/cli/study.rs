use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::{TempDir, tempdir};

use crate::{beaufort, stderr, stdout};

/// A study of a few seconds.
const SMALL: &str = "study scirocco --games 3 --random-games 2 --nodes 30 --max-plies 60 --seed 5";

/// Returns a run in a folder.
fn at(folder: &Path, arguments: &str) -> Command {
    let mut command = beaufort(arguments);
    command.current_dir(folder);
    command
}

/// Returns a folder with the small study, made on so many threads.
fn small_study(threads: u32) -> TempDir {
    let folder = tempdir().unwrap();
    let told = stdout(at(folder.path(), &format!("{SMALL} --threads {threads}")));
    assert_eq!(told.replace('\\', "/"), "The report is in ./scirocco.md\n");
    folder
}

/// Returns the files of a report, one after the other.
fn report(folder: &TempDir) -> String {
    let files = ["scirocco.md", "scirocco/lengths.svg", "scirocco/set-ups.svg", "scirocco/promotions.svg"];
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    files.iter().map(|file| read(file)).collect::<String>() + &read("scirocco/turns.svg")
}

/// Returns the lines of the data in order: games are kept as they are finished.
fn games(folder: &TempDir) -> Vec<String> {
    let data = fs::read_to_string(folder.path().join("scirocco.jsonl")).unwrap();
    let mut lines: Vec<String> = data.lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[test]
fn the_report_has_its_parts() {
    let folder = small_study(2);
    let page = fs::read_to_string(folder.path().join("scirocco.md")).unwrap();
    let headings: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with('#') || line.starts_with("!["))
        .map(|line| line.split_once("](").map_or(line, |(_, file)| file))
        .collect();
    assert_eq!(
        headings,
        [
            "# Scirocco, studied",
            "## How long the games are",
            "scirocco/lengths.svg)",
            "## Who wins, and how",
            "## The set-up",
            "scirocco/set-ups.svg)",
            "## Captures",
            "## When it first happens",
            "scirocco/firsts.svg)",
            "## Promotions",
            "scirocco/promotions.svg)",
            "## Turns a position",
            "scirocco/turns.svg)",
            "## What the engine takes the pieces to be worth",
        ]
    );
    assert!(page.contains(&format!("\n    beaufort {SMALL_FULL}\n")), "{page}");
    assert!(page.contains("\n| random turns | 2 | "), "{page}");
    assert_eq!(games(&folder).len(), 6, "the plan and five games");
}

/// The small study with every setting, as the report tells it.
const SMALL_FULL: &str =
    "study scirocco --games 3 --random-games 2 --nodes 30 --seed 5 --opening 4 --max-plies 60";

#[test]
fn a_study_goes_on_where_it_was_stopped() {
    let (whole, torn) = (small_study(1), small_study(3));
    assert_eq!(games(&whole), games(&torn), "the same games on any number of threads");
    assert_eq!(report(&whole), report(&torn));

    let data = torn.path().join("scirocco.jsonl");
    let text = fs::read_to_string(&data).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&data, format!("{}\n{}\n{}", lines[0], lines[1], &lines[2][..lines[2].len() / 2])).unwrap();
    fs::remove_file(torn.path().join("scirocco.md")).unwrap();
    at(torn.path(), SMALL_FULL).assert().success();
    assert_eq!(games(&whole), games(&torn));
    assert_eq!(report(&whole), report(&torn));
}

#[test]
fn more_games_are_added_and_fewer_are_reported() {
    let folder = small_study(2);
    let more = SMALL.replace("--games 3", "--games 4");
    at(folder.path(), &more).assert().success();
    assert_eq!(games(&folder).len(), 7);
    let larger = report(&folder);
    at(folder.path(), SMALL).assert().success();
    assert_eq!(games(&folder).len(), 7);
    assert_eq!(report(&folder), report(&small_study(1)));
    assert_ne!(report(&folder), larger);
}

#[test]
fn games_of_other_settings_are_not_mixed() {
    let folder = small_study(2);
    let before = games(&folder);
    for (other, difference) in [
        ("--nodes 31", "nodes 30 instead of 31"),
        ("--seed 6 --max-plies 70", "max-plies 60 instead of 70, seed 5 instead of 6"),
    ] {
        let arguments = SMALL.replace("--nodes 30 --max-plies 60 --seed 5", "");
        let settings = ["--nodes 30", "--max-plies 60", "--seed 5"];
        let kept = settings.iter().filter(|setting| !other.contains(setting.split(' ').next().unwrap()));
        let arguments = kept.fold(format!("{arguments} {other}"), |all, setting| format!("{all} {setting}"));
        let (status, error) = stderr(at(folder.path(), &arguments));
        assert_eq!(status, Some(2), "{error}");
        assert_eq!(
            error,
            format!(
                "error: the games in `./scirocco.jsonl` have {difference}\n\
                 hint: name another file with --data, or give the settings of this one\n"
            )
        );
    }
    assert_eq!(games(&folder), before);
}

#[test]
fn games_of_another_engine_are_not_mixed() {
    let folder = small_study(2);
    let data = folder.path().join("scirocco.jsonl");
    let text = fs::read_to_string(&data).unwrap();
    fs::write(&data, text.replace("\"captures\":[", "\"captures\":[1")).unwrap();
    let (status, error) = stderr(at(folder.path(), &SMALL.replace("--games 3", "--games 4")));
    assert_eq!(status, Some(2), "{error}");
    assert!(
        error.starts_with("error: the games in `./scirocco.jsonl` are those of another engine"),
        "{error}"
    );
}

#[test]
fn what_is_no_data_is_told_and_left_alone() {
    let folder = tempdir().unwrap();
    let data = folder.path().join("mine.txt");
    let plan = "{\"study\":{\"game\":\"scirocco\",\"nodes\":30,\"seed\":5,\"opening\":4,\"max_plies\":60}}\n";
    for (text, expected) in [
        ("my diary\n".to_owned(), "error: mine.txt:1:1: not the data of a study: expected value"),
        (
            format!("{plan}{{\"by\":\"engine\"}}\n"),
            "error: mine.txt:2:15: not a game of a study: missing field `set_up`",
        ),
        (format!("{plan}1\n2"), "error: mine.txt:2:1: not a game of a study: invalid type: integer `1`"),
    ] {
        fs::write(&data, &text).unwrap();
        let (status, error) = stderr(at(folder.path(), &format!("{SMALL} --data mine.txt")));
        assert_eq!(status, Some(2), "{error}");
        assert!(error.starts_with(expected), "{error}");
        assert_eq!(fs::read_to_string(&data).unwrap(), text);
    }
}

#[test]
fn bad_numbers() {
    for (arguments, expected) in [
        ("study", "error: no game is named\n"),
        ("study siroco", "error: there is no game `siroco`\n"),
        ("study scirocco --games 0", "error: invalid value '0' for '--games <N>'"),
        ("study scirocco --nodes 0", "error: invalid value '0' for '--nodes <N>'"),
        ("study scirocco --max-plies 0", "error: invalid value '0' for '--max-plies <N>'"),
    ] {
        let (status, error) = stderr(beaufort(arguments));
        assert_eq!(status, Some(2), "{arguments}: {error}");
        assert!(error.starts_with(expected), "{arguments}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_what_is_done() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let folder = tempdir().unwrap();
    let child = Command::new(assert_cmd::cargo::cargo_bin("beaufort"))
        .args("study scirocco --games 1000000 --nodes 10 --max-plies 20".split(' '))
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let data = folder.path().join("scirocco.jsonl");
    let start = Instant::now();
    while fs::read_to_string(&data).is_ok_and(|text| text.lines().count() < 3) || !data.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no game is finished");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.ends_with("Stopped. The same command goes on from here.\n"), "{told}");
    assert!(fs::read_to_string(&data).unwrap().ends_with("]}\n"));
    assert!(!folder.path().join("scirocco.md").exists());
}
