use std::fs;
use std::path::Path;
use std::process::Command;

use beaufort_lab::store::{StudyFolder, read_settings};
use tempfile::{TempDir, tempdir};

use crate::{beaufort, stderr, stdout};

/// A training of a few seconds.
const SMALL: &str = "train orthochess --games 40 --nodes 20 --max-plies 80 --hidden 16 --epochs 3";

/// Returns a run in a folder.
fn at(folder: &Path, arguments: &str) -> Command {
    let mut command = beaufort(arguments);
    command.current_dir(folder);
    command
}

/// Returns a folder with the small training, made on `threads` threads.
fn small_training(threads: u32) -> TempDir {
    let folder = tempdir().unwrap();
    let told = stdout(at(folder.path(), &format!("{SMALL} --threads {threads}")));
    assert!(told.ends_with("; the net is in orthochess.net\n"), "{told}");
    folder
}

fn net(folder: &TempDir) -> Vec<u8> {
    fs::read(folder.path().join("orthochess.net")).unwrap()
}

#[test]
fn a_training_is_the_same_on_any_number_of_threads_and_from_the_games_alone() {
    let (one, two) = (small_training(1), small_training(2));
    assert!(net(&one) == net(&two));
    assert!(!one.path().join("orthochess.train").exists(), "what is done is not kept");

    // The games are there already, in this folder or another.
    fs::remove_file(two.path().join("orthochess.net")).unwrap();
    fs::rename(two.path().join("orthochess.games"), two.path().join("old")).unwrap();
    stdout(at(two.path(), &SMALL.replace("--games 40", "--games 0 --more old")));
    assert!(net(&one) == net(&two));
}

/// The file was written by version 0.1.
#[test]
fn games_of_version_0_1_are_learned_from() {
    let folder = tempdir().unwrap();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/self-play-0.1.jsonl");
    let mut train = at(folder.path(), "train orthochess --games 0 --hidden 0 --epochs 1 --more");
    train.arg(file);
    let told = stdout(train);
    assert!(told.starts_with("59 positions of 3 games; "), "{told}");
}

#[test]
fn a_net_is_read_by_every_command_and_beside_a_game_file() {
    let folder = small_training(2);
    let players = "engine:nodes=30,eval=orthochess.net engine:nodes=30,eval=derived";
    let told = stdout(at(folder.path(), &format!("match orthochess {players} --games 2 --max-plies 40")));
    assert!(told.contains("games    2\n"), "{told}");

    let own = "id = \"my\"\nname = \"Mine\"\nextends = \"orthochess\"\n";
    fs::write(folder.path().join("my.toml"), own).unwrap();
    stdout(at(folder.path(), &SMALL.replace("orthochess", "--game-file my.toml")));
    let play = "match --game-file my.toml engine:nodes=20 random --games 2 --max-plies 20";
    assert!(stdout(at(folder.path(), play)).contains("games    2\n"));
    // It is the net beside the game that is read.
    fs::copy(folder.path().join("orthochess.net"), folder.path().join("my.net")).unwrap();
    let (status, error) = stderr(at(folder.path(), play));
    let expected = "error: my.net: this is a net for `orthochess`, not for `my`\n";
    assert_eq!((status, error.as_str()), (Some(2), expected));
}

#[test]
fn a_warm_start_needs_a_net_of_the_same_width() {
    let folder = small_training(2);
    fs::rename(folder.path().join("orthochess.games"), folder.path().join("old")).unwrap();
    let more = "train orthochess --games 0 --more old --warm-start --epochs 2 --out second.net";
    // The net that comes with the program has 32.
    let told = stdout(at(folder.path(), more));
    assert!(told.ends_with("; the net is in second.net\n"), "{told}");
    let second = fs::read(folder.path().join("second.net")).unwrap();
    for options in ["--hidden 16", "--eval derived", "--eval derived --hidden 0"] {
        let (status, error) = stderr(at(folder.path(), &format!("{more} {options}")));
        let expected = "error: --warm-start: the engine has no net with as many hidden units here\n";
        assert!(status == Some(2) && error.starts_with(expected), "{options}: {error}");
    }
    assert!(second == fs::read(folder.path().join("second.net")).unwrap());
    let made = "match orthochess engine:nodes=50,eval=second.net engine:nodes=50 --games 2 --max-plies 6";
    assert!(stdout(at(folder.path(), made)).contains("games    2\n"));
}

