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
  msg("hurricane"),
  msg("Takes what hangs nearby; whatever comes from afar or by a power surprises it."),
  msg("Sees more of what can be taken, but does not look any further."),
  msg("Begins to think of your answer, and misses many that come from afar."),
  msg("Sees your next turn coming, unless it is a strange one."),
  msg("Has small plans and falls for deeper ones."),
  msg("Looks a few turns ahead and seldom gives a piece away."),
  msg("Knows what its pieces are worth; misses only what is deep and well hidden."),
  msg("Looks six turns of either side ahead, and misses next to nothing."),
  msg("Plays at full strength, and uses all the time it is given."),
  // What is wrong with a turn.
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
  // What is wrong with a text that is to be loaded.
  msg("the record holds no game"),
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
