use beaufort_engine::bench;

use crate::{beaufort, stderr, stdout};

/// The columns of a table that do not depend on the clock, and its last line.
fn signature(arguments: &str) -> (Vec<Vec<String>>, String) {
    let text = stdout(beaufort(arguments));
    let mut lines: Vec<&str> = text.lines().collect();
    let total = lines.pop().unwrap().to_owned();
    let columns = |line: &&str| line.split_whitespace().take(3).map(str::to_owned).collect();
    (lines.iter().map(columns).collect(), total)
}

#[test]
fn the_nodes_are_the_same_twice() {
    let arguments = "bench scirocco scirocco-1999 --depth 3 --hash 1";
    let (rows, total) = signature(arguments);
    assert_eq!(signature(arguments), (rows.clone(), total.clone()));
    assert_eq!(rows[0], ["game", "depth", "nodes"]);
    assert_eq!([&rows[1][..2], &rows[2][..2]], [["scirocco", "3"], ["scirocco-1999", "3"]]);
    let nodes: u64 = rows[1..].iter().map(|row| row[2].parse::<u64>().unwrap()).sum();
    assert_eq!(total, format!("total: {nodes} nodes"));
    assert!(nodes > 1_000, "{nodes}");
}

/// Detects unintended changes of the search. An intended one changes the constant and the line `Bench: N` of the log,
/// and says so in its commit.
#[test]
fn the_signature_is_that_of_the_engine_and_of_the_log() {
    let log = include_str!("../../../../docs/engine-log.md");
    let marked: Vec<&str> = log.lines().filter_map(|line| line.trim().strip_prefix("Bench: ")).collect();
    let [nodes] = marked[..] else { panic!("one line of docs/engine-log.md says `Bench: N`: {marked:?}") };
    let (_, total) = signature("bench");
    assert_eq!(total, format!("total: {nodes} nodes"));
    assert_eq!(total, format!("total: {} nodes", bench::SIGNATURE));
}

#[test]
fn a_deeper_search_takes_more_nodes() {
    let nodes = |depth| {
        let (rows, _) = signature(&format!("bench scirocco --depth {depth} --hash 1"));
        rows[1][2].parse::<u64>().unwrap()
    };
    assert!(nodes(1) < nodes(2) && nodes(2) < nodes(4));
}

#[test]
fn an_unknown_game_is_refused() {
    let (status, error) = stderr(beaufort("bench scirocco sciroco"));
    assert_eq!(status, Some(2));
    assert!(error.contains("there is no game `sciroco`") && error.contains("`scirocco`"), "{error}");
}
