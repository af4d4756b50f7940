//! A game of the engine against itself as a row of data.
//!
//! The names by which rows are written are those of the columns in the table of a [`StudyFolder`](crate::store::StudyFolder), which
//! has their types.

mod watch;

use serde::{Deserialize, Serialize};

pub(crate) use watch::{ending, watch};

/// The player of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PlayerKind {
    /// The engine.
    #[serde(rename = "engine")]
    Engine,
    /// A player of random legal turns.
    #[serde(rename = "random")]
    Random,
}

/// The number of a game among those that are kept together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameNumber {
    /// The player.
    pub player: PlayerKind,
    /// The number of the game among those of this player, from 0 on.
    #[serde(rename = "number")]
    pub game: u32,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EndKind {
    /// The loser had no royal piece left (K113).
    #[serde(rename = "royal")]
    Royal,
    /// The loser had one piece left (K113).
    #[serde(rename = "bare")]
    Bare,
    /// The loser had no turn (K116).
    #[serde(rename = "stuck")]
    Stuck,
    /// The loser was in check and had no turn (L49).
    #[serde(rename = "checkmate")]
    Checkmate,
    /// The side to move had no turn and was not in check: a draw (L49).
    #[serde(rename = "stalemate")]
    Stalemate,
    /// Every turn of the loser would have repeated a position once too often (K117), or a position had occurred often
    /// enough for a draw (L49).
    #[serde(rename = "repetition")]
    Repetition,
    /// A draw after many turns without progress (L49).
    #[serde(rename = "quiet")]
    Quiet,
    /// A draw, because neither side had the pieces to win (L49).
    #[serde(rename = "dead")]
    Dead,
    /// An objective of the game decided it, such as a goal or a number of checks (R81).
    #[serde(rename = "objective")]
    Objective,
    /// The game was stopped because it was too long: neither side won.
    #[serde(rename = "stopped")]
    Stopped,
    /// The winner was far ahead for several plies; games of self-play end then.
    #[serde(rename = "adjudicated")]
    Adjudicated,
}

/// A game, in numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRow {
    /// The number of the game.
    #[serde(flatten)]
    pub number: GameNumber,
    /// The set-up, see [`Setup::parse`](beaufort_rules::game::Setup::parse).
    pub set_up: String,
    /// The number of plies, those of the opening included.
    pub plies: u32,
    /// How it ended.
    pub ending: EndKind,
    /// The index of the side that won, if one did.
    pub winner: Option<usize>,
    /// The first side's turns after which the opponent had fewer pieces.
    pub captures_first: u32,
    /// The same for the second side.
    pub captures_second: u32,
    /// The pieces that the first side lost: taken, converted, poisoned, sacrificed.
    pub lost_first: u32,
    /// The same for the second side.
    pub lost_second: u32,
    /// The turns that there were to choose from, all positions together, repetitions included.
    pub choices: u64,
    /// The most that a position had.
    pub most_choices: u64,
    /// Those of every [`GameRow::STRIDE`]th position, from the first on.
    pub course: Vec<u64>,
    /// The promotions in their order, but for those that the opponent chooses (L20).
    pub promotions: Vec<Promoted>,
    /// The drops in their order.
    pub drops: Vec<Dropped>,
    /// The turns in their order, those of the opening included.
    pub turns: Vec<TurnRow>,
}

impl GameRow {
    /// The plies from one entry of [`GameRow::course`] to the next.
    pub const STRIDE: usize = 20;

    /// Returns the points of the first side: 1 for a win, one half for a draw or a game that was stopped.
    pub fn score(&self) -> f64 {
        self.winner.map_or(0.5, |side| if side == 0 { 1.0 } else { 0.0 })
    }

    /// Returns the length in moves, a move being a turn of each side.
    pub fn moves(&self) -> f64 {
        f64::from(self.plies) / 2.0
    }
}

