//! `beaufort gallery`: what the operator of a server does about the games that people have published.

use std::fmt::Write as _;
use std::io;

use beaufort_rules::vocabulary::quoted;
use beaufort_server::{Database, GalleryAct, GalleryEntry, gallery_entries, operate_gallery};
use clap::{Args, Subcommand};

use super::serve::{database, settings::Place};
use crate::failure::Failure;
use crate::output;

/// The most games that are listed.
const MAX_LISTED: u32 = 1_000;

/// List, feature or remove the games that people have published on a server
///
/// It changes the database of a server, which may be running and notices the change within seconds. A removed game is neither
/// listed nor started; running games of it go on.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort gallery list --data /var/lib/beaufort
  beaufort gallery remove own-ba7816bf8f01cfea414140de5dae2223 --config /etc/beaufort/serve.toml")]
pub(crate) struct GalleryArgs {
    #[command(subcommand)]
    act: Act,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// List the published games, the newest first
    #[command(after_help = "\
Examples:
  beaufort gallery list --data /var/lib/beaufort")]
    List(Place),
    /// Let a game lead the gallery
    #[command(after_help = "\
Examples:
  beaufort gallery feature own-ba7816bf8f01cfea414140de5dae2223")]
    Feature(GameAct),
    /// Let a game no longer lead the gallery
    #[command(after_help = "\
Examples:
  beaufort gallery unfeature own-ba7816bf8f01cfea414140de5dae2223")]
    Unfeature(GameAct),
    /// Remove a game: it is no longer listed, and cannot be started
    #[command(after_help = "\
Examples:
  beaufort gallery remove own-ba7816bf8f01cfea414140de5dae2223")]
    Remove(GameAct),
    /// Put a game back that was removed
    #[command(after_help = "\
Examples:
  beaufort gallery restore own-ba7816bf8f01cfea414140de5dae2223")]
    Restore(GameAct),
}

#[derive(Debug, Args)]
struct GameAct {
    /// The id of the game, as in its address
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    place: Place,
}

impl GalleryArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(Failure::io("cannot open the games"))?.block_on(self.act.run())
    }
}

impl Act {
    async fn run(self) -> Result<(), Failure> {
        let (GameAct { id, place }, act, done) = match self {
            Act::List(place) => return list(&database(&place.settings()?)?.0).await,
            Act::Feature(game) => (game, GalleryAct::Feature(true), "leads the gallery"),
            Act::Unfeature(game) => (game, GalleryAct::Feature(false), "no longer leads the gallery"),
            Act::Remove(game) => (game, GalleryAct::Remove(true), "is removed"),
            Act::Restore(game) => (game, GalleryAct::Remove(false), "is there again"),
        };
        let (database, name) = database(&place.settings()?)?;
        if operate_gallery(&database, &id, act).await.map_err(failed)? {
            return Ok(output::styled(&format!("{id} {done}\n"))?);
        }
        let message = format!("there is no published game `{}` in {name}", quoted(&id));
        Err(Failure::user(message).hint("`beaufort gallery list` lists them"))
    }
}

async fn list(database: &Database) -> Result<(), Failure> {
    let mut text = String::new();
    for game in gallery_entries(database, MAX_LISTED).await.map_err(failed)? {
        let GalleryEntry { id, title, publisher, is_public, is_removed, is_featured, plays } = game;
        let by = publisher.map_or_else(String::new, |name| format!(" by {name}"));
        let marks = [(is_public, "public"), (is_featured, "featured"), (is_removed, "removed")];
        let marks: String =
            marks.iter().filter(|(is_set, _)| *is_set).map(|(_, mark)| format!(", {mark}")).collect();
        writeln!(text, "{id}  {title}{by}: {plays} played{marks}").expect("writing to a string succeeds");
    }
    Ok(output::styled(&text)?)
}

fn failed(error: beaufort_server::StoreError) -> Failure {
    Failure::io("cannot open the games")(io::Error::other(error))
}
