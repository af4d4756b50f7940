import { expect, it } from "vitest";
import { readWish } from "./wish";

it("reads what is to be shown", () => {
  expect(readWish("?game=jupiter&piece=Harpy", "")).toEqual({
    game: "jupiter",
    subject: { kind: "piece", piece: "Harpy" },
    theme: undefined,
    language: "",
    isAsHighAsNeeded: false,
    problem: expect.any(Function) as () => undefined,
  });
  const board = readWish("?game=scirocco&position=10%2F10+b&theme=dark&height=auto", "");
  expect(board.subject).toEqual({ kind: "position", position: "10/10 b" });
  expect([board.theme, board.isAsHighAsNeeded]).toEqual(["dark", true]);
  expect(readWish("?game=typhoon", "").subject).toEqual({ kind: "array" });
});

it("a record may stand behind the sign, and name its own game", () => {
  const wish = readWish("?ply=12", "#record=%5BVariant%20%22Scirocco%22%5D%0A1.%20P-e4");
  expect(wish.subject).toEqual({ kind: "record", record: '[Variant "Scirocco"]\n1. P-e4', ply: 12 });
  expect([wish.game, wish.problem()]).toEqual([undefined, undefined]);
});

it("says what is wrong with an address, and shows the array", () => {
  expect(readWish("", "").problem()).toBe("The address names no game.");
  const both = readWish("?game=scirocco&piece=Knight&record=1", "");
  expect(both.problem()).toContain("piece and record");
  expect(both.subject).toEqual({ kind: "array" });
  expect(readWish("?game=scirocco&theme=blue", "").problem()).toContain("“blue”");
  const late = readWish("?game=scirocco&record=1&ply=-1", "");
  expect(late.problem()).toContain("“-1”");
  expect(late.subject).toMatchObject({ kind: "record", ply: 0 });
});
