import { createRoot, createSignal } from "solid-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Command, Event } from "../protocol/protocol";
import { Refusal } from "./link";
import { PAUSE_MS, createReader } from "./reading";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A reader whose session answers on request. */
function reader(first: string) {
  const [text, setText] = createSignal(first);
  const asked: string[] = [];
  const answers: ((events: Event[]) => void)[] = [];
  const refusals: ((reason: Error) => void)[] = [];
  const ask = (command: Command) =>
    new Promise<Event[]>((resolve, reject) => {
      if (command.type === "readGame") asked.push(command.text);
      answers.push(resolve);
      refusals.push(reject);
    });
  const made = createRoot((dispose) => ({ ...createReader(text, ask), dispose }));
  const reply = async (game: string) => {
    answers.shift()?.([{ type: "gameRead", game, mistakes: [] }]);
    refusals.shift();
    await vi.advanceTimersByTimeAsync(0);
  };
  const refuse = async (reason: Error) => {
    refusals.shift()?.(reason);
    answers.shift();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { ...made, setText, asked, reply, refuse };
}

it("a text is read a moment after its last change, and only the newest answer counts", async () => {
  const { setText, asked, reply, reading } = reader("a");
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(["a"]);
  setText("ab");
  await vi.advanceTimersByTimeAsync(PAUSE_MS / 2);
  setText("abc");
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  // The first answer has not come yet.
  expect(asked).toEqual(["a"]);
  await reply("own-a");
  expect(reading()).toMatchObject({ text: "a", game: "own-a" });
  expect(asked).toEqual(["a", "abc"]);
  await reply("own-abc");
  expect(reading()).toMatchObject({ text: "abc", game: "own-abc" });
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS);
  expect(asked).toHaveLength(2);
});

it("a text for which there is no room is read again later", async () => {
  const { asked, reply, refuse, trouble, reading } = reader("a");
  await vi.advanceTimersByTimeAsync(0);
  await refuse(new Refusal({ code: "tooMany", message: "too many games" }));
  expect(trouble()).toBe("too many games");
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked).toEqual(["a", "a"]);
  await reply("own-a");
  expect(trouble()).toBeUndefined();
  expect(reading()?.game).toBe("own-a");
});

it("nothing is read after the view is left", async () => {
  const { asked, setText, dispose } = reader("a");
  await vi.advanceTimersByTimeAsync(0);
  setText("b");
  dispose();
  await vi.advanceTimersByTimeAsync(10 * PAUSE_MS);
  expect(asked).toEqual(["a"]);
});
