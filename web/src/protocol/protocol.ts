// Made from the types of crates/session by its test `types`; do not edit. docs/protocol.md explains them.

/** The version of the protocol. */
export const PROTOCOL = 2;

/** The text by which a client asks over a WebSocket whether the server is alive, and the answer. */
export const PING = "ping";
export const PONG = "pong";

/**
 * A kind of refusal.
 */
export type AccountCode = "malformed" | "elsewhere" | "badName" | "nameTaken" | "badPassword" | "wrongPassword" | "notSignedIn" | "unknown" | "tooMany" | "badGame" | "noGame" | "removed" | "notYours" | "tooManyGames" | "tooManyPlayers" | "noSpace" | "busy";

/**
 * Why something about an account or a published game is refused.
 */
export type AccountProblem = { 
/**
 * The kind of refusal.
 */
code: AccountCode, 
/**
 * The reason, in a sentence without a full stop.
 */
message: string, };

/**
 * Sets whether the account may be challenged.
 */
export type AllowChallenges = { 
/**
 * Whether it may.
 */
allowed: boolean, };

/**
 * An argument of a phrase: a number, a number in hundredths, several arguments, or a text or phrase.
 */
export type Argument = number | { 
/**
 * The number in hundredths.
 */
hundredths: number, } | Array<Argument> | Phrase;

/**
 * An arrangement in an editor.
 */
export type Arrangement = { "type": "text", 
/**
 * The position string.
 */
text: string, } | { "type": "pieces", 
/**
 * The pieces on the board.
 */
pieces: Array<Placed>, 
/**
 * The side to move.
 */
side: number, 
/**
 * The state beside the board; empty if missing. A castling whose pieces do not stand where it begins is left out.
 */
beside?: BesideView, };

/**
 * Arrangements of pieces, one of which is chosen.
 */
export type ArrangementsView = { 
/**
 * How many there are; they are numbered from 0.
 */
number: number, 
/**
 * The number of that of the array.
 */
default: number, 
/**
 * Their names; empty if they have only numbers.
 */
names: Array<string>, };

/**
 * The state of a position beside its board, in a game that has such a state.
 */
export type BesideView = { 
/**
 * The hands of the first and the second side: the number of each item of the game's reserve.
 */
hands: [Array<number>, Array<number>], 
/**
 * The castlings that are left, by their places in the game's list.
 */
castlings: Array<number>, 
/**
 * Whether a royal piece of the first and of the second side has moved; only games with a reserve remember it.
 */
moved: [boolean, boolean], 
/**
 * Whether a royal piece has reached its last row; only games with a reserve remember it.
 */
reached: boolean, };

/**
 * The best players of a game.
 */
export type BestPlayers = { 
/**
 * The best first, without those whose rating is provisional.
 */
players: Array<RatedPlayer>, };

/**
 * A piece that any game can have by its name.
 */
export type BestiaryPieceView = { 
/**
 * The name.
 */
name: string, 
/**
 * The id on tiles and in positions.
 */
id: string, 
/**
 * Its ability, in the words of the language.
 */
ability: string, 
/**
 * A sentence or two about it.
 */
description: string, };

/**
 * A piece in Betza's notation.
 */
export type BetzaView = { 
/**
 * The moves; empty if the notation has none of them.
 */
text: string, 
/**
 * The words of the ability that the notation does not say; missing if it says all.
 */
unsaid?: Array<string>, };

/**
 * The pieces on the board: for each square 0 if it is empty, 1 for a wall or a square that does not exist, else
 * `2 * (type + 1) + side`.
 */
export type BoardView = Array<number>;

/**
 * A way of castling.
 */
export type CastlingView = { 
/**
 * The letter of the right in positions.
 */
letter: string, 
/**
 * How turns write it.
 */
text: string, 
/**
 * The side that owns it.
 */
side: number, 
/**
 * The squares on which its two pieces stand.
 */
squares: [number, number], };

/**
 * The games to which the account is challenged.
 */
export type Challenges = { 
/**
 * The games that wait for the account, the newest first.
 */
games: Array<ListedGame>, 
/**
 * Whether the account accepts challenges.
 */
allowed: boolean, };

/**
 * The change of one square. The pieces before and after are numbered as in `BoardView`; the origin is the square from
 * which the piece that stands there now has come, if it has come from another one.
 */
export type Change = [square: number, before: number, after: number, fate: Fate, origin?: number];

/**
 * A request to change who finds a game.
 */
export type ChangeVisibility = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * Whether everybody finds it in the gallery, not only those who have its address.
 */
public: boolean, };

/**
 * A chapter of a game's rules.
 */
export type ChapterView = { 
/**
 * The subject.
 */
title: string, 
/**
 * Its text.
 */
paragraphs: Array<Phrase>, 
/**
 * Boards on which pieces show what the text says.
 */
diagrams: Array<DiagramView>, 
/**
 * Turns or words with what they mean.
 */
entries: Array<EntryView>, };

/**
 * A line of the chat.
 */
export type ChatLine = { 
/**
 * The side of its writer.
 */
side: number, 
/**
 * The text.
 */
text: string, };

/**
 * A choice of a set-up phase.
 */
export type ChoiceView = { 
/**
 * Its name: `mirror` or `rotational`, `Knight-Camel`.
 */
name: string, 
/**
 * Its effect, in words.
 */
meaning: Phrase, 
/**
 * The squares of the first side, or of the only army that changes, that are exchanged, if two are.
 */
squares: Array<number>, 
/**
 * Whether an exchange changes one army alone.
 */
oneSided: boolean, 
/**
 * The options, if there are more than to change the array or not.
 */
arrangements?: ArrangementsView, };

/**
 * A claim against a player who stays away.
 */
export type ClaimView = { 
/**
 * The side that claims.
 */
side: number, 
/**
 * Whether it is a draw that is claimed, not the win.
 */
draw: boolean, 
/**
 * When it is decided, unless the other player comes, in milliseconds from when this was sent.
 */
left: number, };

/**
 * How the time is limited. Times are in milliseconds, at most a day, but for those that are counted in days.
 */
export type ClockRule = { "type": "fischer", 
/**
 * The time each side has at first.
 */
initial: number, 
/**
 * The increment of each turn.
 */
increment: number, } | { "type": "perTurn", 
/**
 * The time.
 */
time: number, } | { "type": "days", 
/**
 * How many: 1, 2, 3, 5, 7 or 14.
 */
days: number, };

/**
 * The clock.
 */
export type ClockView = { 
/**
 * How the time is limited.
 */
rule: ClockRule, 
/**
 * The time left of each side, in milliseconds, when this was sent.
 */
left: [number, number], 
/**
 * The side whose time runs; missing while none does.
 */
running?: number, 
/**
 * The vacations of both sides, in a game by mail. `left` does not run down until the vacation is used up.
 */
vacations?: [VacationView, VacationView], };

/**
 * A command of a client.
 */
