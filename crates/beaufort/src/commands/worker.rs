//! `beaufort worker`: engines for `beaufort serve` on other machines.

use std::io;
use std::path::PathBuf;

use beaufort_server::{Worker, WorkerConfig, WorkerError};
use clap::Args;

use super::serve;
use super::serve::settings::SecretText;
use crate::failure::Failure;
use crate::output;

/// Let this machine think for `beaufort serve`, which may be on another one
///
/// A server and its workers meet at a NATS server with JetStream: `nats-server -js` is one. A worker may come and go at any time: what
/// it had begun is done by another one. It serves all servers of its own version that have the same games.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort worker --nats nats://localhost          as many engines as there are processors
  beaufort worker --nats tls://me:secret@nats.example.org --threads 4 --hash 256
  beaufort worker --nats nats://localhost --game-file mine.toml
                                                   for a server that offers this game, too

Exit status:
  0  ended in good order: what was not done has been given back
  1  NATS cannot be reached, or has no JetStream
  2  wrong arguments")]
pub(crate) struct WorkerArgs {
    /// The NATS server, such as `nats://localhost`; `tls://USER:PASSWORD@HOST` is encrypted
    ///
    /// A password stands better in the environment than here, where every user of the machine sees it.
    #[arg(long, value_name = "URL", env = "BEAUFORT_NATS", hide_env_values = true)]
    nats: SecretText,
    /// How many engines think at the same time, 1 to 256; without it, one for each processor
    #[arg(long, value_name = "N", env = "BEAUFORT_THREADS", hide_env_values = true,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The memory of each engine, in MiB
    #[arg(long, value_name = "MIB", env = "BEAUFORT_HASH", hide_env_values = true, default_value = "64",
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Know a game of your own, too, as the server does; may be given several times
    #[arg(long = "game-file", value_name = "FILE", env = "BEAUFORT_GAME_FILE", hide_env_values = true)]
    game_files: Vec<PathBuf>,
    /// The log filter of the standard error, such as `info`
    #[arg(long, value_name = "FILTER", env = "BEAUFORT_LOG", hide_env_values = true, default_value = "warn")]
    log: String,
}

impl WorkerArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        serve::log(&self.log)?;
        let threads = self.threads.map(usize::from);
        let config = WorkerConfig {
            nats: self.nats.nats_url()?,
            engines: threads
                .or_else(|| std::thread::available_parallelism().ok().map(usize::from))
                .unwrap_or(1),
            hash_mib: self.hash as usize,
            library: serve::library(&self.game_files)?,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(Failure::io("cannot start the worker"))?;
        let worked = runtime.block_on(work(config));
        runtime.shutdown_background();
        worked
    }
}

async fn work(config: WorkerConfig) -> Result<(), Failure> {
    let (place, engines) = (config.nats.to_string(), config.engines);
    let worker = Worker::start(config).await.map_err(failure)?;
    let engines = if engines == 1 { "one engine".to_owned() } else { format!("{engines} engines") };
    output::styled(&format!(
        "Beaufort thinks for servers with {engines}  (Ctrl-C ends it)\nIt meets them at {place}\n"
    ))?;
    worker.run(serve::end()).await;
    Ok(())
}

fn failure(error: WorkerError) -> Failure {
    let error = match error {
        WorkerError::Threads(error) => error,
        WorkerError::Nats(error) => io::Error::other(error),
    };
    Failure::io("cannot start the worker")(error)
}
