//! A NATS server with JetStream for tests, in a temporary folder, on a port of this machine alone.

use std::path::Path;
use std::process::Command;

use crate::script::{Service, free_port};

/// Starts the server, runs commands from its input, and removes everything at the end of the input.
const SCRIPT: &str = include_str!("nats.sh");

/// A NATS server. It ends when it is dropped, or with the program.
#[derive(Debug)]
pub struct NatsServer {
    service: Service,
    /// How it is reached, without the port.
    host: &'static str,
    port: u16,
}

impl NatsServer {
    /// Starts a server.
    ///
    /// # Errors
    /// If NATS is not installed, or does not start: what is to be done about it.
    pub fn start() -> Result<NatsServer, String> {
        NatsServer::start_at("nats://127.0.0.1", None)
    }

    /// Starts a server that is reached over TLS alone, as `localhost`. The folder has its key in PEM, `server.key`, and the certificate of
    /// that, `server.crt`.
    ///
    /// # Errors
    /// Those of [`NatsServer::start`].
    pub fn start_with_tls(folder: &Path) -> Result<NatsServer, String> {
        NatsServer::start_at("tls://localhost", Some(folder))
    }

    fn start_at(host: &'static str, tls: Option<&Path>) -> Result<NatsServer, String> {
        let port = free_port()?;
        let mut shell = Command::new("sh");
        shell.args(["-c", SCRIPT, "nats.sh", &port.to_string()]).args(tls);
        let service =
            Service::start(&mut shell, "NATS is missing: apt-get install nats-server", "over_nats")?;
        Ok(NatsServer { service, host, port })
    }

    /// Returns the address of the server.
    pub fn url(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }

    /// Kills the server, which has no time to do anything about it. The data of JetStream stays in its folder.
    ///
    /// # Errors
    /// If it cannot be told.
    pub fn kill(&self) -> Result<(), String> {
        self.service.kill()
    }

    /// Starts the server again after it was killed, at the same address, and waits until it is there.
    ///
    /// # Errors
    /// If it does not start.
    pub fn restart(&self) -> Result<(), String> {
        self.service.restart()
    }
}
