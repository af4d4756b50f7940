import { expect, it } from "vitest";
import { readOptions } from "./options";

it("reads what is to be shown", () => {
  expect(readOptions("?game=jupiter&piece=Harpy", "")).toEqual({
    game: "jupiter",
    rules: undefined,
    subject: { kind: "piece", piece: "Harpy" },
    theme: undefined,
    language: "",
    isAsHighAsNeeded: false,
    problem: expect.any(Function) as () => undefined,
  });
  const board = readOptions("?game=scirocco&position=10%2F10+b&theme=dark&height=auto", "");
  expect(board.subject).toEqual({ kind: "position", position: "10/10 b" });
  expect([board.theme, board.isAsHighAsNeeded]).toEqual(["dark", true]);
  expect(readOptions("?game=typhoon", "").subject).toEqual({ kind: "array" });
});

it("a record may stand behind the sign, and name its own game", () => {
  const options = readOptions("?ply=12", "#record=%5BVariant%20%22Scirocco%22%5D%0A1.%20P-e4");
  expect(options.subject).toEqual({ kind: "record", record: '[Variant "Scirocco"]\n1. P-e4', ply: 12 });
  expect([options.game, options.problem()]).toEqual([undefined, undefined]);
});

it("says what is wrong with an address, and shows the array", () => {
  expect(readOptions("", "").problem()).toBe("The address names no game.");
  const both = readOptions("?game=scirocco&piece=Knight&record=1", "");
  expect(both.problem()).toContain("piece and record");
  expect(both.subject).toEqual({ kind: "array" });
  expect(readOptions("?game=scirocco&theme=blue", "").problem()).toContain("“blue”");
  const late = readOptions("?game=scirocco&record=1&ply=-1", "");
  expect(late.problem()).toContain("“-1”");
  expect(late.subject).toMatchObject({ kind: "record", ply: 0 });
});

it("a game may come with its rules, in place of an id", () => {
  const options = readOptions("", "#rules=q1ZKy8&piece=Toad");
  expect([options.game, options.rules, options.problem()]).toEqual([undefined, "q1ZKy8", undefined]);
  expect(options.subject).toEqual({ kind: "piece", piece: "Toad" });
  const both = readOptions("?game=scirocco", "#rules=q1ZKy8");
  expect([both.game, both.rules]).toEqual([undefined, "q1ZKy8"]);
  expect(both.problem()).toContain("game and rules");
});
