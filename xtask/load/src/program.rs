//! The servers: their processes, which can be killed and started again.

use std::fs::File;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;

use crate::script::free_port;
use crate::visitor::HOST;
use crate::{Options, PATIENCE};

/// Servers that run.
pub(crate) struct Program {
    options: Options,
    processes: Vec<Process>,
}

/// The process of one of them.
struct Process {
    child: Child,
    address: SocketAddr,
    /// Kept so that nothing fails that the server prints.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Program {
    /// Starts the servers on free ports.
    pub(crate) async fn start(options: &Options) -> Result<Program, String> {
        let mut processes = Vec::new();
        for _ in 0..options.servers {
            processes.push(Process::start(options, 0).await?);
        }
        Ok(Program { options: options.clone(), processes })
    }

    pub(crate) fn addresses(&self) -> Vec<SocketAddr> {
        self.processes.iter().map(|process| process.address).collect()
    }

    /// Kills a server, which has no time to do anything about it, and starts it again at the same address.
    pub(crate) async fn kill_and_restart(&mut self, number: usize) -> Result<(), String> {
        let process = &mut self.processes[number];
        let kill = |error| format!("cannot kill the server: {error}");
        process.child.kill().await.map_err(kill)?;
        *process = Process::start(&self.options, process.address.port()).await?;
        Ok(())
    }

    /// Returns the memory that the processes have together, in KiB, where the system tells.
    pub(crate) fn memory_kib(&self) -> Option<u64> {
        self.processes.iter().map(Process::memory_kib).sum()
    }

    /// Ends the servers; none must have ended by itself before.
    pub(crate) async fn end(mut self) -> Result<(), String> {
        for process in &mut self.processes {
            if let Ok(Some(status)) = process.child.try_wait() {
                return Err(format!("the server has ended by itself: {status}"));
            }
            // It has nothing to lose any more.
            let _ = process.child.kill().await;
        }
        Ok(())
    }
}

impl Process {
    fn memory_kib(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }

    async fn start(options: &Options, port: u16) -> Result<Process, String> {
        let path = options.program.display();
        let log =
            log_file(options).map_err(|error| format!("cannot write the log of the server: {error}"))?;
        let public = (options.besiegers > 0).then(|| format!("http://{HOST}"));
        // A server with a public address tells that one alone.
        let port = if public.is_some() && port == 0 { free_port()? } else { port };
        let own = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let mut child = Command::new(&options.program)
            .args(["serve", "--port", &port.to_string(), "--data"])
            .arg(&options.data)
            .args(&options.arguments)
            .args(public.iter().flat_map(|url| ["--public-url", url]))
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
                let place =
                    line.strip_prefix("Beaufort is at http://").and_then(|line| line.split('/').next());
                if let Some(place) = place {
                    return if place == HOST { Some(own) } else { place.parse().ok() };
                }
            }
            None
        });
        let address = address.await.ok().flatten();
        let address = address.ok_or_else(|| format!("`{path} serve` does not tell where it is"))?;
        Ok(Process { child, address, _output: output })
    }
}

/// The name of the server's log in its folder.
const LOG: &str = "server.log";

/// Returns the length of the server's log and of everything else that it keeps in its folder, in bytes.
pub(crate) fn sizes(data: &Path) -> (u64, u64) {
    let files = std::fs::read_dir(data).into_iter().flatten().flatten();
    let sizes = files.filter_map(|file| Some((file.file_name(), file.metadata().ok()?.len())));
    sizes.fold(
        (0, 0),
        |(log, kept), (name, bytes)| {
            if name == LOG { (log + bytes, kept) } else { (log, kept + bytes) }
        },
    )
}

/// Opens the log of the server, to which each of its processes adds.
fn log_file(options: &Options) -> std::io::Result<File> {
    let path: PathBuf = options.data.join(LOG);
    File::options().create(true).append(true).open(path)
}
