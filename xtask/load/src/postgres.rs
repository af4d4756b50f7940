//! A PostgreSQL server for tests, in a temporary folder, which no other user can reach.

use std::path::Path;
use std::process::Command;

use crate::script::{Service, free_port};

/// Starts the server, runs commands from its input, and removes everything at the end of the input.
const SCRIPT: &str = include_str!("postgres.sh");
const MISSING: &str = "PostgreSQL is missing: apt-get install postgresql";
const MARKER: &str = "on_postgres";

/// A PostgreSQL server. It ends when it is dropped, or with the program.
#[derive(Debug)]
pub struct PostgresServer {
    service: Service,
    /// The port where it is reached over TLS, if it is.
    port: Option<u16>,
}

impl PostgresServer {
    /// Starts a server without databases.
    ///
    /// # Errors
    /// If PostgreSQL is not installed, or does not start: what is to be done about it.
    pub fn start() -> Result<PostgresServer, String> {
        let service = Service::start(&mut shell()?, MISSING, MARKER)?;
        Ok(PostgresServer { service, port: None })
    }

    /// Starts a server without databases that is reached over TLS alone, as `localhost`. The folder has its key in PEM, `server.key`,
    /// and the certificate of that, `server.crt`; everybody may read it.
    ///
    /// # Errors
    /// Those of [`PostgresServer::start`].
    pub fn start_with_tls(folder: &Path) -> Result<PostgresServer, String> {
        let port = free_port()?;
        let mut shell = shell()?;
        shell.args(["postgres.sh", &port.to_string()]).arg(folder);
        let service = Service::start(&mut shell, MISSING, MARKER)?;
        Ok(PostgresServer { service, port: Some(port) })
    }

    /// Makes a database, and returns its address.
    ///
    /// # Errors
    /// If there is one of that name.
    pub fn database(&self, name: &str) -> Result<String, String> {
        self.service.tell(&format!("create {name}"))?;
        Ok(match self.port {
            Some(port) => format!("postgres://beaufort@localhost:{port}/{name}?sslmode=require"),
            None => format!("postgres://beaufort@/{name}?host={}", self.service.folder()),
        })
    }

    /// Kills the server, which has no time to do anything about it.
    ///
    /// # Errors
    /// If it cannot be told.
    pub fn kill(&self) -> Result<(), String> {
        self.service.kill()
    }

    /// Starts the server again after it was killed, and waits until it is there.
    ///
    /// # Errors
    /// If it does not start.
    pub fn restart(&self) -> Result<(), String> {
        self.service.restart()
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