export type Command = { "type": "hello", 
/**
 * The version the client speaks: [`PROTOCOL`].
 */
protocol: number, } | { "type": "summary" } | { "type": "games" } | { "type": "game", 
/**
 * The id of the game.
 */
game: string, } | { "type": "rules", 
/**
 * The id of the game.
 */
game: string, } | { "type": "showcase", 
/**
 * The id of the game.
 */
game: string, } | { "type": "tiles", 
/**
 * The id of the game.
 */
game: string, 
/**
 * Which pictures.
 */
set: TileSet, } | { "type": "worth", 
/**
 * The id of the game.
 */
game: string, 
/**
 * A piece type of which it is asked, too, what it is worth on each square.
 */
pieceType?: number, } | { "type": "readGame", 
/**
 * The text.
 */
text: string, } | { "type": "import", 
/**
 * The format of the text.
 */
format: ImportFormat, 
/**
 * The name of the game, where the text has none.
 */
name: string, 
/**
 * The text.
 */
text: string, } | { "type": "exportGame", 
/**
 * The id of the game.
 */
game: string, } | { "type": "words" } | { "type": "bestiary" } | { "type": "trial", 
/**
 * The id of the game.
 */
game: string, 
/**
 * How many games.
 */
games: number, } | { "type": "tune", 
/**
 * The id of the game.
 */
game: string, 
/**
 * How many games to learn from.
 */
games: number, } | { "type": "stopTrial" } | { "type": "records", 
/**
 * The text; one that is no record holds none.
 */
text: string, } | { "type": "start", 
/**
 * The id of the game; a record may name its own.
 */
game?: string, 
/**
 * The players of the first and the second side; two persons if missing.
 */
players?: [Player, Player], 
/**
 * How the time is limited; not at all if missing.
 */
clock?: ClockRule, 
/**
 * Where the game begins; with its set-up phase if missing.
 */
from?: Start, 
/**
 * The day, as records write it: `2026.11.22`; a record that has one keeps its own.
 */
date?: string, } | { "type": "invite", 
/**
 * The requester's side.
 */
side: number, 
/**
 * The key to the requester's seat, drawn at random.
 */
seat: SeatKey, 
/**
 * The key with which the other seat is taken, once; drawn at random, too.
 */
invitation: SeatKey, 
/**
 * How the game may be found without a link; not at all if missing.
 */
public?: Publicity, 
/**
 * Whether the game is rated: then both players have names, and the game begins from its array.
 */
rated?: boolean, 
/**
 * The name of the player who is challenged: the other seat is kept for this account. Anybody with the invitation may take it
 * if missing.
 */
opponent?: string, } | { "type": "decline", 
/**
 * The key with which the seat would be taken.
 */
invitation: SeatKey, } | { "type": "nickname", 
/**
 * The nickname.
 */
name: string, } | { "type": "sit", 
/**
 * The key to the seat. The client draws it at random, and may repeat the request with the same key.
 */
seat: SeatKey, 
/**
 * The invitation to a seat that may still be free.
 */
invitation?: SeatKey, 
/**
 * Whether the free seat is taken only while the other player is there.
 */
ifPresent?: boolean, } | { "type": "seat", 
/**
 * The side.
 */
side: number, 
/**
 * The new player.
 */
player: Player, } | { "type": "previewSetUp", 
/**
 * The option of each choice, as in `setUp`.
 */
changed: Array<number>, } | { "type": "setUp", 
/**
 * How they are made.
 */
how: SetupHow, } | { "type": "play", 
/**
 * The place that the client shows; a turn that comes too late is refused.
 */
node: number, 
/**
 * Which turn.
 */
turn: TurnChoice, } | { "type": "foresee", 
/**
 * The place that the client shows.
 */
node: number, 
/**
 * The turn, in notation.
 */
turn: string, } | { "type": "premoves", 
/**
 * The place that the client shows.
 */
node: number, } | { "type": "turns", 
/**
 * The place that the client shows.
 */
node: number, 
/**
 * Which turns.
 */
of: TurnsOf, 
/**
 * How many of these turns are left out, as they are known already; none if missing.
 */
skip?: number, 
/**
 * Whether they are those of the side that waits: premoves.
 */
ahead?: boolean, } | { "type": "takeBack", 
/**
 * How many turns, or as many as there are; to the asking person's last turn against the engine, else one turn,
 * if missing.
 */
turns?: number, } | { "type": "redo", 
/**
 * How many turns, or as many as there are; up to a person's turn if missing.
 */
turns?: number, } | { "type": "jump", 
/**
 * The place.
 */
node: number, } | { "type": "delete", 
/**
 * The turn.
 */
node: number, } | { "type": "promote", 
/**
 * The first turn of the variation.
 */
node: number, } | { "type": "comment", 
/**
 * The turn; 0 for the game as a whole.
 */
node: number, 
/**
 * The comment; empty to delete it.
 */
text: string, } | { "type": "annotate", 
/**
 * The turn.
 */
node: number, 
/**
 * The numbers of the glyphs.
 */
nags: Array<number>, } | { "type": "resign", 
/**
 * The side that resigns.
 */
side: number, } | { "type": "offerDraw", 
/**
 * The side that offers.
 */
side: number, } | { "type": "answerDraw", 
/**
 * The side that answers.
 */
side: number, 
/**
 * Whether it is accepted.
 */
accept: boolean, } | { "type": "withdrawDraw", 
/**
 * The side that withdraws its offer.
 */
side: number, } | { "type": "offerTakeBack", 
/**
 * The side that asks.
 */
side: number, } | { "type": "answerTakeBack", 
/**
 * The side that answers.
 */
side: number, 
/**
 * Whether the turn is taken back.
 */
accept: boolean, } | { "type": "withdrawTakeBack", 
/**
 * The side that had asked.
 */
side: number, } | { "type": "abort", 
/**
 * The side that aborts.
 */
side: number, } | { "type": "withdraw", 
/**
 * The side that withdraws it.
 */
side: number, } | { "type": "offerRematch", 
/**
 * The side that offers.
 */
side: number, 
/**
 * The key to the seat in the new game, drawn at random.
 */
seat: SeatKey, } | { "type": "declineRematch", 
/**
 * The side that declines.
 */
side: number, } | { "type": "chat", 
/**
 * A line of plain text.
 */
text: string, } | { "type": "switchChat", 
/**
 * The side that switches. The chat is on as long as neither side has switched it off.
 */
side: number, 
/**
 * Whether it is on.
 */
on: boolean, } | { "type": "note", 
/**
 * The note; empty to delete it.
 */
text: string, } | { "type": "vacation", 
/**
 * The side whose clock it is.
 */
side: number, 
/**
 * Whether the clock stands still.
 */
on: boolean, } | { "type": "plan", 
/**
 * The place that the client shows; the other side is to move there.
 */
node: number, 
/**
 * Lines of turns in notation, the other side's first, each with its answer; empty for none.
 */
lines: Array<Array<string>>, } | { "type": "claim", 
/**
 * The side that claims.
 */
side: number, 
/**
 * Whether it is a draw that is claimed, not the win.
 */
draw: boolean, } | { "type": "mail", 
/**
 * The address; the one before is forgotten, and if missing there is none.
 */
address?: MailAddress, 
/**
 * The language of the letters, such as `fr` (BCP 47); English if missing, and where the server has none in it.
 */
language?: string, } | { "type": "confirmMail", 
/**
 * The key that stands in each letter.
 */
token: SeatKey, } | { "type": "stopMail", 
/**
 * The key that stands in each letter.
 */
token: SeatKey, } | { "type": "push", 
/**
 * The address of the browser's push service, which identifies the browser.
 */
endpoint: string, 
/**
 * The keys of the subscription.
 */
keys: PushKeys, 
/**
 * The language of the messages, such as `fr` (BCP 47); English if missing, and where the server has none in it.
 */
language?: string, } | { "type": "stopPush", 
/**
 * The address of the browser's push service.
 */
endpoint: string, } | { "type": "reopen" } | { "type": "go" } | { "type": "wait" } | { "type": "moveNow" } | { "type": "hint", 
/**
 * The number of turns wanted, 1 to 5; one if missing. Fewer are sent if there are fewer.
 */
lines?: number, 
/**
 * For how long, in milliseconds, as a player's; 2000 if missing.
 */
ms?: number, 
/**
 * How many plies deep, 1 to 100.
 */
depth?: number, 
/**
 * How many positions, from 1 on.
 */
nodes?: number, } | { "type": "analyse", 
/**
 * Whether it is on.
 */
on: boolean, 
/**
 * The number of lines wanted, 1 to 5; fewer are sent if there are fewer turns.
 */
lines: number, } | { "type": "review", 
/**
 * Milliseconds for each position, 20 to 10000.
 */
ms: number, } | { "type": "judge", 
/**
 * The place.
 */
node: number, 
/**
 * The turn, in notation.
 */
turn: string, } | { "type": "stopReview" } | { "type": "export" } | { "type": "picture", 
/**
 * The place.
 */
node: number, 
/**
 * The side that has the lower edge.
 */
side: number, } | { "type": "arrayPicture", 
/**
 * The id of the game.
 */
game: string, } | { "type": "explore", 
/**
 * The id of the game.
 */
game: string, 
/**
 * The pieces on the board.
 */
pieces: Array<Placed>, 
/**
 * The piece whose turns are wanted.
 */
square: number, 
/**
 * How many of its turns are left out, as they are known already; none if missing.
 */
skip?: number, } | { "type": "overlay" } | { "type": "attackers", 
/**
 * The place that the client shows; if missing, the board is an arrangement.
 */
node?: number, 
/**
 * The id of the game of the arrangement.
 */
game?: string, 
/**
 * The pieces of the arrangement. No side needs a royal piece there.
 */
pieces?: Array<Placed>, 
/**
 * The square, empty or not.
 */
square: number, } | { "type": "line", 
/**
 * The place.
 */
node: number, 
/**
 * The turns, in notation; none for the place alone.
 */
turns?: Array<string>, } | { "type": "check", 
/**
 * The id of the game.
 */
game: string, 
/**
 * The arrangement.
 */
arrangement: Arrangement, };

