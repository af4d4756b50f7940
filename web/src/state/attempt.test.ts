import { createRoot } from "solid-js";
import { expect, it, vi } from "vitest";
import type { Exercise } from "../learn/exercise";
import { type PracticeBoard, createAttempt } from "./attempt";

const EXERCISE: Exercise = {
  position: "start",
  goal: "Fork and take.",
  solutions: [["N-f6", "K-i7", "Nxd7"], ["N-g5"]],
  answers: { "N-c3": "That leads away." },
};

/** A board that notes what is done on it. */
function fakeBoard(change: Partial<PracticeBoard> = {}) {
  const done: string[] = [];
  const board: PracticeBoard = {
    open: (position) => Promise.resolve(void done.push(`open ${position}`)),
    play(turn) {
      if (turn === "nonsense") return Promise.resolve(undefined);
      done.push(turn);
      return Promise.resolve({ text: turn, wins: turn === "Nxj10" });
    },
    takeBack: (turns) => Promise.resolve(void done.push(`back ${turns}`)),
    explain: () => "It leaves the King.",
    ...change,
  };
  return { board, done };
}

async function begin(change: Partial<PracticeBoard> = {}, pause = () => Promise.resolve()) {
  const { board, done } = fakeBoard(change);
  const attempt = createRoot(() => createAttempt(EXERCISE, board, pause));
  await vi.waitFor(() => expect(attempt.isOpen()).toBe(true));
  return { attempt, done };
}

it("a right turn is answered, and the last one solves", async () => {
  const { attempt, done } = await begin();
  expect([attempt.isFirst(), attempt.next()]).toEqual([true, "N-f6"]);
  expect(await attempt.take("N-f6")).toBe(true);
  expect(attempt.standing().type).toBe("asked");
  expect([attempt.isFirst(), attempt.next()]).toEqual([false, "Nxd7"]);
  await attempt.take("Nxd7");
  expect(attempt.standing().type).toBe("solved");
  expect([attempt.isOpen(), attempt.isFlawed()]).toEqual([false, false]);
  expect(done).toEqual(["open start", "N-f6", "K-i7", "Nxd7"]);
  expect(await attempt.take("N-c3")).toBe(false);
});

it("another line solves as well, and so does a turn that wins at once", async () => {
  for (const turn of ["N-g5", "Nxj10"]) {
    const { attempt } = await begin();
    await attempt.take(turn);
    expect(attempt.standing().type, turn).toBe("solved");
  }
});

it("a wrong turn is explained, by words of its own if there are some, and taken back", async () => {
  const { attempt, done } = await begin();
  await attempt.take("N-c3");
  expect(attempt.standing()).toEqual({ type: "wrong", turn: "N-c3", text: "That leads away." });
  await attempt.take("N-d2");
  expect(attempt.standing()).toMatchObject({ turn: "N-d2", text: "It leaves the King." });
  expect([attempt.wrong(), attempt.isFlawed(), attempt.isOpen()]).toEqual([2, true, true]);
  expect(done).toEqual(["open start", "N-c3", "back 1", "N-d2", "back 1"]);
  // A later turn of the solution is wrong where its time has not come.
  await attempt.take("Nxd7");
  expect(attempt.standing().type).toBe("wrong");
});

it("a wrong turn without an answer is refuted on the board until it is taken back", async () => {
  const refutation = { turn: "Kxc1", text: "The King takes the Knight." };
  const refute = vi.fn(() => Promise.resolve(refutation));
  const { attempt, done } = await begin({ refute });
  await attempt.take("N-c3");
  expect([attempt.isRefuted(), refute.mock.calls.length], "it has an answer of its own").toEqual([false, 0]);
  await attempt.take("N-d2");
  expect(attempt.standing()).toEqual({ type: "wrong", turn: "N-d2", text: "", refutation });
  expect([attempt.isRefuted(), attempt.isOpen(), await attempt.take("N-g5")]).toEqual([true, false, false]);
  await attempt.takeBack();
  expect([attempt.isRefuted(), attempt.isOpen()]).toEqual([false, true]);
  expect(attempt.standing().type, "what was wrong is still to be read").toBe("wrong");
  await attempt.take("N-e2");
  await attempt.show();
  expect(attempt.standing().type).toBe("shown");
  const played = ["N-c3", "back 1", "N-d2", "back 2", "N-e2", "back 2", "N-f6", "K-i7", "Nxd7"];
  expect(done).toEqual(["open start", ...played]);
});

it("what is no turn changes nothing", async () => {
  const { attempt } = await begin();
  expect(await attempt.take("nonsense")).toBe(false);
  expect([attempt.standing().type, attempt.wrong(), attempt.isOpen()]).toEqual(["asked", 0, true]);
});

it("the solution is shown from where the learner is, and counts as help", async () => {
  const { attempt, done } = await begin();
  await attempt.take("N-f6");
  await attempt.show();
  expect([attempt.standing().type, attempt.isFlawed()]).toEqual(["shown", true]);
  expect(done).toEqual(["open start", "N-f6", "K-i7", "Nxd7"]);
});

it("it begins again where the session was lost in between", async () => {
  const takeBack = vi.fn(() => Promise.reject(new Error("lost")));
  const { attempt, done } = await begin({ takeBack });
  await attempt.take("N-c3");
  expect([attempt.standing().type, attempt.isFirst(), attempt.isOpen()]).toEqual(["asked", true, true]);
  expect(done).toEqual(["open start", "N-c3", "open start"]);
});

it("nothing happens any more on the board of an exercise that was left", async () => {
  let go: () => void = () => undefined;
  const { attempt, done } = await begin({}, () => new Promise((resolve) => (go = resolve)));
  const taken = attempt.take("N-c3");
  await vi.waitFor(() => expect(attempt.standing().type).toBe("wrong"));
  attempt.end();
  go();
  await taken;
  expect(done).toEqual(["open start", "N-c3"]);
});
