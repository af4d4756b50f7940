//! A child process that exchanges lines with this one.

use std::fmt::Display;
use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use beaufort_engine::Signal;

use super::ProgramError;

/// The longest line, in bytes; a longer one is split.
const MAX_LINE_BYTES: u64 = 1 << 20;
/// The most lines that wait to be read.
const MAX_QUEUED_LINES: usize = 1_000;
/// How often a stop is looked for.
pub(super) const STOP_INTERVAL: Duration = Duration::from_millis(50);
/// How long a program may take to end after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(300);

/// A running program. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(command: &[String]) -> Result<Process, ProgramError> {
        let (name, arguments) = command.split_first().ok_or_else(|| failed("no command is given"))?;
        let mut command = Command::new(name);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // A process group of its own: only this program handles Ctrl-C.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| failed(format!("cannot start `{name}`: {error}")))?;
        let (sender, output) = sync_channel(MAX_QUEUED_LINES);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read(stdout, &sender));
        }
        Ok(Process { input: child.stdin.take(), child, output })
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: impl Display) -> Result<(), ProgramError> {
        let Some(input) = &mut self.input else { return Err(failed("takes no input")) };
        let sent = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        sent.map_err(|error| match error.kind() {
            ErrorKind::BrokenPipe => self.gone(),
            _ => failed(format!("takes no input: {error}")),
        })
    }

    /// Returns the next line, without white space around it.
    pub(super) fn line(&mut self, deadline: Instant) -> Result<String, ProgramError> {
        self.line_unless(deadline, &Signal::new())
    }

    /// Returns the next line likewise; `None` if there is none in a time.
    pub(super) fn line_within(&mut self, time: Duration) -> Result<Option<String>, ProgramError> {
        match self.line(Instant::now() + time) {
            Ok(line) => Ok(Some(line)),
            Err(ProgramError::Silent) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the next line likewise, unless it is stopped before.
    fn line_unless(&mut self, deadline: Instant, stop: &Signal) -> Result<String, ProgramError> {
        loop {
            // The deadline holds also for a program that never stops writing.
            let left = deadline.checked_duration_since(Instant::now()).ok_or(ProgramError::Silent)?;
            if stop.is_stopped() {
                return Err(ProgramError::Stopped);
            }
            match self.output.recv_timeout(left.min(STOP_INTERVAL)) {
                Ok(line) => return Ok(line.trim().to_owned()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    /// Returns the first value that `sense` finds in a line.
    pub(super) fn find<T>(
        &mut self,
        deadline: Instant,
        sense: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ProgramError> {
        self.find_unless(deadline, &Signal::new(), sense)
    }

    /// Returns the first value likewise, unless it is stopped before.
    pub(super) fn find_unless<T>(
        &mut self,
        deadline: Instant,
        stop: &Signal,
        mut sense: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, ProgramError> {
        loop {
            if let Some(found) = sense(&self.line_unless(deadline, stop)?) {
                return Ok(found);
            }
        }
    }

    /// Waits for a line, at most [`START_TIMEOUT`](super::START_TIMEOUT), and shows the lines before it to `look`.
    pub(super) fn expect(&mut self, words: &str, mut look: impl FnMut(&str)) -> Result<(), ProgramError> {
        let deadline = Instant::now() + super::START_TIMEOUT;
        let found = self.find(deadline, |line| {
            look(line);
            (line == words).then_some(())
        });
        found.map_err(|refusal| match refusal {
            ProgramError::Silent => failed(format!("did not say `{words}`")),
            other => other,
        })
    }

    /// Returns the error of a program that has closed its output.
    fn gone(&mut self) -> ProgramError {
        match self.wait() {
            Some(status) => failed(format!("ended ({status})")),
            None => failed("closed its output"),
        }
    }

    /// Waits for the end of the program, at most [`QUIT_TIMEOUT`].
    fn wait(&mut self) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + QUIT_TIMEOUT;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both protocols have this command; a program that has ended or hangs ignores it.
        let _ = self.send("quit");
        self.input = None;
        if self.wait().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        end_group(&self.child);
    }
}

/// Kills the programs that a program has started and left behind, unless they have process groups of their own.
#[cfg(unix)]
fn end_group(child: &Child) {
    let group = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw);
    // Usually the group is empty.
    let _ = group.map(|group| rustix::process::kill_process_group(group, rustix::process::Signal::KILL));
}

#[cfg(not(unix))]
fn end_group(_: &Child) {}

/// Returns the error of a program that cannot go on.
pub(super) fn failed(reason: impl Into<String>) -> ProgramError {
    ProgramError::Failed(reason.into())
}

/// Sends on the lines of a program until it ends or the receiver is gone.
fn read(stdout: ChildStdout, sender: &SyncSender<String>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match reader.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line) {
            Ok(1..) if sender.send(String::from_utf8_lossy(&line).into_owned()).is_ok() => {}
            _ => return,
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_wait_for_a_program_can_be_stopped() {
        let mut process = Process::start(&["sh", "-c", "sleep 1000"].map(str::to_owned)).unwrap();
        let (begin, stop) = (Instant::now(), Signal::new());
        stop.stop();
        let found = process.find_unless(begin + Duration::from_secs(60), &stop, |_| Some(()));
        assert_eq!(found, Err(ProgramError::Stopped));
        assert!(begin.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn programs_that_a_program_has_started_end_with_it() {
        for end in ["read line", "exit"] {
            let script = format!("sleep 1000 & echo $!; {end}");
            let mut process = Process::start(&["sh", "-c", &script].map(str::to_owned)).unwrap();
            let child = process.line(Instant::now() + Duration::from_secs(60)).unwrap();
            let is_running = || {
                let status = std::fs::read_to_string(format!("/proc/{child}/stat"));
                status.is_ok_and(|status| !status.contains(") Z"))
            };
            assert!(is_running());
            drop(process);
            let deadline = Instant::now() + Duration::from_secs(60);
            while is_running() {
                assert!(Instant::now() < deadline, "after `{end}`");
                thread::sleep(Duration::from_millis(5));
            }
        }
    }
}
