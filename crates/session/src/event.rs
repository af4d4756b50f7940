//! The events that a session sends to its clients, as they go over the wire.
//!
//! Every event is described with an example in `docs/protocol.md`.

use beaufort_rules::vocabulary::Phrase;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

#[cfg(test)]
use crate::view::PhraseText;

use crate::command::{MailAddress, Placed, Start, TileSet};
use crate::view::{
    BesideView, BestiaryPieceView, BoardView, ChapterView, ChatLine, ClaimView, ClockView, Coverage,
    ExportedGame, GameMistake, GameSummary, GameView, HeatMapView, IdleView, ImportAnswer, Judgement,
    LevelView, Marks, NodeScore, NodeView, PositionView, PresenceView, SideIndex, SquareIndex, StateView,
    TableSummary, Thought, TileView, TrialView, TuningView, TurnView, UnlistedTurns, WordView, Worth,
};

/// A message to a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct Message {
    /// The number of the last change of the session. A client that sees a gap says `hello` again.
    pub seq: u32,
    /// The id of the request that this answers; missing if another client or the engine brought it about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub re: Option<u32>,
    /// Whether the next message belongs to the same update: a client applies both together.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub more: bool,
    /// The event.
    pub event: Event,
}

/// An event of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Event {
    /// The first answer to `hello`.
    Welcome {
        /// The version of the protocol.
        protocol: u32,
        /// The version of the program.
        version: String,
        /// How well the engine can play, the weakest first.
        levels: Vec<LevelView>,
    },
    /// A request has been carried out; all its events have been sent. Only the requester gets it.
    Done,
    /// A request has been refused; nothing has changed. Only the requester gets it.
    Error {
        /// The reason.
        error: Problem,
    },
    /// The answer to `summary`.
    Summary {
        /// The game of the session; missing if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        table: Option<TableSummary>,
        /// Its clock, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockView>,
        /// The side for which it waits, if it is a game between two people elsewhere that goes on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        waits: Option<SideIndex>,
    },
    /// The answer to `games`.
    Games {
        /// The games, each followed by its older revisions.
        games: Vec<GameSummary>,
    },
    /// The answer to `game`.
    Game {
        /// The game.
        game: Box<GameView>,
    },
    /// The answer to `readGame`.
    GameRead {
        /// The id of the game; missing if it cannot be played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// Its errors, by file and place; empty if it can be played.
        mistakes: Vec<GameMistake>,
    },
    /// How the games of a trial went so far.
    Trial {
        /// The report on them.
        trial: Box<TrialView>,
    },
    /// The results of the games of a tuning so far.
    Tuning {
        /// The report on them.
        tuning: Box<TuningView>,
    },
    /// The answer to `import`.
    Imported {
        /// The games or pieces, or what is wrong with the text.
        answer: ImportAnswer,
    },
    /// The answer to `exportGame`.
    GameExported {
        /// The text, and what it does not say.
        exported: ExportedGame,
    },
    /// The answer to `words`.
    Words {
        /// All words, in the order of the language's page.
        words: Vec<WordView>,
    },
    /// The answer to `bestiary`.
    Bestiary {
        /// The pieces, in alphabetical order.
        pieces: Vec<BestiaryPieceView>,
    },
    /// The answer to `rules`.
    Rules {
        /// The id of the game.
        game: String,
        /// The chapters, in the order in which they are read.
        chapters: Vec<ChapterView>,
    },
    /// The answer to `showcase`.
    Showcase {
        /// The id of the game.
        game: String,
        /// The board at its start.
        board: BoardView,
        /// Its turns; none if there is no such game.
        turns: Vec<TurnView>,
    },
    /// The answer to `tiles`.
    Tiles {
        /// The id of the game.
        game: String,
        /// Which pictures.
        set: TileSet,
        /// The pictures, by the index of the piece type.
        tiles: Vec<TileView>,
    },
    /// The answer to `worth`.
    Worth {
        /// The id of the game.
        game: String,
        /// The worth of the pieces, by the index of the piece type.
        worth: Vec<Worth>,
        /// The worth of the type that was asked about on each square.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heat_map: Option<HeatMapView>,
    },
    /// The answer to `records`.
    Records {
        /// The records, in their order; of very many, the first.
        records: Vec<RecordSummary>,
        /// How many there are.
        total: u32,
    },
    /// The assumptions made to read the record with which a game begins, if there were any; only the requester gets it.
    RecordWarnings {
        /// The assumptions, with their places in the text.
        warnings: Vec<Problem>,
    },
    /// The state of the session, whole, whenever something of it has changed.
    State {
        /// The state.
        state: Box<StateView>,
    },
    /// The game tree, whole: after `hello`, and when more than one node has changed.
    Tree {
        /// The nodes, the root first, each after its parent.
        nodes: Vec<NodeView>,
    },
    /// One node of the game tree, new or changed. A new one is the last child of its parent unless `state` or `tree` say
    /// otherwise.
    Node {
        /// The node.
        node: NodeView,
    },
    /// The position shown, whole, whenever another one is shown.
    Position {
        /// The position.
        position: Box<PositionView>,
    },
    /// The whole chat of a game between people elsewhere; only the players get it: after `sit`, and after each change.
    Chat {
        /// The last lines, the newest last.
        lines: Vec<ChatLine>,
        /// For each side whether it has switched the chat off.
        off: [bool; 2],
    },
    /// The whole note of the own seat; only clients that have the seat get it: after `sit`, and after each change.
    Note {
        /// The note; empty if there is none.
        text: String,
    },
    /// All conditional turns of the own seat; only clients that have the seat get them: after `sit`, and after each change.
    Plan {
        /// Lines of turns in notation, the other side's first, each with its answer; empty if there are none.
        lines: Vec<Vec<String>>,
    },
    /// The address for letters to the own seat, where letters can be sent; only clients that have the seat get it: after `sit`,
    /// and after each change.
    Mail {
        /// The address; missing if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<MailAddress>,
        /// Whether it has been confirmed.
        confirmed: bool,
    },
    /// The browsers that are notified when it is the own seat's turn, where push messages can be sent; only clients that have the
    /// seat get it: after `sit`, and after each change.
    Push {
        /// The server's public key, with which a browser subscribes (RFC 8292), in base64url.
        key: String,
        /// The addresses of the browsers' push services.
        endpoints: Vec<String>,
    },
    /// The engine's thoughts about the turn that it will play, or about an offer of a draw. The last ones come just before its
    /// turn or its answer.
    Thinking {
        /// The thoughts.
        thought: Thought,
    },
    /// The engine's thoughts about the position shown, while analysis is on.
    Analysis {
        /// The thoughts.
        thought: Thought,
    },
    /// The answer to `hint`; only the requester gets it.
    Hint {
        /// The turns that the engine would play, with reasons.
        thought: Thought,
    },
    /// The results of a review; after `hello`, all of them.
    Review {
        /// The scores that are new.
        scores: Vec<NodeScore>,
        /// The positions judged so far.
        done: u32,
        /// The positions to judge.
        total: u32,
    },
    /// The answer to `foresee`.
    Foreseen {
        /// How the opponent would win at once, in a sentence; missing if it cannot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(as = "Option<PhraseText>", optional))]
        danger: Option<Phrase>,
        /// Whether there are more replies than were looked at, and none of those that were wins.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        incomplete: bool,
    },
    /// The answer to `premoves`.
    Premoves {
        /// The place at which they were asked for.
        node: u32,
        /// The turns; which of them will be legal the reply decides.
        turns: Vec<TurnView>,
        /// Where they begin, if there are too many to be told; missing if all are.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unlisted: Option<UnlistedTurns>,
    },
    /// The answer to `turns`.
    Turns {
        /// How many of these turns there are, those included that were left out.
        total: u32,
        /// The turns, or the first ones of many.
        turns: Vec<TurnView>,
        /// The places of these turns in the list of all turns of the position.
        indices: Vec<u32>,
        /// Why the piece on the square that was asked for has no turn, or that it is held, or why the item cannot be dropped; missing if
        /// it has turns by its own power, and where that side has no such piece or item.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        idle: Option<IdleView>,
    },
    /// The answer to `attackers`.
    Attackers {
        /// For each side the squares of its pieces that could take there.
        sides: [Vec<SquareIndex>; 2],
    },
    /// The answer to `line`.
    Line {
        /// The board at the place.
        board: BoardView,
        /// The turn that led there; missing at the start.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last: Option<TurnView>,
        /// The turns that were asked for, each with its changes of the board.
        turns: Vec<TurnView>,
        /// The effect of the last of them, in a sentence or two; missing if there is nothing plain to say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(as = "Option<PhraseText>", optional))]
        reason: Option<Phrase>,
    },
    /// The answer to `judge`; only the requester gets it.
    Judged {
        /// The place where the turn would be played.
        node: u32,
        /// The turn.
        turn: String,
        /// The cost of the turn.
        judgement: Judgement,
    },
    /// The answer to `invite` and `sit`: the requester has this seat.
    Seated {
        /// The side of the seat.
        side: SideIndex,
    },
    /// Which of the players elsewhere are there: after `hello`, when one comes or goes, and when a player claims something from an
    /// absent one.
    Presence {
        /// For each side.
        sides: [PresenceView; 2],
        /// How long a player must have been away before the other may claim, in milliseconds; missing where the clock alone
        /// decides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim_after: Option<u32>,
        /// The claim.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim: Option<ClaimView>,
    },
    /// An offer of a draw has been declined.
    DrawDeclined {
        /// The side that has declined.
        side: SideIndex,
    },
    /// The answer to `previewSetUp`.
    #[serde(rename = "setUpPreview")]
    SetupPreview {
        /// The board as it would be.
        board: BoardView,
        /// For each choice the squares that it would change from there, in both armies.
        squares: Vec<Vec<SquareIndex>>,
    },
    /// The answer to `export`.
    Exported {
        /// The record of the game with all variations and comments.
        record: String,
        /// The position shown.
        position: String,
        /// How another game begins as this one did: its set-up phase is gone through again.
        start: Start,
    },
    /// The answer to `picture` and to `arrayPicture`.
    Picture {
        /// The board as an SVG document, with the squares of the last turn highlighted.
        svg: String,
    },
    /// The answer to `explore`.
    Explored {
        /// The turns of the piece, or the first ones of many; without texts.
        turns: Vec<TurnView>,
        /// The number of all, including those left out; missing if all are sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        total: Option<u32>,
        /// The marks of the pieces and squares of the arrangement.
        marks: Marks,
    },
    /// The answer to `overlay`.
    Overlay {
        /// The squares that each side covers.
        sides: [Coverage; 2],
    },
    /// The answer to `check`.
    Checked {
        /// The position string; empty if the text was none.
        position: String,
        /// The pieces on the board, for an editor; empty if the text was no position.
        pieces: Vec<Placed>,
        /// The side to move.
        side: SideIndex,
        /// The state beside the board; missing in a game that has none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beside: Option<BesideView>,
        /// The reasons why the position cannot be played; empty if it can.
        problems: Vec<Problem>,
    },
}

