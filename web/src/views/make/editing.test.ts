import { createRoot } from "solid-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Drafts, createDrafts } from "../../state/drafts";
import { Memory } from "../../state/memory";
import { ForgivingStorage } from "../../state/storage";
import { createEditing } from "./editing";

const heard: ((event: { key: string | null }) => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  heard.length = 0;
  vi.stubGlobal("addEventListener", (type: string, hear: (event: { key: string | null }) => void) => {
    if (type === "storage") heard.push(hear);
  });
  vi.stubGlobal("removeEventListener", () => undefined);
});
afterEach(() => void vi.useRealTimers());

/** A draft that is edited in one page, while another page has the same storage. */
function edited() {
  const storage = new Memory();
  const open = (): Drafts => createRoot(() => createDrafts(new ForgivingStorage(storage)));
  const [here, there] = [open(), open()];
  here.create("A", "one");
  const made = createRoot((dispose) => ({ ...createEditing(here, here.find("A")!), dispose }));
  /** Lets this page hear what the other one has written. */
  const hear = () => heard[0]?.({ key: null });
  return { here, there, hear, ...made };
}

it("a text is saved a moment after it was changed, or when the view is left", () => {
  const { there, change, dispose } = edited();
  change("two");
  expect(there.save("A", "one", "one")).toBe("saved");
  vi.advanceTimersByTime(1000);
  expect(there.save("A", "x", "one")).toBe("changed");
  expect(there.find("A")?.text).toBe("two");
  change("three");
  dispose();
  expect(there.save("A", "x", "two")).toBe("changed");
  expect(there.find("A")?.text).toBe("three");
});

it("what another page writes is taken if nothing was changed here", () => {
  const { there, hear, text, conflict } = edited();
  there.save("A", "theirs", "one");
  hear();
  expect([text(), conflict()]).toEqual(["theirs", undefined]);
});

it("a text that both have changed is a conflict, which the person decides", () => {
  const one = edited();
  one.change("mine");
  one.there.save("A", "theirs", "one");
  one.hear();
  expect(one.conflict()).toEqual({ theirs: "theirs" });
  // Nothing is written until then.
  one.change("mine, too");
  vi.advanceTimersByTime(1000);
  one.hear();
  expect(one.here.find("A")?.text).toBe("theirs");
  one.keepMine();
  expect([one.here.find("A")?.text, one.conflict()]).toEqual(["mine, too", undefined]);

  const other = edited();
  other.change("mine");
  other.there.save("A", "theirs", "one");
  vi.advanceTimersByTime(1000);
  expect(other.conflict()).toEqual({ theirs: "theirs" });
  other.takeTheirs();
  expect([other.text(), other.conflict()]).toEqual(["theirs", undefined]);
});

it("a draft that another page has deleted can be kept", () => {
  const { here, there, hear, conflict, keepMine, text } = edited();
  there.save("A", "one", "one");
  there.remove("A");
  hear();
  expect(conflict()).toEqual({ theirs: undefined });
  keepMine();
  expect([here.find("A")?.text, text(), conflict()]).toEqual(["one", "one", undefined]);
});
