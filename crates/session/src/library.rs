//! The games that sessions can play, each compiled and judged once.

use std::sync::{Arc, OnceLock};

use beaufort_engine::Evaluation;
use beaufort_rules::openings::Openings;
use beaufort_rules::{Game, builtin};
use sha2::{Digest as _, Sha256};

/// The games with what the engine knows of them; shared by all sessions of a program.
#[derive(Debug)]
pub struct Library {
    entries: Vec<LibraryEntry>,
    fingerprint: u64,
}

#[derive(Debug)]
struct LibraryEntry {
    id: String,
    game: OnceLock<Arc<Game>>,
    evaluation: OnceLock<Arc<Evaluation>>,
    openings: OnceLock<Openings>,
}

impl LibraryEntry {
    /// Returns the entry of a game that is judged already.
    fn of(evaluation: Arc<Evaluation>) -> LibraryEntry {
        LibraryEntry {
            id: evaluation.game().definition().id.clone(),
            game: Arc::clone(evaluation.game()).into(),
            evaluation: evaluation.into(),
            openings: OnceLock::new(),
        }
    }
}

impl Library {
    /// Returns the library of the built-in games. Nothing is read before it is asked for.
    pub fn new() -> Arc<Library> {
        Arc::new(Library::of(builtin_entries().collect()))
    }

    /// Returns the library of the built-in games and of games of the user's own, each with what the engine knows of it.
    ///
    /// # Errors
    /// If two games have one id: that id.
    pub fn with_own(own: impl IntoIterator<Item = Arc<Evaluation>>) -> Result<Arc<Library>, String> {
        let mut entries: Vec<LibraryEntry> = Vec::new();
        for entry in builtin_entries().chain(own.into_iter().map(LibraryEntry::of)) {
            if entries.iter().any(|known| known.id == entry.id) {
                return Err(entry.id);
            }
            entries.push(entry);
        }
        Ok(Arc::new(Library::of(entries)))
    }

    /// Returns the library of the built-in games and of one of the user's own, which takes the place of one with its id.
    pub fn with_one(own: Arc<Evaluation>) -> Arc<Library> {
        let id = &own.game().definition().id;
        let mut entries: Vec<LibraryEntry> = builtin_entries().filter(|entry| entry.id != *id).collect();
        entries.push(LibraryEntry::of(own));
        Arc::new(Library::of(entries))
    }

    fn of(entries: Vec<LibraryEntry>) -> Library {
        let mut hasher = Sha256::new();
        for entry in &entries {
            hasher.update(format!("{};", entry.id));
            // Those that come with the program are the same in each program of this version.
            if let Some(own) = entry.evaluation.get() {
                hasher.update(format!("{:?};{};", own.game().definition(), own.fingerprint()));
            }
        }
        let hash: [u8; 32] = hasher.finalize().into();
        let fingerprint = hash.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte));
        Library { entries, fingerprint }
    }

    /// Returns a number by which to tell libraries apart: the same for the same games and weights in each program of a version.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns the ids of the games: the built-in ones, each followed by its older revisions, then the user's own.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.id.as_str())
    }

    /// Returns a game.
    pub fn game(&self, id: &str) -> Option<&Arc<Game>> {
        let entry = self.entry(id)?;
        Some(entry.game.get_or_init(|| builtin::game(&entry.id).expect("the ids are those of games")))
    }

    /// Returns what the engine knows of a game. Finding it out takes a moment the first time.
    pub fn evaluation(&self, id: &str) -> Option<&Arc<Evaluation>> {
        let game = self.game(id)?;
        Some(self.entry(id)?.evaluation.get_or_init(|| Arc::new(Evaluation::new(game))))
    }

    /// Returns the known openings of a game. Reading them takes a moment the first time.
    pub(crate) fn openings(&self, id: &str) -> Option<&Openings> {
        let game = self.game(id)?;
        Some(self.entry(id)?.openings.get_or_init(|| Openings::of(game)))
    }

    /// Takes the net of a game, which the engine uses from now on. The same net may be added again.
    ///
    /// # Errors
    /// If there is no such game, if the net is damaged or of another game, or if the engine has judged the game by something
    /// else already.
    pub fn add_net(&self, id: &str, net: &[u8]) -> Result<(), String> {
        let game = self.game(id).ok_or_else(|| format!("there is no game `{id}`"))?;
        let file = format!("{id}.net");
        let evaluation = Evaluation::net(game, &file, net).map_err(|error| error.to_string())?;
        let entry = self.entry(id).expect("the game has been found");
        let fingerprint = evaluation.fingerprint();
        let known = entry.evaluation.get_or_init(|| Arc::new(evaluation));
        if known.fingerprint() == fingerprint {
            return Ok(());
        }
        Err(format!("{file}: the game has been judged by something else already"))
    }

    fn entry(&self, id: &str) -> Option<&LibraryEntry> {
        self.entries.iter().find(|entry| entry.id == id)
    }
}