/**
 * The kind of a piece that stands near another in a diagram.
 */
export type Companion = "royal" | "friend" | "enemy";

/**
 * A piece near another in a diagram. Distances are seen by the owner of the other.
 */
export type CompanionView = { 
/**
 * How many files it stands to the right.
 */
files: number, 
/**
 * How many ranks it stands ahead.
 */
ranks: number, 
/**
 * The kind of piece.
 */
who: Companion, };

/**
 * The squares that a side covers.
 */
export type Coverage = { 
/**
 * The squares, empty or with an opposing piece, where the side could take a piece.
 */
attacked: Array<number>, 
/**
 * The squares of its own pieces where it could take back.
 */
defended: Array<number>, };

/**
 * A request to delete the account.
 */
export type DeleteAccount = { 
/**
 * The password.
 */
password: string, };

/**
 * A board on which a piece of the first side shows what a text says; `explore` tells its moves.
 */
export type DiagramView = { 
/**
 * The subject.
 */
title: string, 
/**
 * The text.
 */
text: Phrase, 
/**
 * The pieces on the board.
 */
pieces: Array<Placed>, 
/**
 * Where the piece stands that is shown.
 */
square: number, 
/**
 * How many squares are worth seeing to each side of it.
 */
reach: number, 
/**
 * Turns of that piece that the text speaks of, as they are written.
 */
turns: Array<string>, };

/**
 * How a region is drawn.
 */
export type DrawingView = "edged" | "crossed" | "tinted";

/**
 * A region that is to be seen on the board.
 */
export type DrawnRegionView = { 
/**
 * How it is drawn.
 */
drawing: DrawingView, 
/**
 * The squares of each side's region.
 */
squares: [Array<number>, Array<number>], };

/**
 * A turn as it is written, or a word, with its meaning.
 */
export type EntryView = { 
/**
 * The turn or the word.
 */
term: string, 
/**
 * The explanation.
 */
text: string, 
/**
 * Other ways to write the turn; missing if there are none.
 */
also?: Array<string>, };

/**
 * An event of a session.
 */
export type Event = { "type": "welcome", 
/**
 * The version of the protocol.
 */
protocol: number, 
/**
 * The version of the program.
 */
version: string, 
/**
 * How well the engine can play, the weakest first.
 */
levels: Array<LevelView>, } | { "type": "done" } | { "type": "error", 
/**
 * The reason.
 */
error: Problem, } | { "type": "summary", 
/**
 * The game of the session; missing if there is none.
 */
table?: TableSummary, 
/**
 * Its clock, if there is one.
 */
clock?: ClockView, 
/**
 * The side for which it waits, if it is a game between two people elsewhere that goes on.
 */
waits?: number, } | { "type": "games", 
/**
 * The games, each followed by its older revisions.
 */
games: Array<GameSummary>, } | { "type": "game", 
/**
 * The game.
 */
game: GameView, } | { "type": "gameRead", 
/**
 * The id of the game; missing if it cannot be played.
 */
game?: string, 
/**
 * Its errors, by file and place; empty if it can be played.
 */
mistakes: Array<GameMistake>, } | { "type": "trial", 
/**
 * The report on them.
 */
trial: TrialView, } | { "type": "tuning", 
/**
 * The report on them.
 */
tuning: TuningView, } | { "type": "imported", 
/**
 * The games or pieces, or what is wrong with the text.
 */
answer: ImportAnswer, } | { "type": "gameExported", 
/**
 * The text, and what it does not say.
 */
exported: ExportedGame, } | { "type": "words", 
/**
 * All words, in the order of the language's page.
 */
words: Array<WordView>, } | { "type": "bestiary", 
/**
 * The pieces, in alphabetical order.
 */
pieces: Array<BestiaryPieceView>, } | { "type": "rules", 
/**
 * The id of the game.
 */
game: string, 
/**
 * The chapters, in the order in which they are read.
 */
chapters: Array<ChapterView>, } | { "type": "showcase", 
/**
 * The id of the game.
 */
game: string, 
/**
 * The board at its start.
 */
board: BoardView, 
/**
 * Its turns; none if there is no such game.
 */
turns: Array<TurnView>, } | { "type": "tiles", 
/**
 * The id of the game.
 */
game: string, 
/**
 * Which pictures.
 */
set: TileSet, 
/**
 * The pictures, by the index of the piece type.
 */
tiles: Array<TileView>, } | { "type": "worth", 
/**
 * The id of the game.
 */
game: string, 
/**
 * The worth of the pieces, by the index of the piece type.
 */
worth: Array<number>, 
/**
 * The worth of the type that was asked about on each square.
 */
heatMap?: HeatMapView, } | { "type": "records", 
/**
 * The records, in their order; of very many, the first.
 */
records: Array<RecordSummary>, 
/**
 * How many there are.
 */
total: number, } | { "type": "recordWarnings", 
/**
 * The assumptions, with their places in the text.
 */
warnings: Array<Problem>, } | { "type": "state", 
/**
 * The state.
 */
state: StateView, } | { "type": "tree", 
/**
 * The nodes, the root first, each after its parent.
 */
nodes: Array<NodeView>, } | { "type": "node", 
/**
 * The node.
 */
node: NodeView, } | { "type": "position", 
/**
 * The position.
 */
position: PositionView, } | { "type": "chat", 
/**
 * The last lines, the newest last.
 */
lines: Array<ChatLine>, 
/**
 * For each side whether it has switched the chat off.
 */
off: [boolean, boolean], } | { "type": "note", 
/**
 * The note; empty if there is none.
 */
text: string, } | { "type": "plan", 
/**
 * Lines of turns in notation, the other side's first, each with its answer; empty if there are none.
 */
lines: Array<Array<string>>, } | { "type": "mail", 
/**
 * The address; missing if there is none.
 */
address?: MailAddress, 
/**
 * Whether it has been confirmed.
 */
confirmed: boolean, } | { "type": "push", 
/**
 * The server's public key, with which a browser subscribes (RFC 8292), in base64url.
 */
key: string, 
/**
 * The addresses of the browsers' push services.
 */
endpoints: Array<string>, } | { "type": "thinking", 
/**
 * The thoughts.
 */
thought: Thought, } | { "type": "analysis", 
/**
 * The thoughts.
 */
thought: Thought, } | { "type": "hint", 
/**
 * The turns that the engine would play, with reasons.
 */
thought: Thought, } | { "type": "review", 
/**
 * The scores that are new.
 */
scores: Array<NodeScore>, 
/**
 * The positions judged so far.
 */
done: number, 
/**
 * The positions to judge.
 */
total: number, } | { "type": "foreseen", 
/**
 * How the opponent would win at once, in a sentence; missing if it cannot.
 */
danger?: Phrase, 
/**
 * Whether there are more replies than were looked at, and none of those that were wins.
 */
incomplete?: boolean, } | { "type": "premoves", 
/**
 * The place at which they were asked for.
 */
node: number, 
/**
 * The turns; which of them will be legal the reply decides.
 */
turns: Array<TurnView>, 
/**
 * Where they begin, if there are too many to be told; missing if all are.
 */
unlisted?: UnlistedTurns, } | { "type": "turns", 
/**
 * How many of these turns there are, those included that were left out.
 */
total: number, 
/**
 * The turns, or the first ones of many.
 */
turns: Array<TurnView>, 
/**
 * The places of these turns in the list of all turns of the position.
 */
indices: Array<number>, 
/**
 * Why the piece on the square that was asked for has no turn, or that it is held, or why the item cannot be dropped; missing if
 * it has turns by its own power, and where that side has no such piece or item.
 */
idle?: IdleView, } | { "type": "attackers", 
/**
 * For each side the squares of its pieces that could take there.
 */
sides: [Array<number>, Array<number>], } | { "type": "line", 
/**
 * The board at the place.
 */
board: BoardView, 
/**
 * The turn that led there; missing at the start.
 */
last?: TurnView, 
/**
 * The turns that were asked for, each with its changes of the board.
 */
turns: Array<TurnView>, 
/**
 * The effect of the last of them, in a sentence or two; missing if there is nothing plain to say.
 */
reason?: Phrase, } | { "type": "judged", 
/**
 * The place where the turn would be played.
 */
node: number, 
/**
 * The turn.
 */
turn: string, 
/**
 * The cost of the turn.
 */
judgement: Judgement, } | { "type": "seated", 
/**
 * The side of the seat.
 */
side: number, } | { "type": "presence", 
/**
 * For each side.
 */
sides: [PresenceView, PresenceView], 
/**
 * How long a player must have been away before the other may claim, in milliseconds; missing where the clock alone
 * decides.
 */
claimAfter?: number, 
/**
 * The claim.
 */
claim?: ClaimView, } | { "type": "drawDeclined", 
/**
 * The side that has declined.
 */
side: number, } | { "type": "setUpPreview", 
/**
 * The board as it would be.
 */
board: BoardView, 
/**
 * For each choice the squares that it would change from there, in both armies.
 */
squares: Array<Array<number>>, } | { "type": "exported", 
/**
 * The record of the game with all variations and comments.
 */
record: string, 
/**
 * The position shown.
 */
position: string, 
/**
 * How another game begins as this one did: its set-up phase is gone through again.
 */
start: Start, } | { "type": "picture", 
/**
 * The board as an SVG document, with the squares of the last turn highlighted.
 */
svg: string, } | { "type": "explored", 
/**
 * The turns of the piece, or the first ones of many; without texts.
 */
turns: Array<TurnView>, 
/**
 * The number of all, including those left out; missing if all are sent.
 */
total?: number, 
/**
 * The marks of the pieces and squares of the arrangement.
 */
marks: Marks, } | { "type": "overlay", 
/**
 * The squares that each side covers.
 */
sides: [Coverage, Coverage], } | { "type": "checked", 
/**
 * The position string; empty if the text was none.
 */
position: string, 
/**
 * The pieces on the board, for an editor; empty if the text was no position.
 */
pieces: Array<Placed>, 
/**
 * The side to move.
 */
side: number, 
/**
 * The state beside the board; missing in a game that has none.
 */
beside?: BesideView, 
/**
 * The reasons why the position cannot be played; empty if it can.
 */
problems: Array<Problem>, };

