/**
 * Sentences that the program composes: what it tells in English is recognized and said in the language of the page. A sentence
 * that nobody has listed here stays as it is. A test finds each of them in the program. English does without this module, which is
 * loaded with another language.
 */

import { msg } from "./catalogue";
import { isTold, number, t, told } from "./language";

/** Sentences, the particular ones before the general ones. */
export const SENTENCES: readonly string[] = [
  // How a game ends.
  msg("{winner} has won: {loser} has no royal piece left"),
  msg("{winner} has won: {loser} has only one piece left"),
  msg("{winner} has won: {loser} has no turn"),
  msg("{winner} has won: every turn of {loser} repeats a position once too often"),
  msg("{winner} has won: {loser} is checkmated"),
  msg("{winner} has won: {loser} has resigned"),
  msg("{winner} has won: {loser} has run out of time"),
  msg("{winner} has won by agreement"),
  msg("{winner} has won: {loser} has stayed away"),
  msg("{winner} has won"),
  msg("draw: the side to move has no turn and is not in check"),
  msg("draw by repetition"),
  msg("draw: too many turns without a capture or a move that cannot be taken back"),
  msg("draw: nobody has the pieces to win"),
  msg("draw by agreement"),
  msg("draw"),
  msg("draw: a player has stayed away"),
  msg("The game was aborted"),
  // What the engine says of a position.
  msg("{side} wins with the next turn"),
  msg("{side} wins in {number} turns"),
  msg("level"),
  msg("{side} +{number}"),
  // What it says of a turn.
  msg("It leaves the {piece} where {actor} takes it."),
  msg("It misses a forced win: {score}."),
  msg("It misses {turn}, which {deed}."),
  msg("It lets {actor} {deed}."),
  msg("Now {score}."),
  msg("With it {actor} {deed}."),
  msg("{part} and {deed}"),
  msg("takes {victims}"),
  msg("wins over {victims}"),
  msg("becomes an {piece}"),
  msg("becomes a {piece}"),
  msg("take {victims}"),
  msg("win over {victims}"),
  msg("become an {piece}"),
  msg("become a {piece}"),
  msg("the {piece} on {square}"),
  msg("the opponent"),
  // When a piece promotes, and where.
  msg("after a move along a rank or file"),
  msg("after a diagonal move"),
  msg("while there is no {piece} of either side on the board"),
  msg("while there is any {piece} of either side on the board"),
  msg("while its side has none"),
  msg("while its side has fewer than {number}"),
  msg("after any of its moves"),
  msg("where it takes a {piece}"),
  msg("set down where it gives check"),
  msg("anywhere while the royal pieces see each other"),
  msg("the far rank: {rank} for {first}, 1 for {second}"),
  msg("the {number} far ranks: {from} to {rank} for {first}, 1 to {depth} for {second}"),
  // The choices of a set-up.
  msg("the armies face each other like mirror images"),
  msg("the armies face each other turned half round"),
  msg("exchange {square} and {square2}, and likewise on the other side"),
  msg("{side}'s army from left to right"),
  // What is in hand.
  msg("{item} or {items}"),
  msg("{number} {piece}s"),
  // How well the engine plays.
  msg("light air"),
  msg("light breeze"),
  msg("gentle breeze"),
  msg("moderate breeze"),
  msg("fresh breeze"),
  msg("strong breeze"),
  msg("near gale"),
  msg("gale"),
  msg("strong gale"),
  msg("storm"),
  msg("violent storm"),
  msg("hurricane"),
  msg("Takes what hangs nearby; whatever comes from afar or by a power surprises it."),
  msg("Sees more of what can be taken, but does not look any further."),
  msg("Begins to think of your answer, and misses many that come from afar."),
  msg("Sees your next turn coming, unless it is a strange one."),
  msg("Has small plans and falls for deeper ones."),
  msg("Looks a few turns ahead and seldom gives a piece away."),
  msg("Knows what its pieces are worth; misses only what is deep and well hidden."),
  msg("Looks two or three turns of each side ahead, and misses little."),
  msg("Looks three turns of each side ahead, and misses less than most people do."),
  msg("Looks further still; only what is rare and well hidden escapes it."),
  msg(
    "Looks four turns of each side ahead and overlooks next to nothing, but stops there however much time is left.",
  ),
  msg("Plays at full strength, and uses all the time it is given."),
  // What is wrong with a turn.
  msg("this game has no piece with the id `{text}`; did you mean `{known}`?"),
  msg("this game has no piece with the id `{text}`"),
  msg("`{text}` is not a turn here"),
  msg("`{text}` is not a turn here; near it is {turns}"),
  msg("`{text}` is not a turn here; near it are {turns}"),
  msg("`{text}` may mean {turns}: write it in full"),
  msg("`{text}` is illegal: it would repeat a position once too often"),
  // What is wrong with a position.
  msg("{side} has no piece"),
  msg("{side} has no royal piece"),
  msg("{side} has only one piece and has lost by that"),
  msg("{side} is to move and has no turn"),
  msg("the {piece} on {square} needs its other part, diagonally next to it"),
  msg("the piece on {square} should have promoted"),
  msg("the board has {number} ranks, the text has {count}"),
  msg("rank {rank} has {count} squares instead of {number}"),
  msg("the side to move is missing: end with ` {first}` or ` {second}`"),
  msg("the position should end here"),
  msg("`{text}` is not a number of empty squares: expected 1 to 256, without a leading zero"),
  msg("two numbers of empty squares in a row: write their sum"),
  msg("`{text}` is never closed"),
  msg("`{text}` is not allowed here: expected a number, `[id]`, `(id)` or `/`"),
  msg("`{text}` is not a side to move: expected `{first}` or `{second}` after a single space"),
  msg("a single space and {field} are missing"),
  msg("the side to move"),
  msg("the castlings, or `-`,"),
  msg("the square passed, or `-`,"),
  msg("the number of quiet turns"),
  msg("the number of the move"),
  msg("what has just moved, or `-`,"),
  msg("the reserves, or `-`,"),
  msg("what the Kings have done, or `-`,"),
  msg("{name} is 0 to 10000, not `{text}`"),
  msg("nothing can have passed {square}"),
  msg("this game has nothing to say here: expected `-`"),
  msg("{side} has {number} royal pieces instead of one"),
  msg("`{text}` is not a castling: expected {known}"),
  msg("some of `{known}`, or `-`"),
  msg("`{text}` is said twice"),
  msg("`{text}` is not possible: no {piece} stands on {square}"),
  msg("the castlings are missing: `-` stands for none"),
  msg("expected the reserves of both sides, as in `W,A2/-`"),
  msg("`{text}` is not an item of a reserve: expected some of {known}"),
  msg("a number in a reserve is 2 to {number}, not `{text}`"),
  msg("`{text}` is said twice or too late in the reserve"),
  msg("what the Kings have done is `-` or some of `{known}`, not `{text}`"),
  msg("expected `-`, or as in `e4:e3` what has just moved and what it passed"),
  msg("on {square} stands no piece of the side that has just moved"),
  msg("{square} was passed but is not empty"),
  msg("a part of this piece is written with its number: `{text}`"),
  msg("`{text}` never stands on the board"),
  msg("the parts of pieces on two squares are numbered in the order of the text"),
  msg("this part needs exactly one other with its number, diagonally next to it"),
  msg("two pieces stand on one square"),
  msg("the board has no such square"),
  msg("the other part of a piece stands diagonally next to it"),
  // What is wrong with a text that is to be loaded.
  msg("the record holds no game"),
  msg("found {found}; allowed is {allowed}"),
  msg("the end of the text"),
  msg("white space"),
  msg("a comment without end"),
  msg("`}` at its end"),
  msg("a value without end"),
  msg('`"` at its end, on the same line'),
  msg("the value of the tag in double quotes"),
  msg("the tag `{text}` again"),
  msg("each tag once"),
  msg("the name of a tag: a letter, then letters, digits and `_`"),
  msg("`]` after the value of the tag"),
  msg("an annotation only after a move"),
  msg("a variation only after the move that it replaces"),
  msg("`)` only after a variation that has a move"),
  msg("`)` before the result of the game"),
  msg("a move, which begins with a letter and is all ASCII"),
  msg(
    "a move or its number, a comment `{...}`, an annotation `$1`, a variation `(...)` or the result (`1-0`, `0-1`, `1/2-1/2`, `*`)",
  ),
  msg("a move number (`12.`) or a result (`1-0`, `0-1`, `1/2-1/2`, `*`)"),
  msg("`$` with a number from 0 to 255"),
  msg("turn {ply}: {reason}"),
  msg("the tag `Variant` is missing: it names the rules, as in `scirocco`"),
  msg("the tag `Variant` of the record names no game that is known here, but `{text}`; there are {known}"),
  msg("the tag `Variant` of the record names no game that is known here, but `{text}`; {reason}"),
  msg("Chess960 is not supported: its castling begins from other squares than that of orthodox chess"),
  msg("the tag `Setup`: {reason}"),
  msg("the tag `{text}`: {reason}"),
  msg("`{text}` is not a set-up choice of this game: its array is fixed"),
  msg(
    "`{text}` is not a set-up choice of this game: expected `default` or some of {known}, separated by commas",
  ),
  msg("the tags `Setup` and `Position` exclude each other"),
  msg("the record takes too long to read: its positions have more than {number} turns altogether"),
  msg("`{text}` is illegal: it repeats a position once too often"),
  // What is assumed to read one.
  msg("the result is `{text}`, but by the rules the game ended `{known}`: `{result}` is taken"),
  msg("the result is `{text}`, but `{known}` in the tag `Result`: `{result}` is taken"),
  msg(
    "the tag `Result` has `{text}`, which is none of `1-0`, `0-1`, `1/2-1/2` and `*`: the result after the moves is taken",
  ),
  msg("`{text}` is no escape: the backslash is taken as it stands"),
  msg("a comment with braces in it: it is read up to the last of them"),
  msg(
    "by the rules the game was a draw before this turn ({reason}): the turns that follow are read all the same",
  ),
  msg("too many turns without progress"),
  msg("repetition"),
  msg("nobody can win"),
  msg("the record does not name its game: by its turns it is one of {game}"),
  msg("position, column {number}: {reason}"),
  msg("this looks like a position of {game}, but {reason}"),
  msg("this is a link: open it in the browser, or paste the record or the position itself"),
  msg(
    "this is neither the record of a game nor a position: a record has turns, as in `1. P-e4 P-e7`; a position has the ranks of the board with `/` between them, and the side to move",
  ),
  // Why something cannot be done now.
  msg("the set-up is not finished"),
  msg("the set-up is finished"),
  msg("the game is over"),
  msg("the game has begun"),
  msg("the game has been aborted"),
  msg("the game is not in progress"),
  msg("the other seat is still free"),
  msg("the seat is taken"),
  msg("this is no key to a seat of the game"),
  msg("only who has the seat of that side may do this"),
  msg("this is not done in a game between two people: start a game of your own with its record"),
  msg("a draw has been offered already"),
  msg("no draw has been offered"),
  msg("there is no turn to take back"),
  msg("there is no turn to play again"),
  msg("it is the engine's turn"),
  msg("it is not the engine's turn"),
  msg("somebody asks to take back already"),
  msg("a game can be aborted before both sides have played a turn"),
  msg("another position is shown by now"),
  msg("there is no game: start one"),
  msg("no turn can be played now"),
  msg("there is no turn to be played"),
  msg("the position has no such turn"),
  msg("the engine has found no turn"),
  msg("the engine offers no draw"),
  msg("the engine answers by itself"),
  msg("the engine is not thinking about a turn"),
  msg("the engine has enough to do for this session: wait for its answers"),
  msg("an offer is answered by the other side"),
  msg("the side has not offered a draw"),
  msg("nobody has ended the game here"),
  msg("nobody asks to take back"),
  msg("nobody offers a rematch"),
  msg("the other side answers"),
  msg("the game is not over"),
  msg("the rematch has begun"),
  msg("no other game can begin here"),
  msg("the game is rated: sign in to take the seat"),
  msg("only who is signed in can begin a rated game"),
  msg("a rated game begins from the array of its rules"),
  msg("only who has a seat may do this"),
  msg("something is claimed while it is the other side's turn"),
  msg("nothing is claimed in a game by mail: the clock decides"),
  msg("the game can still be aborted"),
  msg("the other player has not been away for long enough"),
  msg("it has been claimed already"),
  msg("there are vacations in games by mail alone"),
  msg("no day of this year's vacation is left"),
  msg("it is the own turn: conditional turns answer the other side's"),
  msg("there are conditional turns by mail and without a clock alone"),
  msg("there are at most {number} lines of conditional turns, with {count} turns together"),
  msg("a line is made of turns of the other side, each with its answer"),
  msg("there are two answers to `{text}`"),
  msg("this server sends no letters"),
  msg("this is no mail address"),
  msg("the game does not go on"),
  msg("too many addresses have been left at this seat"),
  msg("the link of the letter does not hold any more"),
  msg("no review has judged this place"),
  msg("there is no review to stop"),
  // What is too much.
  msg("a game has at most {number} places with all its variations"),
  msg("the positions of a game have at most {number} turns altogether"),
  msg("the position has {number} turns, too many to be told: type the turn"),
  msg("the positions of conditional turns have at most {number} turns altogether"),
  msg("the covered squares are not shown: more than {number} turns tell them"),
  msg("a comment has at most {number} bytes"),
  msg("a note has at most {number} bytes"),
  msg("a line of the chat is plain text"),
  msg("a line of the chat has at most {number} characters"),
  msg("the chat is switched off"),
  msg("not so fast: the other player reads, too"),
  msg("the other player has not agreed: this can be asked again {number} turns later"),
  msg("a message has at most {number} bytes"),
  msg("The server has found no name for the new game: ask once more"),
  msg("a session of more than {number} bytes is not saved: delete comments or variations"),
  msg("The server has no memory for a larger game at the moment: try again later"),
  msg("Too much that takes long waits for the server, of your address or of all: try again soon"),
  msg("The server has failed to answer: ask once more"),
  msg("You have made too many games public, or asked for too many letters, of late: wait a minute"),
  msg("The change could not be saved, so it has not been made. The game goes on when saving works again."),
];

