import { createRoot } from "solid-js";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as browser from "../browser";
import { createLearned } from "./learned";
import { Memory } from "./memory";
import { createSeats } from "./seats";
import { createSettings } from "./settings";
import { ForgivingStorage, keysWith } from "./storage";
import { createTables } from "./tables";

/** Browsers that deny storage, or run out of it. */
const denied = (): never => {
  throw new DOMException("Access is denied for this document.", "SecurityError");
};
const full = (): never => {
  throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
};

/** A storage of which some methods fail. */
function failing(names: readonly string[], fail: () => never, kept: Storage = new Memory()): Storage {
  return new Proxy(kept, {
    get: (target, name) => (names.includes(String(name)) ? fail() : (Reflect.get(target, name) as unknown)),
  });
}

/** Storages that keep nothing. */
const STORAGES: Readonly<Record<string, () => Storage | undefined>> = {
  "none at all": () => undefined,
  "denied in every way": () =>
    failing(["getItem", "setItem", "removeItem", "length", "key", "clear"], denied),
  full: () => failing(["setItem"], full),
};

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const SUMMARY = {
  game: "tiny",
  players: [{ type: "person" }, { type: "person" }] as [{ type: "person" }, { type: "person" }],
  stage: "turn" as const,
  moves: 1,
  side: 0,
  board: [2, 0],
};

it.each(Object.entries(STORAGES))("a page works with a storage that is %s", (_, make) => {
  createRoot(() => {
    const storage = new ForgivingStorage(make());
    const [settings, set] = createSettings(storage, false);
    set("theme", "dark");
    expect(settings.theme).toBe("dark");
    const seats = createSeats(storage);
    const sit = seats.invite("a", 0);
    expect(seats.sit("a")).toEqual({ type: "sit", seat: sit.type === "invite" ? sit.seat : "" });
    expect(seats.sessions()).toEqual(["a"]);
    seats.forget("a");
    expect(seats.sessions()).toEqual([]);
    const tables = createTables(storage);
    tables.note("a", SUMMARY);
    tables.note("b", SUMMARY);
    expect(
      tables
        .all()
        .map(({ session }) => session)
        .sort(),
    ).toEqual(["a", "b"]);
    tables.remove("a");
    expect(tables.all().map(({ session }) => session)).toEqual(["b"]);
    const learned = createLearned(storage);
    learned.solve("lessons/relay", "a");
    learned.count(true);
    expect([...learned.solved("lessons/relay")]).toEqual(["a"]);
    expect(learned.streak()).toBe(1);
    expect(storage.isKept()).toBe(false);
    storage.clear();
    expect(storage.length).toBe(0);
  });
});

it("a storage that fills up keeps what it has, and this page what it says now", () => {
  const kept = new Memory();
  let isFull = false;
  const real = new Proxy(kept, {
    get: (target, name) => (name === "setItem" && isFull ? full() : (Reflect.get(target, name) as unknown)),
  });
  const storage = new ForgivingStorage(real);
  storage.setItem("x/a", "1");
  storage.setItem("x/b", "1");
  expect(storage.isKept()).toBe(true);
  isFull = true;
  storage.setItem("x/a", "2");
  storage.setItem("x/c", "2");
  expect(storage.isKept()).toBe(false);
  expect(["x/a", "x/b", "x/c"].map(storage.getItem)).toEqual(["2", "1", "2"]);
  expect(keysWith(storage, "x/").sort()).toEqual(["x/a", "x/b", "x/c"]);
  expect(kept.getItem("x/a")).toBe("1");
  storage.removeItem("x/b");
  expect(storage.getItem("x/b")).toBeNull();
  isFull = false;
  storage.setItem("x/a", "3");
  expect(kept.getItem("x/a")).toBe("3");
});

it("what cannot be removed is not seen any more", () => {
  const kept = new Memory();
  kept.setItem("a", "1");
  const storage = new ForgivingStorage(failing(["removeItem"], denied, kept));
  storage.removeItem("a");
  expect([storage.getItem("a"), storage.length]).toEqual([null, 0]);
  storage.setItem("a", "2");
  expect(storage.getItem("a")).toBe("2");
});

const GARBAGE = ["", "{", "7", "null", "[]", '"x"', "{}", "\u0000", '{"theme":5}', "[[[[", "true"];

it.each(GARBAGE)("damaged values do no harm: %j", (garbage) => {
  createRoot(() => {
    const storage = new ForgivingStorage(new Memory());
    for (const key of ["beaufort", "beaufort/learned", "beaufort/table/a", "beaufort/seat/a"])
      storage.setItem(key, garbage);
    const [settings] = createSettings(storage, false);
    expect(settings.theme).toBe("auto");
    expect(settings.session).toMatch(/^\w+$/);
    expect(createTables(storage).all()).toEqual([]);
    expect(createSeats(storage).sit("a")).toBeUndefined();
    expect(createLearned(storage).streak()).toBe(0);
  });
});

it("of damaged values what fits is kept", () => {
  createRoot(() => {
    const storage = new ForgivingStorage(new Memory());
    const damaged = {
      theme: "dark",
      board: "lava",
      lines: 70,
      volume: "loud",
      overlays: ["states", 3],
      session: "../../etc",
      sound: 1,
      later: "of another version",
    };
    storage.setItem("beaufort", JSON.stringify(damaged));
    const [settings] = createSettings(storage, false);
    expect(settings).toMatchObject({ theme: "dark", board: "sand", lines: 3, volume: 0.3, sound: true });
    expect(settings.overlays).toEqual(["states", "threats"]);
    expect(settings.session).toMatch(/^\w+$/);
    storage.setItem(
      "beaufort/table/a",
      JSON.stringify({ session: "a", at: 1, name: 5, tags: ["x", 5], summary: { game: "tiny" } }),
    );
    expect(createTables(storage).all()).toEqual([{ session: "a", at: 1, tags: ["x"] }]);
    storage.setItem("beaufort/seat/a", JSON.stringify({ seat: "key", invitation: 5, side: "first" }));
    expect(createSeats(storage).sit("a")).toEqual({ type: "sit", seat: "key" });
  });
});

it("a browser that denies everything is a browser that has nothing", () => {
  for (const name of ["localStorage", "indexedDB", "caches", "navigator"])
    Object.defineProperty(globalThis, name, { get: denied, configurable: true });
  try {
    expect(browser.localStore()).toBeUndefined();
    expect(browser.databases()).toBeUndefined();
    expect(browser.cacheStore()).toBeUndefined();
    expect(browser.lockManager()).toBeUndefined();
    expect(browser.serviceWorkers()).toBeUndefined();
    expect(browser.clipboard()).toBeUndefined();
    expect(browser.sharing()).toBeUndefined();
    expect(browser.languagesRead()).toEqual([]);
    expect(browser.processors()).toBe(1);
  } finally {
    for (const name of ["localStorage", "indexedDB", "caches", "navigator"])
      Reflect.deleteProperty(globalThis, name);
  }
});
