use std::fs;

use crate::{beaufort, stderr, stdout};

#[test]
fn a_book_is_made_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let mut command = beaufort(arguments);
        command.current_dir(&folder);
        command
    };
    let make = "book orthochess --openings 6 --plies 4 --nodes 300";
    assert_eq!(stdout(run(&format!("{make} --out chess.book --threads 2"))), "");
    let book = fs::read_to_string(folder.path().join("chess.book")).unwrap();
    assert_eq!(book, stdout(run(make)));
    assert!(book.contains("\ngame orthochess\nplies 4\nchecksum "), "{book}");

    let match_of = |options: &str| {
        stdout(run(&format!(
            "match orthochess engine:nodes=50 engine:nodes=60 --games 12 --max-plies 10 {options} --records games.txt"
        )));
        fs::read_to_string(folder.path().join("games.txt")).unwrap()
    };
    let records = match_of("--book=chess.book");
    // The fifth turn is the first of a player, who reports its score.
    assert_eq!(records.matches(" 3. ").count(), 12, "{records}");
    let openings = records.lines().filter_map(|line| line.strip_prefix("1. ")?.split(" 3. ").next());
    assert!(openings.clone().all(|opening| !opening.contains('{')), "{records}");
    assert_eq!(openings.collect::<std::collections::HashSet<_>>().len(), 6);
    assert_ne!(match_of("--book"), records);

    let refused = |options: &str| {
        let (status, error) = stderr(run(&format!("match {options}")));
        assert_eq!(status, Some(2), "{error}");
        error
    };
    let other = refused("scirocco random random --games 2 --book=chess.book");
    assert!(
        other.starts_with("error: chess.book: this is a book of `orthochess`, not of `scirocco`\n"),
        "{other}"
    );
    let missing = refused("jupiter-1999 random random --games 2 --book");
    assert!(
        missing.starts_with("error: there is no opening book of `jupiter-1999`\nhint: make one by"),
        "{missing}"
    );
    fs::write(folder.path().join("wrong.book"), "game orthochess\nplies x\n").unwrap();
    let wrong = refused("orthochess random random --games 2 --book=wrong.book");
    assert!(wrong.starts_with("error: wrong.book: line 2: expected 0 to 100 plies\n"), "{wrong}");
    assert!(refused("orthochess random random --book --random-plies 2").contains("cannot be used with"));

    let (status, error) = stderr(run("book orthochess --openings 100 --plies 1 --nodes 50 --out small.book"));
    assert_eq!(status, Some(2), "{error}");
    assert!(error.starts_with("error: too few openings differ: 20 in "), "{error}");
    assert!(error.contains("\nhint: ask for fewer by --openings, "), "{error}");
    assert!(!folder.path().join("small.book").exists());
}
