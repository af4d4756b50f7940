import { expect, it } from "vitest";
import { Memory } from "./memory";
import { ForgivingStorage } from "./storage";
import { MAX_SEATS, createSeats, newKey } from "./seats";

it("draws keys of 128 bits", () => {
  const keys = Array.from({ length: 100 }, newKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[\w-]{22}$/);
});

it("sits with the invitation until there is another seat, and never with its own", () => {
  const seats = createSeats(new Memory());
  expect(seats.sit("a")).toBeUndefined();
  seats.accept("a", "invited");
  const first = seats.sit("a");
  expect(first).toMatchObject({ type: "sit", invitation: "invited" });
  seats.accept("a", "again");
  expect(seats.sit("a")).toEqual(first);
  const made = seats.invite("b", 1);
  expect(made).toMatchObject({ type: "invite", side: 1 });
  seats.accept("b", seats.invitation("b") ?? "");
  expect(seats.sit("b")).not.toHaveProperty("invitation");
  seats.forget("b");
  expect(seats.sit("b")).toBeUndefined();
});

it("knows whether it was invited, and says whether the game is rated", () => {
  const seats = createSeats(new Memory());
  expect(seats.isInvited("a")).toBe(false);
  seats.accept("a", "invited");
  expect(seats.isInvited("a")).toBe(true);
  expect(seats.invite("b", 0)).not.toHaveProperty("rated");
  expect(seats.invite("c", 0, { rated: true })).toMatchObject({ rated: true });
  expect(seats.isInvited("c")).toBe(false);
});

it("knows whom it has challenged until there is an answer", () => {
  const seats = createSeats(new Memory());
  seats.invite("a", 0, { opponent: "Bert" });
  seats.invite("b", 0);
  expect(seats.challenged("a")).toBe("Bert");
  const sit = seats.sit("a");
  expect([seats.answered("a"), seats.answered("a"), seats.answered("b"), seats.answered("c")]).toEqual([
    "Bert",
    undefined,
    undefined,
    undefined,
  ]);
  expect(seats.challenged("a")).toBeUndefined();
  expect(seats.sit("a")).toEqual(sit);
});

it("moves to the rematch with a key of its own, once", () => {
  const seats = createSeats(new Memory());
  seats.invite("a", 0);
  expect(seats.move("a", "b")).toBe(false);
  const next = seats.next("a");
  expect(seats.next("a")).toBe(next);
  expect(seats.move("a", "b")).toBe(true);
  expect(seats.sit("b")).toEqual({ type: "sit", seat: next });
  expect(seats.move("a", "b")).toBe(false);
  expect(seats.sit("a")).not.toEqual({ type: "sit", seat: next });
});

it("knows the sides of its seats", () => {
  const storage = new Memory();
  const seats = createSeats(storage);
  seats.note("a", 1);
  expect(seats.side("a")).toBeUndefined();
  seats.invite("a", 1);
  seats.accept("b", "invited");
  expect(seats.side("a")).toBeUndefined();
  const sit = seats.sit("a");
  seats.note("a", 1);
  storage.setItem("beaufort/settings", "{}");
  expect(createSeats(storage).side("a")).toBe(1);
  expect(createSeats(storage).sessions().sort()).toEqual(["a", "b"]);
  expect(seats.sit("a")).toEqual(sit);
});

it("the seat that has not been taken for longest is forgotten when there are too many", () => {
  const storage = new Memory();
  let clock = 0;
  const seats = createSeats(storage, () => ++clock);
  // One that was kept before times were.
  storage.setItem("beaufort/seat/old", JSON.stringify({ seat: newKey() }));
  for (let game = 1; game < MAX_SEATS; game++) seats.accept(`game${game}`, "invited");
  expect(seats.sessions()).toHaveLength(MAX_SEATS);
  seats.sit("game1");
  seats.accept("one", "invited");
  seats.accept("another", "invited");
  expect(seats.sessions()).toHaveLength(MAX_SEATS);
  expect(["old", "game1", "game2", "game3"].map((game) => seats.sit(game) !== undefined)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

it("a seat for which there is no room is there as long as the page is open", () => {
  const storage = new Memory();
  let isFull = true;
  const full = new Proxy(storage, {
    get(target, name) {
      if (name === "setItem" && isFull) throw new DOMException("no room", "QuotaExceededError");
      return Reflect.get(target, name) as unknown;
    },
  });
  const seats = createSeats(new ForgivingStorage(full));
  const { seat } = seats.invite("a", 1) as { seat: string };
  expect(seats.sit("a")).toEqual({ type: "sit", seat });
  expect(seats.sessions()).toEqual(["a"]);
  expect(storage.length).toBe(0);
  isFull = false;
  seats.note("a", 1);
  expect(createSeats(storage).sit("a")).toEqual({ type: "sit", seat });
  isFull = true;
  seats.accept("b", "invited");
  seats.forget("b");
  expect(seats.sit("b")).toBeUndefined();
});
