//! A PostgreSQL server for tests, in a temporary folder; nobody else can reach it.

use std::process::Command;
use std::sync::{Mutex, PoisonError};

use crate::script::Script;

/// Starts the server, does what it is told, and removes everything when nobody is there to tell it.
const SCRIPT: &str = include_str!("postgres.sh");

/// A PostgreSQL server. It ends when it is dropped, or with the program.
#[derive(Debug)]
pub struct PostgresServer {
    script: Mutex<Script>,
    /// Where its socket is.
    folder: String,
}

impl PostgresServer {
    /// Starts a server without databases.
    ///
    /// # Errors
    /// If PostgreSQL is not installed, or does not start: what is to be done about it.
    pub fn start() -> Result<PostgresServer, String> {
        let missing = "PostgreSQL is missing: apt-get install postgresql";
        let mut script = Script::start(&mut shell()?, missing)?;
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
        self.script.lock().unwrap_or_else(PoisonError::into_inner).tell(command)
    }
}

/// Returns the shell that runs the script: the superuser may not start a database.
fn shell() -> Result<Command, String> {
    let id = Command::new("id").arg("-u").output();
    let is_superuser = id.map_err(|error| format!("cannot start a program: {error}"))?.stdout == b"0\n";
    let mut shell = Command::new(if is_superuser { "runuser" } else { "sh" });
    if is_superuser {
        shell.args(["-u", "postgres", "--", "sh"]);
    }
    shell.args(["-c", SCRIPT]);
    Ok(shell)
}
