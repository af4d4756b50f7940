//! The games that sessions can play, each compiled and judged once.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use beaufort_engine::Evaluation;
use beaufort_rules::game::LoadErrors;
use beaufort_rules::openings::Openings;
use beaufort_rules::record::{Record, rules_text};
use beaufort_rules::{Game, OWN_PREFIX, builtin, own_game, own_id};
use sha2::{Digest as _, Sha256};

/// The most games that are kept which have been read from a text.
const MAX_READ_GAMES: usize = 200;
/// The greatest size of their tables together, in bytes.
const MAX_READ_BYTES: u64 = if cfg!(target_pointer_width = "32") { 160 << 20 } else { 512 << 20 };

/// The games with what the engine knows of them; shared by all sessions of a program.
///
/// Besides those with which it begins, it has the games that sessions have read from a text ([`Library::read`]). Of these it
/// forgets the ones that are not in use, when there are too many.
#[derive(Debug)]
pub struct Library {
    entries: Vec<Arc<LibraryEntry>>,
    fingerprint: u64,
    /// The games that have been read, the one used last at the end.
    read: Mutex<Vec<Arc<LibraryEntry>>>,
    max_read_games: usize,
}

#[derive(Debug)]
struct LibraryEntry {
    id: String,
    game: OnceLock<Arc<Game>>,
    evaluation: OnceLock<Arc<Evaluation>>,
    openings: OnceLock<Arc<Openings>>,
}

/// Why a game is not read from a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The text is no valid game.
    Wrong(LoadErrors),
    /// As many games as there is room for are being played.
    NoRoom,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Wrong(errors) => errors.fmt(f),
            ReadError::NoRoom => f.write_str("there is no room for another game: too many are being played"),
        }
    }
}

impl std::error::Error for ReadError {}

impl LibraryEntry {
    /// Returns the entry of a game that has been read.
    fn read(game: Game) -> LibraryEntry {
        LibraryEntry {
            id: game.definition().id.clone(),
            game: Arc::new(game).into(),
            evaluation: OnceLock::new(),
            openings: OnceLock::new(),
        }
    }

    fn game(&self) -> &Arc<Game> {
        self.game.get_or_init(|| builtin::game(&self.id).expect("the ids are those of games"))
    }

    /// Returns the size of the tables of a game that has been read, in bytes.
    fn bytes(&self) -> u64 {
        self.game.get().map_or(0, |game| game.definition().table_bytes())
    }

