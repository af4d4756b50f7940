use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use beaufort_engine::{Evaluation, bench};
use beaufort_lab::Plan;
use beaufort_lab::row::GameRow;
use beaufort_lab::store::StudyFolder;
use beaufort_lab::study::Study;
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

/// Returns a folder with the small study, made on `threads` threads.
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

/// The folder of the games, from that of the report.
const GAMES: &str = "scirocco/games";

/// Returns the names and contents of the parts.
fn parts(folder: &TempDir) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder.path().join(GAMES)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let parts = paths.filter(|path| path.extension().is_some_and(|extension| extension == "parquet"));
    let mut parts: Vec<(String, Vec<u8>)> = parts
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
        .collect();
    parts.sort();
    parts
}

/// Returns how many games the folder holds.
fn count(folder: &TempDir) -> usize {
    let game = beaufort_rules::builtin::game("scirocco").unwrap();
    let evaluation = Arc::new(Evaluation::new(&game));
    let plan = Plan { game: "scirocco".to_owned(), nodes: 30, seed: 5, opening: 4, max_plies: 60 };
    let settings = Study::new(&game, &evaluation, plan).settings();
    StudyFolder::open(&folder.path().join(GAMES), &settings).unwrap().known().len()
}

#[test]
fn the_games_are_learned_from() {
    let folder = small_study(1);
    let train = |game: &str, study: &str| {
        at(folder.path(), &format!("train {game} --games 0 --study {study} --hidden 0 --epochs 2"))
    };
    let told = stdout(train("scirocco", GAMES));
    assert!(told.contains(" positions of 2 games; ") && told.contains(" of 1 games kept apart "), "{told}");

    for (game, study, expected) in [
        ("scirocco", "none", "error: cannot read `none`: "),
        ("scirocco", "scirocco", "error: `scirocco` has no games of a study\n"),
        ("typhoon", GAMES, "error: the games in `scirocco/games/part-000000.parquet` are of `scirocco`\n"),
    ] {
        let (status, error) = stderr(train(game, study));
        assert_eq!(status, Some(2), "{error}");
        assert!(error.replace('\\', "/").starts_with(expected), "{error}");
    }
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
            "## How the games go",
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
    assert!(
        page.contains(&format!("says {}, with\n\n    beaufort {SMALL_FULL}\n", bench::SIGNATURE)),
        "{page}"
    );
    assert!(page.contains("\n| random turns | 2 | "), "{page}");
    let names: Vec<String> = parts(&folder).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["part-000000.parquet", "random-000000.parquet"]);
    assert_eq!(count(&folder), 5);
}

/// The small study with every setting, as the report lists them.
const SMALL_FULL: &str =
    "study scirocco --games 3 --random-games 2 --nodes 30 --seed 5 --opening 4 --max-plies 60";

#[test]
fn a_study_goes_on_where_it_was_stopped() {
    let (whole, torn) = (small_study(1), small_study(3));
    assert_eq!(parts(&whole), parts(&torn), "the same games on any number of threads");
    assert_eq!(report(&whole), report(&torn));

    // The files after a crash: a part is missing, a draft of it exists, and no report.
    let part = torn.path().join(GAMES).join("part-000000.parquet");
    let bytes = fs::read(&part).unwrap();
    fs::remove_file(&part).unwrap();
    fs::write(part.with_file_name(".part-000000.parquet"), &bytes[..bytes.len() / 2]).unwrap();
    fs::remove_file(torn.path().join("scirocco.md")).unwrap();
    stdout(at(torn.path(), SMALL_FULL));
    assert_eq!(parts(&whole), parts(&torn));
    assert_eq!(report(&whole), report(&torn));
}

#[test]
fn more_games_are_added_and_fewer_are_reported() {
    let folder = small_study(2);
    let more = SMALL.replace("--games 3", "--games 4");
    stdout(at(folder.path(), &more));
    assert_eq!(count(&folder), 6);
    let larger = report(&folder);
    stdout(at(folder.path(), SMALL));
    assert_eq!(count(&folder), 6);
    assert_eq!(report(&folder), report(&small_study(1)));
    assert_ne!(report(&folder), larger);
}