/// A promotion. It is written as an array of its fields, as there are many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "PromotedTuple", into = "PromotedTuple")]
pub struct Promoted {
    /// The id of the piece that was promoted.
    pub piece: String,
    /// The id of the piece that it became.
    pub became: String,
    /// The ply of the promotion, from 0 on: even for the side that begins.
    pub ply: u32,
    /// The ply that took the new piece away from its side, or made something else of it; `None` if it was there to the
    /// end.
    pub gone: Option<u32>,
}

type PromotedTuple = (String, String, u32, Option<u32>);

impl From<PromotedTuple> for Promoted {
    fn from((piece, became, ply, gone): PromotedTuple) -> Promoted {
        Promoted { piece, became, ply, gone }
    }
}

impl From<Promoted> for PromotedTuple {
    fn from(Promoted { piece, became, ply, gone }: Promoted) -> PromotedTuple {
        (piece, became, ply, gone)
    }
}

impl Promoted {
    /// Returns the index of the side whose piece it is.
    pub fn side(&self) -> usize {
        (self.ply % 2) as usize
    }
}

/// A drop. It is written as an array of its fields.
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

/// A turn. It is written as an array of its fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(String, u64, Option<i32>)", into = "(String, u64, Option<i32>)")]
pub struct TurnRow {
    /// The turn in coordinates.
    pub turn: String,
    /// The turns that there were to choose from, repetitions included.
    pub choices: u64,
    /// The score that the search gave the side to move; `None` of a random turn.
    pub score: Option<i32>,
}

impl From<(String, u64, Option<i32>)> for TurnRow {
    fn from((turn, choices, score): (String, u64, Option<i32>)) -> TurnRow {
        TurnRow { turn, choices, score }
    }
}

impl From<TurnRow> for (String, u64, Option<i32>) {
    fn from(TurnRow { turn, choices, score }: TurnRow) -> (String, u64, Option<i32>) {
        (turn, choices, score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_one_short_line() {
        let row = GameRow {
            number: GameNumber { player: PlayerKind::Engine, game: 7 },
            set_up: "mirror".to_owned(),
            plies: 41,
            ending: EndKind::Royal,
            winner: Some(0),
            captures_first: 3,
            captures_second: 2,
            lost_first: 2,
            lost_second: 4,
            choices: 900,
            most_choices: 33,
            course: vec![21, 30, 28],
            promotions: vec![Promoted { piece: "P".into(), became: "X".into(), ply: 31, gone: None }],
            drops: vec![Dropped { piece: "Y".into(), ply: 12 }],
            turns: vec![TurnRow { turn: "e2e4".into(), choices: 21, score: Some(-5) }],
        };
        let text = serde_json::to_string(&row).unwrap();
        assert_eq!(
            text,
            r#"{"player":"engine","number":7,"set_up":"mirror","plies":41,"ending":"royal","winner":0,"#
                .to_owned()
                + r#""captures_first":3,"captures_second":2,"lost_first":2,"lost_second":4,"choices":900,"#
                + r#""most_choices":33,"course":[21,30,28],"promotions":[["P","X",31,null]],"#
                + r#""drops":[["Y",12]],"turns":[["e2e4",21,-5]]}"#
        );
        assert_eq!(serde_json::from_str::<GameRow>(&text).unwrap(), row);
        assert_eq!((row.moves(), row.promotions[0].side()), (20.5, 1));
    }

    /// Programs rely on the names: they stay when a variant is renamed.
    #[test]
    fn endings_and_players_have_names() {
        use EndKind::*;
        let ends = [
            Royal,
            Bare,
            Stuck,
            Checkmate,
            Stalemate,
            Repetition,
            Quiet,
            Dead,
            Objective,
            Stopped,
            Adjudicated,
        ];
        let names = r#"["royal","bare","stuck","checkmate","stalemate","repetition","quiet","dead","objective","stopped","adjudicated"]"#;
        assert_eq!(serde_json::to_string(&ends).unwrap(), names);
        let players = [PlayerKind::Engine, PlayerKind::Random];
        assert_eq!(serde_json::to_string(&players).unwrap(), r#"["engine","random"]"#);
    }
}
