import { expect, it } from "vitest";
import type { GameView, TypeView } from "../protocol/protocol";
import { hasFigurines, offeredSet } from "./tileSets";

/** A piece with its moves in Betza's notation; a `!` marks a royal one, a `*` what the notation does not say. */
function piece(text: string): TypeView {
  const betza = { text: text.replace(/[!*]/g, ""), ...(text.includes("*") ? { unsaid: ["relay"] } : {}) };
  return { betza, royal: text.includes("!"), starts: [0] } as unknown as TypeView;
}

const gameOf = (moves: string) => ({ types: moves.split(" ").map(piece) }) as unknown as GameView;

it("a game has figurines if most kinds of pieces move like those of chess", () => {
  expect(hasFigurines(gameOf("fmWifmnDfceF N B R Q KisjO2!"))).toBe(true);
  expect(hasFigurines(gameOf("fmWfcF RN BN WB FR K! A D"))).toBe(true);
  expect(hasFigurines(gameOf("K! R B WfF FfW fN fR fW"))).toBe(false);
  // Two of four are no majority, and a power that no figurine shows makes a piece unlike its silhouette.
  expect(hasFigurines(gameOf("K! Q A D"))).toBe(false);
  expect(hasFigurines(gameOf("K! Q R* B*"))).toBe(false);
});

it("what stands on the board at the start counts alone", () => {
  const game = gameOf("K! Q A D C Z");
  expect(hasFigurines(game)).toBe(false);
  game.types.slice(2).forEach((type) => (type.starts = []));
  expect(hasFigurines(game)).toBe(true);
});

it("other pictures stand for those that a game has not", () => {
  const chess = gameOf("K! Q R B N");
  const large = gameOf("K! A D C Z");
  expect(offeredSet(chess, "signs")).toBe("figurines");
  expect(offeredSet(large, "signs")).toBe("diagram");
  expect(offeredSet(large, "figurines")).toBe("diagram");
  expect(offeredSet(large, "letters")).toBe("letters");
});