fn builtin_entries() -> impl Iterator<Item = LibraryEntry> {
    builtin::ids().map(|id| LibraryEntry {
        id: id.to_owned(),
        game: OnceLock::new(),
        evaluation: OnceLock::new(),
        openings: OnceLock::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a net that no library has.
    fn net(id: &str) -> Vec<u8> {
        Evaluation::derived(&builtin::game(id).unwrap()).net_bytes()
    }

    #[test]
    fn a_net_is_what_the_engine_knows_if_it_comes_first() {
        let library = Library::new();
        assert_eq!(library.add_net("scirocco", &net("scirocco")), Ok(()));
        let derived = Evaluation::derived(library.game("scirocco").unwrap());
        assert_eq!(library.evaluation("scirocco").unwrap().fingerprint(), derived.fingerprint());
        assert_eq!(library.add_net("scirocco", &net("scirocco")), Ok(()), "the same again");

        let late = Library::new();
        let known = late.evaluation("scirocco").unwrap().fingerprint();
        assert_ne!(known, derived.fingerprint(), "weights or a net come with the library");
        assert!(late.add_net("scirocco", &net("scirocco")).unwrap_err().contains("already"));
        assert_eq!(late.evaluation("scirocco").unwrap().fingerprint(), known);
    }

    #[test]
    fn libraries_are_told_apart_by_their_games_and_weights() {
        let game = builtin::game("orthochess").unwrap();
        let own = |evaluation| Library::with_one(Arc::new(evaluation)).fingerprint();
        let library = Library::new();
        assert_eq!(library.fingerprint(), Library::with_own([]).unwrap().fingerprint());
        assert_eq!(own(Evaluation::new(&game)), own(Evaluation::new(&game)));
        assert_ne!(own(Evaluation::new(&game)), library.fingerprint());
        assert_ne!(own(Evaluation::new(&game)), own(Evaluation::derived(&game)));
        // Judging a built-in game later does not change the fingerprint.
        library.evaluation("orthochess").unwrap();
        assert_eq!(library.fingerprint(), Library::new().fingerprint());
    }

    #[test]
    fn a_net_that_does_not_fit_changes_nothing() {
        let library = Library::new();
        let mut damaged = net("scirocco");
        *damaged.last_mut().unwrap() ^= 1;
        for (id, bytes, message) in [
            ("nonsense", net("scirocco"), "no game `nonsense`"),
            ("typhoon", net("scirocco"), "typhoon.net"),
            ("scirocco", damaged, "scirocco.net: the net is damaged"),
            ("scirocco", b"<!doctype html>".to_vec(), "scirocco.net"),
        ] {
            let error = library.add_net(id, &bytes).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        let fresh = Library::new();
        for id in ["scirocco", "typhoon"] {
            let fingerprint = |library: &Library| library.evaluation(id).unwrap().fingerprint();
            assert_eq!(fingerprint(&library), fingerprint(&fresh), "{id}");
        }
    }
}
