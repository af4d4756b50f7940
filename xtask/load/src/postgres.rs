//! A PostgreSQL server for tests, in a temporary folder; nobody else can reach it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// Starts the server, does what it is told, and removes everything when nobody is there to tell it.
const SCRIPT: &str = include_str!("postgres.sh");

/// A PostgreSQL server. It ends when it is dropped, or with the program.
#[derive(Debug)]
pub struct PostgresServer {
    script: Mutex<Script>,
    /// Where its socket is.
    folder: String,
}

#[derive(Debug)]
struct Script {
    child: Child,
    /// `None` only while it is dropped.
    commands: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl PostgresServer {
    /// Starts a server without databases.
    ///
    /// # Errors
    /// If PostgreSQL is not installed, or does not start: what is to be done about it.
    pub fn start() -> Result<PostgresServer, String> {
        let mut script = Script::start().map_err(|error| format!("cannot start a shell: {error}"))?;
        let folder = script.answer()?;
        if !folder.starts_with('/') {
            return Err(folder);
        }
        let server = PostgresServer { script: Mutex::new(script), folder };
        server.restart()?;
        Ok(server)
    }

    /// Makes a database, and returns its address.
    ///
    /// # Errors
    /// If there is one of that name.
    pub fn database(&self, name: &str) -> Result<String, String> {
        self.tell(&format!("create {name}"))?;
        Ok(format!("postgres://beaufort@/{name}?host={}", self.folder))
    }

    /// Kills the server, which has no time to do anything about it.
    ///
    /// # Errors
    /// If it cannot be told.
    pub fn kill(&self) -> Result<(), String> {
        self.tell("kill")
    }

    /// Starts the server again after it was killed, and waits until it is there.
    ///
    /// # Errors
    /// If it does not start.
    pub fn restart(&self) -> Result<(), String> {
        self.tell("start")
    }

    fn tell(&self, command: &str) -> Result<(), String> {
        let mut script = self.script.lock().unwrap_or_else(PoisonError::into_inner);
        let commands = script.commands.as_mut().ok_or("the server is ending")?;
        writeln!(commands, "{command}").map_err(|error| format!("PostgreSQL has ended: {error}"))?;
        match script.answer()?.as_str() {
            "done" => Ok(()),
            problem => Err(problem.to_owned()),
        }
    }
}

impl Script {
    fn start() -> std::io::Result<Script> {
        // The superuser may not run it.
        let is_superuser = Command::new("id").arg("-u").output()?.stdout == b"0\n";
        let mut command = Command::new(if is_superuser { "runuser" } else { "sh" });
        if is_superuser {
            command.args(["-u", "postgres", "--", "sh"]);
        }
        let mut child = command
            .args(["-c", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let commands = child.stdin.take();
        let answers = child.stdout.take().ok_or(std::io::ErrorKind::BrokenPipe)?;
        Ok(Script { child, commands, answers: BufReader::new(answers) })
    }

    fn answer(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.answers.read_line(&mut line) {
            Ok(0) | Err(_) => Err("PostgreSQL is missing: apt-get install postgresql".to_owned()),
            Ok(_) => Ok(line.trim_end().to_owned()),
        }
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        // The script ends when nobody can tell it anything any more.
        self.commands = None;
        let _ = self.child.wait();
    }
}
