//! The arguments for a game and a position.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use beaufort_engine::Evaluation;
use beaufort_protocol::engine::Host;
use beaufort_rules::game::{LoadErrors, Source, id_of, why_unknown};
use beaufort_rules::language::nearest;
use beaufort_rules::load_game;
use beaufort_rules::record::{Record, game_of, rules_text};
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Game, Position, builtin, own_game};
use beaufort_session::assessment;
use clap::Args;

use crate::failure::Failure;
use crate::text_file::{self, GAME, LEARNED};

/// The argument for the start of the game.
const INITIAL: &str = "initial";

/// Other programs' name of orthodox chess.
pub(crate) const CHESS: &str = "chess";

/// A game: the name of a built-in one or a file.
#[derive(Debug, Args)]
pub(crate) struct GameArgs {
    /// The game: a name from `beaufort games`
    #[arg(value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    file: GameFile,
}

/// A file with a game of the user's own.
#[derive(Debug, Args)]
pub(crate) struct GameFile {
    /// Read the game from a file instead of naming one; the games it extends are looked for beside it too
    #[arg(long = "game-file", value_name = "FILE")]
    path: Option<PathBuf>,
}

impl GameArgs {
    /// Returns the game.
    pub(crate) fn load(&self) -> Result<Arc<Game>, Failure> {
        match (&self.game, &self.file.path) {
            (Some(name), None) => builtin_game_or_file(name),
            (None, Some(_)) => Ok(self.file.load()?.expect("a file is given")),
            (Some(name), Some(_)) => {
                Err(Failure::user(format_args!("`{name}` and --game-file both name a game"))
                    .hint("leave out one"))
            }
            (None, None) => Err(Failure::user("no game is named")
                .hint("name one from `beaufort games`, or a file of your own with --game-file")),
        }
    }

    /// Returns the evaluation of the game: for a game file that of FILE.net or FILE.tuned.toml beside it, for a built-in game that of
    /// the program; without these, one that is derived from the rules.
    pub(crate) fn evaluation(&self, game: &Arc<Game>) -> Result<Evaluation, Failure> {
        match &self.file.path {
            Some(path) => evaluation_beside(game, path),
            None => Ok(Evaluation::new(game)),
        }
    }

    /// Returns the evaluation of an option `--eval`, or else the default one of the game.
    pub(crate) fn evaluation_by(
        &self,
        eval: Option<&PieceValues>,
        game: &Arc<Game>,
    ) -> Result<Evaluation, Failure> {
        eval.map_or_else(|| self.evaluation(game), |values| values.evaluation(game))
    }

    /// Returns the evaluations of a game file that the engine may have used before, the best first: each of those among which
    /// [`GameArgs::evaluation`] chooses. Unreadable files are left out.
    #[cfg(feature = "plots")]
    pub(crate) fn former_evaluations(&self, game: &Arc<Game>) -> impl Iterator<Item = Evaluation> {
        self.file.path.iter().flat_map(|path| {
            let learned = learned_beside(path).filter_map(|file| evaluation_of_file(game, &file).ok());
            learned.chain([Evaluation::new(game)])
        })
    }

    /// Returns the default output file of a command: beside a game file under its name, otherwise in the working folder under the id
    /// of the game.
    #[cfg(feature = "plots")]
    pub(crate) fn output(&self, game: &Game, extension: &str) -> PathBuf {
        match &self.file.path {
            Some(path) => path.with_extension(extension),
            None => PathBuf::from(format!("{}.{extension}", game.definition().id)),
        }
    }

    /// Returns the file of a game of the user's own.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.path.as_deref()
    }

    /// Returns whether a game is named, or a file with one.
    pub(crate) fn is_given(&self) -> bool {
        self.game.is_some() || self.file.path.is_some()
    }

    /// Returns the arguments as text, with an option `--eval`.
    pub(crate) fn words(&self, eval: Option<&PieceValues>) -> String {
        let file = self.file.path.as_deref().map(|path| format!("--game-file {}", path.display()));
        let eval = eval.map(|values| format!("--eval {values}"));
        [self.game.clone(), file, eval].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Takes the word in the place of the game if a file names the game.
    ///
    /// In `show --game-file FILE WORD` the word is not the game.
    pub(crate) fn take_word(&mut self) -> Option<String> {
        self.file.path.is_some().then(|| self.game.take()).flatten()
    }
}