/**
 * A game written for another program.
 */
export type ExportedGame = { 
/**
 * A section of Fairy-Stockfish's `variants.ini`.
 */
text: string, 
/**
 * The rules that it does not say, each in words.
 */
unsaid: Array<string>, };

/**
 * The fate of the piece that stood on a square or, if it was empty, of the one that stands there afterwards.
 */
export type Fate = "left" | "arrived" | "captured" | "converted" | "promoted" | "born" | "died" | "perished";

/**
 * A finished phase of the set-up.
 */
export type FinishedPhase = { 
/**
 * The option of each choice, 0 if it keeps the array.
 */
changed: Array<number>, 
/**
 * The squares on which other pieces stand because of it.
 */
squares: Array<number>, };

/**
 * Follows a player, or not any more.
 */
export type Follow = { 
/**
 * The name.
 */
name: string, 
/**
 * Whether the account follows the player from now on.
 */
on: boolean, };

/**
 * A player whom the account follows.
 */
export type FollowedPlayer = { 
/**
 * The name.
 */
name: string, 
/**
 * Whether the player is connected to the server.
 */
online: boolean, 
/**
 * The session of a public game that the player plays.
 */
playing?: string, };

/**
 * The players whom the account follows, by name.
 */
export type FollowedPlayers = { 
/**
 * The players.
 */
players: Array<FollowedPlayer>, };

/**
 * A free seat that is listed.
 */
export type FreeSeat = { 
/**
 * Its side.
 */
side: number, 
/**
 * The key with which it is taken, once.
 */
invitation: SeatKey, };

/**
 * A page of published games.
 */
export type GalleryPage = { 
/**
 * The games.
 */
games: Array<PublishedGame>, 
/**
 * Whether there is another page.
 */
more: boolean, 
/**
 * The sizes of the boards that are there: files and ranks.
 */
boards: Array<[number, number]>, };

/**
 * A mistake in the text of a game.
 */
export type GameMistake = { 
/**
 * The file that it is in, if that is not the text but one that the text builds on.
 */
file?: string, 
/**
 * The line, from 1 on.
 */
line: number, 
/**
 * The column in characters, from 1 on.
 */
column: number, 
/**
 * The number of wrong characters; 0 where something is missing.
 */
length: number, 
/**
 * The error, and what is allowed instead.
 */
message: string, 
/**
 * The correction that may be meant.
 */
hint?: string, 
/**
 * The text to put in the place of the wrong characters, if it is known.
 */
fix?: string, };

/**
 * The game from which another one was made.
 */
export type GameOrigin = { 
/**
 * Its id; missing if the gallery does not show it.
 */
id?: string, 
/**
 * Its name; missing if the gallery does not show it.
 */
name?: string, 
/**
 * The account that has published it; missing if a guest has.
 */
publisher?: NamedPlayer, };

/**
 * The rating of a player in a game.
 */
export type GameRating = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * The rating.
 */
rating: RatingView, 
/**
 * The ratings after each of the last rated games, at most 100, the oldest first.
 */
curve: Array<RatedAt>, };

/**
 * A game in the list of games.
 */
export type GameSummary = { 
/**
 * The id, for commands and records.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * The inventor.
 */
author: string, 
/**
 * The year of these rules.
 */
year: number, 
/**
 * A paragraph about the game.
 */
summary: string, 
/**
 * The number of files of the board.
 */
files: number, 
/**
 * The number of ranks.
 */
ranks: number, 
/**
 * The number of piece types.
 */
types: number, 
/**
 * The number of pieces at the start, of both sides together.
 */
pieces: number, 
/**
 * The names of the sides, as in `Blue` and `Tan`.
 */
sides: [string, string], 
/**
 * The id of the newest rules of this game, if these are older ones.
 */
revisionOf?: string, 
/**
 * Whether it is one of the older games, from which the large ones descend.
 */
older?: boolean, 
/**
 * About how many turns of each side a game lasts; estimated from the number of pieces if the game does not say.
 */
typicalTurns: number, 
/**
 * The number of phases of the set-up.
 */
setUpPhases: number, 
/**
 * The board at the start, to be drawn small.
 */
start: BoardView, };

/**
 * Everything about a game that does not change.
 */
export type GameView = { 
/**
 * The entry in the list of games.
 */
summary: GameSummary, 
/**
 * The letters of the files, from file 0 on.
 */
fileNames: Array<string>, 
/**
 * The numbers of the ranks, from rank 0 on.
 */
rankNames: Array<string>, 
/**
 * The squares where pieces of the first and of the second side promote.
 */
zones: [Array<number>, Array<number>], 
/**
 * The regions to be seen on the board.
 */
drawn?: Array<DrawnRegionView>, 
/**
 * The items of the reserve, in the order of positions; missing in a game without drops.
 */
reserve?: Array<ItemView>, 
/**
 * Whether positions tell what royal pieces have done, for which drops wait.
 */
remembersRoyals?: boolean, 
/**
 * Whether most types of the pieces on the board at the start have figurines.
 */
hasFigurines?: boolean, 
/**
 * The castlings of both sides; missing in a game without.
 */
castlings?: Array<CastlingView>, 
/**
 * The state beside the board at the start; missing in a game that has none.
 */
beside?: BesideView, 
/**
 * The piece types; the index of a type is its place here.
 */
types: Array<TypeView>, 
/**
 * The phases of the set-up.
 */
setUp: Array<PhaseView>, 
/**
 * The occurrence of a position that may not be brought about: 3 for a third time; 0 if any may.
 */
illegalRepetition: number, 
/**
 * The occurrence of a position that makes a draw; 0 if none does.
 */
drawnRepetition: number, 
/**
 * The text of the game file, of a game that has been read from one.
 */
text?: string, };

/**
 * The worth of a piece type of the first player on each square, in hundredths of the game's commonest piece, by the index of the
 * square. Influences of other pieces are not included.
 */
export type HeatMapView = { 
/**
 * The index of the piece type.
 */
pieceType: number, 
/**
 * While all pieces are on the board.
 */
opening: Array<number>, 
/**
 * When hardly any are left.
 */
ending: Array<number>, };

/**
 * Why a piece has no turn, or none by its own power, or cannot be dropped.
 */
export type IdleView = { 
/**
 * The reason, in a sentence.
 */
reason: Phrase, 
/**
 * The squares of the pieces that hold it; missing if none does.
 */
by?: Array<number>, };

/**
 * The answer to a text of another program.
 */
