use std::time::{Duration, Instant};

use crate::WriteStdin as _;
use crate::talk::Talk;
use crate::uci::ready;

#[test]
fn every_limit_ends_a_search() {
    for game in ["scirocco", "jupiter"] {
        // A search needs no position: the game starts with one.
        let mut talk = ready(game);
        for (go, limit) in [
            ("movetime 0", 0),
            ("movetime -5", 0),
            ("movetime 1", 1),
            ("movetime 200", 200),
            ("wtime 0 btime 0", 0),
            ("wtime -100 winc -7", 0),
            ("wtime 50 btime 50 winc 10 binc 10 movestogo 0", 60),
            ("wtime 1000 movestogo 1", 1000),
            ("depth 0", 0),
            ("depth 1", 0),
            ("depth -3", 0),
            ("nodes 0", 0),
            ("nodes 1", 0),
            ("depth 99999999999999999999 movetime 50", 50),
            ("nodes 99999999999999999999 mate 0 movetime 50", 50),
        ] {
            let start = Instant::now();
            talk.say(&format!("go {go}"));
            talk.hear("bestmove ");
            let late = start.elapsed().saturating_sub(Duration::from_millis(limit));
            assert!(late < Duration::from_secs(5), "{game}: {go}: {late:?} late");
        }
    }
}

#[test]
fn what_needs_the_engine_waits_for_the_end_of_a_search() {
    let mut talk = ready("orthochess");
    talk.say("position startpos\ngo movetime 2000\nposition startpos moves e2e4\nd\ngo depth 1 searchmoves e7e5\nisready");
    // Commands that need no engine are answered at once.
    assert!(!talk.hear("readyok").iter().any(|line| line.contains("to move")));
    assert!(!talk.line("bestmove ").starts_with("bestmove e7e5"));
    talk.hear("Black to move");
    assert!(talk.line("bestmove ").starts_with("bestmove e7e5"));

    talk.say("go perft 3\nposition startpos\ngo searchmoves e2e4 depth 1\nbench 1\neval");
    assert!(!talk.hear("Nodes searched: ").iter().any(|line| line.starts_with("bestmove")));
    assert!(talk.line("bestmove ").starts_with("bestmove e2e4"));
    talk.hear("info string bench: ");
    talk.hear("info string evaluation: ");
}

