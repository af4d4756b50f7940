use crate::{beaufort, stdout};

/// Returns what the program answers to lines.
fn answers(lines: &str) -> Vec<String> {
    let mut command = beaufort("line");
    command.write_stdin(lines);
    stdout(command).lines().map(str::to_owned).collect()
}

#[test]
fn the_engine_answers() {
    let said = answers(
        "hello\noption hash 2\noption Style wild\ngame orthochess\n\
         position 7k/8/5KQ1/8/8/8/8/8 w - - 0 1\ngo depth 2\n\
         position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 turns f3 e7e5 g4\ngo nodes 3000\n\
         game scirocco\nquit\ngo depth 1\n",
    );
    let turns: Vec<&str> = said.iter().map(String::as_str).filter(|line| !line.starts_with("info")).collect();
    assert_eq!(turns, ["ready", "turn Qg7#", "turn Qh4#", "ready"]);
    assert!(said[1].starts_with("info depth "), "{said:?}");
}

#[test]
fn nonsense_is_answered() {
    let position = "position 7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    for (lines, expected) in [
        ("go depth 1", "error no game is named"),
        ("game nonsense", "error there is no game `nonsense`"),
        ("game orthochess\ngo depth 1", "error no position is told"),
        ("game orthochess\nposition x", "error position, column 1"),
        (&format!("game orthochess\n{position} turns e4"), "error `e4` is not a turn here"),
        (&format!("game orthochess\n{position}\ngo"), "error `go` needs a limit"),
        (&format!("game orthochess\n{position}\ngo nodes"), "error `nodes` needs a number"),
        (&format!("game orthochess\n{position}\ngo far"), "error `far` is not a limit"),
        ("option hash much", "error `hash` needs a number"),
    ] {
        let said = answers(&format!("{lines}\n"));
        assert!(said.last().unwrap().starts_with(expected), "{lines}: {said:?}");
    }
}
