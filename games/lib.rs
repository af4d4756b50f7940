//! The rules of Beaufort's games, embedded as text.
//!
//! Every file is listed here once: [`GAMES`] with the [`BESTIARY`] of the pieces they share, the chapters of [`HELP`] for
//! players, the [`SHOWCASES`] to be watched, the [`OPENINGS`] that are known, the [`PUZZLES`], and what an engine has learned, [`TUNED`] and
//! [`NETS`]. The crate `beaufort-rules` reads and compiles them.
//!
//! ```
//! let scirocco = beaufort_games::find(beaufort_games::GAMES, "scirocco").unwrap();
//! assert_eq!(scirocco.name, "games/scirocco.toml");
//! assert!(scirocco.text.contains("[board]"));
//! ```

/// A file of this folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct File {
    /// The id of the game, or of what several games share.
    pub id: &'static str,
    /// Its path in Beaufort's source, as in `games/help/scirocco.toml`.
    pub name: &'static str,
    /// Its content.
    pub text: &'static str,
}

/// Embeds files, each given by its folder and its id.
macro_rules! files {
    ($($folder:literal $id:literal),* $(,)?) => {
        &[$(File {
            id: $id,
            name: concat!("games/", $folder, $id, ".toml"),
            text: include_str!(concat!($folder, $id, ".toml")),
        }),*]
    };
}

/// Embeds files of openings, each given by the id of its game.
macro_rules! openings {
    ($($id:literal),* $(,)?) => {
        &[$(File {
            id: $id,
            name: concat!("games/openings/", $id, ".txt"),
            text: include_str!(concat!("openings/", $id, ".txt")),
        }),*]
    };
}

/// The games: the smallest first and of each the newest rules; then the games of reference, which other programs play, too; last the
/// ancestors.
pub const GAMES: &[File] = files![
    "" "scirocco",
    "revisions/" "scirocco-2001",
    "revisions/" "scirocco-1999",
    "" "typhoon",
    "revisions/" "typhoon-1999",
    "" "jupiter",
    "revisions/" "jupiter-1999",
    "" "larger-board",
    "" "orthochess",
    "" "capablanca",
    "" "grand",
    "" "shako",
    "" "courier",
    "older/" "chu",
    "older/" "dai",
    "older/" "tenjiku",
    "older/" "makruk",
    "older/" "shatranj",
    "older/" "xiangqi",
    "older/" "janggi",
    "older/" "wildebeest",
    "older/" "omega",
    "older/" "eurasian",
    "older/" "gross",
    "older/" "metamachy",
    "older/" "tamerlane",
    "older/" "shogi",
    "older/" "crazyhouse",
    "older/" "seirawan",
    "older/" "ultima",
];

/// The pieces that several games share.
pub const BESTIARY: &File = &files!["" "bestiary"][0];

/// The rules in words for players, by the ids of the games; first what several games share.
pub const HELP: &[File] = files![
    "help/" "king-games",
    "help/" "scirocco",
    "help/" "scirocco-2001",
    "help/" "scirocco-1999",
    "help/" "typhoon",
    "help/" "typhoon-1999",
    "help/" "jupiter",
    "help/" "jupiter-1999",
    "help/" "larger-board",
    "help/" "orthochess",
    "help/" "capablanca",
    "help/" "grand",
    "help/" "shako",
    "help/" "courier",
    "help/" "chu",
    "help/" "dai",
    "help/" "tenjiku",
    "help/" "makruk",
    "help/" "shatranj",
    "help/" "xiangqi",
    "help/" "janggi",
    "help/" "wildebeest",
    "help/" "omega",
    "help/" "eurasian",
    "help/" "gross",
    "help/" "metamachy",
    "help/" "tamerlane",
    "help/" "shogi",
    "help/" "crazyhouse",
    "help/" "seirawan",
    "help/" "ultima",
];

/// Records of games that show what a game is like, by the ids of the games.
pub const SHOWCASES: &[File] = &[File {
    id: "scirocco",
    name: "games/showcases/scirocco.txt",
    text: include_str!("showcases/scirocco.txt"),
}];

