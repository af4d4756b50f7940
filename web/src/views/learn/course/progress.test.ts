import { createRoot } from "solid-js";
import { beforeEach, expect, it, vi } from "vitest";
import { COURSE, type Evening } from "../../../learn/course";
import { keyOf } from "../../../learn/exercise";
import type { Lesson } from "../../../learn/lessons";
import type { GameView } from "../../../protocol/protocol";
import { createLearned } from "../../../state/learned";
import { Memory } from "../../../state/memory";
import { WON_BATTLES, listOf } from "../words";
import { eveningToGoOn, lessonsOf, progressOf } from "./progress";

const [first, second] = COURSE as [Evening, Evening, ...Evening[]];
/** A game with the pieces of the course alone. */
const game = {
  types: COURSE.flatMap(({ pieces }) => pieces).map((name) => ({ name, id: `id of ${name}` })),
} as unknown as GameView;
const [basics, royals] = lessonsOf(first) as [Lesson, Lesson];
const knowing = (...pieces: string[]) => ({ known: () => new Set(pieces.map((name) => `id of ${name}`)) });
const open = () => createRoot(() => createLearned(new Memory()));

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => undefined);
});

it("an evening begins with its page, and goes on with lessons, pieces by heart and the battle", () => {
  const learned = open();
  const progress = (...pieces: string[]) => progressOf(first, learned, knowing(...pieces), game);
  expect([basics.id, royals.id]).toEqual(["basics", "royals"]);
  expect(progress().next).toEqual({ kind: "begin" });
  expect([progress().done, progress().steps]).toEqual([0, 2 + first.pieces.length + 1]);
  for (const exercise of basics.exercises) {
    learned.solve(listOf(basics), keyOf(exercise));
    expect(progress().next?.kind).toBe("lesson");
  }
  expect(progress().next).toEqual({ kind: "lesson", lesson: royals });
  for (const exercise of royals.exercises) learned.solve(listOf(royals), keyOf(exercise));
  expect(progress("King", "Pawn", "Knight")).toMatchObject({ next: { kind: "cards" }, met: 2, done: 4 });
  expect(progress(...first.pieces).next).toEqual({ kind: "battle" });
  learned.solve(WON_BATTLES, first.id);
  expect(progress(...first.pieces).next).toBeUndefined();
  expect(progress(...first.pieces).done).toBe(progress().steps);
  // A battle that is won is not all.
  expect(progress().next).toEqual({ kind: "cards" });
});

it("the course goes on with the first evening of which something is left", () => {
  const learned = open();
  const of = (pieces: readonly string[]) =>
    eveningToGoOn((evening) => progressOf(evening, learned, knowing(...pieces), game));
  expect(of([])).toBe(first);
  for (const lesson of lessonsOf(first))
    for (const exercise of lesson.exercises) learned.solve(listOf(lesson), keyOf(exercise));
  learned.solve(WON_BATTLES, first.id);
  expect(of([])).toBe(first);
  expect(of(first.pieces)).toBe(second);
});
