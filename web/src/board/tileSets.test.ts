import { expect, it } from "vitest";
import type { GameView } from "../protocol/protocol";
import { offeredSet } from "./tileSets";

it("other pictures stand for those that a game has not", () => {
  const chess = { types: [], hasFigurines: true } as unknown as GameView;
  const large = { types: [] } as unknown as GameView;
  expect(offeredSet(chess, "figurines")).toBe("figurines");
  expect(offeredSet(chess, "signs")).toBe("figurines");
  expect(offeredSet(large, "signs")).toBe("diagram");
  expect(offeredSet(large, "figurines")).toBe("diagram");
  expect(offeredSet(large, "letters")).toBe("letters");
});