/// Why something was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The kind of mistake.
    pub code: ProblemCode,
    /// The mistake and its correction, as a sentence for people.
    #[cfg_attr(test, ts(as = "PhraseText"))]
    pub message: Phrase,
    /// The field of the request it concerns, if it is one: `game`, `turn.text`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The line of the text it concerns, from 1 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column in that line or, for a message that is no request, in the message, from 1 on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The square it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub square: Option<u8>,
}

/// The kinds of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum ProblemCode {
    /// The message is no request: not JSON, an unknown command, a missing or wrong field.
    Malformed,
    /// The message or a text in it is too long.
    TooLarge,
    /// The client speaks another version of the protocol.
    Protocol,
    /// There is no such game, piece, square, node or turn.
    Unknown,
    /// The command does not fit the state of the game: no game, set-up not finished, game over, nothing to take back.
    NotNow,
    /// The requester has no right to it: the seat is another player's, or it is not allowed in games between people.
    Forbidden,
    /// The request was made for a position that is no longer shown.
    Stale,
    /// The text is not a turn of the position, or may mean several.
    Notation,
    /// The turn would bring about a position once too often.
    Repetition,
    /// The text is not a record, or the record breaks the rules.
    Record,
    /// The record takes too long to read, or that of the game would after the turn; or the position has too many turns to tell some.
    TooHard,
    /// The text is not a position, or the position cannot be played.
    Position,
    /// The engine is busy with other sessions, or has failed.
    Engine,
    /// The requester has recently made too many games public, or sends too much.
    TooMany,
    /// The change could not be saved, so it has not been made; the session tells when it goes on.
    Unsaved,
    /// The server has failed; nothing of the game is lost.
    Internal,
}

/// A record in a text that may hold several. Long fields are cut.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct RecordSummary {
    /// The id of the game that its tag names, if it names one that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The players of the first and the second side; empty if unknown.
    pub players: [String; 2],
    /// The event; empty if unknown.
    pub event: String,
    /// The date; empty if unknown.
    pub date: String,
    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The turns of the main line.
    pub turns: u32,
    /// Why it is not a record, if it is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<Problem>,
}
