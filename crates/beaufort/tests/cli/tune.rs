use std::convert::Infallible;
use std::fs;
use std::path::Path;
use std::process::Command;

use beaufort_lab::store::{StudyFolder, read_settings, read_study};
use tempfile::{TempDir, tempdir};

use crate::{beaufort, stderr, stdout};

/// A tuning of a few seconds.
const SMALL: &str = "tune orthochess --games 6 --nodes 20 --max-plies 80 --repeats 2 --page worths.md";

/// The folder of its games.
const GAMES: &str = "orthochess.games";

/// Returns a run in a folder.
fn at(folder: &Path, arguments: &str) -> Command {
    let mut command = beaufort(arguments);
    command.current_dir(folder);
    command
}

/// Returns a folder with the small tuning, made on `threads` threads.
fn small_tuning(threads: u32) -> TempDir {
    let folder = tempdir().unwrap();
    let told = stdout(at(folder.path(), &format!("{SMALL} --threads {threads}")));
    assert!(told.ends_with("; the weights are in orthochess.tuned.toml\n"), "{told}");
    folder
}

/// Returns the written files, one after the other.
fn written(folder: &TempDir) -> String {
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    ["orthochess.tuned.toml", "worths.md", "worths.svg"].map(read).concat()
}

#[test]
fn a_tuning_goes_on_where_it_was_stopped() {
    let whole = small_tuning(1);
    assert_eq!(written(&whole), written(&small_tuning(2)), "the same on any number of threads");

    let part = tempdir().unwrap();
    stdout(at(part.path(), &SMALL.replace("--games 6", "--games 4")));
    let data = part.path().join(GAMES);
    let settings = read_settings(&data).unwrap();
    assert_eq!(StudyFolder::open(&data, &settings).unwrap().known().len(), 4);
    stdout(at(part.path(), SMALL));
    assert_eq!(StudyFolder::open(&data, &settings).unwrap().known().len(), 6);
    assert_eq!(written(&whole), written(&part));
}

#[test]
fn the_files_say_where_they_come_from() {
    let folder = small_tuning(2);
    let weights = fs::read_to_string(folder.path().join("orthochess.tuned.toml")).unwrap();
    let command =
        "beaufort tune orthochess --games 6 --nodes 20 --seed 1 --opening 12 --max-plies 80 --trust 50";
    assert!(
        weights.starts_with("# What Beaufort has learned about the pieces of Orthodox chess"),
        "{weights}"
    );
    assert!(weights.contains(&format!("#     {command}\n")), "{weights}");
    assert!(weights.contains("\ngame = \"orthochess\"\n"), "{weights}");
    let page = fs::read_to_string(folder.path().join("worths.md")).unwrap();
    assert!(page.contains(&format!("\n    {command}\n")) && page.contains("](worths.svg)"), "{page}");
    assert!(page.contains("\n| Queen | "), "{page}");
}

#[test]
fn an_engine_plays_by_what_was_learned() {
    let folder = small_tuning(2);
    let players = "engine:nodes=30,eval=orthochess.tuned.toml engine:nodes=30,eval=derived";
    let told = stdout(at(folder.path(), &format!("match orthochess {players} --games 2 --max-plies 40")));
    assert!(told.contains("games    2\n"), "{told}");
}

#[test]
fn wrong_files_are_told_with_their_line() {
    let folder = small_tuning(2);
    let file = folder.path().join("orthochess.tuned.toml");
    let text = fs::read_to_string(&file).unwrap();
    let line = 1 + text.lines().position(|line| line.starts_with("tempo = ")).unwrap();
    fs::write(&file, text.replace("\ntempo = ", "\ntemp = ")).unwrap();
    let play = "match orthochess engine:eval=orthochess.tuned.toml random --games 2";
    let (status, error) = stderr(at(folder.path(), play));
    let expected = format!("error: orthochess.tuned.toml:{line}: there is no shared weight `temp`\n");
    assert_eq!((status, error), (Some(2), expected));
}

