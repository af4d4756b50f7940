//! `beaufort serve`: the web client and its sessions.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use beaufort_server::{Config, PublicUrl, Server, ServerError};
use beaufort_session::Library;
use clap::Args;
use tracing_subscriber::EnvFilter;

use crate::failure::Failure;
use crate::game_args::own_game;
use crate::output;

/// The port that is taken if it is free, so that the address stays the same from day to day.
const USUAL_PORT: u16 = 8437;
/// The file of the sessions.
const DATABASE: &str = "sessions.sqlite";

/// Play in the browser: serve the web client on this machine, or to the world
///
/// Games are saved after every turn and are there again after a restart. A folder of games has one server: a second one tells
/// where the first one is. No other machine can reach the server, unless --public-url says under which name the world knows
/// it: docs/server.md tells how to set that up.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort serve --open            play in the browser
  beaufort serve --port 8080       the same at http://127.0.0.1:8080/
  beaufort serve --data games      keep the games in the folder games
  beaufort serve --public-url https://chess.example.org
                                   answer a proxy on this machine, which has that name
  beaufort serve --game-file mine.toml --game-file other.toml
                                   offer two games of your own, too

Exit status:
  0  ended in good order, or opened the browser at a server that has the games already
  1  another server has the games, the port is taken, or the end of a game could not be saved
  2  wrong arguments, or the games cannot be opened")]
pub(crate) struct ServeArgs {
    /// The port; without it, 8437, or any that is free if that one is taken
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// The address to listen at, one of this machine; another than its own needs --public-url
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// The address by which the world knows the page, such as `https://chess.example.org`: requests for another name, and from
    /// pages of other sites, are refused
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Where the games are kept; without it, in a folder for your data, which is named at the start
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Offer a game of your own, too; may be given several times
    ///
    /// It is listed after the built-in games. A game that was begun goes on after a restart only if its file is given
    /// again.
    #[arg(long = "game-file", value_name = "FILE")]
    game_files: Vec<PathBuf>,
    /// Open the browser
    #[arg(long)]
    open: bool,
    /// How many engines may think at the same time; without it, one for each processor, 2 to 8
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    engines: Option<u8>,
    /// The memory of each engine, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// What is logged to the standard error, such as `info` or `beaufort_server=debug`
    #[arg(long, value_name = "FILTER", default_value = "warn")]
    log: String,
}

impl ServeArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let filter = EnvFilter::try_new(&self.log)
            .map_err(|error| Failure::user(format_args!("--log `{}`: {error}", self.log.escape_debug())))?;
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
        let runtime = tokio::runtime::Runtime::new().map_err(Failure::io("cannot start the server"))?;
        let served = runtime.block_on(self.serve());
        // Connections that did not end in time are left behind.
        runtime.shutdown_background();
        served
    }

    async fn serve(self) -> Result<(), Failure> {
        if !self.listen.is_loopback() && self.public_url.is_none() {
            return Err(Failure::user(format_args!("other machines can reach {}", self.listen))
                .hint("--public-url says under which name, see docs/server.md"));
        }
        let data = self.data();
        let server = match self.bind(&data, self.library()?).await {
            Err(ServerError::Taken(Some(address))) if self.open => return show_other(address, &data),
            bound => bound.map_err(|error| failure(error, &data))?,
        };
        let address =
            self.public_url.as_ref().map_or_else(|| page(server.address()), |url| format!("{url}/"));
        output::styled(&format!(
            "Beaufort is at {address}  (Ctrl-C ends it)\nThe games are kept in {}\n",
            data.display()
        ))?;
        if !beaufort_server::has_client() {
            output::note(
                "the page is missing: this program was built without it; in its source tree, \
                 `cargo xtask play` builds both and starts",
            );
        }
        if self.open {
            browse(&address);
        }
        server.run(end()).await.map_err(|error| failure(error, &data))
    }

    /// Returns the folder for the games.
    fn data(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(|| dirs::data_dir().unwrap_or_default().join("beaufort"))
    }

    /// Returns the games that can be played.
    fn library(&self) -> Result<Arc<Library>, Failure> {
        let own = self.game_files.iter().map(|path| own_game(path)).collect::<Result<Vec<_>, _>>()?;
        Library::with_own(own).map_err(|id| {
            Failure::user(format_args!("two games have the id `{id}`"))
                .hint("give the one of your file another `id`; those that `beaufort games` lists are taken")
        })
    }

    async fn bind(&self, data: &Path, library: Arc<Library>) -> Result<Server, ServerError> {
        let mut config = Config::new(data.join(DATABASE));
        config.library = library;
        config.address = self.listen;
        config.public = self.public_url.clone();
        config.port = self.port.unwrap_or(USUAL_PORT);
        config.hash_mib = self.hash as usize;
        if let Some(engines) = self.engines {
            config.engines = engines.into();
        }
        match Server::bind(config.clone()).await {
            Err(ServerError::Port(_)) if self.port.is_none() => {
                Server::bind(Config { port: 0, ..config }).await
            }
            bound => bound,
        }
    }
}

/// Returns the address of the page of a server.
fn page(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// Opens the browser at the server that has the games already.
fn show_other(address: SocketAddr, data: &Path) -> Result<(), Failure> {
    let address = page(address);
    output::styled(&format!("Beaufort is at {address} already\nThe games are kept in {}\n", data.display()))?;
    browse(&address);
    Ok(())
}

fn browse(address: &str) {
    if let Err(error) = open::that_detached(address) {
        output::note(format_args!("cannot open the browser: {error}"));
    }
}

/// Waits until somebody ends the program.
async fn end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    // Without a way to hear of Ctrl-C the server ends at once; that is better than one that never does.
    let _ = tokio::signal::ctrl_c().await;
}

fn failure(error: ServerError, data: &Path) -> Failure {
    match error {
        ServerError::Port(error) => Failure::io("cannot listen")(error),
        ServerError::Threads(error) => Failure::io("cannot start the server")(error),
        ServerError::Unsaved => Failure::io("cannot save the games")(io::Error::other(error)),
        ServerError::Taken(address) => {
            let other = address.map_or("another server".to_owned(), page);
            let what = format!("cannot serve the games in {}", data.display());
            Failure::io(what)(io::Error::other(format!("{other} serves them already")))
        }
        ServerError::Store(error) => Failure::user(format_args!("cannot open the games: {error}"))
            .hint("--data DIR keeps them elsewhere"),
    }
}