/// The known openings of games, a line each, by the ids of the games.
pub const OPENINGS: &[File] = openings!["scirocco", "typhoon", "jupiter", "larger-board", "orthochess"];

/// The puzzles, by the ids of the games.
pub const PUZZLES: &[File] =
    files!["puzzles/" "scirocco", "puzzles/" "typhoon", "puzzles/" "jupiter", "puzzles/" "larger-board"];

/// The learned weights, by the ids of the games.
pub const TUNED: &[File] = files![
    "tuned/" "scirocco",
    "tuned/" "scirocco-2001",
    "tuned/" "scirocco-1999",
    "tuned/" "typhoon",
    "tuned/" "typhoon-1999",
    "tuned/" "jupiter",
    "tuned/" "jupiter-1999",
    "tuned/" "larger-board",
    "tuned/" "orthochess",
    "tuned/" "courier",
    "tuned/" "makruk",
    "tuned/" "shatranj",
    "tuned/" "xiangqi",
    "tuned/" "janggi",
    "tuned/" "crazyhouse",
    "tuned/" "seirawan",
    "tuned/" "chu",
    "tuned/" "metamachy",
    "tuned/" "wildebeest",
    "tuned/" "omega",
    "tuned/" "eurasian",
    "tuned/" "tamerlane",
    "tuned/" "dai",
    "tuned/" "ultima",
];

/// A file of this folder that is no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BinaryFile {
    /// The id of the game.
    pub id: &'static str,
    /// Its path in Beaufort's source, as in `games/nets/scirocco.net`.
    pub name: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
}

/// Embeds nets, each given by the id of its game.
#[cfg(feature = "nets")]
macro_rules! nets {
    ($($id:literal),* $(,)?) => {
        &[$(BinaryFile {
            id: $id,
            name: concat!("games/nets/", $id, ".net"),
            bytes: include_bytes!(concat!("nets/", $id, ".net")),
        }),*]
    };
}

/// The files that `beaufort train` writes: weights, table and network of a game.
#[cfg(feature = "nets")]
pub const NETS: &[BinaryFile] = nets![
    "scirocco",
    "scirocco-2001",
    "scirocco-1999",
    "typhoon",
    "typhoon-1999",
    "larger-board",
    "orthochess",
    "capablanca",
    "grand",
    "shako",
];

/// Without the feature `nets` there is none: whoever has a net of a game gives it to the engine.
#[cfg(not(feature = "nets"))]
pub const NETS: &[BinaryFile] = &[];

/// Returns the net of the game with an id.
pub fn net(id: &str) -> Option<&'static BinaryFile> {
    NETS.iter().find(|file| file.id == id)
}

/// Returns the file with an id.
pub fn find(files: &'static [File], id: &str) -> Option<&'static File> {
    files.iter().find(|file| file.id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// Returns the files of a folder, as names of [`File`]s.
    fn on_disk(folder: &str) -> BTreeSet<String> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let entries = std::fs::read_dir(path).expect("the folder is there");
        let names = entries.map(|entry| entry.expect("it can be read").file_name());
        let names = names.map(|name| name.into_string().expect("names are ASCII"));
        let is_ours = |name: &String| {
            name.contains('.') && name != "Cargo.toml" && name != "README.md" && name != "lib.rs"
        };
        names.filter(is_ours).map(|name| format!("games/{folder}{name}")).collect()
    }

    #[test]
    fn every_file_is_registered() {
        let listed =
            [GAMES, HELP, OPENINGS, PUZZLES, SHOWCASES, TUNED].concat().into_iter().chain([*BESTIARY]);
        let listed: BTreeSet<String> = listed.map(|file| file.name.to_owned()).collect();
        assert_eq!(
            listed,
            ["", "revisions/", "older/", "help/", "openings/", "puzzles/", "showcases/", "tuned/"]
                .into_iter()
                .flat_map(on_disk)
                .collect()
        );
    }
}
