use std::fs;

use crate::{beaufort, stderr, stdout};

#[test]
fn a_match_is_told_and_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let mut command = beaufort("match scirocco greedy random --games 2 --seed 3 --threads 2 --records");
    command.arg(&path);
    let report = stdout(command);
    assert!(report.contains("\ngames    2\n") && report.contains("\nillegal  0\n"), "{report}");
    assert_eq!(fs::read_to_string(&path).unwrap().matches("[Blue ").count(), 2);
    let mut check = beaufort("record check");
    check.arg(&path);
    assert_eq!(stdout(check).lines().count(), 2);
}

#[test]
fn unknown_players_are_refused() {
    let (status, error) = stderr(beaufort("match scirocco greedy nobody"));
    let expected = "error: there is no player `nobody`\n\
                    hint: players are `random`, `greedy`, `engine` and `engine:time=0.1`\n";
    assert_eq!((status, error.as_str()), (Some(2), expected));
}
