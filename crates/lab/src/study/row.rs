//! What is kept of a game: a row of data.

use serde::{Deserialize, Serialize};

/// Who plays both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// The engine.
    Engine,
    /// Somebody who plays any legal turn.
    Random,
}

/// Which game of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameNumber {
    /// Who plays.
    #[serde(rename = "by")]
    pub player: PlayerKind,
    /// The number of the game among those of this player, from 0 on.
    #[serde(rename = "n")]
    pub game: u32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndKind {
    /// The loser had no royal piece left (K113).
    Royal,
    /// The loser had one piece left (K113).
    Bare,
    /// The loser had no turn (K116).
    Stuck,
    /// The loser was in check and had no turn (L49).
    Checkmate,
    /// The side to move had no turn and was not in check: a draw (L49).
    Stalemate,
    /// Every turn of the loser would have repeated a position once too often (K117), or a position had occurred often
    /// enough for a draw (L49).
    Repetition,
    /// A draw, because nothing had happened for long (L49).
    Quiet,
    /// A draw, because nobody had the pieces to win (L49).
    Dead,
    /// The game was stopped because it was too long: nobody won.
    Stopped,
}

/// A game, in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRow {
    /// Which game it is.
    #[serde(flatten)]
    pub number: GameNumber,
    /// The set-up, see [`Setup::parse`](beaufort_rules::game::Setup::parse).
    #[serde(rename = "set_up")]
    pub setup: String,
    /// The number of plies, those of the opening included.
    pub plies: u32,
    /// How it ended.
    pub end: EndKind,
    /// The index of the side that won, if one did.
    pub won: Option<usize>,
    /// For each side, its turns after which the opponent had fewer pieces.
    pub captures: [u32; 2],
    /// For each side, the pieces it lost: taken, converted, poisoned, sacrificed.
    pub lost: [u32; 2],
    /// The turns that there were to choose from, all positions together, repetitions included.
    pub turns: u64,
    /// The most that a position had.
    pub most: u64,
    /// Those of every [`GameRow::STRIDE`]th position, from the first on.
    pub course: Vec<u64>,
    /// The promotions in their order, but for those that the opponent chooses (L20).
    pub promotions: Vec<Promoted>,
    /// The drops in their order. A game without any says nothing of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drops: Vec<Dropped>,
    /// The turns in their order, those of the opening included.
    pub played: Vec<Played>,
}

impl GameRow {
    /// The plies from one entry of [`GameRow::course`] to the next.
    pub const STRIDE: usize = 20;

    /// Returns the points of the first side: 1 for a win, one half for a draw or a game that was stopped.
    pub fn score(&self) -> f64 {
        self.won.map_or(0.5, |side| if side == 0 { 1.0 } else { 0.0 })
    }

    /// Returns the length in moves, a move being a turn of each side.
    pub fn moves(&self) -> f64 {
        f64::from(self.plies) / 2.0
    }
}

/// A promotion. In the data an array of four, as there are many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "PromotedTuple", into = "PromotedTuple")]
pub struct Promoted {
    /// The id of the piece that was promoted.
    pub from: String,
    /// The id of what it became.
    pub to: String,
    /// The ply of the promotion, from 0 on: even for the side that begins.
    pub ply: u32,
    /// The ply that took the new piece away from its side, or made something else of it; `None` if it was there to the
    /// end.
    pub gone: Option<u32>,
}

type PromotedTuple = (String, String, u32, Option<u32>);

impl From<PromotedTuple> for Promoted {
    fn from((from, to, ply, gone): PromotedTuple) -> Promoted {
        Promoted { from, to, ply, gone }
    }
}

impl From<Promoted> for PromotedTuple {
    fn from(Promoted { from, to, ply, gone }: Promoted) -> PromotedTuple {
        (from, to, ply, gone)
    }
}

impl Promoted {
    /// Returns the index of the side whose piece it is.
    pub fn side(&self) -> usize {
        (self.ply % 2) as usize
    }
}

/// A drop. In the data an array of two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(String, u32)", into = "(String, u32)")]
pub struct Dropped {
    /// The id of the piece, or of the two pieces.
    pub piece: String,
    /// The ply of the drop, from 0 on: even for the side that begins.
    pub ply: u32,
}

impl From<(String, u32)> for Dropped {
    fn from((piece, ply): (String, u32)) -> Dropped {
        Dropped { piece, ply }
    }
}

impl From<Dropped> for (String, u32) {
    fn from(Dropped { piece, ply }: Dropped) -> (String, u32) {
        (piece, ply)
    }
}

impl Dropped {
    /// Returns the index of the side that makes the drop.
    pub fn side(&self) -> usize {
        (self.ply % 2) as usize
    }
}

/// A turn. In the data an array of three.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(String, u64, Option<i32>)", into = "(String, u64, Option<i32>)")]
pub struct Played {
    /// The turn in coordinates.
    pub turn: String,
    /// The turns that there were to choose from, repetitions included.
    pub choices: u64,
    /// The score that the search gave the side to move; `None` of a random turn.
    pub score: Option<i32>,
}

impl From<(String, u64, Option<i32>)> for Played {
    fn from((turn, choices, score): (String, u64, Option<i32>)) -> Played {
        Played { turn, choices, score }
    }
}

impl From<Played> for (String, u64, Option<i32>) {
    fn from(Played { turn, choices, score }: Played) -> (String, u64, Option<i32>) {
        (turn, choices, score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_one_short_line() {
        let mut row = GameRow {
            number: GameNumber { player: PlayerKind::Engine, game: 7 },
            setup: "mirror".to_owned(),
            plies: 41,
            end: EndKind::Royal,
            won: Some(0),
            captures: [3, 2],
            lost: [2, 4],
            turns: 900,
            most: 33,
            course: vec![21, 30, 28],
            promotions: vec![Promoted { from: "P".into(), to: "X".into(), ply: 31, gone: None }],
            drops: Vec::new(),
            played: vec![Played { turn: "e2e4".into(), choices: 21, score: Some(-5) }],
        };
        let text = serde_json::to_string(&row).unwrap();
        assert_eq!(
            text,
            r#"{"by":"engine","n":7,"set_up":"mirror","plies":41,"end":"royal","won":0,"captures":[3,2],"#
                .to_owned()
                + r#""lost":[2,4],"turns":900,"most":33,"course":[21,30,28],"promotions":[["P","X",31,null]],"played":[["e2e4",21,-5]]}"#
        );
        assert_eq!(serde_json::from_str::<GameRow>(&text).unwrap(), row);
        assert_eq!((row.moves(), row.promotions[0].side()), (20.5, 1));
        row.drops.push(Dropped { piece: "Y".into(), ply: 12 });
        let longer = serde_json::to_string(&row).unwrap();
        assert_eq!(longer, text.replace(r#","played""#, r#","drops":[["Y",12]],"played""#));
        assert_eq!(serde_json::from_str::<GameRow>(&longer).unwrap(), row);
    }
}
