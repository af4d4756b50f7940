//! The server: its process, which can be killed and started again.

use std::fs::File;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

use crate::{Options, PATIENCE};

/// A server that runs.
pub(crate) struct Program {
    options: Options,
    process: Process,
}

/// Its process.
struct Process {
    child: Child,
    address: SocketAddr,
    /// Kept so that nothing fails that the server prints.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Program {
    /// Starts the server on a free port.
    pub(crate) async fn start(options: &Options) -> Result<Program, String> {
        Ok(Program { options: options.clone(), process: Process::start(options, 0).await? })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.process.address
    }

    /// Kills the server, which has no time to do anything about it, and starts it again at the same address.
    pub(crate) async fn kill_and_restart(&mut self) -> Result<(), String> {
        let kill = |error| format!("cannot kill the server: {error}");
        self.process.child.kill().await.map_err(kill)?;
        self.process = Process::start(&self.options, self.address().port()).await?;
        Ok(())
    }

    /// Returns the memory that the process has, in KiB, where the system tells.
    pub(crate) fn memory_kib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.child.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }

    /// Ends the server; it must not have ended by itself before.
    pub(crate) async fn end(mut self) -> Result<(), String> {
        match self.process.child.try_wait() {
            Ok(Some(status)) => Err(format!("the server has ended by itself: {status}")),
            Ok(None) | Err(_) => {
                // It has nothing to lose any more.
                let _ = self.process.child.kill().await;
                Ok(())
            }
        }
    }
}

impl Process {
    async fn start(options: &Options, port: u16) -> Result<Process, String> {
        let path = options.program.display();
        let log =
            log_file(options).map_err(|error| format!("cannot write the log of the server: {error}"))?;
        let mut child = Command::new(&options.program)
            .args(["serve", "--port", &port.to_string(), "--data"])
            .arg(&options.data)
            .args(&options.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("cannot start `{path}`: {error}"))?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let mut output = BufReader::new(output).lines();
        let address = timeout(PATIENCE, async {
            while let Ok(Some(line)) = output.next_line().await {
                let address = line.strip_prefix("Beaufort is at http://");
                if let Some(address) = address.and_then(|line| line.split('/').next()?.parse().ok()) {
                    return Some(address);
                }
            }
            None
        });
        let address = address.await.ok().flatten();
        let address = address.ok_or_else(|| format!("`{path} serve` does not tell where it is"))?;
        Ok(Process { child, address, _output: output })
    }
}

/// Opens the log of the server, to which each of its processes adds.
fn log_file(options: &Options) -> std::io::Result<File> {
    let path: PathBuf = options.data.join("server.log");
    File::options().create(true).append(true).open(path)
}
