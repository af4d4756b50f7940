//! The levels of the engine, as they go over the wire.

use beaufort_engine::levels;

use crate::view::LevelView;

/// Returns the levels, the weakest first.
pub(crate) fn all() -> Vec<LevelView> {
    let level = |level: &beaufort_engine::Level| LevelView {
        id: level.id.to_owned(),
        force: level.force,
        name: level.name.to_owned(),
        description: level.description.to_owned(),
        max_nodes: level.max_nodes().map(|nodes| u32::try_from(nodes).expect("a level has few nodes")),
    };
    levels().iter().map(level).collect()
}