impl GameFile {
    /// Returns the game in the file, if one is given.
    pub(crate) fn load(&self) -> Result<Option<Arc<Game>>, Failure> {
        self.path.as_deref().map(game_of_file).transpose()
    }

    /// Returns the game in the file with its evaluation, if a file is given.
    pub(crate) fn load_to_play(&self) -> Result<Option<Arc<Evaluation>>, Failure> {
        self.path.as_deref().map(game_to_play).transpose()
    }
}

/// Returns the game in a file with its evaluation.
pub(crate) fn game_to_play(path: &Path) -> Result<Arc<Evaluation>, Failure> {
    evaluation_beside(&game_of_file(path)?, path).map(Arc::new)
}

/// Returns the evaluation of the game in FILE: that of FILE.net or FILE.tuned.toml beside it, or else the default.
fn evaluation_beside(game: &Arc<Game>, path: &Path) -> Result<Evaluation, Failure> {
    match learned_beside(path).next() {
        Some(learned) => evaluation_of_file(game, &learned),
        None => Ok(Evaluation::new(game)),
    }
}

/// Reads files and judges draws for the engine of `uci` and `cecp`.
pub(crate) const PROTOCOL_HOST: Host = Host {
    read_game: |path| game_to_play(path).map_err(|failure| failure.messages()),
    read_evaluation: |game, name| {
        let values = PieceValues::from(OsString::from(name));
        values.evaluation(game).map_err(|failure| failure.messages())
    },
    agrees_to_draw: assessment::agrees_to_draw,
};

/// Returns the nets and weights beside FILE, the best first.
fn learned_beside(path: &Path) -> impl Iterator<Item = PathBuf> {
    let learned = ["net", "tuned.toml"].map(|extension| path.with_extension(extension));
    learned.into_iter().filter(|learned| learned.exists())
}

/// The values of the pieces in the evaluation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PieceValues {
    /// Derived from the rules alone.
    Derived,
    /// Learned, in a file of weights or a net.
    Learned(PathBuf),
}

/// The word for values that are derived from the rules.
const DERIVED: &str = "derived";

impl From<OsString> for PieceValues {
    fn from(text: OsString) -> PieceValues {
        if text == DERIVED { PieceValues::Derived } else { PieceValues::Learned(text.into()) }
    }
}

impl fmt::Display for PieceValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PieceValues::Derived => f.write_str(DERIVED),
            PieceValues::Learned(path) => path.display().fmt(f),
        }
    }
}

impl PieceValues {
    /// Returns the evaluation of a game with these values.
    pub(crate) fn evaluation(&self, game: &Arc<Game>) -> Result<Evaluation, Failure> {
        match self {
            PieceValues::Derived => Ok(Evaluation::derived(game)),
            PieceValues::Learned(path) => evaluation_of_file(game, path),
        }
    }
}

/// Reads a file of weights or a net.
fn evaluation_of_file(game: &Arc<Game>, path: &Path) -> Result<Evaluation, Failure> {
    let name = path.display().to_string();
    let bytes = text_file::read_bytes(path, LEARNED)?;
    if Evaluation::is_net(&bytes) {
        return Evaluation::net(game, &name, &bytes).map_err(Failure::user);
    }
    let text = text_file::decode(&name, bytes)?;
    Evaluation::tuned(game, &name, &text).map_err(Failure::user)
}

/// Returns the game of a record that names none: orthodox chess, as in PGN, or else the built-in game in which its turns are legal.
pub(crate) fn unnamed_game(record: &Record) -> Arc<Game> {
    let ids = iter::once(CHESS).chain(builtin::ids());
    game_of(record, ids.filter_map(game_of_record))
        .unwrap_or_else(|| game_of_record(CHESS).expect("chess is a built-in game"))
}

/// Returns the built-in game that a record names, compiled once for all records of a file.
pub(crate) fn game_of_record(name: &str) -> Option<Arc<Game>> {
    static GAMES: Mutex<BTreeMap<String, Arc<Game>>> = Mutex::new(BTreeMap::new());
    let id = id_of(name);
    let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(game) = games.get(id) {
        return Some(Arc::clone(game));
    }
    let game = builtin::game(id)?;
    games.insert(id.to_owned(), Arc::clone(&game));
    Some(game)
}

