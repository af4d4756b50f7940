use crate::{beaufort, stderr, stdout};

#[test]
fn leaves_are_counted() {
    assert_eq!(stdout(beaufort("perft scirocco 0")), "1\n");
    assert_eq!(stdout(beaufort("perft scirocco 1")), "21\n"); // K131
    assert_eq!(stdout(beaufort("perft scirocco-1999 1")), "26\n");
    assert_eq!(stdout(beaufort("perft scirocco --threads 2 1")), "21\n");
}

/// The default counts distinct results: so does following the lines of `moves`.
#[test]
fn every_way_of_counting_agrees() {
    let followed: usize = stdout(beaufort("moves scirocco"))
        .lines()
        .map(|line| {
            let mut replies = beaufort("moves scirocco --position");
            replies.arg(line.split_once('\t').unwrap().1);
            stdout(replies).lines().count()
        })
        .sum();
    for options in ["", "--plain", "--threads 3", "--plain --threads 2"] {
        let count = stdout(beaufort(&format!("perft scirocco 2 {options}")));
        assert_eq!(count, format!("{followed}\n"), "{options}");
    }
}

/// A doubled Rook has many ways to the same result (K125); they count at every ply, the second included.
#[test]
fn a_plain_count_counts_ways_at_every_ply() {
    let start = "15(K)/16/16/16/16/16/16/16/16/16/16/3(P)[R]11/3(P)[Dbl]11/16/16/[K]15 t";
    let count = |position: &str, options: &str| -> u64 {
        let mut perft = beaufort(&format!("perft jupiter {options} --position"));
        perft.arg(position);
        stdout(perft).trim().parse().unwrap()
    };
    let mut moves = beaufort("moves jupiter --position");
    moves.arg(start);
    let moves = stdout(moves);
    let after = moves.lines().map(|line| line.split_once('\t').unwrap().1);
    assert_eq!(count(start, "3 --plain"), after.map(|after| count(after, "2 --plain")).sum::<u64>());
    assert!(count(start, "2 --plain") > count(start, "2"));
}

#[test]
fn the_speed_goes_to_the_standard_error() {
    let (status, error) = stderr(beaufort("perft scirocco 2"));
    assert_eq!(status, Some(0));
    assert!(error.contains(" nodes per second, "), "{error}");
}

#[test]
fn division_is_sorted_and_sums_up() {
    let text = stdout(beaufort("perft scirocco 2 --divide"));
    let mut lines: Vec<&str> = text.lines().collect();
    let total: u64 = lines.pop().unwrap().parse().unwrap();
    assert!(lines.is_sorted());
    let counts = lines.iter().map(|line| line.split_once(' ').unwrap().1.parse::<u64>().unwrap());
    assert_eq!(counts.sum::<u64>(), total);
    assert_eq!(stdout(beaufort("perft scirocco 3 --divide --threads 4")).lines().count(), 22);
}

#[test]
fn a_table_changes_no_number() {
    let plain = stdout(beaufort("perft typhoon 3 --divide"));
    assert_eq!(stdout(beaufort("perft typhoon 3 --divide --threads 2 --table 1")), plain);
    let (status, error) = stderr(beaufort("perft scirocco 2 --plain --table 1"));
    assert_eq!(status, Some(2));
    assert!(error.contains("cannot be used with"), "{error}");
}