export type ImportAnswer = { "type": "games", 
/**
 * Each with its game file.
 */
games: Array<ImportedGame>, } | { "type": "pieces", 
/**
 * Each in the words of the language.
 */
pieces: Array<ImportedPiece>, } | { "type": "refused", 
/**
 * The first errors, in the order of their places.
 */
errors: Array<ImportError>, 
/**
 * The number of all of them.
 */
total: number, };

/**
 * An error in a text of another program.
 */
export type ImportError = { 
/**
 * The line, from 1.
 */
line: number, 
/**
 * The column in characters, from 1.
 */
column: number, 
/**
 * The error, and what would be right.
 */
message: string, };

/**
 * The format of a text of another program.
 */
export type ImportFormat = "ini" | "diagram" | "betza";

/**
 * A key of another program, and what became of it.
 */
export type ImportNote = { 
/**
 * The key, as `stalemateValue`, or the name of a piece.
 */
key: string, 
/**
 * The value in the text; empty where it is a default.
 */
value: string, 
/**
 * Its treatment.
 */
treatment: ImportTreatment, 
/**
 * The reason, or the difference.
 */
why?: string, };

/**
 * The treatment of a key.
 */
export type ImportTreatment = "said" | "displayOnly" | "withoutEffect" | "approximated" | "notSaid";

/**
 * A game of another program.
 */
export type ImportedGame = { 
/**
 * Its name there.
 */
variant: string, 
/**
 * Its id here; the game file is named after it.
 */
id: string, 
/**
 * The game file.
 */
file: string, 
/**
 * Whether the game file has all of its rules, without an approximation.
 */
whole: boolean, 
/**
 * The treatment of each key.
 */
notes: Array<ImportNote>, };

/**
 * A piece in Betza's notation.
 */
export type ImportedPiece = { 
/**
 * The line of the text, from 1.
 */
line: number, 
/**
 * The piece as the text has it.
 */
betza: string, 
/**
 * Its ability in the words of the language.
 */
ability: string, 
/**
 * The moves that cannot be said, each with the reason.
 */
unsaid: Array<string>, 
/**
 * The differences between what was said and what was meant.
 */
approximated: Array<string>, };

/**
 * An item of a game's reserve.
 */
export type ItemView = { 
/**
 * How positions write it: `W`.
 */
letters: string, 
/**
 * Its name in words: `2 Wizards`.
 */
name: Phrase, 
/**
 * The piece types it may bring on the board; of several the first drop chooses.
 */
types: Array<number>, 
/**
 * How many pieces come on the board at once: 1 or 2.
 */
pieces: number, 
/**
 * How many the first and the second side hold at the start.
 */
start: [number, number], };

/**
 * The cost of a turn to its player, judged by a review.
 */
export type Judgement = { 
/**
 * The expected points that it lost, in thousandths.
 */
loss: number, 
/**
 * How good it was, 0 to 100: each 150 thousandths that it lost halve it.
 */
accuracy: number, 
/**
 * The glyph of a turn that lost much: 6 for an inaccuracy, 2 for a mistake, 4 for a blunder, as PGN numbers glyphs.
 */
nag?: number, 
/**
 * Why it lost so much, in a sentence; missing if it did not, or nothing plain can be said.
 */
reason?: Phrase, };

/**
 * How well the engine can play.
 */
export type LevelView = { 
/**
 * The id, for commands.
 */
id: string, 
/**
 * The number on Beaufort's wind scale, 1 to 12.
 */
force: number, 
/**
 * The wind of that force: `moderate breeze`.
 */
name: string, 
/**
 * The strength to expect, in a sentence.
 */
description: string, 
/**
 * The number of positions after which it chooses a turn, so that more time changes nothing; missing at full strength.
 */
maxNodes?: number, };

/**
 * A public game with its place.
 */
export type ListedGame = { 
/**
 * The name of its session.
 */
session: string, 
/**
 * The game.
 */
game: PublicGame, };

/**
 * A piece that lends its moves.
 */
export type LoanView = { 
/**
 * The square of the lender.
 */
lender: number, 
/**
 * The squares of the pieces it serves.
 */
borrowers: Array<number>, };

/**
 * A page of public games, those that have changed last first.
 */
export type LobbyPage = { 
/**
 * The games.
 */
games: Array<ListedGame>, 
/**
 * Whether there is another page.
 */
more: boolean, };

/**
 * A mail address, such as `anne@example.org`.
 */
export type MailAddress = string;

/**
 * A request to mark a game as a favourite.
 */
export type MarkFavourite = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * Whether it is one from now on.
 */
on: boolean, };

/**
 * The marks of pieces and squares until the end of the turn.
 */
export type Marks = { 
/**
 * The squares of the pieces that cannot move by their own power.
 */
immobilized: Array<number>, 
/**
 * The squares of the pieces that may only step aside.
 */
bewitched?: Array<number>, 
/**
 * The squares of the pieces that may make two moves.
 */
doubled: Array<number>, 
/**
 * The squares of the pieces that kill their capturers.
 */
poisonous: Array<number>, 
/**
 * The squares on which pieces of the first and of the second side burn.
 */
burning: [Array<number>, Array<number>], };

/**
 * A message to a client.
 */
export type Message = { 
/**
 * The number of the last change of the session. A client that sees a gap says `hello` again.
 */
seq: number, 
/**
 * The id of the request that this answers; missing if another client or the engine brought it about.
 */
re?: number, 
/**
 * Whether the next message belongs to the same update: a client applies both together.
 */
more?: boolean, 
/**
 * The event.
 */
event: Event, };

/**
 * The player of a seat: an account, or a guest with a nickname.
 */
export type NamedPlayer = { 
/**
 * The name; missing if it has been deleted.
 */
name?: string, 
/**
 * Whether it is a guest's nickname, which is reserved for no player: an account may have the same name.
 */
guest?: boolean, };

/**
 * A request to change the password; all other browsers are signed out.
 */
export type NewPassword = { 
/**
 * The password so far.
 */
password: string, 
/**
 * The one from now on.
 */
new: string, };

/**
 * The score of a place of the tree.
 */
export type NodeScore = { 
/**
 * The place.
 */
node: number, 
/**
 * Its score.
 */
score: Score, 
/**
 * The turn that the engine would play there; missing where the game is over.
 */
best?: string, 
/**
 * How the opponent would answer that turn, as far as the engine has looked.
 */
reply?: string, 
/**
 * The cost of the turn that led there; missing at the start of a review.
 */
judgement?: Judgement, };

/**
 * A place of the game tree: the start, or after a turn.
 */
export type NodeView = { 
/**
 * Its number, which stays the same as long as the session is in memory; 0 is the start.
 */
id: number, 
/**
 * The place before; missing for the start.
 */
parent?: number, 
/**
 * The places after it: first the one of the line, then the variations.
 */
children: Array<number>, 
/**
 * The turn in notation; empty for the start.
 */
text: string, 
/**
 * The number of the turn, as in `12.` or `12...`; empty for the start.
 */
number: string, 
/**
 * The side that has played it; for the start, the other side than the one to move.
 */
side: number, 
/**
 * The comment; missing if there is none.
 */
comment?: string, 
/**
 * Annotation glyphs, as PGN numbers them; missing if there are none.
 */
nags?: Array<number>, };

/**
 * How far a line follows the openings that are known.
 */
export type OpeningView = { 
/**
 * The last name that it has had; missing if it has none.
 */
name?: string, 
/**
 * The place of its first turn after the last known position; missing while all are known, and where none is but the start.
 */
left?: number, };

/**
 * The results of a player's rated games against one opponent.
 */
export type OpponentScore = { 
/**
 * The name of the opponent.
 */
name: string, 
/**
 * The results.
 */
score: PairScore, };

/**
 * The results of the games that a player has played against another one.
 */
export type PairScore = { 
/**
 * The number of games that the player has won.
 */
won: number, 
/**
 * The number of games that the player has lost.
 */
lost: number, 
/**
 * The number of draws.
 */
drawn: number, };

/**
 * A phase of the set-up.
 */
export type PhaseView = { 
/**
 * The side that chooses.
 */
chooser: number, 
/**
 * The choices, each independent of the others.
 */
choices: Array<ChoiceView>, };

/**
 * A phrase for people, to be shown in the language of the page: a text, or a template with a `{name}` for each argument.
 */