#[test]
fn more_games_go_on_beside_what_was_learned_from_the_first() {
    let (folder, other) = (tempdir().unwrap(), tempdir().unwrap());
    let own = "id = \"one-by-n\"\nname = \"Mine\"\nextends = \"orthochess\"\n";
    for folder in [&folder, &other] {
        fs::create_dir(folder.path().join("games")).unwrap();
        fs::write(folder.path().join("games/my.toml"), own).unwrap();
    }
    let small = "--game-file games/my.toml --nodes 20 --max-plies 60 --threads 2";
    let run = |folder: &TempDir, command: &str, games: u32| {
        stdout(at(folder.path(), &format!("{command} {small} --games {games}")));
    };
    let (train, tune) = ("train --hidden 16 --epochs 2", "tune --repeats 0");
    run(&folder, train, 12);
    run(&folder, train, 16);
    run(&other, train, 16);
    let written = |folder: &TempDir, name: &str| fs::read(folder.path().join("games").join(name)).unwrap();
    assert!(written(&folder, "my.net") == written(&other, "my.net"), "as if all games were played at once");
    run(&folder, tune, 16);
    run(&folder, tune, 18);
    run(&folder, train, 20);
    // All games are by the rules alone, and all that was made stands beside the file.
    let games = folder.path().join("games/my.games");
    let played = StudyFolder::open(&games, &read_settings(&games).unwrap()).unwrap();
    assert_eq!(played.known().len(), 20);
    let mut names: Vec<String> = fs::read_dir(folder.path().join("games"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["my.games", "my.net", "my.toml", "my.tuned.toml"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn where_nothing_can_be_written_no_game_is_played() {
    let folder = tempdir().unwrap();
    for arguments in [
        "train orthochess --games 40 --nodes 20 --hidden 16 --out missing/made",
        "tune orthochess --games 40 --nodes 20 --out missing/made",
        "puzzles orthochess --games 40 --out missing/made",
        "book orthochess --out missing/made",
    ] {
        let (status, error) = stderr(at(folder.path(), arguments));
        assert_eq!(status, Some(1), "{arguments}: {error}");
        assert!(error.starts_with("error: cannot write `missing/made`: "), "{arguments}: {error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{arguments}");
    }
    let (status, error) = stderr(at(folder.path(), "train orthochess --games 40 --nodes 20 --out ."));
    assert_eq!(status, Some(2), "{error}");
    fs::create_dir(folder.path().join("taken")).unwrap();
    let (status, error) = stderr(at(folder.path(), "train orthochess --games 40 --nodes 20 --out taken"));
    assert_eq!(status, Some(1), "{error}");
    assert!(error.starts_with("error: cannot write `taken`: "), "{error}");
}

#[cfg(unix)]
#[test]
fn who_reads_from_a_pipe_gets_the_whole_net() {
    let folder = tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn(move || fs::read(pipe).unwrap());
    stdout(at(folder.path(), &format!("{SMALL} --out pipe")));
    assert!(reader.join().unwrap() == net(&small_training(1)));
}

#[test]
fn what_is_no_net_and_no_training_is_refused() {
    let folder = small_training(2);
    let mut bytes = net(&folder);
    bytes.truncate(bytes.len() / 2);
    fs::write(folder.path().join("torn.net"), bytes).unwrap();
    fs::write(folder.path().join("diary.net"), "my diary").unwrap();
    for (file, expected) in [
        ("torn.net", "torn.net: the net is damaged: its checksum is wrong"),
        ("diary.net", "diary.net:1: "),
        ("none.net", "cannot read `none.net`: "),
    ] {
        let play = format!("match orthochess engine:eval={file} random --games 2");
        let (status, error) = stderr(at(folder.path(), &play));
        assert_eq!(status, Some(2), "{error}");
        assert!(error.starts_with(&format!("error: {expected}")), "{error}");
    }
    fs::write(folder.path().join("orthochess.train"), "my diary").unwrap();
    let (status, error) = stderr(at(folder.path(), SMALL));
    let expected =
        "error: orthochess.train: this is no training, or it is damaged\nhint: delete it to begin anew\n";
    assert_eq!((status, error.as_str()), (Some(2), expected));
    for (option, expected) in [
        ("--hidden 20", "it must be a multiple of 16 up to 128, or 0"),
        ("--rate 2", "it must be more than 0 and at most 1"),
    ] {
        let (status, error) = stderr(at(folder.path(), &format!("train orthochess {option}")));
        assert_eq!(status, Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}
