use crate::cecp::ready;

#[test]
fn commands_during_a_search() {
    let mut talk = ready("scirocco");
    // Commands that end a search without a move.
    for line in ["force", "result 1-0 {resigns}", "new\nvariant scirocco", "setboard rubbish"] {
        talk.say("new\nvariant scirocco\nst 1000000\ngo");
        talk.say(line);
        talk.say("force\nping 2");
        let said = talk.hear("pong 2");
        assert!(!said.iter().any(|line| line.starts_with("move ")), "{line}: {said:#?}");
    }
    // Commands that do not.
    for line in
        ["usermove e2e3", "usermove e2e4", "ping 3", "undo", "lift e2", "st 1", "post", "easy", "sd 1"]
    {
        talk.say("new\nvariant scirocco\nst 1000000\ngo");
        talk.say(line);
        talk.say("?");
        talk.hear("move ");
    }
    talk.say("new\nvariant scirocco\ngo\nusermove e2e3");
    assert_eq!(talk.line("Illegal"), "Illegal move (it is the engine's turn): e2e3");
    talk.say("?\nping 4");
    let said = talk.hear("pong 4");
    assert!(said[said.len() - 2].starts_with("move "), "the move comes before the answer: {said:#?}");
}

#[test]
fn mistakes_are_answered() {
    let mut talk = ready("scirocco");
    talk.say("force");
    let long = format!("setboard {}", "9/".repeat(500_000));
    for (line, answer) in [
        ("usermove", "Illegal move (no such move): "),
        ("usermove a0", "Illegal move (no such move): a0"),
        ("usermove e2e3,", "Illegal move (no such move): e2e3,"),
        ("usermove e2e3\u{1f980}", "Illegal move (no such move): e2e3"),
        ("undo", "Error (no move to take back): undo"),
        ("remove", "Error (no move to take back): remove"),
        ("setboard", "tellusererror Illegal position: the side to move"),
        ("setboard \u{1f980}/ w", "tellusererror Illegal position: there are 2 ranks"),
        ("setboard k9/10/10/10/10/10/10/10/10/K9P w", "tellusererror Illegal position: rank `K9P` is too"),
        (&long, "tellusererror Illegal position: "),
    ] {
        talk.say(line);
        let begin = answer.split(' ').next().unwrap();
        let heard = talk.line(begin);
        assert!(heard.starts_with(answer) && heard.len() < 300, "{line:.60}: {heard}");
    }
    // `go` makes no sense now; with a position it does.
    talk.say("go");
    assert_eq!(talk.line("Error"), "Error (no legal position is set up): go");
    talk.say("setboard k9/10/1N8/10/10/10/10/p9/10/K9 w\nsd 2\n?\n?\ngo");
    talk.hear("move ");
}

#[test]
fn lines_that_make_no_sense_are_answered() {
    let mut talk = ready("scirocco");
    for (line, answer) in [
        (&b"hello"[..], "Error (unknown command): hello"),
        (b"edit", "Error (unknown command): edit"),
        (b"\xff", "Error (the line is not UTF-8): ..."),
        (b"sd x", "Error (expected a number): sd x"),
        (b"level", "Error (expected moves, minutes and seconds): level"),
        (b"variant go", "Error (unknown variant): variant go"),
        (b"option Speed=3", "Error (unknown option): option Speed=3"),
    ] {
        talk.say_bytes(line);
        talk.say_bytes(b"\n");
        assert_eq!(talk.line("Error"), answer);
    }
}

/// An unreadable line may have been a move or a position.
#[test]
fn after_an_unreadable_line_nothing_is_played() {
    let mut talk = ready("scirocco");
    let long = format!("setboard {}\n", "9/".repeat(600_000));
    for line in [&b"usermove e2\xff\n"[..], b"setboard \xff w\n", b"\xff\n", long.as_bytes()] {
        talk.say("new\nvariant scirocco\nforce");
        talk.say_bytes(line);
        assert!(talk.line("Error").ends_with(": ..."));
        talk.say("go");
        assert_eq!(talk.line("Error"), "Error (no legal position is set up): go");
        talk.say("usermove e2e3");
        assert_eq!(talk.line("Illegal"), "Illegal move (no legal position is set up): e2e3");
        talk.say("setboard k9/10/1N8/10/10/10/10/p9/10/K9 w\nst 1\nsd 2\ngo");
        talk.hear("move ");
    }
    // An analysis ends, too.
    talk.say("new\nvariant scirocco\npost\nanalyze");
    talk.say_bytes(b"usermove \xff\n");
    talk.hear("Error");
    talk.say(".\nping 5");
    assert_eq!(talk.hear("pong 5"), ["pong 5"]);
    talk.say("exit");
    // With these words no move or position begins.
    for line in [&b"name M\xfcller\n"[..], b" rating \xff\n", b"option Skill=\xff\n"] {
        talk.say("new\nvariant scirocco");
        talk.say_bytes(line);
        talk.hear("Error");
        talk.say("st 1\nsd 1\ngo");
        talk.hear("move ");
    }
}

#[test]
fn any_words_in_any_order() {
    const LINES: &[&str] = &[
        "new",
        "variant scirocco",
        "variant normal",
        "force",
        "go",
        "playother",
        "usermove e2e3",
        "usermove e2e4",
        "usermove e9d6",
        "undo",
        "remove",
        "analyze",
        "exit",
        ".",
        "?",
        "hard",
        "easy",
        "post",
        "nopost",
        "hint",
        "bk",
        "draw",
        "result 1-0 {x}",
        "setboard k9/10/1N8/10/10/10/10/p9/10/K9 w",
        "setboard x",
        "st 0",
        "st 1",
        "sd 1",
        "sd 3",
        "level 40 0:01 0",
        "time 10",
        "otim 5",
        "lift e2",
        "lift",
        "put e3",
        "hover",
        "memory 2",
        "cores 2",
        "option MultiPV=3",
        "computer",
        "ping x",
        "random",
        "\u{e9}",
        "usermove \u{e9}",
        "usermove ,,,",
        "usermove @@@@",
        "level 1 2",
        "white",
        "name x",
    ];
    let mut rng = fastrand::Rng::with_seed(4);
    for _ in 0..4 {
        let mut talk = ready("scirocco");
        for _ in 0..150 {
            talk.say(rng.choice(LINES).unwrap());
        }
        talk.say("force\nping end");
        talk.hear("pong end");
        talk.say("quit");
        talk.end();
    }
}