/// Returns the game whose rules a record holds, if it holds them.
pub(crate) fn game_in_record(record: &Record) -> Option<Result<Arc<Game>, Failure>> {
    let game = own_game(rules_text(record)?);
    let hint = "a record holds the rules as they were read by the version that wrote it";
    Some(
        game.map(|definition| Arc::new(Game::from(definition))).map_err(|errors| refused(&errors).hint(hint)),
    )
}

/// Returns the failure to read a game, with every error.
fn refused(errors: &LoadErrors) -> Failure {
    Failure::User { messages: errors.iter().map(ToString::to_string).collect(), hint: None }
}

/// Returns a built-in game.
pub(crate) fn builtin_game(name: &str) -> Result<Arc<Game>, Failure> {
    builtin::game(name).ok_or_else(|| unknown_game(name))
}

/// Returns the failure to find a built-in game.
pub(crate) fn unknown_game(name: &str) -> Failure {
    no_game(name, "`beaufort games` lists the games")
}

/// Returns a built-in game, for a command that could read a file instead.
pub(crate) fn builtin_game_or_file(name: &str) -> Result<Arc<Game>, Failure> {
    let help = "`beaufort games` lists the games; --game-file FILE reads one of your own";
    builtin::game(name).ok_or_else(|| no_game(name, help))
}

/// Returns the failure to find a built-in game, with `help` as the hint if no name is similar.
fn no_game(name: &str, help: &str) -> Failure {
    let failure = Failure::user(format_args!("there is no game `{}`", quoted(name)));
    if let Some(reason) = why_unknown(name) {
        return failure.hint(reason);
    }
    match nearest(name, builtin::ids()) {
        Some(near) => failure.hint(format_args!("did you mean `{near}`?")),
        None => failure.hint(help),
    }
}

/// Returns the game in a file.
pub(crate) fn game_of_file(path: &Path) -> Result<Arc<Game>, Failure> {
    let text = text_file::read(path, GAME)?;
    let (unreadable, missing) = (RefCell::new(None), RefCell::new(None));
    let beside = |id: &str| {
        // A file that extends itself is an error, which the reader reports.
        let path = path.with_file_name(format!("{id}.toml"));
        if !path.exists() {
            missing.replace(Some(id.to_owned()));
            return None;
        }
        let text = text_file::read(&path, GAME);
        let text = text.map_err(|failure| unreadable.replace(Some(failure))).ok()?;
        Some(Source { name: path.display().to_string(), text })
    };
    let library = |id: &str| builtin::source(id).or_else(|| beside(id));
    let definition = load_game(&path.display().to_string(), &text, &library);
    if let Some(failure) = unreadable.into_inner() {
        return Err(failure);
    }
    let definition = definition.map_err(|errors| {
        let failure = refused(&errors);
        match missing.into_inner().and_then(|id| nearest(&id, builtin::ids())) {
            Some(meant) => failure.hint(format_args!("did you mean `{meant}`?")),
            None => failure,
        }
    })?;
    if builtin::definition(&definition.id).is_some_and(|known| known != definition) {
        let message = format!("{}: the id `{}` is that of a built-in game", path.display(), definition.id);
        return Err(
            Failure::user(message).hint("give it another `id`; those that `beaufort games` lists are taken")
        );
    }
    Ok(Arc::new(Game::from(definition)))
}

/// A position of a game.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// The position, or `initial`; `[id]` is a piece of the first player, `(id)` of the second
    #[arg(long, value_name = "POSITION", default_value = INITIAL)]
    position: String,
}

impl PositionArgs {
    /// Returns the position.
    pub(crate) fn load(&self, game: &Arc<Game>) -> Result<Position, Failure> {
        position(game, &self.position)
    }
}

/// Returns the position of a text.
pub(crate) fn position(game: &Arc<Game>, text: &str) -> Result<Position, Failure> {
    if text == INITIAL {
        return Ok(Position::initial(game));
    }
    Position::parse(game, text).map_err(Failure::user)
}
