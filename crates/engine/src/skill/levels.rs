//! The levels of play, named after the forces of Beaufort's wind scale.

use beaufort_rules::template;

use super::Skill;

/// A playing strength that users can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The id in commands and in the protocol.
    pub id: &'static str,
    /// The force on Beaufort's wind scale, 1 to 12, in the order of strength.
    pub force: u8,
    /// The wind of that force, for users: `moderate breeze`.
    pub name: &'static str,
    /// A description of the play, in one line.
    pub description: &'static str,
    /// The limits and weaknesses of the level; `None` for full strength.
    pub skill: Option<Skill>,
}

/// The levels, the weakest first. `docs/levels.md` gives the distances between them.
const LEVELS: &[Level] = &[
    Level {
        id: "beginner",
        force: 1,
        name: template!("light air"),
        description: template!(
            "Takes what hangs nearby; whatever comes from afar or by a power surprises it."
        ),
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
        force: 2,
        name: template!("light breeze"),
        description: template!("Sees more of what can be taken, but does not look any further."),
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
        force: 3,
        name: template!("gentle breeze"),
        description: template!("Begins to think of your answer, and misses many that come from afar."),
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
        force: 4,
        name: template!("moderate breeze"),
        description: template!("Sees your next turn coming, unless it is a strange one."),
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
        force: 5,
        name: template!("fresh breeze"),
        description: template!("Has small plans and falls for deeper ones."),
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
        force: 6,
        name: template!("strong breeze"),
        description: template!("Looks a few turns ahead and seldom gives a piece away."),
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
        force: 7,
        name: template!("near gale"),
        description: template!("Knows what its pieces are worth; misses only what is deep and well hidden."),
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
        force: 8,
        name: template!("gale"),
        description: template!("Looks two or three turns of each side ahead, and misses little."),
        skill: Some(Skill {
            depth: 5,
            nodes: 40_000,
            blindness: 22,
            eval_noise: 5,
            score_margin: 4,
            seed: 0,
        }),
    },
    Level {
        id: "candidate",
        force: 9,
        name: template!("strong gale"),
        description: template!("Looks three turns of each side ahead, and misses less than most people do."),
        skill: Some(Skill { depth: 6, nodes: 60_000, blindness: 9, eval_noise: 2, score_margin: 0, seed: 0 }),
    },
    Level {
        id: "master",
        force: 10,
        name: template!("storm"),
        description: template!("Looks further still; only what is rare and well hidden escapes it."),
        skill: Some(Skill {
            depth: 7,
            nodes: 150_000,
            blindness: 5,
            eval_noise: 2,
            score_margin: 0,
            seed: 0,
        }),
    },
    Level {
        id: "grandmaster",
        force: 11,
        name: template!("violent storm"),
        description: template!(
            "Looks four turns of each side ahead and overlooks next to nothing, but stops there however much time is left."
        ),
        skill: Some(Skill {
            depth: 8,
            nodes: 250_000,
            blindness: 3,
            eval_noise: 2,
            score_margin: 0,
            seed: 0,
        }),
    },
    Level {
        id: "full",
        force: 12,
        name: template!("hurricane"),
        description: template!("Plays at full strength, and uses all the time it is given."),
        skill: None,
    },
];

impl Level {
    /// Returns the full name for users: `force 4, moderate breeze`.
    pub fn title(&self) -> String {
        format!("force {}, {}", self.force, self.name)
    }

    /// Returns the number of nodes after which a turn is chosen, whatever time is left; `None` at full strength.
    pub fn max_nodes(&self) -> Option<u64> {
        self.skill.map(|skill| skill.nodes)
    }

    /// Returns what ends the thinking about a turn, for users: `stops 4 plies deep or after 20,000 positions; more time
    /// changes nothing`.
    pub fn stop(&self) -> String {
        let Some(Skill { depth, nodes, .. }) = self.skill else {
            return "uses the time that it has".to_owned();
        };
        let plies = if depth == 1 { "ply" } else { "plies" };
        let nodes = format!("{},{:03}", nodes / 1_000, nodes % 1_000);
        format!("stops {depth} {plies} deep or after {nodes} positions; more time changes nothing")
    }
}

/// Returns the levels, the weakest first.
pub fn levels() -> &'static [Level] {
    LEVELS
}

/// Returns the level with an id; `None` if there is none.
pub fn level(id: &str) -> Option<&'static Level> {
    LEVELS.iter().find(|level| level.id == id)
}
