//! The names that a player may have.

use beaufort_session::view::AccountCode;
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::{GeneralSecurityProfile as _, MixedScript as _};

use super::AccountRefusal;
use crate::identity::{FoldedName, MAX_NAME_CHARS};

/// The shortest name, in characters.
const MIN_NAME_CHARS: usize = 2;
/// Reserved prefixes of names, which stand for no player, for the program, or for the operators, with or without `-` and `_` in
/// between.
const RESERVED_BEGINNINGS: [&str; 18] = [
    "admin",
    "anonymous",
    "beaufort",
    "computer",
    "deleted",
    "engine",
    "human",
    "moderator",
    "nobody",
    "official",
    "opponent",
    "postmaster",
    "server",
    "service",
    "support",
    "system",
    "unknown",
    "webmaster",
];
/// Names of the same kind with which others may begin, as Stafford and Modest do.
const RESERVED_NAMES: [&str; 16] = [
    "abuse", "bot", "club", "guest", "help", "helpdesk", "host", "info", "mod", "mods", "null", "owner",
    "root", "security", "staff", "sysop",
];

/// A valid name: letters of one script and digits, with single `-` and `_` between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerName(String);

impl PlayerName {
    /// Parses a name.
    ///
    /// # Errors
    /// If the name is not allowed; the message says why.
    pub(crate) fn parse(text: &str) -> Result<PlayerName, AccountRefusal> {
        let refused = |message: String| Err(AccountRefusal::new(AccountCode::BadName, message));
        // A longer text is not even looked at.
        let name: String = text.chars().take(4 * MAX_NAME_CHARS).nfkc().collect();
        if !(MIN_NAME_CHARS..=MAX_NAME_CHARS).contains(&name.chars().count()) {
            return refused(format!("a name has {MIN_NAME_CHARS} to {MAX_NAME_CHARS} characters"));
        }
        let is_mark = |c: char| c == '-' || c == '_';
        let is_fit = |c: char| is_mark(c) || c.is_alphanumeric() && c.identifier_allowed();
        let parts_are_fit = name.split(is_mark).all(|part| !part.is_empty());
        if !name.chars().all(is_fit) || !parts_are_fit || !name.starts_with(char::is_alphabetic) {
            return refused(
                "a name is made of letters and digits, with single `-` and `_` between them, and begins with a letter"
                    .to_owned(),
            );
        }
        if !name.as_str().is_single_script() {
            return refused("the letters of a name are of one script".to_owned());
        }
        if is_reserved(&name) {
            return refused("nobody may be called so".to_owned());
        }
        Ok(PlayerName(name))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Returns a guest's nickname as it is shown; `None` if it is not allowed. It obeys the rules of names.
pub(crate) fn read_nickname(text: &str) -> Option<String> {
    PlayerName::parse(text).ok().map(|PlayerName(name)| name)
}

/// Returns whether a name is reserved, with or without digits at its end.
fn is_reserved(name: &str) -> bool {
    let name: String = name.chars().filter(|c| !matches!(c, '-' | '_')).collect();
    let whole = FoldedName::new(&name);
    let without_number = FoldedName::new(name.trim_end_matches(|c: char| c.is_ascii_digit()));
    let begins = |reserved: &&str| whole.as_str().starts_with(FoldedName::new(reserved).as_str());
    let is_same = |reserved: &&str| [&whole, &without_number].contains(&&FoldedName::new(reserved));
    RESERVED_BEGINNINGS.iter().any(begins) || RESERVED_NAMES.iter().any(is_same)
}

/// Returns whether two texts are the same name, but for capitals.
pub(crate) fn is_same(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.nfkc().collect::<String>().to_lowercase();
    plain(one) == plain(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_letters_of_one_script_and_digits() {
        for good in [
            "Al",
            "Anna",
            "jean-luc",
            "a_1",
            "Čapek",
            "Ольга",
            "Ανδρέας",
            "محمد",
            "小林",
            "x2345678901234567890",
            "Modest",
            "Stafford",
            "Rootham",
            "Botvinnik",
            "Clubman",
            "Aida",
        ] {
            assert_eq!(PlayerName::parse(good).unwrap().as_str(), good);
        }
        let long = "a".repeat(1_000_000);
        for bad in [
            "",
            "a",
            "1a",
            "-a",
            "a-",
            "a--b",
            "a b",
            "a.b",
            "a/b",
            "<b>",
            "a\u{200b}b",
            "a\u{202e}b",
            "a\nb",
            "аnna",
            "x23456789012345678901",
            "👻ghost",
            "deleted",
            "De1eted",
            "Beaufort-2",
            "Beau-fort",
            "adrnin",
            "staff",
            "Staff_42",
            "root",
            "r-o-o-t",
            "R00t",
            "mod",
            "Mod1",
            "System",
            "SysteM-2",
            "official",
            "Offlcial",
            "support",
            "Sup-port",
            "Computer",
            "Nobody",
            &long,
        ] {
            assert!(PlayerName::parse(bad).is_err(), "{bad}");
        }
        assert_eq!(PlayerName::parse("Ａｎｎａ").unwrap().as_str(), "Anna");
    }

    #[test]
    fn names_that_look_alike_are_folded_to_the_same() {
        for (one, other) in [
            ("Alice", "ALICE"),
            ("Alice", "AIice"),
            ("Alice", "A1ice"),
            ("bob", "b0b"),
            ("modern", "rnodern"),
            ("anna", "аnna"),
            ("Zoë", "Zoe\u{308}"),
            ("Anna", "Ａｎｎａ"),
        ] {
            assert_eq!(FoldedName::new(one), FoldedName::new(other), "{one} {other}");
        }
        for (one, other) in
            [("Anna", "An\0na"), ("Anna", "Anne"), ("Zoe", "Zoë"), ("a-b", "a_b"), ("ab", "a-b")]
        {
            assert_ne!(FoldedName::new(one), FoldedName::new(other), "{one} {other}");
        }
        assert!(is_same("Alice", "aLICE"));
        assert!(!is_same("Alice", "AIice"));
    }
}
