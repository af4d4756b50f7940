use crate::talk::{Talk, replay};

#[test]
fn the_page_is_true() {
    assert!(replay(include_str!("../../../../docs/protocol-line.md"), "line") >= 1);
}

#[test]
fn the_engine_answers() {
    let mut talk = Talk::start("line");
    talk.say("hello\noption hash 2\noption Style wild\ngame orthochess");
    assert_eq!(talk.hear("ready"), ["ready"]);
    talk.say("position 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\ngo depth 2");
    let said = talk.hear("turn ");
    assert!(said[0].starts_with("info depth ") && said[1] == "turn Qg7#", "{said:?}");
    talk.say("position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 turns f3 e7e5 g4");
    talk.say("go nodes 3000");
    assert_eq!(talk.line("turn "), "turn Qh4#");
    talk.say("position 7k/8/5KQ1/8/8/8/8/8  w\t- - 0  1 turns\ngo  depth\t2");
    assert_eq!(talk.line("turn "), "turn Qg7#");
    talk.say("game scirocco\nquit");
    talk.end();
}

#[test]
fn nonsense_is_answered() {
    let position = "position 7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    for (lines, expected) in [
        ("go depth 1", "error no game is named"),
        ("game nonsense", "error there is no game `nonsense`"),
        ("game orthochess\ngo depth 1", "error no position is told"),
        ("game orthochess\nposition x", "error position, column 1"),
        (&format!("game orthochess\n{position} turns e4"), "error move 1, `e4`: `e4` is not a turn here"),
        (
            &format!("game orthochess\n{position} moves Qg7"),
            "error expected `turns` before the turns, not `moves`",
        ),
        (&format!("game orthochess\n{position}\ngo"), "error `go` needs a limit"),
        (&format!("game orthochess\n{position}\ngo nodes"), "error `nodes` needs a number"),
        (&format!("game orthochess\n{position}\ngo far"), "error `far` is not a limit"),
        ("option hash much", "error `hash` needs a number"),
    ] {
        let mut talk = Talk::start("line");
        talk.say(lines);
        let said = talk.line("error ");
        assert!(said.starts_with(expected), "{lines}: {said}");
    }
}

/// What could not be read may have been a position.
#[test]
fn after_an_unreadable_line_nothing_is_searched() {
    let start = "position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut talk = Talk::start("line");
    talk.say(&format!("game orthochess\n{start}"));
    talk.hear("ready");
    talk.say_bytes(format!("{start} turns ").as_bytes());
    talk.say_bytes(b"\xff\n");
    assert_eq!(talk.line("error "), "error the line is not UTF-8");
    talk.say("go depth 1");
    assert_eq!(talk.line("error "), "error no position is told");
    talk.say(&format!("{start}\ngo nodes 20000\n{start} turns e4"));
    assert_eq!(talk.line("error "), "error a turn is being chosen");
    talk.hear("turn ");
    talk.say("go depth 1");
    assert_eq!(talk.line("error "), "error no position is told");
    talk.say(&format!("{start}\ngo depth 1"));
    talk.hear("turn ");
}

#[test]
fn nothing_else_is_obeyed_during_a_search() {
    let mut talk = Talk::start("line");
    talk.say("game orthochess\nposition rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    talk.hear("ready");
    talk.say("go time 2000\ngo time 10\nposition x\noption hash 1\ngame scirocco");
    for _ in 0..4 {
        assert_eq!(talk.line("error "), "error a turn is being chosen");
    }
    talk.hear("turn ");
    talk.say("position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 turns e4 e5 Ke7 d4");
    assert!(talk.line("error ").starts_with("error move 3, `Ke7`: `Ke7` is not a turn here"));
    talk.say("go depth 1");
    assert_eq!(talk.line("error "), "error no position is told");
}
