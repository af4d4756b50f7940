//! Games of the users' own, whose ids say what their text is.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::game::{Definition, LoadErrors, Source, builtin, read_definition};
use crate::load_game::load_game;

/// The beginning of the ids of such games.
pub const OWN_PREFIX: &str = "own-";
/// The name of the file of such a game in messages.
pub const OWN_FILE: &str = "game";
/// The number of bytes of the hash that an id tells.
const HASH_BYTES: usize = 16;
/// The greatest length of the text of such a game, in bytes.
pub const MAX_OWN_TEXT: usize = 64 * 1024;

/// Returns the id of the game that has this text: `own-` and the first 128 bits of the SHA-256 of the text, in hexadecimal
/// digits. So a game never changes: another text is another game.
///
/// # Examples
/// ```
/// use beaufort_rules::own_id;
///
/// assert_eq!(own_id("abc"), "own-ba7816bf8f01cfea414140de5dae2223");
/// ```
pub fn own_id(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().take(HASH_BYTES).fold(OWN_PREFIX.to_owned(), |mut id, byte| {
        let _ = write!(id, "{byte:02x}");
        id
    })
}

/// Returns whether an id has the form of [`own_id`].
///
/// # Examples
/// ```
/// use beaufort_rules::{is_own_id, own_id};
///
/// assert!(is_own_id(&own_id("abc")));
/// assert!(!is_own_id("scirocco") && !is_own_id("own-ba78"));
/// ```
pub fn is_own_id(id: &str) -> bool {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    id.strip_prefix(OWN_PREFIX).is_some_and(|hash| hash.len() == 2 * HASH_BYTES && hash.bytes().all(is_digit))
}

/// Loads a game from the text of its file, and gives it the id of that text: see [`own_id`]. It may extend a built-in game, and
/// its definition keeps the text.
///
/// # Errors
/// As for [`load_game`], and if the text is longer than [`MAX_OWN_TEXT`].
///
/// # Examples
/// ```
/// use beaufort_rules::own_game;
///
/// let text = r#"extends = "scirocco"
/// id = "without-genies"
/// name = "Scirocco without Genies"
/// year = 2026
/// "#;
/// let game = own_game(text).unwrap();
/// assert_eq!(game.id, beaufort_rules::own_id(text));
/// assert_eq!(game.text.as_deref(), Some(text));
/// ```
pub fn own_game(text: &str) -> Result<Definition, LoadErrors> {
    own(text, load_game)
}

/// Reads the definition of such a game without looking for a first turn. A program that only translates games to be played elsewhere
/// needs no generator of turns.
///
/// # Errors
/// As for [`own_game`], but for games that are over before their first turn.
pub fn own_definition(text: &str) -> Result<Definition, LoadErrors> {
    own(text, |file, text, library| read_definition(file, text, library, |_| None))
}

fn own(
    text: &str,
    load: impl FnOnce(&str, &str, &dyn Fn(&str) -> Option<Source>) -> Result<Definition, LoadErrors>,
) -> Result<Definition, LoadErrors> {
    if text.len() > MAX_OWN_TEXT {
        let message = format!("the game has {} bytes: at most {MAX_OWN_TEXT} are read", text.len());
        return Err(LoadErrors::at_start(OWN_FILE, message));
    }
    let definition = load(OWN_FILE, text, &builtin::source)?;
    Ok(Definition { id: own_id(text), text: Some(text.into()), ..definition })
}