/** Sentences of the workers of this page, which do not know its language. */
const OF_WORKERS = [msg("the program could not be loaded: {reason}")];

const SQUARE = "[a-z]+\\d+";
const NUMBER = "\\d+(?:\\.\\d+)?";
/* eslint-disable texts/translated -- regular expressions */
/** What the placeholders of the sentences match, where that is not any text. */
const KINDS: Readonly<Record<string, string>> = {
  square: SQUARE,
  square2: SQUARE,
  number: NUMBER,
  from: NUMBER,
  rank: NUMBER,
  depth: NUMBER,
  count: NUMBER,

  piece: "(?:(?! on | and | or ).)+?",
  actor: `the opponent|the .+? on ${SQUARE}`,
  part: `(?:the|takes?|wins? over) .+? on ${SQUARE}`,
  item: "(?:\\d+ )?[A-Z]\\w*",
};
/* eslint-enable texts/translated */

/** Returns what recognizes a sentence and finds the values of its placeholders. */
function patternOf(sentence: string): RegExp {
  const source = sentence
    .replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${KINDS[name] ?? ".+?"})`);
  return new RegExp(`^${source}$`, "s");
}

const PATTERNS = [...SENTENCES, ...OF_WORKERS]
  .filter((sentence) => sentence.includes("{"))
  .map((sentence) => ({
    sentence,
    pattern: patternOf(sentence),
  }));

/** Returns a sentence of the program in the language of the page; one that is not known as it is. */
export function say(text: string): string {
  if (isTold(text)) return told(text);
  for (const { sentence: known, pattern } of PATTERNS) {
    const values = pattern.exec(text)?.groups;
    if (values) return t(known, mapped(values));
  }
  return text;
}

/** Says what stands in the place of placeholders in the language of the page, too. */
function mapped(values: Readonly<Record<string, string>>): Record<string, string> {
  const said = ([name, value]: [string, string]): [string, string] => {
    if (KINDS[name] !== NUMBER) return [name, say(value)];
    return [name, number(Number(value), value.split(".")[1]?.length)];
  };
  return Object.fromEntries(Object.entries(values).map(said));
}
