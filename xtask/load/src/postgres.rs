//! A PostgreSQL server for tests, in a temporary folder; nobody else can reach it.

use std::process::Command;

use crate::script::Service;

/// Starts the server, does what it is told, and removes everything when nobody is there to tell it.
const SCRIPT: &str = include_str!("postgres.sh");

/// A PostgreSQL server. It ends when it is dropped, or with the program.
#[derive(Debug)]
pub struct PostgresServer(Service);

impl PostgresServer {
    /// Starts a server without databases.
    ///
    /// # Errors
    /// If PostgreSQL is not installed, or does not start: what is to be done about it.
    pub fn start() -> Result<PostgresServer, String> {
        let missing = "PostgreSQL is missing: apt-get install postgresql";
        Service::start(&mut shell()?, missing).map(PostgresServer)
    }

    /// Makes a database, and returns its address.
    ///
    /// # Errors
    /// If there is one of that name.
    pub fn database(&self, name: &str) -> Result<String, String> {
        self.0.tell(&format!("create {name}"))?;
        Ok(format!("postgres://beaufort@/{name}?host={}", self.0.folder()))
    }

    /// Kills the server, which has no time to do anything about it.
    ///
    /// # Errors
    /// If it cannot be told.
    pub fn kill(&self) -> Result<(), String> {
        self.0.kill()
    }

    /// Starts the server again after it was killed, and waits until it is there.
    ///
    /// # Errors
    /// If it does not start.
    pub fn restart(&self) -> Result<(), String> {
        self.0.restart()
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
