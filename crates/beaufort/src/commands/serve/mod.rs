//! `beaufort serve`: the web client and its sessions.

mod backup;
pub(super) mod settings;

use std::io::{self, IsTerminal as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use beaufort_rules::vocabulary::quoted;
use beaufort_server::{Config, Database, Server, ServerError};
use beaufort_session::Library;
use clap::Args;
use tracing_subscriber::EnvFilter;

use crate::failure::Failure;
use crate::game_args::game_to_play;
use crate::output;
use settings::Settings;

/// The default port, so that the address stays the same from day to day.
const USUAL_PORT: u16 = 8437;
/// The file of the sessions.
const DATABASE: &str = "sessions.sqlite";
/// The most threads for blocking work, such as reading games.
const MAX_BLOCKING_THREADS: usize = 128;

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
  beaufort serve --database postgres:///beaufort?host=/run/postgresql
                                   keep them in a PostgreSQL database
  beaufort serve --public-url https://chess.example.org
                                   answer a proxy on this machine, which has that name
  beaufort serve --nats nats://localhost
                                   let `beaufort worker` think on other machines, too
  beaufort serve --game-file mine.toml --game-file other.toml
                                   offer two games of your own, too
  beaufort serve --backup today.sqlite
                                   back up the games, while a server has them
  beaufort serve --database postgres:///beaufort?host=/run/postgresql --restore today.sqlite
                                   restore them, here into a database without games

Exit status:
  0  ended in good order, or opened the browser at a server that has the games already
  1  another server has the games, the port is taken, NATS is away, or the end of a game or a backup could not be saved
  2  wrong arguments, a file that is no backup, or the games cannot be opened")]
pub(crate) struct ServeArgs {
    /// Read settings from a TOML file: each of the others but --open, --backup, --restore and --color may stand there, as in `port = 8080`
    ///
    /// An option on the command line overrides the environment, which overrides the file.
    #[arg(long, value_name = "FILE", env = "BEAUFORT_CONFIG", hide_env_values = true)]
    config: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
    /// Open the browser
    #[arg(long)]
    open: bool,
    /// Write a backup of the games and accounts to a new file, and exit; a server may run meanwhile
    #[arg(long, value_name = "FILE", conflicts_with_all = ["open", "restore"])]
    backup: Option<PathBuf>,
    /// Restore a backup into a folder or a database that has no games yet, and exit
    ///
    /// A backup of a folder can be restored into a PostgreSQL database, and the other way round.
    #[arg(long, value_name = "FILE", conflicts_with = "open")]
    restore: Option<PathBuf>,
}

impl ServeArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let settings = match &self.config {
            Some(path) => self.settings.or(Settings::read(path)?),
            None => self.settings,
        };
        log(settings.log())?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .max_blocking_threads(MAX_BLOCKING_THREADS)
            .build()
            .map_err(Failure::io("cannot start the server"))?;
        let served = runtime.block_on(async {
            match (&self.backup, &self.restore) {
                (Some(file), _) => backup::back_up(&settings, file).await,
                (None, Some(file)) => backup::restore(&settings, file).await,
                (None, None) => serve(&settings, self.open).await,
            }
        });
        // Connections that did not end in time are dropped.
        runtime.shutdown_background();
        served
    }
}

/// Logs to the standard error.
pub(super) fn log(filter: &str) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(filter)
        .map_err(|error| Failure::user(format_args!("--log `{}`: {error}", quoted(filter))))?;
    // The WebSocket library would log each message, and messages may contain secrets.
    let filter = filter.add_directive("async_nats=off".parse().expect("it is a directive"));
    // In a journal or a file, colour codes are noise.
    let is_coloured = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(is_coloured)
        .with_writer(std::io::stderr)
        .init();
    Ok(())
}