#[test]
fn a_search_without_end_is_stopped_by_what_needs_the_engine() {
    let mut talk = ready("scirocco");
    for search in ["go infinite", "go ponder depth 1", "go"] {
        for line in [
            "go depth 1",
            "ucinewgame",
            "position startpos moves e3e4",
            "setoption name Hash value 1",
            "eval",
            "bench 1",
        ] {
            talk.say(&format!("position startpos\n{search}\nd\nisready"));
            let said = talk.hear("readyok");
            assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{search}: {said:#?}");
            talk.say(line);
            talk.hear("bestmove ");
            if line.starts_with("go") {
                talk.hear("bestmove ");
            }
            talk.say("isready");
            let said = talk.hear("readyok");
            assert!(!said.iter().any(|line| line.contains("error")), "{search}, {line}: {said:#?}");
        }
    }
}

/// However many commands a script has, none is lost; and `stop` is for the search that goes on.
#[test]
fn every_go_of_a_script_has_its_turn() {
    let game = "position startpos moves e2e4 e7e5\ngo depth 1\n";
    let mut command = crate::beaufort("uci --game orthochess");
    command.write_stdin(game.repeat(300));
    assert_eq!(crate::stdout(command).matches("bestmove ").count(), 300);

    let mut talk = ready("scirocco");
    talk.say("go movetime 1000000\ngo movetime 1000000\ngo infinite\nstop\nstop\nquit");
    let time = talk.end();
    assert!(time < Duration::from_secs(10), "{time:?}");
    let mut command = crate::beaufort("uci --game orthochess");
    command.write_stdin("go depth 2\ngo infinite\nposition startpos\ngo infinite\n");
    assert_eq!(crate::stdout(command).matches("bestmove ").count(), 3);
}

#[test]
fn mistakes_change_nothing() {
    let mut talk = ready("scirocco");
    talk.say("debug on\nposition startpos moves e3e4");
    let position = talk.line("info string position ");
    for line in [
        "position startpos moves e3e4 e8e7 a1j10 d3d4",
        "position startpos moves e3e4 e8e7 \u{1f980}",
        "position fen 10/10 b moves e3e4",
        "position fen",
        "position",
        "setoption name UCI_Variant value checkers",
        "setoption name GameFile value .",
        "setoption name Hash value 0",
        "setoption name Hash value -64",
        "setoption name Hash value 99999999999999999999999",
        "setoption name Hash value 64 MiB",
        "setoption name Hash",
        "setoption name Threads value 1000000",
        "setoption name MultiPV value 0",
        "go depth",
        "go depth deep",
        "go searchmoves j10a1",
    ] {
        talk.say(line);
        talk.hear("info string error: ");
        talk.say("position startpos moves e3e4");
        assert_eq!(talk.line("info string position "), position, "{line}");
        talk.say("go depth 1");
        talk.hear("bestmove ");
    }
}

#[test]
fn a_refused_position_is_not_played_on() {
    let mut talk = ready("scirocco");
    for line in
        ["position startpos moves e2e4", "position fen 10/10 b", "position", "position startpos move e3e4"]
    {
        talk.say(&format!("position startpos\n{line}"));
        talk.hear("info string error: position: ");
        for go in ["go depth 1", "go infinite", "go ponder depth 1", "go perft 1"] {
            talk.say(go);
            let heard = ["info string error: go: no legal position is set up", "bestmove (none)"];
            assert_eq!(talk.hear("bestmove"), heard, "{line}, {go}");
        }
        talk.say("position startpos moves e3e4\ngo depth 1");
        talk.hear("info depth 1 ");
        talk.hear("bestmove ");
    }
}

/// An unreadable line may have been a position.
#[test]
fn after_an_unreadable_line_nothing_is_searched() {
    let mut talk = ready("scirocco");
    let long = format!("position startpos moves {}\n", "e3e4 ".repeat(300_000));
    let lines = [
        (&b"position startpos moves \xff\n"[..], "the line is not UTF-8"),
        (long.as_bytes(), "the line is too long"),
    ];
    for (line, reason) in lines {
        talk.say("position startpos");
        talk.say_bytes(line);
        assert_eq!(talk.line("info string error: "), format!("info string error: {reason}"));
        talk.say("ucinewgame\ngo depth 1");
        let heard = ["info string error: go: no legal position is set up", "bestmove (none)"];
        assert_eq!(talk.hear("bestmove"), heard, "{reason}");
        talk.say("position startpos moves e3e4\ngo depth 1");
        talk.hear("info depth 1 ");
        talk.hear("bestmove ");
    }
}

#[test]
fn every_go_is_answered() {
    let mut talk = ready("orthochess");
    for (go, error, best) in [
        ("depth 2 rtime 100", "`rtime 100` is not a limit; expected some of", ""),
        ("depth 2 searchmoves e2e4 e7e5", "`e7e5`: `e7e5` is not a turn here", "e2e4"),
        ("depth 2 searchmoves e7e5", "`e7e5`: `e7e5` is not a turn here", "(none)"),
        ("movetime 50.5", "`movetime` needs a number, not `50.5`", "(none)"),
        ("movetime 50.5 depth 1", "`movetime` needs a number, not `50.5`", ""),
        ("quickly", "`quickly` is not a limit; expected some of", "(none)"),
    ] {
        talk.say(&format!("go {go}"));
        let heard = talk.hear("bestmove ");
        assert!(heard[0].starts_with(&format!("info string error: go: {error}")), "{go}: {heard:#?}");
        let last = heard.last().unwrap();
        assert!(last.starts_with(&format!("bestmove {best}")), "{go}: {heard:#?}");
        assert_eq!(last == "bestmove (none)", best == "(none)", "{go}: {heard:#?}");
    }
    talk.say(&format!("go depth 1 searchmoves {}", "e2e5 ".repeat(1000)));
    assert!(talk.hear("bestmove (none)").len() < 30, "a flood is not worth one of answers");
    talk.say("joho isready");
    assert_eq!(talk.hear("readyok"), ["readyok"]);
}

#[test]
fn nothing_is_said_of_nothing() {
    let mut talk = ready("scirocco");
    for line in ["", "register later"] {
        talk.say(&format!("go infinite\n{line}\nisready"));
        assert!(!talk.hear("readyok").iter().any(|line| line.contains("error")), "`{line}`");
        talk.say("stop");
        talk.hear("bestmove");
    }
}

#[test]
fn lines_that_make_no_sense_are_answered() {
    let mut talk = ready("scirocco");
    let error = |talk: &mut Talk, line: &[u8]| {
        talk.say("position startpos");
        talk.say_bytes(line);
        talk.say_bytes(b"\n");
        talk.line("info string error: ")
    };
    for (line, message) in [
        (&b"\xff\xfe"[..], "the line is not UTF-8"),
        (b"hello", "unknown command `hello`"),
        (b"go depth", "go: `depth` needs a number"),
        (b"go searchmoves a1a9", "go: `a1a9`: `a1a9` is not a turn here"),
        (b"position", "position: expected `startpos` or `fen` and a position string"),
        (b"position fen 10/10 b", "position: position, column"),
        (b"position startpos moves a3a4 a3a4", "position: move 2, `a3a4`: `a3a4` is not a turn here"),
        (
            b"position startpos moves Xy-a1",
            "position: move 1, `Xy-a1`: this game has no piece with the id `Xy`",
        ),
        (b"setoption name Hash value -1", "`-1` is not a value of Hash"),
        (b"setoption name UCI_Variant value checkers", "`checkers` is not a value of UCI_Variant"),
        (b"setoption name GameFile value /nowhere.toml", "cannot read `/nowhere.toml`"),
    ] {
        let heard = error(&mut talk, line);
        assert!(heard.starts_with(&format!("info string error: {message}")), "{heard}");
    }
    let long = error(&mut talk, &vec![b'x'; 3 << 20]);
    assert_eq!(long, "info string error: the line is too long");
}

/// Commands in random order: the program does not fail, and answers.
#[test]
fn any_words_in_any_order() {
    const WORDS: &[&str] = &[
        "uci",
        "isready",
        "position",
        "startpos",
        "fen",
        "moves",
        "e3e4",
        "P-e4",
        "go",
        "depth",
        "1",
        "2",
        "infinite",
        "ponder",
        "stop",
        "ponderhit",
        "setoption",
        "name",
        "value",
        "Hash",
        "MultiPV",
        "UCI_Variant",
        "orthochess",
        "scirocco",
        "ucinewgame",
        "nodes",
        "movetime",
        "searchmoves",
        "-7",
        "99999999999999999999",
        "\u{e9}",
        "\t",
        "d",
        "eval",
        "debug",
        "on",
        "perft",
        "mate",
        "(K)9/10/10/10/10/10/10/10/10/[K]9",
        "b",
        "t",
        "register",
        "wtime",
        "winc",
        "movestogo",
        "0",
    ];
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..4 {
        let mut talk = ready("scirocco");
        for _ in 0..150 {
            let line: Vec<_> = (0..rng.usize(1..7)).map(|_| *rng.choice(WORDS).unwrap()).collect();
            let line = line.join(" ");
            // Few words begin a command.
            let start =
                *rng.choice(&["", "go ", "position startpos ", "setoption name ", "go infinite "]).unwrap();
            talk.say(&format!("{start}{line}"));
        }
        talk.say("stop\nisready");
        talk.hear("readyok");
        talk.say("quit");
        talk.end();
    }
}
