//! Seats: a side is played by a person or by the engine.

/// The name in a record of a person who has given none.
pub const HUMAN_NAME: &str = "Human";

/// The name of the engine in a record.
pub(crate) const ENGINE_NAME: &str = concat!("Beaufort ", env!("CARGO_PKG_VERSION"));

/// Returns whether a name in a record is the engine's, of this version or another: a person may be called Beaufort, too.
pub fn is_engine_name(name: &str) -> bool {
    let is_version = |version: &str| version.starts_with(|first: char| first.is_ascii_digit());
    name == "Beaufort" || name.strip_prefix("Beaufort ").is_some_and(is_version)
}

/// The kind of player who has a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    #[default]
    Human,
    /// The engine.
    Engine,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_may_be_called_like_the_engine() {
        assert!([ENGINE_NAME, "Beaufort", "Beaufort 0.0.9, Club"].into_iter().all(is_engine_name));
        let people = [HUMAN_NAME, "Beaufort, Francis", "Beaufort Castle", "Beauforts", "beaufort 1", ""];
        assert!(!people.into_iter().any(is_engine_name));
    }
}