#[test]
fn wrong_data_is_refused() {
    let folder = small_tuning(2);
    let data = folder.path().join(GAMES);
    let refused = |arguments: &str, expected: &str| {
        let (status, error) = stderr(at(folder.path(), arguments));
        assert_eq!(status, Some(2), "{error}");
        assert!(error.replace('\\', "/").starts_with(&format!("error: {expected}")), "{error}");
    };
    let part = "orthochess.games/part-000000.parquet`";
    refused(
        &SMALL.replace("--nodes 20", "--nodes 21"),
        &format!("the games in `{part} have nodes 20 instead of 21"),
    );
    let mut row = None;
    read_study(&data, "orthochess", |rows| {
        row = rows.first().cloned();
        Ok::<_, Infallible>(())
    })
    .unwrap();
    let mut row = row.unwrap();
    (row.number.game, row.turns[0].turn) = (6, "a1a9".to_owned());
    let mut games = StudyFolder::open(&data, &read_settings(&data).unwrap()).unwrap();
    games.add(row).unwrap();
    games.flush().unwrap();
    drop(games);
    refused(&SMALL.replace("--games 6", "--games 7"), &format!("cannot use `{part}: game 6: ply 1: "));
    fs::write(data.join("part-000000.parquet"), "my diary").unwrap();
    refused(SMALL, &format!("`{part} holds no games of a study: "));
    fs::remove_dir_all(&data).unwrap();
    fs::write(&data, "my diary\n").unwrap();
    refused(SMALL, "`orthochess.games` is a file, not a folder of games\nhint: games of version 0.1 ");
    refused(
        "tune orthochess --games 0 --data games --more orthochess.games",
        "orthochess.games:1:1: not the data of a self-play",
    );
}

#[test]
fn games_by_another_evaluation_name_the_option_that_helps() {
    let folder = tempdir().unwrap();
    let tune = "tune orthochess --games 6 --nodes 20 --max-plies 80 --repeats 0";
    stdout(at(folder.path(), &format!("{tune} --eval derived")));
    let (status, error) = stderr(at(folder.path(), tune));
    assert_eq!(status, Some(2), "{error}");
    let hint = "\nhint: `--eval derived` says what they were played by; or name another place with --data\n";
    let error = error.replace('\\', "/");
    assert!(
        error.starts_with("error: the games in `orthochess.games/part-000000.parquet` have evaluation "),
        "{error}"
    );
    assert!(error.ends_with(hint), "{error}");
    stdout(at(folder.path(), &format!("{tune} --eval derived")));
    let by_weights = format!("{tune} --eval orthochess.tuned.toml");
    let (_, error) = stderr(at(folder.path(), &by_weights));
    assert!(error.ends_with(hint), "{error}");
    stdout(at(folder.path(), &format!("{by_weights} --data second --out second.toml")));
    let (_, error) = stderr(at(folder.path(), &format!("{tune} --data second")));
    assert!(error.ends_with(&hint.replace("derived", "FILE")), "{error}");
}

#[test]
fn weights_beside_a_game_file_are_read() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("my.toml"), "id = \"my\"\nname = \"Mine\"\nextends = \"orthochess\"\n")
        .unwrap();
    fs::write(folder.path().join("my.tuned.toml"), "game = \"other\"\n[piece]\n[shared]\n").unwrap();
    let (status, error) =
        stderr(at(folder.path(), "match --game-file my.toml engine:nodes=5 random --games 2 --max-plies 4"));
    let expected = "error: my.tuned.toml:1: these are weights for `other`, not for `my`\n";
    assert_eq!((status, error.as_str()), (Some(2), expected));
}

#[test]
fn a_warm_start_keeps_a_net() {
    let folder = tempdir().unwrap();
    let tune = "tune orthochess --games 6 --nodes 20 --max-plies 80 --repeats 0 --warm-start";
    let told = stdout(at(folder.path(), tune));
    assert!(told.ends_with("; the weights are in orthochess.net\n"), "{told}");
    let plays = "match orthochess engine:nodes=20,eval=orthochess.net random --games 2 --max-plies 40";
    stdout(at(folder.path(), plays));
}

/// Without a net it begins with the weights: far from what the rules say, which a few games of some turns hardly change.
#[test]
fn a_warm_start_begins_with_the_weights() {
    let folder = tempdir().unwrap();
    let weights = include_str!("../../../../games/tuned/omega.toml").lines();
    let dear = weights.map(|line| match line.starts_with("N ") {
        true => "N = [[777, 888], [0, 0], [0, 0]]\n".to_owned(),
        false => format!("{line}\n"),
    });
    fs::write(folder.path().join("begun.toml"), dear.collect::<String>()).unwrap();
    let tune = "tune omega --games 6 --nodes 20 --max-plies 40 --repeats 0 --eval begun.toml";
    let knight = |options: &str| {
        stdout(at(folder.path(), &format!("{tune} {options}")));
        let written = fs::read_to_string(folder.path().join("omega.tuned.toml")).unwrap();
        let line = written.lines().find(|line| line.starts_with("N ")).unwrap().to_owned();
        let number = line.split(['[', ',']).find_map(|word| word.trim().parse::<i32>().ok());
        (number.unwrap(), written.contains("--warm-start"))
    };
    let ((cold, is_told), (warm, is_warm)) = (knight(""), knight("--warm-start"));
    assert!(cold < 600 && warm > 700, "{cold}, {warm}");
    assert_eq!((is_told, is_warm), (false, true));
}