    /// Returns whether only the library holds a game that has been read; forgets what the engine knows of it if that is not in
    /// use.
    fn is_unused(entry: &mut Arc<LibraryEntry>) -> bool {
        let Some(entry) = Arc::get_mut(entry) else { return false };
        if entry.evaluation.get().is_some_and(|evaluation| Arc::strong_count(evaluation) == 1) {
            entry.evaluation.take();
        }
        entry.game.get().is_none_or(|game| Arc::strong_count(game) == 1)
    }

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
        let entries = entries.into_iter().map(Arc::new).collect();
        Library { entries, fingerprint, read: Mutex::default(), max_read_games: MAX_READ_GAMES }
    }

    /// Returns a number by which to tell libraries apart: the same for the same games and weights in each program of a version.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns the ids of the games with which the library begins: the built-in ones, each followed by its older revisions, then
    /// the user's own.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.id.as_str())
    }

    /// Returns a game.
    pub fn game(&self, id: &str) -> Option<Arc<Game>> {
        self.entry(id).map(|entry| Arc::clone(entry.game()))
    }

    /// Returns what the engine knows of a game. Finding it out takes a moment the first time.
    pub fn evaluation(&self, id: &str) -> Option<Arc<Evaluation>> {
        let entry = self.entry(id)?;
        let evaluation = entry.evaluation.get_or_init(|| Arc::new(Evaluation::new(entry.game())));
        Some(Arc::clone(evaluation))
    }

    /// Returns the known openings of a game. Reading them takes a moment the first time.
    pub(crate) fn openings(&self, id: &str) -> Option<Arc<Openings>> {
        let entry = self.entry(id)?;
        Some(Arc::clone(entry.openings.get_or_init(|| Arc::new(Openings::of(entry.game())))))
    }

    /// Reads a game from the text of its file; from then on the library has it under the id of that text, at least as long as
    /// it is in use: see [`own_game`]. One that is known already is not read again.
    ///
    /// # Errors
    /// If the text is no valid game, or if too many games that have been read are in use.
    pub fn read(&self, text: &str) -> Result<Arc<Game>, ReadError> {
        self.read_as(&own_id(text), text)
    }

    /// Reads a game from a text of which the id is known.
    fn read_as(&self, id: &str, text: &str) -> Result<Arc<Game>, ReadError> {
        if let Some(game) = self.game(id) {
            return Ok(game);
        }
        // It takes a while: the others do not wait for it.
        let entry = LibraryEntry::read(Game::from(own_game(text).map_err(ReadError::Wrong)?));
        let game = Arc::clone(entry.game());
        let mut read = self.read_games();
        // Another thread may have read it meanwhile.
        if let Some(known) = read.iter().find(|known| known.id == entry.id) {
            return Ok(Arc::clone(known.game()));
        }
        let fits = |read: &[Arc<LibraryEntry>]| {
            let bytes: u64 = read.iter().map(|known| known.bytes()).sum();
            read.len() < self.max_read_games && bytes + entry.bytes() <= MAX_READ_BYTES
        };
        while !fits(&read) {
            let unused = read.iter_mut().position(LibraryEntry::is_unused).ok_or(ReadError::NoRoom)?;
            read.remove(unused);
        }
        read.push(Arc::new(entry));
        Ok(game)
    }

    /// Returns the game of a record that has been saved with its id: if this library does not know it, by the rules in the record.
    ///
    /// # Errors
    /// If there is no such game, or if its rules cannot be read.
    pub fn game_of_record(&self, id: &str, record: &str) -> Result<Arc<Game>, String> {
        if !id.starts_with(OWN_PREFIX) {
            return self.game_with_text(id, None);
        }
        let records = Record::parse(record).map_err(|error| error.to_string())?;
        self.game_with_text(id, records.first().and_then(rules_text))
    }

    /// Returns the game of a job: one that has been read comes with its text, as this library may not know it.
    ///
    /// # Errors
    /// If there is no such game, or if the text is not that of the game.
    pub(crate) fn game_with_text(&self, id: &str, text: Option<&str>) -> Result<Arc<Game>, String> {
        let found = match text {
            Some(text) if own_id(text) == id => {
                Some(self.read_as(id, text).map_err(|error| error.to_string())?)
            }
            Some(_) => return Err(format!("the rules are not those of `{id}`")),
            None => self.game(id),
        };
        found.ok_or_else(|| format!("there is no game `{id}`"))
    }

    /// Takes the net of a game, which the engine uses from now on. The same net may be added again.
    ///
    /// # Errors
    /// If there is no such game, if the net is damaged or of another game, or if the engine has judged the game by something
    /// else already.
    pub fn add_net(&self, id: &str, net: &[u8]) -> Result<(), String> {
        let game = self.game(id).ok_or_else(|| format!("there is no game `{id}`"))?;
        let file = format!("{id}.net");
        let evaluation = Evaluation::net(&game, &file, net).map_err(|error| error.to_string())?;
        let entry = self.entry(id).expect("the game has been found");
        let fingerprint = evaluation.fingerprint();
        let known = entry.evaluation.get_or_init(|| Arc::new(evaluation));
        if known.fingerprint() == fingerprint {
            return Ok(());
        }
        Err(format!("{file}: the game has been judged by something else already"))
    }

    fn entry(&self, id: &str) -> Option<Arc<LibraryEntry>> {
        if let Some(entry) = self.entries.iter().find(|entry| entry.id == id) {
            return Some(Arc::clone(entry));
        }
        let mut read = self.read_games();
        let found = read.iter().position(|entry| entry.id == id)?;
        // The one used last is forgotten last.
        read[found..].rotate_left(1);
        read.last().cloned()
    }

    fn read_games(&self) -> MutexGuard<'_, Vec<Arc<LibraryEntry>>> {
        // Nothing in there is half changed where a thread may end.
        self.read.lock().unwrap_or_else(PoisonError::into_inner)
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
        let derived = Evaluation::derived(&library.game("scirocco").unwrap());
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

    /// Returns the text of a game that differs from others by its number.
    fn text(number: usize) -> String {
        format!("extends = \"orthochess\"\nid = \"x\"\nname = \"Number {number}\"\nyear = 2026\n")
    }

    #[test]
    fn games_are_read_once_and_have_the_ids_of_their_texts() {
        let library = Library::new();
        let game = library.read(&text(1)).unwrap();
        assert_eq!(game.definition().id, own_id(&text(1)));
        assert!(Arc::ptr_eq(&game, &library.read(&text(1)).unwrap()));
        assert!(Arc::ptr_eq(&game, &library.game(&own_id(&text(1))).unwrap()));
        assert!(library.evaluation(&own_id(&text(1))).is_some());
        assert_ne!(library.read(&text(2)).unwrap().definition().id, game.definition().id);
        assert!(library.ids().all(|id| !id.starts_with("own-")), "they are nobody else's");
        assert!(matches!(library.read("nonsense"), Err(ReadError::Wrong(_))));
        assert_eq!(
            library.game_with_text("scirocco", Some(&text(1))).unwrap_err(),
            "the rules are not those of `scirocco`"
        );
    }

    #[test]
    fn games_that_nobody_uses_are_forgotten_the_one_used_last_at_the_end() {
        let library = Library { max_read_games: 2, ..Library::of(builtin_entries().collect()) };
        let id = |number| own_id(&text(number));
        let held = library.read(&text(1)).unwrap();
        library.read(&text(2)).unwrap();
        // The engine's data on a game does not keep it.
        library.evaluation(&id(2)).unwrap();
        library.read(&text(3)).unwrap();
        assert!(library.game(&id(1)).is_some() && library.game(&id(2)).is_none());

        let also_held = library.read(&text(3)).unwrap();
        assert_eq!(library.read(&text(4)).unwrap_err(), ReadError::NoRoom);
        assert!(library.game(&id(4)).is_none());
        drop(held);
        library.read(&text(4)).unwrap();
        assert!(library.game(&id(1)).is_none() && library.game(&id(3)).is_some());
        drop(also_held);
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
