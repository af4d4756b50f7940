//! A shell script that runs a server for tests: it is told what to do, a line each, and answers with a line. When nobody is
//! there to tell it, however that came, the server ends, and nothing of it is left.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// A server that a script runs.
#[derive(Debug)]
pub(crate) struct Service {
    script: Mutex<Script>,
    folder: String,
}

impl Service {
    /// Starts the script by this command of a shell, and then its server. `missing` is what is wrong if the script says nothing;
    /// `marker` is a part of the name of every test that starts the server.
    ///
    /// # Errors
    /// If the server does not start, or if the name of the test that starts it lacks the marker.
    pub(crate) fn start(
        command: &mut Command,
        missing: &'static str,
        marker: &'static str,
    ) -> Result<Service, String> {
        check_name(std::thread::current().name().unwrap_or_default(), marker)?;
        let mut script = Script::start(command, missing)?;
        let folder = script.answer()?;
        if !folder.starts_with('/') {
            return Err(folder);
        }
        let service = Service { script: Mutex::new(script), folder };
        service.restart()?;
        Ok(service)
    }

    /// Returns the folder where the server keeps everything.
    pub(crate) fn folder(&self) -> &str {
        &self.folder
    }

    /// Kills the server, which has no time to do anything about it.
    pub(crate) fn kill(&self) -> Result<(), String> {
        self.tell("kill")
    }

    /// Starts the server again after it was killed, and waits until it is there.
    pub(crate) fn restart(&self) -> Result<(), String> {
        self.tell("start")
    }

    /// Tells the script to do something, and waits until it is done.
    pub(crate) fn tell(&self, command: &str) -> Result<(), String> {
        self.script.lock().unwrap_or_else(PoisonError::into_inner).tell(command)
    }
}

/// A script that runs.
#[derive(Debug)]
struct Script {
    child: Child,
    /// `None` only while it is dropped.
    commands: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// The error if it does not answer.
    missing: &'static str,
}

impl Script {
    /// Starts it by this command of a shell.
    fn start(command: &mut Command, missing: &'static str) -> Result<Script, String> {
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = started.map_err(|error| format!("cannot start a shell: {error}"))?;
        let commands = child.stdin.take();
        let answers = child.stdout.take().ok_or("the shell has no output")?;
        Ok(Script { child, commands, answers: BufReader::new(answers), missing })
    }

    /// Tells it to do something, and waits until it is done.
    fn tell(&mut self, command: &str) -> Result<(), String> {
        let commands = self.commands.as_mut().ok_or("the server is ending")?;
        writeln!(commands, "{command}").map_err(|error| format!("the server has ended: {error}"))?;
        match self.answer()?.as_str() {
            "done" => Ok(()),
            problem => Err(problem.to_owned()),
        }
    }

    /// Returns its next line.
    fn answer(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.answers.read_line(&mut line) {
            Ok(0) | Err(_) => Err(self.missing.to_owned()),
            Ok(_) => Ok(line.trim_end().to_owned()),
        }
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        // The script ends with its input.
        self.commands = None;
        let _ = self.child.wait();
    }
}

/// Checks that the name of a test has the marker by which `cargo xtask test` leaves it out where its server is missing. The harness
/// gives the thread of a test its path; other threads have names without `::`.
fn check_name(thread: &str, marker: &str) -> Result<(), String> {
    if !thread.contains("::") || thread.contains(marker) {
        return Ok(());
    }
    Err(format!("the test {thread} starts a server, so its name must contain `{marker}`"))
}

/// Returns a port that is free at present.
pub(crate) fn free_port() -> Result<u16, String> {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
    Ok(free.map_err(|error| format!("no port is free: {error}"))?.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_starts_a_server_says_so_in_its_name() {
        assert_eq!(check_name("main", "over_nats"), Ok(()));
        assert_eq!(check_name("serve::games_go_on_over_nats", "over_nats"), Ok(()));
        let error = check_name("serve::games_go_on", "over_nats").unwrap_err();
        assert_eq!(
            error,
            "the test serve::games_go_on starts a server, so its name must contain `over_nats`"
        );
    }
}