async fn serve(settings: &Settings, open: bool) -> Result<(), Failure> {
    let (database, place) = database(settings)?;
    let server = match bind(settings, database).await? {
        Err(ServerError::Taken(Some(address))) if open => return show_other(address, &place),
        bound => bound.map_err(|error| failure(error, &place))?,
    };
    let address =
        settings.public_url.as_ref().map_or_else(|| page(server.address()), |url| format!("{url}/"));
    output::styled(&format!("Beaufort is at {address}  (Ctrl-C ends it)\nThe games are kept in {place}\n"))?;
    if !beaufort_server::has_client() {
        output::note(
            "the page is missing: this program was built without it; in its source tree, \
             `cargo xtask play` builds both and starts",
        );
    }
    if open {
        browse(&address);
    }
    server.run(end()).await.map_err(|error| failure(error, &place))
}

/// Returns the database for the games, and the name of its place.
pub(super) fn database(settings: &Settings) -> Result<(Database, String), Failure> {
    Ok(match settings.database()? {
        Some(url) => (Database::Postgres(url.clone()), url.to_string()),
        None => (Database::File(settings.data().join(DATABASE)), settings.data().display().to_string()),
    })
}

/// Opens the store and the port.
async fn bind(settings: &Settings, database: Database) -> Result<Result<Server, ServerError>, Failure> {
    let mut config = Config::new(database);
    config.address = settings.listen()?;
    config.public = settings.public_url.clone();
    config.trusted = settings.trusted_networks.clone();
    config.max_stored_bytes = settings.max_stored_bytes()?;
    config.mail = settings.mail()?;
    config.push = settings.push();
    config.nats = settings.nats()?;
    config.port = settings.port.unwrap_or(USUAL_PORT);
    config.hash_mib = settings.hash_mib()?;
    config.engines = settings.engines()?.unwrap_or(config.engines);
    config.library = library(&settings.game_files)?;
    Ok(match Server::bind(config.clone()).await {
        Err(ServerError::Port(_)) if settings.port.is_none() => {
            Server::bind(Config { port: 0, ..config }).await
        }
        bound => bound,
    })
}

/// Returns the games that can be played.
pub(super) fn library(own: &[PathBuf]) -> Result<Arc<Library>, Failure> {
    let own = own.iter().map(|path| game_to_play(path)).collect::<Result<Vec<_>, _>>()?;
    Library::with_own(own).map_err(|id| {
        Failure::user(format_args!("two games have the id `{id}`"))
            .hint("give the one of your file another `id`; those that `beaufort games` lists are taken")
    })
}

/// Returns the address of the page of a server.
fn page(address: SocketAddr) -> String {
    format!("http://{address}/")
}

/// Opens the browser at the server that has the games already.
fn show_other(address: SocketAddr, place: &str) -> Result<(), Failure> {
    let address = page(address);
    output::styled(&format!("Beaufort is at {address} already\nThe games are kept in {place}\n"))?;
    browse(&address);
    Ok(())
}

fn browse(address: &str) {
    if let Err(error) = open::that_detached(address) {
        output::note(format_args!("cannot open the browser: {error}"));
    }
}

/// Waits for the signal to end.
pub(super) async fn end() {
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
    // If signals cannot be watched, the server ends at once: better than a server that cannot be stopped.
    let _ = tokio::signal::ctrl_c().await;
}

fn failure(error: ServerError, place: &str) -> Failure {
    match error {
        ServerError::Port(error) => Failure::io("cannot listen")(error),
        ServerError::Nats(error) => Failure::io("cannot start the server")(io::Error::other(error)),
        ServerError::Threads(error) => Failure::io("cannot start the server")(error),
        ServerError::Unsaved => Failure::io("cannot save the games")(io::Error::other(error)),
        ServerError::Taken(address) => {
            let other = address.map_or("another server".to_owned(), page);
            let what = format!("cannot serve the games in {place}");
            Failure::io(what)(io::Error::other(format!("{other} serves them already")))
        }
        ServerError::Store(error) => Failure::user(format_args!("cannot open the games in {place}: {error}"))
            .hint("--data DIR keeps them in another folder, --database URL in a PostgreSQL database"),
    }
}
