use std::fs;
use std::path::Path;

use fastrand::Rng;

use super::folder::FLUSH_INTERVAL;
use super::*;
use crate::Plan;
use crate::plan::SelfPlayPlan;
use crate::row::{Dropped, EndKind, GameNumber, GameRow, PlayerKind, Promoted, TurnRow};
use crate::store::StoreError;

fn settings() -> SelfPlayPlan {
    let plan = Plan { game: "scirocco".to_owned(), nodes: 30, seed: u64::MAX, opening: 4, max_plies: 60 };
    SelfPlayPlan { plan, evaluation: "0123abcd".to_owned() }
}

/// Returns a game in which lists are empty, have one element and more, and numbers are missing and as large as may be.
fn row(player: PlayerKind, game: u32) -> GameRow {
    let mut rng = Rng::with_seed(u64::from(game));
    let ends = [EndKind::Royal, EndKind::Stopped, EndKind::Checkmate];
    let promoted = |rng: &mut Rng| Promoted {
        piece: "P".to_owned(),
        became: "Ha".to_owned(),
        ply: rng.u32(..),
        gone: rng.bool().then(|| rng.u32(..)),
    };
    let played = |rng: &mut Rng| TurnRow {
        turn: "e2e4".to_owned(),
        choices: rng.u64(..),
        score: rng.bool().then(|| rng.i32(..)),
    };
    GameRow {
        number: GameNumber { player, game },
        set_up: if rng.bool() { String::new() } else { "mirror".to_owned() },
        plies: rng.u32(100..),
        ending: ends[game as usize % 3],
        winner: [None, Some(0), Some(1)][rng.usize(..3)],
        captures_first: rng.u32(..),
        captures_second: rng.u32(..),
        lost_first: rng.u32(..),
        lost_second: rng.u32(..),
        choices: rng.u64(..),
        most_choices: rng.u64(..),
        course: (0..rng.usize(..3)).map(|_| rng.u64(..)).collect(),
        promotions: (0..rng.usize(..4)).map(|_| promoted(&mut rng)).collect(),
        drops: (0..rng.usize(..2)).map(|_| Dropped { piece: "Le".to_owned(), ply: rng.u32(..) }).collect(),
        turns: (0..rng.usize(..30)).map(|_| played(&mut rng)).collect(),
    }
}

fn open(folder: &Path) -> StudyFolder {
    StudyFolder::open(folder, &settings()).expect("it is a study")
}

fn rows(folder: &StudyFolder) -> Vec<GameRow> {
    let mut rows = Vec::new();
    folder.for_each(|row| rows.push(row)).expect("they were written");
    rows
}

/// Returns the files of a folder with what they hold.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it is there").path());
    let content = |path: std::path::PathBuf| {
        let name = path.file_name().expect("it is a file").to_string_lossy().into_owned();
        (name, fs::read(&path).expect("it is a file"))
    };
    let mut files: Vec<(String, Vec<u8>)> = entries.map(content).collect();
    files.sort();
    files
}

#[test]
fn games_come_back_as_they_were() {
    let folder = tempfile::tempdir().expect("there is room");
    let games: Vec<GameRow> = (0..PART_GAMES + 7).map(|game| row(PlayerKind::Engine, game)).collect();
    let random = row(PlayerKind::Random, 3);
    let mut study = open(folder.path());
    for game in games.iter().rev().chain([&random]) {
        assert!(study.add(game.clone()).expect("there is room"));
        assert!(!study.add(game.clone()).expect("there is room"), "it is there already");
    }
    study.flush().expect("there is room");
    let expected: Vec<GameRow> = games.into_iter().chain([random]).collect();
    assert_eq!(rows(&study), expected);
    drop(study);
    let names: Vec<String> = files(folder.path()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, [".lock", "part-000000.parquet", "part-000001.parquet", "random-000000.parquet"]);
    let study = open(folder.path());
    assert!(study.known().iter().eq(expected.iter().map(|row| &row.number)));
    let shortest = expected[..PART_GAMES as usize].iter().min_by_key(|row| row.plies);
    assert_eq!(study.sample().expect("it can be read").as_ref(), shortest);
}

#[test]
fn the_same_games_are_the_same_bytes() {
    let [one, other] = [(); 2].map(|()| tempfile::tempdir().expect("there is room"));
    let mut at_once = open(one.path());
    for game in 0..50 {
        at_once.add(row(PlayerKind::Engine, game)).expect("there is room");
    }
    at_once.flush().expect("there is room");
    for begin in [7, 3, 0, 5] {
        let mut study = open(other.path());
        for game in (begin..50).step_by(if begin == 5 { 1 } else { 10 }) {
            study.add(row(PlayerKind::Engine, game)).expect("there is room");
        }
        // Games that are not flushed are lost.
        if begin == 5 {
            (0..5).for_each(|game| assert!(study.add(row(PlayerKind::Engine, game)).is_ok()));
            study.flush().expect("there is room");
        } else if begin == 3 {
            study.flush().expect("there is room");
        }
    }
    assert_eq!(files(one.path()), files(other.path()));
}

