//! The texts of letters in each language.

/// The letters of a language. The first line of each text is the subject. `{game}` is the name of the game, `{opponent}` that of the
/// other player, and `{confirm}`, `{play}` and `{stop}` are links.
pub(crate) struct Texts {
    /// The language, as a BCP 47 tag.
    pub(crate) language: &'static str,
    pub(crate) confirm: &'static str,
    pub(crate) turn: &'static str,
    /// The notification: its title, and its text with and without the name of the other player.
    pub(crate) push: &'static str,
}

/// The letters: `build.rs` makes the table from the folders in `web/languages/`.
pub(crate) const LANGUAGES: &[Texts] = include!(concat!(env!("OUT_DIR"), "/letters.rs"));

/// The language of the letters for those who read none of the others.
const FALLBACK: &str = "en";

/// Returns the letters of the language of a tag, such as `fr-CA`, wherever it is spoken.
pub(crate) fn texts(tag: &str) -> &'static Texts {
    let language = tag.split('-').next().unwrap_or_default();
    let found = |tag: &str| LANGUAGES.iter().find(|texts| texts.language.eq_ignore_ascii_case(tag));
    found(language).or_else(|| found(FALLBACK)).expect("a test writes the letters in English")
}
