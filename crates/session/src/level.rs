//! How well the engine plays, in words for people.

use std::time::Duration;

use beaufort_engine::{Clock, Limits};

use crate::view::Level;

struct Entry {
    id: &'static str,
    name: &'static str,
    description: &'static str,
    /// The deepest it looks, in plies.
    depth: Option<u32>,
    /// The most positions it looks at.
    nodes: Option<u64>,
}

/// The levels, the weakest first.
const LEVELS: &[Entry] = &[
    Entry {
        id: "beginner",
        name: "Beginner",
        description: "Takes what it sees and looks no further.",
        depth: Some(1),
        nodes: Some(1_000),
    },
    Entry {
        id: "casual",
        name: "Casual player",
        description: "Sees your next turn coming, but not much more.",
        depth: Some(2),
        nodes: Some(5_000),
    },
    Entry {
        id: "club",
        name: "Club player",
        description: "Looks a few turns ahead; does not give pieces away.",
        depth: Some(4),
        nodes: Some(50_000),
    },
    Entry {
        id: "strong",
        name: "Strong player",
        description: "Looks as far ahead as half a million positions allow.",
        depth: None,
        nodes: Some(500_000),
    },
    Entry {
        id: "full",
        name: "Full strength",
        description: "Uses all the time it is given.",
        depth: None,
        nodes: None,
    },
];

/// Returns the levels, the weakest first.
pub(crate) fn all() -> Vec<Level> {
    let level = |entry: &Entry| Level {
        id: entry.id.to_owned(),
        name: entry.name.to_owned(),
        description: entry.description.to_owned(),
    };
    LEVELS.iter().map(level).collect()
}

/// Returns the ids of the levels.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    LEVELS.iter().map(|entry| entry.id)
}

/// Returns the limits of a level; an unknown one has only the time.
pub(crate) fn limits(id: &str, time: Duration, clock: Option<Clock>) -> Limits {
    let entry = LEVELS.iter().find(|entry| entry.id == id);
    let depth = entry.and_then(|entry| entry.depth);
    let nodes = entry.and_then(|entry| entry.nodes);
    Limits { depth, nodes, clock, ..Limits::time(time) }
}
