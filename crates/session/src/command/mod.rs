//! The commands of a client, as they go over the wire.
//!
//! Every field is described here, every command with an example in `docs/protocol.md`.

mod arrangement;
mod start;
mod turn;

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use crate::view::{ImportFormat, Player, SideIndex, SquareIndex};

pub use crate::mail_address::MailAddress;
pub use crate::push_subscription::PushKeys;
pub use crate::seat_key::SeatKey;
pub use crate::view::{ClockRule, Placed, Publicity};
pub use arrangement::Arrangement;
pub use start::{SetupHow, Start};
pub(crate) use start::{options, phases};
pub use turn::{TurnChoice, TurnsOf};

/// The version of the protocol. It changes when an old client could misunderstand a new server.
pub const PROTOCOL: u32 = 2;

/// A text that is no request: by it a client of a WebSocket asks whether the server is there, see `docs/protocol.md`.
pub const PING: &str = "ping";
/// The text that answers [`PING`].
pub const PONG: &str = "pong";

/// A message of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// A number of the client's choice; every answer carries it.
    pub id: u32,
    /// For a request that may be sent again on another connection: a key drawn at random, by which the session knows that
    /// it has carried the request out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<SeatKey>,
    /// The command.
    pub command: Command,
}

/// A command of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Command {
    /// Begins the conversation; answered with `welcome` and everything about the session.
    Hello {
        /// The version the client speaks: [`PROTOCOL`].
        protocol: u32,
    },
    /// Asks for the session in a few words. Nothing begins to think or to run because of it.
    Summary,
    /// Asks for the games there are.
    Games,
    /// Asks for everything about a game that does not change.
    Game {
        /// The id of the game.
        game: String,
    },
    /// Asks for the rules of a game in words for players.
    Rules {
        /// The id of the game.
        game: String,
    },
    /// Asks for a game that was played, to be watched.
    Showcase {
        /// The id of the game.
        game: String,
    },
    /// Asks for the pictures of a game's pieces.
    Tiles {
        /// The id of the game.
        game: String,
        /// Which pictures.
        set: TileSet,
    },
    /// Asks what the engine thinks the pieces are worth; the answer may take a few seconds.
    Worth {
        /// The id of the game.
        game: String,
        /// A piece type of which it is asked, too, what it is worth on each square.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece_type: Option<usize>,
    },
    /// Reads a game of somebody's own from the text of its file; answered with `gameRead`. From then on its id, which follows from
    /// the text, can be given wherever a game is named. A game that is not in use may be forgotten later: then it is read again.
    ReadGame {
        /// The text.
        text: String,
    },
    /// Asks for the game files of the games, or the abilities of the pieces, in a text of another program. The static page reads
    /// such texts by itself.
    Import {
        /// The format of the text.
        format: ImportFormat,
        /// The name of the game, where the text has none.
        name: String,
        /// The text.
        text: String,
    },
    /// Asks for a game as a section of Fairy-Stockfish's `variants.ini`, as far as that has keys for its rules. The static page writes
    /// such texts by itself.
    ExportGame {
        /// The id of the game.
        game: String,
    },
    /// Asks for the words in which the abilities of pieces are written.
    Words,
    /// Asks for the pieces that any game can have by their names.
    Bestiary,
    /// Lets the engine play quick games against itself, to try a game: after each of them `trial` tells what they have shown. The
    /// requester's trial before is over.
    Trial {
        /// The id of the game.
        game: String,
        /// How many games.
        games: u32,
    },
    /// Lets the engine find better worths of the pieces of a game of one's own: it plays quick games against itself, learns from them,
    /// and plays as many with the new worths against itself as it is. After each of them `tuning` tells what they have shown. The
    /// requester's trial or tuning before is over.
    Tune {
        /// The id of the game.
        game: String,
        /// How many games to learn from.
        games: u32,
    },
    /// Ends the requester's trial or tuning.
    StopTrial,
    /// Asks which records a text holds, to choose the one with which to `start`.
    Records {
        /// The text; one that is no record holds none.
        text: String,
    },
    /// Begins a game in this session; the one before is gone.
    Start {
        /// The id of the game; a record may name its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// The players of the first and the second side; two persons if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<[Player; 2]>,
        /// How the time is limited; not at all if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<ClockRule>,
        /// Where the game begins; with its set-up phase if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Start>,
        /// The day, as records write it: `2026.11.22`; a record that has one keeps its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        date: Option<String>,
    },
    /// Makes the game that has just been started one between two people elsewhere. The requester has the seat of a side, who
    /// has the invitation takes the other, and everybody else watches.
    Invite {
        /// The requester's side.
        side: SideIndex,
        /// The key to the requester's seat, drawn at random.
        seat: SeatKey,
        /// The key with which the other seat is taken, once; drawn at random, too.
        invitation: SeatKey,
        /// How the game may be found without a link; not at all if missing.
        #[serde(default, skip_serializing_if = "Publicity::is_private")]
        #[cfg_attr(test, ts(as = "Option<Publicity>", optional))]
        public: Publicity,
        /// Whether the game is rated: then both players have names, and the game begins from its array.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        rated: bool,
        /// The name of the player who is challenged: the other seat is kept for this account. Anybody with the invitation may take it
        /// if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opponent: Option<String>,
    },
    /// Declines a challenge: the game is aborted. Only the player who is challenged may do that, with the invitation.
    Decline {
        /// The key with which the seat would be taken.
        invitation: SeatKey,
    },
    /// Gives the requester a nickname for the seats that it takes on this connection. A requester that is signed in plays under its name.
    Nickname {
        /// The nickname.
        name: String,
    },
    /// Proves that the requester has a seat, after each `hello`; with the invitation, takes the seat that is free.
    Sit {
        /// The key to the seat. The client draws it at random, and may repeat the request with the same key.
        seat: SeatKey,
        /// The invitation to a seat that may still be free.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        invitation: Option<SeatKey>,
        /// Whether the free seat is taken only while the other player is there.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        if_present: bool,
    },
    /// Gives a side to another player.
    Seat {
        /// The side.
        side: SideIndex,
        /// The new player.
        player: Player,
    },
    /// Asks how the board would look with choices of the present set-up phase, without making them.
    #[serde(rename = "previewSetUp")]
    PreviewSetup {
        /// The option of each choice, as in `setUp`.
        #[serde(deserialize_with = "start::options")]
        changed: Vec<u32>,
    },
    /// Makes the choices of the present set-up phase.
    #[serde(rename = "setUp")]
    Setup {
        /// How they are made.
        how: SetupHow,
    },
    /// Plays a turn on the position shown.
    Play {
        /// The place that the client shows; a turn that comes too late is refused.
        node: u32,
        /// Which turn.
        turn: TurnChoice,
    },
    /// Asks whether the opponent would win at once after a turn of the position shown, by taking the last royal piece.
    Foresee {
        /// The place that the client shows.
        node: u32,
        /// The turn, in notation.
        turn: String,
    },
    /// Asks which turns the side that waits could play on the position shown if it were to move: its premoves.
    Premoves {
        /// The place that the client shows.
        node: u32,
    },
    /// Asks for some turns of a position that has too many to be sent with it. If more turns match than are sent at once, `skip`
    /// asks for the next ones.
    Turns {
        /// The place that the client shows.
        node: u32,
        /// Which turns.
        of: TurnsOf,
        /// How many of these turns are left out, as they are known already; none if missing.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(test, ts(as = "Option<u32>", optional))]
        skip: u32,
        /// Whether they are those of the side that waits: premoves.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(as = "Option<bool>", optional))]
        ahead: bool,
    },
    /// Takes back.
    TakeBack {
        /// How many turns, or as many as there are; to the asking person's last turn against the engine, else one turn,
        /// if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turns: Option<u32>,
    },
    /// Plays again what was taken back.
    Redo {
        /// How many turns, or as many as there are; up to a person's turn if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turns: Option<u32>,
    },
    /// Shows another place of the game tree. The engine waits there until `go` or a person's turn.
    Jump {
        /// The place.
        node: u32,
    },
    /// Deletes a turn and everything after it.
    Delete {
        /// The turn.
        node: u32,
    },
    /// Makes a variation the line it branches off from.
    Promote {
        /// The first turn of the variation.
        node: u32,
    },
    /// Writes a comment on a turn; the old one is gone.
    Comment {
        /// The turn; 0 for the game as a whole.
        node: u32,
        /// The comment; empty to delete it.
        text: String,
    },
    /// Annotates a turn with glyphs, as PGN numbers them: 1 for `!`, 2 for `?`, ...; the old ones are gone.
    Annotate {
        /// The turn.
        node: u32,
        /// The numbers of the glyphs.
        nags: Vec<u8>,
    },
    /// Gives up.
    Resign {
        /// The side that resigns.
        side: SideIndex,
    },
    /// Offers a draw; the engine answers by itself.
    OfferDraw {
        /// The side that offers.
        side: SideIndex,
    },
    /// Answers the other side's offer of a draw.
    AnswerDraw {
        /// The side that answers.
        side: SideIndex,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Withdraws the own offer of a draw.
    WithdrawDraw {
        /// The side that withdraws its offer.
        side: SideIndex,
    },
    /// Asks the other player to take the own last turn back.
    OfferTakeBack {
        /// The side that asks.
        side: SideIndex,
    },
    /// Answers the other player who asks to take back.
    AnswerTakeBack {
        /// The side that answers.
        side: SideIndex,
        /// Whether the turn is taken back.
        accept: bool,
    },
    /// Withdraws the request to take back.
    WithdrawTakeBack {
        /// The side that had asked.
        side: SideIndex,
    },
    /// Ends a game between people without a result before both sides have played a turn.
    Abort {
        /// The side that aborts.
        side: SideIndex,
    },
    /// Withdraws the free seat: aborts a game between people unless the seat has been taken.
    Withdraw {
        /// The side that withdraws it.
        side: SideIndex,
    },
    /// Wants to play again with sides exchanged, when the game is over. If both want it, `state.seats.rematch` names the session.
    OfferRematch {
        /// The side that offers.
        side: SideIndex,
        /// The key to the seat in the new game, drawn at random.
        seat: SeatKey,
    },
    /// Declines or withdraws the offer of a rematch.
    DeclineRematch {
        /// The side that declines.
        side: SideIndex,
    },
    /// Says something to the other player; who watches does not hear it.
    Chat {
        /// A line of plain text.
        text: String,
    },
    /// Switches the chat off for both, or on again.
    SwitchChat {
        /// The side that switches. The chat is on as long as neither side has switched it off.
        side: SideIndex,
        /// Whether it is on.
        on: bool,
    },
    /// Stores a private note, which no other client sees; the old one is replaced.
    Note {
        /// The note; empty to delete it.
        text: String,
    },
    /// Lets the clock of a side stand still in a game by mail, or run again. It runs again when the side plays, too.
    Vacation {
        /// The side whose clock it is.
        side: SideIndex,
        /// Whether the clock stands still.
        on: bool,
    },
    /// Keeps turns that the server plays for a side when the other plays what they answer; the old ones are gone.
    Plan {
        /// The place that the client shows; the other side is to move there.
        node: u32,
        /// Lines of turns in notation, the other side's first, each with its answer; empty for none.
        lines: Vec<Vec<String>>,
    },
    /// Claims the win or a draw from a player who stays away while it is the own turn. It is granted soon, unless the other comes.
    Claim {
        /// The side that claims.
        side: SideIndex,
        /// Whether it is a draw that is claimed, not the win.
        draw: bool,
    },
    /// Leaves an address at the own seat, to which letters go when it is its turn, once it has been confirmed.
    Mail {
        /// The address; the one before is forgotten, and if missing there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<MailAddress>,
        /// The language of the letters, such as `fr` (BCP 47); English if missing, and where the server has none in it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<String>"))]
        language: String,
    },
    /// Confirms an address: the key of the command is known only to the reader of its letters.
    ConfirmMail {
        /// The key that stands in each letter.
        token: SeatKey,
    },
    /// Removes an address: the key of the command is known only to the reader of its letters.
    StopMail {
        /// The key that stands in each letter.
        token: SeatKey,
    },
    /// Has a browser notified when it is the own seat's turn.
    Push {
        /// The address of the browser's push service, which identifies the browser.
        endpoint: String,
        /// The keys of the subscription.
        keys: PushKeys,
        /// The language of the messages, such as `fr` (BCP 47); English if missing, and where the server has none in it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<String>"))]
        language: String,
    },
    /// Does not notify a browser any more: its address is known to the browser and its push service alone.
    StopPush {
        /// The address of the browser's push service.
        endpoint: String,
    },
    /// Goes on with a game that the players have ended, not the rules.
    Reopen,
    /// Lets the engine play where it is its turn, after a takeback or a jump.
    Go,
    /// Makes the engine wait where it is its turn, until `go` or a person's turn.
    Wait,
    /// Makes the engine play at once the best turn it has found.
    MoveNow,
    /// Asks the engine for its best turns, without playing one. It thinks until the first limit is reached.
    Hint {
        /// The number of turns wanted, 1 to 5; one if missing. Fewer are sent if there are fewer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lines: Option<u8>,
        /// For how long, in milliseconds, as a player's; 2000 if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ms: Option<u32>,
        /// How many plies deep, 1 to 100.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        /// How many positions, from 1 on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u32>,
    },
    /// Switches the engine's analysis of the position shown on or off.
    Analyse {
        /// Whether it is on.
        on: bool,
        /// The number of lines wanted, 1 to 5; fewer are sent if there are fewer turns.
        #[serde(default = "one")]
        lines: u8,
    },
    /// Has the engine judge every position of the line shown.
    Review {
        /// Milliseconds for each position, 20 to 10000.
        ms: u32,
    },
    /// Asks what a turn would cost at a place that a review has judged; the answer takes as long as that takes for a place.
    Judge {
        /// The place.
        node: u32,
        /// The turn, in notation.
        turn: String,
    },
    /// Ends a review; what is known stays.
    StopReview,
    /// Asks for the game as texts.
    Export,
    /// Asks for a picture of the board at a place of the game.
    Picture {
        /// The place.
        node: u32,
        /// The side that has the lower edge.
        side: SideIndex,
    },
    /// Asks for a picture of the array of a game.
    ArrayPicture {
        /// The id of the game.
        game: String,
    },
    /// Asks what one piece can do on any arrangement, for diagrams. No side needs a royal piece there.
    Explore {
        /// The id of the game.
        game: String,
        /// The pieces on the board.
        pieces: Vec<Placed>,
        /// The piece whose turns are wanted.
        square: SquareIndex,
        /// How many of its turns are left out, as they are known already; none if missing.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(test, ts(as = "Option<u32>", optional))]
        skip: u32,
    },
    /// Asks which squares each side attacks and defends on the position shown.
    Overlay,
    /// Asks which pieces of each side could take an opposing piece on a square if it were that side's turn.
    Attackers {
        /// The place that the client shows; if missing, the board is an arrangement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<u32>,
        /// The id of the game of the arrangement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// The pieces of the arrangement. No side needs a royal piece there.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(as = "Option<Vec<Placed>>", optional))]
        pieces: Vec<Placed>,
        /// The square, empty or not.
        square: SquareIndex,
    },
    /// Asks for the board at a place of the game and after turns that could follow there: to look at a line without playing it.
    Line {
        /// The place.
        node: u32,
        /// The turns, in notation; none for the place alone.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
        turns: Vec<String>,
    },
    /// Asks whether an arrangement is a position that can be played, and what is wrong with it.
    Check {
        /// The id of the game.
        game: String,
        /// The arrangement.
        arrangement: Arrangement,
    },
}

impl Command {
    /// The first command of a client of this version.
    pub const HELLO: Command = Command::Hello { protocol: PROTOCOL };
}

const fn one() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A set of pictures of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum TileSet {
    /// With a small diagram of the move.
    Diagram,
    /// With letters alone.
    Letters,
    /// With figurines for what moves like the orthodox pieces and their kin, and letters for all others.
    Figurines,
    /// With the characters of the pieces that have some, and figurines or letters for all others.
    Signs,
}