export type Phrase = string | { 
/**
 * The template.
 */
text: string, 
/**
 * The arguments by their names.
 */
args: { [key in string]: Argument }, };

/**
 * A piece on a square.
 */
export type Placed = { 
/**
 * The square.
 */
square: number, 
/**
 * The piece: see `Board`.
 */
piece: number, 
/**
 * The square of its other part, if it stands on two; both parts are listed.
 */
other?: number, };

/**
 * The player of a side.
 */
export type Player = { "type": "person" } | { "type": "engine", 
/**
 * How well it plays: the id of a level.
 */
level: string, 
/**
 * The most time it takes for a turn, in milliseconds, 20 to a day; its level may need less.
 */
ms: number, 
/**
 * How many plies deep it looks at most, 1 to 100.
 */
depth?: number, 
/**
 * How many positions it looks at for a turn at most, from 1 on.
 */
nodes?: number, };

/**
 * The public data of a player.
 */
export type PlayerView = { 
/**
 * The name.
 */
name: string, 
/**
 * The ratings, by the ids of the games.
 */
ratings: Array<GameRating>, 
/**
 * Whether the player accepts challenges.
 */
challenges: boolean, 
/**
 * The results of the player's rated games by opponents, at most 20, those with most games first.
 */
opponents: Array<OpponentScore>, };

/**
 * A position of the game tree.
 */
export type PositionView = { 
/**
 * Its place in the tree.
 */
node: number, 
/**
 * The key of the position: send it with the index of a turn.
 */
key: string, 
/**
 * The pieces on the board.
 */
board: BoardView, 
/**
 * The squares of each piece that stands on two.
 */
pairs?: Array<[number, number]>, 
/**
 * The state beside the board; missing in a game that has none.
 */
beside?: BesideView, 
/**
 * The side to move.
 */
side: number, 
/**
 * The position string.
 */
text: string, 
/**
 * The turn that led here; missing at the start.
 */
last?: TurnView, 
/**
 * Every turn that can be played here, those that repeat too often marked as forbidden; empty during the set-up and
 * after the end, and where `unlisted` tells of them.
 */
turns: Array<TurnView>, 
/**
 * Where the turns begin, if there are too many to be told; missing if all are.
 */
unlisted?: UnlistedTurns, 
/**
 * The marks of pieces and squares.
 */
marks: Marks, 
/**
 * The loans of moves, of both sides.
 */
loans: Array<LoanView>, 
/**
 * The opposing pieces that the first and the second side could take now if it were its turn; where there are thousands of ways to
 * take one, those that the first ways show.
 */
prey: [Array<number>, Array<number>], 
/**
 * How royal pieces of both sides could be taken if it were the opponent's turn.
 */
threats: Array<Threat>, 
/**
 * The types of the pieces that the first and the second side have lost to the other, in the order in which they were taken.
 */
losses: [Array<number>, Array<number>], 
/**
 * The number of times this position has been there before in the game.
 */
repetitions: number, };

/**
 * Whether a player elsewhere is there.
 */
export type PresenceView = { 
/**
 * For how long the player has been away, in milliseconds, when this was sent; missing while there.
 */
away?: number, };

/**
 * Why something was refused.
 */
export type Problem = { 
/**
 * The kind of mistake.
 */
code: ProblemCode, 
/**
 * The mistake and its correction, as a sentence for people.
 */
message: Phrase, 
/**
 * The field of the request it concerns, if it is one: `game`, `turn.text`.
 */
field?: string, 
/**
 * The line of the text it concerns, from 1 on.
 */
line?: number, 
/**
 * The column in that line or, for a message that is no request, in the message, from 1 on.
 */
column?: number, 
/**
 * The square it concerns.
 */
square?: number, };

/**
 * The kinds of mistakes.
 */
export type ProblemCode = "malformed" | "tooLarge" | "protocol" | "unknown" | "notNow" | "forbidden" | "stale" | "notation" | "repetition" | "record" | "tooHard" | "position" | "engine" | "tooMany" | "unsaved" | "internal";

/**
 * A promotion.
 */
export type PromotionView = { 
/**
 * The index of the type it becomes.
 */
to: number, 
/**
 * When, in words; missing if always.
 */
when?: Phrase, };

/**
 * A game between people elsewhere that anybody may take up or watch.
 */
export type PublicGame = { 
/**
 * Where it stands.
 */
table: TableSummary, 
/**
 * How the time is limited; missing if it is not.
 */
clock?: ClockRule, 
/**
 * The seat that anybody may take or, in a private game, the player who is challenged.
 */
free?: FreeSeat, 
/**
 * The day on which it began, as records write it.
 */
day?: string, 
/**
 * The players' accounts; missing if there are none.
 */
names?: [NamedPlayer | null, NamedPlayer | null], 
/**
 * Whether it is rated.
 */
rated?: boolean, 
/**
 * The first turns, in notation, with a space between them.
 */
opening: string, };

/**
 * The publicity of a game between people elsewhere: none by default. Without it, a link is needed to find the game.
 */
export type Publicity = { 
/**
 * Every client may take the free seat: the lobby lists the game until the seat is taken.
 */
take?: boolean, 
/**
 * Anybody may watch: the lobby lists the game while it is played, and the archive when it is over.
 */
watch?: boolean, };

/**
 * A request to publish a game.
 */
export type PublishGame = { 
/**
 * The text of its file.
 */
text: string, 
/**
 * Whether everybody finds it in the gallery, not only those who have its address.
 */
public: boolean, 
/**
 * The id of the game from which it was made.
 */
origin?: string, };

/**
 * A published game.
 */
export type PublishedGame = { 
/**
 * The entry as in a list of games; long texts are shortened.
 */
game: GameSummary, 
/**
 * The account that has published it; missing if a guest has.
 */
publisher?: NamedPlayer, 
/**
 * Whether the browser is signed in as the publisher.
 */
own: boolean, 
/**
 * The game from which it was made; missing if that is not known.
 */
origin?: GameOrigin, 
/**
 * Whether everybody finds it in the gallery, not only those who have its address.
 */
public: boolean, 
/**
 * Whether the owner of the server has removed it.
 */
removed: boolean, 
/**
 * Whether the owner of the server recommends it.
 */
featured: boolean, 
/**
 * Whether it is a favourite of the account in which the browser is signed in.
 */
favourite: boolean, 
/**
 * How many accounts it is a favourite of.
 */
favourites: number, 
/**
 * How many games of it have begun on this server.
 */
plays: number, 
/**
 * The day on which it was published, as records write it, in UTC.
 */
day: string, };

/**
 * A published game with its rules.
 */
export type PublishedText = { 
/**
 * The game.
 */
game: PublishedGame, 
/**
 * The text of its file.
 */
text: string, };

/**
 * The keys of a browser's subscription to push messages, in base64url without padding.
 */
export type PushKeys = { 
/**
 * The browser's public key, a point of the curve P-256.
 */
p256dh: string, 
/**
 * The secret that the browser shares with the server.
 */
auth: string, };

/**
 * The rating after a game.
 */
export type RatedAt = { 
/**
 * When the game was over, in seconds since 1970.
 */
at: number, 
/**
 * The rating, rounded.
 */
rating: number, };

/**
 * The rating of one of the best players of a game.
 */
export type RatedPlayer = { 
/**
 * The name.
 */
name: string, 
/**
 * The rating.
 */
rating: RatingView, };

/**
 * A rating.
 */
export type RatingView = { 
/**
 * How well the player plays: 1500 at the beginning.
 */
rating: number, 
/**
 * How sure that is: the true value is between twice as much below and above, nineteen times of twenty.
 */
deviation: number, 
/**
 * Whether that is too unsure to be compared.
 */
provisional: boolean, 
/**
 * How many rated games it comes from.
 */
games: number, };

/**
 * A record in a text that may hold several. Long fields are cut.
 */
export type RecordSummary = { 
/**
 * The id of the game that its tag names, if it names one that is known.
 */
game?: string, 
/**
 * The players of the first and the second side; empty if unknown.
 */
players: [string, string], 
/**
 * The event; empty if unknown.
 */
event: string, 
/**
 * The date; empty if unknown.
 */
date: string, 
/**
 * The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
 */
result: string, 
/**
 * The turns of the main line.
 */
turns: number, 
/**
 * Why it is not a record, if it is none.
 */
problem?: Problem, };

/**
 * A message of a client.
 */
