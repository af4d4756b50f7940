//! How well the engine plays, in words for people.

use super::Skill;

/// A strength of play that people may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// What it is called in commands and over the wire.
    pub id: &'static str,
    /// What it is called for people.
    pub name: &'static str,
    /// How it plays, in a line.
    pub description: &'static str,
    /// What it sees and knows; `None`: everything.
    pub skill: Option<Skill>,
}

/// The levels, the weakest first. `docs/levels.md` says how far apart they are.
const LEVELS: &[Level] = &[
    Level {
        id: "beginner",
        name: "Beginner",
        description: "Takes what hangs nearby; whatever comes from afar or by a power surprises it.",
        skill: Some(Skill {
            depth: 1,
            nodes: 2_000,
            blindness: 400,
            eval_noise: 35,
            score_margin: 40,
            seed: 0,
        }),
    },
    Level {
        id: "novice",
        name: "Novice",
        description: "Sees more of what can be taken, but does not look any further.",
        skill: Some(Skill {
            depth: 1,
            nodes: 2_000,
            blindness: 230,
            eval_noise: 35,
            score_margin: 40,
            seed: 0,
        }),
    },
    Level {
        id: "learner",
        name: "Learner",
        description: "Begins to think of your answer, and misses many that come from afar.",
        skill: Some(Skill {
            depth: 2,
            nodes: 5_000,
            blindness: 210,
            eval_noise: 30,
            score_margin: 35,
            seed: 0,
        }),
    },
    Level {
        id: "casual",
        name: "Casual player",
        description: "Sees your next turn coming, unless it is a strange one.",
        skill: Some(Skill {
            depth: 2,
            nodes: 10_000,
            blindness: 130,
            eval_noise: 20,
            score_margin: 25,
            seed: 0,
        }),
    },
    Level {
        id: "regular",
        name: "Regular player",
        description: "Has small plans and falls for deeper ones.",
        skill: Some(Skill {
            depth: 3,
            nodes: 15_000,
            blindness: 110,
            eval_noise: 15,
            score_margin: 20,
            seed: 0,
        }),
    },
    Level {
        id: "club",
        name: "Club player",
        description: "Looks a few turns ahead and seldom gives a piece away.",
        skill: Some(Skill {
            depth: 4,
            nodes: 20_000,
            blindness: 75,
            eval_noise: 12,
            score_margin: 15,
            seed: 0,
        }),
    },
    Level {
        id: "expert",
        name: "Expert",
        description: "Knows what its pieces are worth; misses only what is deep and well hidden.",
        skill: Some(Skill {
            depth: 4,
            nodes: 25_000,
            blindness: 35,
            eval_noise: 8,
            score_margin: 8,
            seed: 0,
        }),
    },
    Level {
        id: "strong",
        name: "Strong player",
        description: "Looks six turns of either side ahead, and misses next to nothing.",
        skill: Some(Skill {
            depth: 6,
            nodes: 60_000,
            blindness: 12,
            eval_noise: 3,
            score_margin: 0,
            seed: 0,
        }),
    },
    Level { id: "full", name: "Full strength", description: "Uses all the time it is given.", skill: None },
];

/// Returns the levels, the weakest first.
pub fn levels() -> &'static [Level] {
    LEVELS
}

/// Returns the level with an id.
pub fn level(id: &str) -> Option<&'static Level> {
    LEVELS.iter().find(|level| level.id == id)
}