#[test]
fn what_cannot_be_written_is_written_another_time() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut study = open(folder.path());
    let games: Vec<GameRow> = (0..3).map(|game| row(PlayerKind::Engine, game)).collect();
    for game in &games {
        assert!(study.add(game.clone()).expect("nothing is written yet"));
    }
    // No file can take the place of a folder.
    let place = folder.path().join("part-000000.parquet");
    fs::create_dir(&place).expect("there is room");
    for _ in 0..2 {
        let error = study.flush().expect_err("a folder is in the way");
        assert!(error.to_string().starts_with("cannot write `"), "{error}");
    }
    fs::remove_dir(&place).expect("it is empty");
    study.flush().expect("nothing is in the way");
    assert_eq!(rows(&study), games);
}

#[test]
fn a_damaged_part_is_refused() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut study = open(folder.path());
    for game in 0..5 {
        study.add(row(PlayerKind::Engine, game)).expect("there is room");
    }
    study.flush().expect("there is room");
    let games = rows(&study);
    let part = folder.path().join("part-000000.parquet");
    let bytes = fs::read(&part).expect("it is there");
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        fs::write(&part, damaged).expect("there is room");
        let mut found = Vec::new();
        match study.for_each(|row| found.push(row)) {
            Ok(()) => assert_eq!(found, games, "byte {place}"),
            Err(error) => assert!(error.to_string().contains("part-000000.parquet` "), "{error}"),
        }
    }
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    fs::write(&part, damaged).expect("there is room");
    let error = study.for_each(|_| ()).expect_err("a bit is wrong").to_string();
    assert!(error.ends_with("part-000000.parquet` is damaged: its checksum is wrong"), "{error}");
}

#[test]
fn what_is_not_flushed_is_lost_and_missing() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut study = open(folder.path());
    study.add(row(PlayerKind::Engine, 4)).expect("there is room");
    drop(study);
    assert!(open(folder.path()).known().is_empty());
}

#[test]
fn what_waits_is_written_when_it_is_time() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut study = open(folder.path());
    study.add(row(PlayerKind::Engine, 4)).expect("there is room");
    study.flush_if_due().expect("there is room");
    study.flushed -= FLUSH_INTERVAL;
    study.flush_if_due().expect("there is room");
    drop(study);
    assert_eq!(open(folder.path()).known().len(), 1);
}

#[test]
fn other_settings_and_other_files_are_refused() {
    let folder = tempfile::tempdir().expect("there is room");
    let mut study = open(folder.path());
    study.add(row(PlayerKind::Engine, 4)).expect("there is room");
    study.flush().expect("there is room");
    let second = StudyFolder::open(folder.path(), &settings()).expect_err("it is locked");
    assert!(second.to_string().starts_with("another study is writing to `"), "{second}");
    drop(study);

    let mut other = settings();
    other.plan.nodes = 31;
    other.evaluation = "00000000".to_owned();
    let error = StudyFolder::open(folder.path(), &other).expect_err("they differ");
    assert!(matches!(error, StoreError::Settings(_)));
    let message = error.to_string();
    assert!(
        message.ends_with(
            "part-000000.parquet` have evaluation 0123abcd instead of 00000000, nodes 30 instead of 31"
        ),
        "{message}"
    );

    let part = folder.path().join("part-000000.parquet");
    let bytes = fs::read(&part).expect("it is there");
    for (name, content, expected) in [
        ("part-000001.parquet", bytes.clone(), "game 4 does not belong into `"),
        ("part-000000.parquet", bytes[..bytes.len() / 2].to_vec(), "holds no games of a study: "),
        ("part-000000.parquet", b"my diary".to_vec(), "holds no games of a study: "),
    ] {
        fs::write(folder.path().join(name), &content).expect("there is room");
        let error = StudyFolder::open(folder.path(), &settings()).expect_err("it is no part");
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(fs::read(folder.path().join(name)).expect("it is left alone"), content);
        fs::remove_file(folder.path().join(name)).expect("it is there");
    }
}

/// The names of the columns are those of the dictionary in Python, in the same order, down to the elements of lists.
#[test]
fn a_row_by_name_has_the_columns_of_the_table() {
    let row = GameRow {
        promotions: vec![Promoted { piece: "P".into(), became: "X".into(), ply: 31, gone: None }],
        drops: Vec::new(),
        turns: vec![TurnRow { turn: "e2e4".into(), choices: 21, score: Some(-5) }],
        course: vec![21],
        winner: None,
        ..row(PlayerKind::Engine, 0)
    };
    let text = by_name(&settings().plan, &row);
    let schema = schema();
    let names: Vec<&str> = schema.get_fields().iter().map(|field| field.name()).collect();
    let places: Vec<usize> = names
        .iter()
        .map(|name| text.find(&format!("\"{name}\":")).unwrap_or_else(|| panic!("{name} is missing: {text}")))
        .collect();
    assert!(places.is_sorted() && names.len() == 22, "{text}");
    assert!(
        text.contains(r#""seed":18446744073709551615,"#) && text.contains(r#""winner":null,"score":0.5,"#),
        "{text}"
    );
    let end = r#""course":[21],"promotions":[{"piece":"P","became":"X","ply":31,"gone":null}],"drops":[],"#
        .to_owned()
        + r#""turns":[{"turn":"e2e4","choices":21,"score":-5}]}"#;
    assert!(text.ends_with(&end), "{text}");
}