export type Request = { 
/**
 * A number of the client's choice; every answer carries it.
 */
id: number, 
/**
 * For a request that may be sent again on another connection: a key drawn at random, by which the session knows that
 * it has carried the request out.
 */
key?: SeatKey, 
/**
 * The command.
 */
command: Command, };

/**
 * How a game has ended.
 */
export type ResultView = { 
/**
 * The winner; missing for a draw.
 */
winner?: number, 
/**
 * The result as records write it: `1-0`.
 */
score: string, 
/**
 * The reason, in a sentence without a full stop.
 */
text: Phrase, };

/**
 * A score.
 */
export type Score = { 
/**
 * In centipawns, of which the game's commonest piece is worth about 100, positive if the first side is better; at most 1000000 either way.
 */
value: number, 
/**
 * The expected points of the first side that follow from it, in thousandths: 0 if it loses, 1000 if it wins.
 */
points: number, 
/**
 * The number of turns of both sides until the end of the game, if it is in sight.
 */
plies?: number, 
/**
 * The score in words: `Blue +0.50`, `Tan wins in 3 turns`, `level`.
 */
text: Phrase, };

/**
 * The key to a seat, or the invitation to take one: 128 random bits or more, as 22 to 64 letters, digits, `-` and `_`.
 */
export type SeatKey = string;

/**
 * The seats of a game between two people elsewhere, and what the players ask of each other.
 */
export type SeatsView = { 
/**
 * For each side whether its seat is taken.
 */
taken: [boolean, boolean], 
/**
 * Whether `abort` would do something.
 */
canAbort: boolean, 
/**
 * For each side whether `offerDraw` would offer one.
 */
canOfferDraw: [boolean, boolean], 
/**
 * For each side whether `offerTakeBack` would do something.
 */
canOfferTakeBack: [boolean, boolean], 
/**
 * The publicity of the game; missing if it is private.
 */
public?: Publicity, 
/**
 * Whether the free seat is kept for a player who is challenged.
 */
kept?: boolean, 
/**
 * Whether this player has declined: the game is aborted.
 */
declined?: boolean, 
/**
 * The accounts that have the seats; missing if no account has one.
 */
names?: [NamedPlayer | null, NamedPlayer | null], 
/**
 * Whether the game is rated.
 */
rated?: boolean, 
/**
 * The side that asks to take back.
 */
takeBackOffer?: number, 
/**
 * The side that offers a rematch.
 */
rematchOffer?: number, 
/**
 * The session of the rematch, once both want it: there the sides are exchanged.
 */
rematch?: string, };

/**
 * How the choices of a set-up phase are made.
 */
export type SetupHow = { "type": "default" } | { "type": "random" } | { "type": "choices", 
/**
 * The option of each choice: 0 keeps the array, 1 changes it, and of arrangements each number is one more than its own.
 * Missing ones keep it. `false` and `true` are read as 0 and 1.
 */
changed: Array<number>, };

/**
 * A set-up phase.
 */
export type SetupView = { 
/**
 * Which phase of the game's set-up, counted from 0: its choices are in the game's description.
 */
phase: number, 
/**
 * The side that chose.
 */
chooser: number, 
/**
 * The board after the phases before.
 */
board: BoardView, 
/**
 * For each choice the squares that it changes, in both armies.
 */
squares: Array<Array<number>>, };

/**
 * A request to sign up or to sign in.
 */
export type SignIn = { 
/**
 * The name.
 */
name: string, 
/**
 * The password.
 */
password: string, };

/**
 * A request to sign out.
 */
export type SignOut = { 
/**
 * Whether all browsers are signed out, not this one alone.
 */
everywhere: boolean, };

/**
 * The account that the browser is signed in to.
 */
export type SignedIn = { 
/**
 * The name; missing if the browser is not signed in.
 */
name?: string, };

/**
 * The stage of a session: the input that it waits for.
 */
export type StageView = "empty" | "setUp" | "turn" | "over";

/**
 * How a piece type stands on the board.
 */
export type Standing = "twoSquares" | "nowhere";

/**
 * Where a game begins.
 */
export type Start = { "type": "setUp" } | { "type": "default" } | { "type": "position", 
/**
 * The position string.
 */
text: string, } | { "type": "record", 
/**
 * The record; of several, the first.
 */
text: string, } | { "type": "text", 
/**
 * The text, as pasted.
 */
text: string, 
/**
 * Which of several records, from 0 on; the first if missing.
 */
record?: number, };

/**
 * The state of a session, whole.
 */
export type StateView = { 
/**
 * The stage.
 */
stage: StageView, 
/**
 * The id of the game; missing if there is none.
 */
game?: string, 
/**
 * The players of the first and the second side.
 */
players: [Player, Player], 
/**
 * The names of the players that have one; missing if no player has.
 */
names?: [string | null, string | null], 
/**
 * The place of the tree that is shown.
 */
node: number, 
/**
 * The present phase of the set-up.
 */
setUp?: SetupView, 
/**
 * The finished phases of the set-up; missing if there are none.
 */
finishedPhases?: Array<FinishedPhase>, 
/**
 * How the game has ended, where it is over.
 */
result?: ResultView, 
/**
 * The opening of the line through the place shown; missing if it is no known one.
 */
opening?: OpeningView, 
/**
 * The clock, if there is one.
 */
clock?: ClockView, 
/**
 * The side that offers a draw.
 */
drawOffer?: number, 
/**
 * Whether the engine thinks about its turn.
 */
thinking: boolean, 
/**
 * Whether the engine waits for `go`, after a takeback or a jump.
 */
waiting: boolean, 
/**
 * Whether `takeBack` would do something.
 */
canTakeBack: boolean, 
/**
 * Whether `redo` would do something.
 */
canRedo: boolean, 
/**
 * Whether `reopen` would do something.
 */
canReopen: boolean, 
/**
 * Whether a review is going on.
 */
reviewing: boolean, 
/**
 * How many lines an analysis tells; missing while it is off.
 */
analysis?: number, 
/**
 * The seats, if it is a game between two people elsewhere.
 */
seats?: SeatsView, 
/**
 * Whether changes cannot be saved and are refused; missing while they can.
 */
unsaved?: boolean, 
/**
 * Whether the game is deleted 30 days after the last visit, or after 7 if there was no visit after the first day; missing if
 * not.
 */
expires?: boolean, };

/**
 * How a step is made.
 */
export type StepKind = "own" | "declining" | "relayed" | "strike" | "igui" | "sweep" | "longLeap" | "convert" | "swap" | "pull" | "push" | "shove" | "birth" | "pass" | "suicide" | "castle" | "enPassant" | "stagger" | "swapEnemy" | "flip" | "twofold" | "iguiInPassing" | "drop" | "place" | "wall" | "jump" | "imitatedLeap";

/**
 * One move of one piece.
 */
export type StepView = { 
/**
 * Where the piece starts.
 */
from: number, 
/**
 * Where it ends; `from` if it stays.
 */
to: number, 
/**
 * The square of the piece taken in passing or handled from afar; missing if there is none.
 */
via?: number, 
/**
 * How the step is made.
 */
kind: StepKind, 
/**
 * The piece type it promotes to at its end; missing if it does not.
 */
promotion?: number, 
/**
 * The square of the piece that lends the move; missing if it is the piece's own.
 */
lender?: number, 
/**
 * The changes that the step makes on the board.
 */
changes: Array<Change>, };

/**
 * A game in a list of games: where it stands, or how it has ended.
 */
export type TableSummary = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * The name of the game, if it has been read from a text: the list of games does not have it.
 */
title?: string, 
/**
 * The players of the first and the second side.
 */
players: [Player, Player], 
/**
 * The names of the players that have one; missing if no player has.
 */
names?: [string | null, string | null], 
/**
 * The stage.
 */
stage: StageView, 
/**
 * The number of the last move, as the record counts: both sides' turns are one move. 0 before the first.
 */
moves: number, 
/**
 * The side to move.
 */
side: number, 
/**
 * The pieces on the board.
 */
board: BoardView, 
/**
 * How it has ended, if it has.
 */
result?: ResultView, };

/**
 * The engine's thoughts about a position.
 */
export type Thought = { 
/**
 * The place.
 */
node: number, 
/**
 * How deep it has looked, in plies.
 */
depth: number, 
/**
 * How many positions it has looked at.
 */
nodes: number, 
/**
 * How long it has taken, in milliseconds.
 */
ms: number, 
/**
 * The best lines, the best first; at least one.
 */
lines: Array<ThoughtLine>, };

