/** The texts with which a game of one's own begins. */
/* eslint-disable texts/translated -- they stand in files */

import type { GameSummary, ImportedPiece } from "../../protocol/protocol";

/** The boards that can be begun with, as files and ranks. */
export const BOARDS: readonly (readonly [number, number])[] = [
  [8, 8],
  [10, 10],
  [12, 8],
  [12, 12],
  [16, 16],
];

/** Returns an id for a name: small letters, digits and hyphens. */
export function idFor(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const id = plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "");
  return `my-${id.replace(/^my-/, "") || "game"}`.slice(0, 40).replace(/-+$/, "");
}

/** Returns a text as it stands in a file. */
const quoted = (text: string) => JSON.stringify(text);

/** Returns a file that changes a game. */
export function changeOf(game: GameSummary, name: string, year: number): string {
  return `# What this file does not say is as in the game that it extends.
extends = ${quoted(game.id)}
id = ${quoted(idFor(name))}
name = ${quoted(name)}
author = "You"
year = ${year}

# To change a piece, take the signs # away and write what it does.
# [piece.Knight]
# ability = "N + W"
# description = "Leaps like a Knight, or steps one square along a rank or file."
`;
}

/** A piece that stands in the array of a new game. */
interface OwnPiece {
  name: string;
  id: string;
  ability: string;
  description: string;
}

const CAPTAIN: OwnPiece = {
  name: "Captain",
  id: "C",
  ability: "F + forwardmost N",
  description: "Steps one square diagonally, or leaps like a Knight, straight ahead.",
};

/** Returns the rank of the pieces: Rooks in the corners, the King in the middle, others beside the Rooks, as far as there is room. */
function pieceRank(files: number, ids: readonly string[]): string {
  const rank = Array<string>(files).fill(".");
  const king = Math.floor(files / 2);
  [rank[0], rank[files - 1], rank[king]] = ["R", "R", "K"];
  ids.forEach((id, index) => {
    for (const square of [1 + index, files - 2 - index]) if (rank[square] === ".") rank[square] = id;
  });
  const width = Math.max(...rank.map((id) => id.length));
  return rank
    .map((id) => id.padEnd(width))
    .join(" ")
    .trimEnd();
}

/** The pieces of every new game. */
const USUAL = ["King", "Rook", "Pawn"];

/** Returns the file of a small game on a board: a King, two Rooks, Pawns and pieces of one's own, with room for more. */
export function emptyBoard(
  name: string,
  year: number,
  [files, ranks]: readonly [number, number],
  own: readonly OwnPiece[] = [CAPTAIN],
): string {
  const pieces = [...USUAL, ...own.map((piece) => piece.name)];
  const descriptions = own.map(
    ({ name, id, ability, description }) => `
[piece.${/^[\w-]+$/.test(name) ? name : quoted(name)}]
id = ${quoted(id)}
ability = ${quoted(ability)}
description = ${quoted(description)}
`,
  );
  return `id = ${quoted(idFor(name))}
name = ${quoted(name)}
author = "You"
year = ${year}
summary = "A game in the making."
sides = ["White", "Black"]
pieces = [${pieces.map(quoted).join(", ")}]
notation = "algebraic with checks"

[board]
files = ${files}
ranks = ${ranks}
promotion-zone = 1
promotion = "must"

# The last line is the first player's own rank; a dot is an empty square.
[array]
symmetry = "mirror"
ranks = """
  ${Array<string>(files).fill("P").join(" ")}
  ${pieceRank(
    files,
    own.map(({ id }) => id),
  )}
"""

[promotions]
Pawn = ["Rook"${own.length > 0 ? `, ${quoted(own[0]?.name ?? "")}` : ""}]

[ending]
check = "binds"
no-move = "loses in check, else draws"
repetition = "third time draws"
${descriptions.join("")}`;
}

/** The ids of pieces that come from a text: the letters that no usual piece has. */
const IDS = Array.from("ABCDEFGHIJLMNOQSTUVWXYZ");

/** Returns the file of a game with imported pieces, on a board with room for them. */
export function gameWith(name: string, year: number, imported: readonly ImportedPiece[]): string {
  const said = imported.filter(({ ability }) => ability !== "").slice(0, IDS.length);
  const own = said.map(({ ability, betza }, index): OwnPiece => ({
    name: said.length === 1 ? name : `${name} ${index + 1}`,
    id: IDS[index] ?? "",
    ability,
    description: betza,
  }));
  const files = [8, 10, 12, 16].find((count) => count >= 2 * own.length + 3) ?? 16;
  return emptyBoard(name, year, [files, files === 16 ? 16 : 8], own);
}
