//! The surroundings that a drop needs.

use beaufort_rules::game::definition::Surroundings;

/// The values of the key `enclosingDrop` that the language says.
pub(crate) const ENCLOSING: [(&str, Surroundings); 4] = [
    ("top", Surroundings::AboveEmpty),
    ("anyside", Surroundings::NoSlide),
    ("snort", Surroundings::BesideEnemy),
    ("ataxx", Surroundings::AwayFromFriends),
];