/**
 * A line of turns.
 */
export type ThoughtLine = { 
/**
 * How good it is.
 */
score: Score, 
/**
 * The turns in notation.
 */
turns: Array<string>, 
/**
 * The place of the first turn in the list of the position.
 */
index: number, 
/**
 * In a hint and an analysis: what the first turn does, in a sentence or two; missing if nothing plain can be said.
 */
reason?: Phrase, };

/**
 * A royal piece that could be taken.
 */
export type Threat = { 
/**
 * The square of the piece that could take it.
 */
from: number, 
/**
 * The square of the royal piece.
 */
royal: number, };

/**
 * A set of pictures of the pieces.
 */
export type TileSet = "diagram" | "letters" | "figurines" | "signs";

/**
 * The picture of a piece type: what to put into an SVG element of 100 by 100 units. It has no colours of its own but the
 * CSS variables `--tile-fill`, `--tile-edge` and `--tile-ink`.
 */
export type TileView = { 
/**
 * Pointing up the screen.
 */
up: string, 
/**
 * Pointing down the screen, still to be read the right way up but for signs, which turn with their tile.
 */
down: string, };

/**
 * An end of games.
 */
export type TrialEndView = { 
/**
 * The winner and the reason, in words.
 */
text: Phrase, 
/**
 * The number of games that have ended so.
 */
games: number, };

/**
 * A game to play through.
 */
export type TrialGameView = { 
/**
 * Its title, in words.
 */
text: Phrase, 
/**
 * Its length in turns of both sides together.
 */
turns: number, 
/**
 * Its record.
 */
record: string, };

/**
 * The statistics of the pieces of a type in all games together.
 */
export type TrialTypeView = { 
/**
 * How often they have moved.
 */
moves: number, 
/**
 * How often they have taken or converted something.
 */
captures: number, 
/**
 * Where the first side's have gone: a digit for each square, by its index, in ninths of the square to which they have gone most
 * often, rounded up. Empty before the end, and if they have gone nowhere.
 */
squares: string, 
/**
 * The promotions of both sides: the index of the new type, and how often. The commonest first; empty before the end.
 */
promotions: Array<[number, number]>, 
/**
 * The example in which they have taken the most, by its index; missing before the end, and if they have no part in any.
 */
example?: number, };

/**
 * How quick games of the engine against itself went. Unfinished games count as drawn in the share of points.
 */
export type TrialView = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * The number of games that are to be played.
 */
wanted: number, 
/**
 * The number of games that have been played.
 */
games: number, 
/**
 * The games that each side has won, the first side's first.
 */
wins: [number, number], 
/**
 * The drawn games.
 */
draws: number, 
/**
 * The games that were given up after 1,000 turns.
 */
unfinished: number, 
/**
 * The first side's share of the points in hundredths: the lower bound of 95%, the mean, the upper bound.
 */
share: [number, number, number], 
/**
 * The mean length of a game, in turns of both sides together.
 */
turns: number, 
/**
 * The length of the shortest game.
 */
shortest: number, 
/**
 * The length of the longest game.
 */
longest: number, 
/**
 * The mean number of turns from which a player could choose.
 */
choices: number, 
/**
 * The greatest number of them.
 */
mostChoices: number, 
/**
 * A histogram of the lengths: the numbers of games, by their lengths divided by `length_step` and rounded down.
 */
lengths: Array<number>, 
/**
 * The width of a bar of the histogram, in turns.
 */
lengthStep: number, 
/**
 * How games have ended, the commonest first.
 */
ends: Array<TrialEndView>, 
/**
 * The statistics of the pieces, by the index of their type.
 */
types: Array<TrialTypeView>, 
/**
 * The first change to make; missing before the end, and if too few games were played.
 */
advice?: Phrase, 
/**
 * Properties that are probably not meant, whatever the games have shown; empty before the end.
 */
warnings: Array<Phrase>, 
/**
 * Games to play through, the first of about the mean length; empty before the end.
 */
examples: Array<TrialGameView>, 
/**
 * Whether no more games follow.
 */
over: boolean, };

/**
 * What quick games of the engine against itself say about the worth of the pieces. Worths are in hundredths of the commonest piece,
 * by the index of the type; there are none before the first game.
 */
export type TuningView = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * The number of games to learn from, and again of games that prove the worths.
 */
wanted: number, 
/**
 * The number of games from which the worths are learned so far.
 */
games: number, 
/**
 * The number of games with the new worths against the engine as it is, which follow.
 */
proofs: number, 
/**
 * The share of the points of the new worths in these games, in hundredths: the lower bound of 95%, the mean, the upper bound.
 */
share: [number, number, number], 
/**
 * The worths to the engine as it is.
 */
before: Array<number>, 
/**
 * The new worths.
 */
worths: Array<number>, 
/**
 * Whether no more games follow.
 */
over: boolean, };

/**
 * A turn of the position shown.
 */
export type TurnChoice = { "type": "listed", 
/**
 * Its place in the list, counted from 0.
 */
index: number, 
/**
 * The key of that position.
 */
key: string, } | { "type": "typed", 
/**
 * The text, as people write it.
 */
text: string, };

/**
 * A turn: one step, or two for a doubled piece.
 */
export type TurnView = { 
/**
 * The turn in the inventor's notation. Two turns with one text have the same result.
 */
text: string, 
/**
 * The steps, in order.
 */
steps: Array<StepView>, 
/**
 * The effects of poison and fire at the end of the turn.
 */
marks?: Array<Change>, 
/**
 * Whether the turn is forbidden because it would repeat a position once too often.
 */
forbidden?: boolean, };

/**
 * Some turns of a position.
 */
export type TurnsOf = { "type": "square", 
/**
 * The square; of a piece on two the higher one.
 */
square: number, } | { "type": "item", 
/**
 * The item of the reserve that is dropped.
 */
item: number, 
/**
 * The square on which it comes, or one of two; missing for any.
 */
to?: number, } | { "type": "listed", 
/**
 * The place, counted from 0.
 */
index: number, } | { "type": "typed", 
/**
 * The text, as people write it.
 */
text: string, };

/**
 * A piece type.
 */
export type TypeView = { 
/**
 * The id in positions and notation, which stands on the tile.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * The author's own abbreviation where it differs from the id.
 */
abbreviation?: string, 
/**
 * Its traditional character, `角`: that of the first player's piece and that of the second's.
 */
sign?: [string, string], 
/**
 * Its ability, in the inventor's notation.
 */
notation: string, 
/**
 * The same in Betza's notation.
 */
betza: BetzaView, 
/**
 * A sentence or two about it.
 */
description: string, 
/**
 * How it stands on the board, if not on one square.
 */
standing?: Standing, 
/**
 * The companion that it needs in a diagram to show its effects on other pieces.
 */
companions?: Array<CompanionView>, 
/**
 * Whether it is royal.
 */
royal: boolean, 
/**
 * Whether it is what another piece promotes to.
 */
promoted: boolean, 
/**
 * The types that it promotes to.
 */
promotesTo: Array<PromotionView>, 
/**
 * The indices of the types that promote to it.
 */
promotesFrom: Array<number>, 
/**
 * The index of the piece that stands opposite to it in a pair of the set-up, or of what that promotes to.
 */
twin?: number, 
/**
 * The squares where the first side's pieces of this type start.
 */
starts: Array<number>, };

/**
 * The turns of a position that has too many of them to be told: `turns` asks for those that begin in one of these places.
 */
export type UnlistedTurns = { 
/**
 * The number of turns.
 */
count: number, 
/**
 * The squares of the pieces that can begin one.
 */
squares: Array<number>, 
/**
 * The items of the reserve that can be dropped.
 */
items?: Array<number>, };

/**
 * The vacation of a side.
 */
export type VacationView = { 
/**
 * Whether the side is on vacation: its clock stands still.
 */
on: boolean, 
/**
 * For how long it still can this year, in milliseconds, when this was sent.
 */
left: number, };

/**
 * A word of the language in which abilities are written.
 */
export type WordView = { 
/**
 * The word.
 */
name: string, 
/**
 * Its kind: `a leap`, `a line`, `a direction`, `a note`, `a shape`, `a power` or `a joint`.
 */
kind: string, 
/**
 * Its syntax with its arguments; capitals in angle brackets are placeholders.
 */
syntax: string, 
/**
 * Its meaning, in a sentence or two.
 */
help: string, 
/**
 * An ability that has it.
 */
example: string, };
