//! Conversations with the program as another program leads them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// More time than any answer needs, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A run of the program that goes on.
pub(crate) struct Talk {
    program: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    /// Starts the program with a command.
    pub(crate) fn start(command: &str) -> Talk {
        Talk::start_in(Path::new("."), command)
    }

    /// Starts the program in a folder with arguments separated by spaces.
    pub(crate) fn start_in(folder: &Path, arguments: &str) -> Talk {
        let mut command = Command::new(env!("CARGO_BIN_EXE_beaufort"));
        command.args(arguments.split(' ')).current_dir(folder);
        Talk::with(command)
    }

    /// Starts the program by a command of the system.
    pub(crate) fn with(mut command: Command) -> Talk {
        let mut program = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(program.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Talk { input: program.stdin.take(), program, lines }
    }

    /// Sends lines.
    pub(crate) fn say(&mut self, text: &str) {
        self.say_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes.
    pub(crate) fn say_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    /// Returns the lines up to one that begins with a text, that one included.
    pub(crate) fn hear(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        let end = Instant::now() + PATIENCE;
        while !heard.last().is_some_and(|line: &String| line.starts_with(start)) {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => heard.push(line),
                Err(error) => panic!("{error}: no `{start}` in {heard:#?}"),
            }
        }
        heard
    }

    /// Returns the line that begins with a text.
    pub(crate) fn line(&mut self, start: &str) -> String {
        self.hear(start).pop().unwrap()
    }

    /// Returns all lines up to now.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        self.lines.try_iter().collect()
    }

    /// Closes the input of the program.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Asks the program to end, as the system does.
    #[cfg(all(unix, feature = "server"))]
    pub(crate) fn terminate(&self) {
        let status = Command::new("kill").arg(self.program.id().to_string()).status().unwrap();
        assert!(status.success(), "{status}");
    }

    /// Waits for the program's end, and returns how long it took.
    pub(crate) fn end(mut self) -> Duration {
        let start = Instant::now();
        loop {
            match self.program.try_wait().unwrap() {
                Some(status) => {
                    assert!(status.success(), "{status}");
                    return start.elapsed();
                }
                None if start.elapsed() > PATIENCE => panic!("the program does not end"),
                None => thread::sleep(Duration::from_millis(2)),
            }
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // A test that has failed leaves no program behind; one that has ended cannot be killed.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Replays the conversations of a page: in a block that begins with `> `, such lines are sent, and each other line is expected in this
/// order, perhaps after others; `...` stands for any rest of a line. Returns the number of conversations.
pub(crate) fn replay(page: &str, command: &str) -> usize {
    let blocks = page.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    let talks = blocks.map(|(_, block)| block).filter(|block| block.starts_with("> "));
    let mut count = 0;
    for block in talks {
        let mut talk = Talk::start(command);
        for line in block.lines() {
            match line.strip_prefix("> ") {
                Some(said) => talk.say(said),
                None => {
                    let start = line.split("...").next().unwrap();
                    let heard = talk.line(start);
                    assert!(start != line || heard == line, "{heard} instead of {line}");
                }
            }
        }
        count += 1;
    }
    count
}
