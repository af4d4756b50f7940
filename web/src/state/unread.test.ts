import { createRoot, createSignal } from "solid-js";
import { expect, it } from "vitest";
import type { ChatLine } from "../protocol/protocol";
import { addedLines, createUnread } from "./unread";

/** Lines of the first side in small letters, of the second in capitals. */
const lines = (texts: string): ChatLine[] =>
  texts
    .split(" ")
    .filter(Boolean)
    .map((text) => ({ side: text === text.toLowerCase() ? 0 : 1, text }));

it("the lines that have come are told from those that were there, though the oldest have gone", () => {
  const added = (before: string, now: string) =>
    addedLines(lines(before), lines(now))
      .map(({ text }) => text)
      .join(" ");
  expect(added("", "a B")).toBe("a B");
  expect(added("a B", "a B")).toBe("");
  expect(added("a B", "a B c")).toBe("c");
  expect(added("a B c", "B c D")).toBe("D");
  expect(added("a a a", "a a B")).toBe("B");
  expect(added("a B", "C d")).toBe("C d");
});

it("lines of the other player are counted until the chat is opened or answered", () => {
  const [chat, setChat] = createSignal<ChatLine[]>();
  const [isOpen, setOpen] = createSignal(false);
  const heard: string[] = [];
  const unread = createRoot(() =>
    createUnread({ lines: chat, mine: () => 0, isOpen, heard: ({ text }) => heard.push(text) }),
  );
  // What was there before is counted, and not told.
  setChat(lines("A b C"));
  expect([unread(), ...heard]).toEqual([1]);
  setChat(lines("A b C D"));
  expect([unread(), ...heard]).toEqual([2, "D"]);
  setOpen(true);
  expect(unread()).toBe(0);
  setChat(lines("A b C D E"));
  setOpen(false);
  expect([unread(), ...heard]).toEqual([0, "D"]);
  setChat(lines("A b C D E F"));
  expect([unread(), ...heard]).toEqual([1, "D", "F"]);
  setChat(lines("A b C D E F g"));
  expect([unread(), ...heard]).toEqual([0, "D", "F"]);
});
