use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::{beaufort, stderr, stdout};

#[test]
fn quick_games_are_told_of_to_people_and_programs() {
    let folder = tempdir().unwrap();
    let run = |arguments: &str| {
        let mut command = beaufort(&format!("trial {arguments}"));
        command.current_dir(folder.path());
        command
    };
    let told = stdout(run("orthochess --games 4 --nodes 50 --threads 2 --json report.json"));
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("4 games of Orthodox chess: White won "), "{told}");
    assert!(lines[1].starts_with("White makes ") && lines[2].starts_with("A game has "), "{told}");
    assert!(told.contains("\npiece ") && told.contains("\nKnight"), "{told}");
    // The same games on one thread.
    assert_eq!(stdout(run("orthochess --games 4 --nodes 50 --threads 1")), told);

    let report: Value =
        serde_json::from_slice(&fs::read(folder.path().join("report.json")).unwrap()).unwrap();
    assert_eq!(
        (&report["game"], &report["games"], &report["over"]),
        (&"orthochess".into(), &4.into(), &true.into())
    );
    let record = report["examples"][0]["record"].as_str().unwrap();
    fs::write(folder.path().join("game.pgn"), record).unwrap();
    let mut check = beaufort("record check game.pgn");
    check.current_dir(folder.path());
    assert!(check.output().unwrap().status.success(), "{record}");

    let (status, told) = stderr(run("orthochess --json missing/report.json"));
    assert_eq!(status, Some(1), "{told}");
    let (status, told) = stderr(run("orthochess --games 0"));
    assert_eq!(status, Some(2), "{told}");
}
