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
