//! Runs commands and keeps the end of their output: where several run at the same time, the reason of a failure stands far above the end of
//! the log.

use std::io::{self, IsTerminal, PipeReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

/// How much of the output an error repeats, in bytes.
const MAX_REPEATED: usize = 8 * 1024;
/// The longest wait for the rest of the output: programs that the command has started, and left running, may hold it open.
const PATIENCE: Duration = Duration::from_secs(2);

/// A command that has ended.
pub(crate) struct Ended {
    status: ExitStatus,
    /// The last lines of its output, for an error; empty if it wrote to a terminal, in which a person scrolls.
    repeated: String,
}

impl Ended {
    /// Returns an error with the last lines of the command, unless it succeeded.
    ///
    /// # Errors
    /// If the command failed.
    pub(crate) fn or_error(self, message: impl FnOnce(ExitStatus) -> String) -> Result<(), String> {
        if self.status.success() {
            return Ok(());
        }
        let message = message(self.status);
        let repeated = self.repeated.trim_end();
        if repeated.is_empty() {
            return Err(message);
        }
        Err(format!("{message}; its last lines were\n{repeated}"))
    }
}

/// Runs a command until it ends, and passes its output on.
///
/// # Errors
/// If it cannot be started.
pub(crate) fn run(command: &mut Command) -> io::Result<Ended> {
    if io::stderr().is_terminal() {
        return Ok(Ended { status: command.status()?, repeated: String::new() });
    }
    run_and_keep(command)
}

fn run_and_keep(command: &mut Command) -> io::Result<Ended> {
    // One pipe for both keeps their order.
    let (reader, writer) = io::pipe()?;
    let child = command.stdout(writer.try_clone()?).stderr(writer).spawn();
    // The command holds the ends that write, and the reader waits for them.
    command.stdout(Stdio::inherit()).stderr(Stdio::inherit());
    let mut child = child?;
    let kept = Arc::new(Mutex::new(Vec::new()));
    let (at_the_end, end) = mpsc::channel::<()>();
    let also_kept = Arc::clone(&kept);
    thread::spawn(move || {
        pass_on(reader, io::stderr(), &also_kept);
        drop(at_the_end);
    });
    let status = child.wait()?;
    // An error says that the reader has come to the end, or that the time is over.
    let _ = end.recv_timeout(PATIENCE);
    let repeated = last_lines(&kept.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(Ended { status, repeated })
}

/// Passes the output on, and keeps the end of it.
fn pass_on(mut reader: PipeReader, mut to: impl Write, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(length) = reader.read(&mut buffer)
        && length > 0
    {
        let read = &buffer[..length];
        // Nobody may listen any more.
        let _ = to.write_all(read);
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(read);
        let surplus = kept.len().saturating_sub(MAX_REPEATED);
        kept.drain(..surplus);
    }
}

/// Returns the whole lines of the kept output; if it is the end of more, the first line has lost its beginning.
fn last_lines(kept: &[u8]) -> String {
    let begin = match kept.iter().position(|byte| *byte == b'\n') {
        Some(first) if kept.len() == MAX_REPEATED => first + 1,
        _ => 0,
    };
    String::from_utf8_lossy(&kept[begin..]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_repeats_the_last_lines_of_either_output() {
        let mut command = Command::new(crate::step::cargo_path());
        let ended = run_and_keep(command.arg("no-such-command")).unwrap();
        let error = ended.or_error(|_| "it failed".to_owned()).unwrap_err();
        assert!(error.starts_with("it failed; its last lines were\n"), "{error}");
        assert!(error.contains("no such command: `no-such-command`"), "{error}");
        let ended = run_and_keep(Command::new(crate::step::cargo_path()).arg("--version")).unwrap();
        assert!(ended.repeated.starts_with("cargo 1"), "{}", ended.repeated);
        assert_eq!(ended.or_error(|_| "it failed".to_owned()), Ok(()));
    }

    #[test]
    fn little_is_kept_of_much() {
        let (reader, mut writer) = io::pipe().unwrap();
        let kept = Mutex::new(Vec::new());
        thread::scope(|scope| {
            scope.spawn(|| pass_on(reader, io::sink(), &kept));
            for _ in 0..2_000 {
                writeln!(writer, "much").unwrap();
            }
            writeln!(writer, "and the end").unwrap();
            drop(writer);
        });
        let kept = kept.into_inner().unwrap();
        assert_eq!(kept.len(), MAX_REPEATED);
        let lines = last_lines(&kept);
        assert!(lines.starts_with("much\n") && lines.ends_with("much\nand the end\n"), "{lines}");
    }

    #[test]
    fn a_short_output_is_repeated_whole() {
        assert_eq!(last_lines(b"one\ntwo\n"), "one\ntwo\n");
        assert_eq!(last_lines(b"one"), "one");
    }
}
