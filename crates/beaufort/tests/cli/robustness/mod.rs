//! Faulty programs on the other side: after any input and at any end of it, the program answers, and ends in time.

mod cecp;
mod uci;

use std::time::Duration;

use crate::talk::Talk;
use crate::{WriteStdin as _, beaufort, stdout};

/// The commands of a protocol for the same purposes.
struct Protocol {
    command: &'static str,
    /// Gets the engine ready for a game.
    begin: &'static str,
    /// Begins a search that would take days.
    search: &'static str,
    /// Begins a search that only a command ends.
    endless: &'static str,
    /// A question, and how its answer begins.
    question: [&'static str; 2],
    /// Ends the search, and how the answer begins.
    stop: [&'static str; 2],
}

const PROTOCOLS: [Protocol; 2] = [
    Protocol {
        command: "uci",
        begin: "setoption name Hash value 4\nsetoption name UCI_Variant value scirocco",
        search: "go movetime 1000000000",
        endless: "go infinite",
        question: ["isready", "readyok"],
        stop: ["stop", "bestmove "],
    },
    Protocol {
        command: "cecp",
        begin: "protover 2\nnew\nvariant scirocco\nmemory 4\nst 1000000000",
        search: "go",
        endless: "analyze",
        question: ["ping 1", "pong 1"],
        stop: ["?", "move "],
    },
];

impl Protocol {
    /// Starts a conversation in which the engine is ready for a game.
    fn start(&self) -> Talk {
        let mut talk = Talk::start(self.command);
        talk.say(self.begin);
        talk
    }

    /// Checks that the engine still answers, and returns its lines so far.
    fn check(&self, talk: &mut Talk) -> Vec<String> {
        let [question, answer] = self.question;
        talk.say(question);
        talk.hear(answer)
    }
}

/// Sends a flood of invalid lines of every kind.
fn say_rubbish(talk: &mut Talk) {
    talk.say(&"qwertz 1 2 3\n".repeat(100_000));
    for length in [(1 << 20) - 1, 1 << 20, 3 << 20] {
        talk.say(&"x".repeat(length));
        talk.say(&format!("position {}", "moves ".repeat(length / 6)));
    }
    talk.say_bytes(b"\xff\xfe\n\0\0\0\n\xc3\n\r\n\t\n \n");
    talk.say_bytes(&b"\xf0\x28\x8c\x28\n".repeat(10_000));
}

#[test]
fn rubbish_is_survived() {
    for protocol in &PROTOCOLS {
        let mut talk = protocol.start();
        say_rubbish(&mut talk);
        let said = protocol.check(&mut talk);
        // A flood is not worth one of answers.
        assert!(said.len() < 200, "{}: {} lines", protocol.command, said.len());
        talk.say("quit");
        talk.end();
    }
}

#[test]
fn rubbish_does_not_disturb_a_search() {
    for protocol in &PROTOCOLS {
        let [stop, answer] = protocol.stop;
        let mut talk = protocol.start();
        talk.say(protocol.search);
        say_rubbish(&mut talk);
        talk.say(stop);
        talk.hear(answer);
        protocol.check(&mut talk);
    }
}

#[test]
fn a_search_is_left_when_the_conversation_ends() {
    for protocol in &PROTOCOLS {
        for says_quit in [true, false] {
            let mut talk = protocol.start();
            protocol.check(&mut talk);
            talk.say(protocol.begin);
            if says_quit {
                talk.say(protocol.search);
                talk.say("quit");
            } else {
                talk.say(protocol.endless);
                talk.hang_up();
            }
            let time = talk.end();
            assert!(time < Duration::from_secs(10), "{}: {time:?}", protocol.command);
        }
    }
}

#[test]
fn what_was_asked_is_answered_before_the_end() {
    for protocol in &PROTOCOLS {
        let [question, answer] = protocol.question;
        for end in ["quit\n", ""] {
            let mut command = beaufort(protocol.command);
            command.write_stdin(format!("{question}\n{question}\n{end}"));
            let said = stdout(command);
            let answers = said.lines().filter(|line| *line == answer).count();
            assert_eq!(answers, 2, "{}, `{end}`: {said}", protocol.command);
        }
    }
}

/// A search that was begun is gone on with when the input ends, as that of a pipe does, and stopped by `quit`.
#[test]
fn a_pipe_is_answered() {
    let said = |protocol: &str, lines: &str| {
        let mut command = beaufort(protocol);
        command.write_stdin(format!("{lines}\n"));
        stdout(command)
    };
    let uci = |lines: &str| said("uci --game orthochess", lines);
    let depth = uci("position startpos\ngo depth 4");
    assert!(depth.contains("info depth 4 ") && depth.contains("\nbestmove "), "{depth}");
    assert!(uci("go perft 3").contains(": 8902\n"));
    assert!(uci("bench 2").contains("bench: depth 2, "));
    for lines in ["go depth 99\nquit", "go infinite", "go ponder depth 1", "go"] {
        let said = uci(lines);
        assert_eq!(said.matches("bestmove ").count(), 1, "{lines}: {said}");
    }
    assert!(said("cecp", "new\nsd 3\nusermove e2e4").contains("\nmove "));
}

/// The other program dies: the output is closed, and the input ends in the middle of a line.
#[test]
fn the_end_may_come_at_any_time() {
    for protocol in &PROTOCOLS {
        for said in ["", "\n", "qu", "\u{e9}", protocol.begin, protocol.endless] {
            let mut talk = Talk::start(protocol.command);
            talk.say_bytes(said.as_bytes());
            talk.hang_up();
            talk.end();
        }
    }
}