#[test]
fn games_of_other_settings_are_not_mixed() {
    let folder = small_study(2);
    let before = parts(&folder);
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
            error.replace('\\', "/"),
            format!(
                "error: the games in `./scirocco/games/part-000000.parquet` have {difference}\n\
                 hint: name another place with --data, or give the settings of this one\n"
            )
        );
    }
    assert_eq!(parts(&folder), before);
}

#[test]
fn the_engine_judges_by_what_it_is_told() {
    let folder = small_study(2);
    let (status, error) = stderr(at(folder.path(), &format!("{SMALL} --eval derived")));
    assert_eq!(status, Some(2));
    assert!(error.contains(" have evaluation "), "{error}");
    stdout(at(folder.path(), &format!("{SMALL} --eval derived --data derived")));
    let page = report(&folder);
    assert!(page.contains("\n    beaufort study scirocco --eval derived --games 3 "), "{page}");
}

#[test]
fn games_of_another_engine_are_not_mixed() {
    let folder = small_study(2);
    // A game that another engine has played: it was a turn longer.
    let game = beaufort_rules::builtin::game("scirocco").unwrap();
    let evaluation = Arc::new(Evaluation::new(&game));
    let plan = Plan { game: "scirocco".to_owned(), nodes: 30, seed: 5, opening: 4, max_plies: 60 };
    let study = Study::new(&game, &evaluation, plan);
    let mut rows = Vec::new();
    let data = folder.path().join(GAMES);
    StudyFolder::open(&data, &study.settings()).unwrap().for_each(|row| rows.push(row)).unwrap();
    fs::remove_dir_all(&data).unwrap();
    let mut changed = StudyFolder::open(&data, &study.settings()).unwrap();
    for row in rows {
        changed.add(GameRow { plies: row.plies + 1, ..row }).unwrap();
    }
    changed.flush().unwrap();
    drop(changed);
    let (status, error) = stderr(at(folder.path(), &SMALL.replace("--games 3", "--games 4")));
    assert_eq!(status, Some(2), "{error}");
    assert!(
        error
            .replace('\\', "/")
            .starts_with("error: the games in `./scirocco/games` are those of another engine"),
        "{error}"
    );
}

#[test]
fn what_is_no_data_is_told_and_left_alone() {
    let folder = tempdir().unwrap();
    let (data, part) = (folder.path().join("mine"), "part-000000.parquet");
    fs::create_dir(&data).unwrap();
    fs::write(data.join(part), "my diary\n").unwrap();
    let (status, error) = stderr(at(folder.path(), &format!("{SMALL} --data mine")));
    assert_eq!(status, Some(2), "{error}");
    assert!(error.contains(&format!("{part}` holds no games of a study: ")), "{error}");
    assert_eq!(fs::read_to_string(data.join(part)).unwrap(), "my diary\n");

    let (status, error) = stderr(at(folder.path(), &format!("{SMALL} --data mine/{part}")));
    assert_eq!(status, Some(1), "{error}");
    assert!(error.starts_with("error: cannot make `mine"), "{error}");
}

#[test]
fn the_address_of_another_place_is_no_folder() {
    let folder = tempdir().unwrap();
    for option in ["--out", "--data"] {
        let (status, error) = stderr(at(folder.path(), &format!("{SMALL} {option} s3://bucket/x")));
        assert_eq!(status, Some(2), "{error}");
        assert!(error.starts_with("error: `s3://bucket/x` is an address, not a path: "), "{error}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
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
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let folder = tempdir().unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_beaufort"))
        .args("study scirocco --games 1000000 --nodes 10 --max-plies 20".split(' '))
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first games are written as soon as there are enough of them.
    let data = folder.path().join(GAMES).join("part-000000.parquet");
    let start = Instant::now();
    while !data.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no game is finished");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.ends_with("Stopped. The same command goes on from here.\n"), "{told}");
    let names = parts(&folder).into_iter().map(|(name, bytes)| (name, bytes.ends_with(b"PAR1")));
    assert!(names.into_iter().all(|(_, is_whole)| is_whole));
    assert!(!folder.path().join("scirocco.md").exists());
}
