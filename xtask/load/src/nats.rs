//! A NATS server with JetStream for tests, in a temporary folder, on a port of this machine alone.

use std::net::{Ipv4Addr, TcpListener};
use std::process::Command;

use crate::script::Service;

/// Starts the server, does what it is told, and removes everything when nobody is there to tell it.
const SCRIPT: &str = include_str!("nats.sh");

/// A NATS server. It ends when it is dropped, or with the program.
#[derive(Debug)]
pub struct NatsServer {
    service: Service,
    port: u16,
}

impl NatsServer {
    /// Starts a server.
    ///
    /// # Errors
    /// If NATS is not installed, or does not start: what is to be done about it.
    pub fn start() -> Result<NatsServer, String> {
        let port = free_port().map_err(|error| format!("no port is free: {error}"))?;
        let mut shell = Command::new("sh");
        shell.args(["-c", SCRIPT, "nats.sh", &port.to_string()]);
        let service = Service::start(&mut shell, "NATS is missing: apt-get install nats-server")?;
        Ok(NatsServer { service, port })
    }

    /// Returns the address of the server.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills the server, which has no time to do anything about it. What JetStream keeps stays in its folder.
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

/// Returns a port that nobody has at present.
fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}
