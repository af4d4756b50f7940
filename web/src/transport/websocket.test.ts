import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectBySocket } from "./websocket";

/** The sockets that have been opened, the last one last. */
let sockets: FakeSocket[] = [];

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  bufferedAmount = 0;
  /** Whether the network loses what is sent, or the server answers pings. */
  isDead = false;
  readonly sent: string[] = [];

  constructor() {
    super();
    sockets.push(this);
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  send(text: string): void {
    this.sent.push(text);
    if (text === "ping" && !this.isDead) setTimeout(() => this.hear("pong"), 50);
  }

  hear(data: string): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  tell(event: object): void {
    this.hear(JSON.stringify({ seq: 0, event }));
  }

  end(code: number, reason = ""): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason }));
  }

  close(): void {
    this.readyState = 2;
  }
}

const listener = { open: vi.fn(), message: vi.fn(), lost: vi.fn(), silent: vi.fn() };
const last = () => sockets.at(-1)!;
let page: EventTarget;
let seen: EventTarget & { visibilityState: string };
let connection: ReturnType<typeof connectBySocket> | undefined;

/** Connects to a server that is there. */
function connected(): FakeSocket {
  connection = connectBySocket("one", listener);
  last().open();
  last().tell({ type: "welcome" });
  return last();
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  vi.clearAllMocks();
  page = new EventTarget();
  seen = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("location", { protocol: "http:", host: "127.0.0.1:1" });
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", seen);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
});

afterEach(() => {
  connection?.close();
  connection = undefined;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("waits longer and longer, until a server talks", () => {
  connection = connectBySocket("one", listener);
  // A server that lets in and closes at once is no reason to hurry.
  for (const pause of [250, 500, 1000, 2000, 4000, 5000, 5000]) {
    last().open();
    last().end(1013);
    const before = sockets.length;
    vi.advanceTimersByTime(pause - 1);
    expect(sockets.length).toBe(before);
    vi.advanceTimersByTime(1);
    expect(sockets.length).toBe(before + 1);
  }
  last().open();
  last().tell({ type: "welcome" });
  last().end(1001);
  vi.advanceTimersByTime(250);
  expect(sockets.length).toBe(9);
});

it("tells why a session cannot be opened", () => {
  connection = connectBySocket("one", listener);
  last().open();
  last().end(1011, "the session cannot be read");
  expect(listener.lost).toHaveBeenLastCalledWith("the session cannot be read");
});

it("asks why a connection was refused", async () => {
  const refused = { status: 503, text: () => Promise.resolve("too many games are open\n") };
  vi.stubGlobal("fetch", () => Promise.resolve(refused));
  connection = connectBySocket("one", listener);
  last().end(1006);
  await vi.waitFor(() => expect(listener.lost).toHaveBeenLastCalledWith("too many games are open"));
});

it("a server that answers pings is there, however long nothing happens", () => {
  const socket = connected();
  vi.advanceTimersByTime(3_600_000);
  expect(listener.silent).not.toHaveBeenCalled();
  expect(listener.lost).not.toHaveBeenCalled();
  expect(sockets.length).toBe(1);
  const pings = socket.sent.length;
  expect(pings).toBeGreaterThan(850);
  expect(socket.sent.every((text) => text === "ping")).toBe(true);
  // Answers to the heartbeat are not passed on.
  expect(listener.message).toHaveBeenCalledTimes(1);
  // The page is hidden, so there is less hurry.
  seen.visibilityState = "hidden";
  vi.advanceTimersByTime(3_600_000);
  expect(socket.sent.length - pings).toBeLessThan(125);
});

it("a server that talks by itself is not asked", () => {
  const socket = connected();
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1000);
    socket.tell({ type: "thinking" });
  }
  expect(socket.sent).toEqual([]);
});

it("silence is noticed within ten seconds, and another connection is made", () => {
  const socket = connected();
  socket.isDead = true;
  vi.advanceTimersByTime(10_000);
  expect(listener.silent).toHaveBeenCalledTimes(1);
  expect(sockets.length).toBe(2);
  expect(socket.readyState).toBe(2);
  last().open();
  expect(listener.open).toHaveBeenCalledTimes(2);
});

it("silence after something was sent is noticed sooner", () => {
  const socket = connected();
  socket.isDead = true;
  connection?.send({ id: 1, command: { type: "resign", side: 0 } });
  vi.advanceTimersByTime(6500);
  expect(listener.silent).toHaveBeenCalledTimes(1);
});

it("an answer that is late is an answer", () => {
  const socket = connected();
  socket.isDead = true;
  connection?.send({ id: 1, command: { type: "hint" } });
  vi.advanceTimersByTime(5500);
  expect(socket.sent.at(-1)).toBe("ping");
  socket.tell({ type: "done" });
  vi.advanceTimersByTime(3000);
  expect(listener.silent).not.toHaveBeenCalled();
  expect(listener.message).toHaveBeenCalledTimes(2);
});

it("what comes from a connection that was given up is heard no more, nor how it ends", () => {
  const socket = connected();
  socket.isDead = true;
  vi.advanceTimersByTime(10_000);
  last().open();
  listener.message.mockClear();
  socket.tell({ type: "done" });
  socket.end(1006);
  socket.dispatchEvent(new Event("open"));
  expect(listener.message).not.toHaveBeenCalled();
  expect(listener.lost).not.toHaveBeenCalled();
  expect(sockets.length).toBe(2);
});

it("is more patient with a line that was too slow, until it is fast", () => {
  const silentAfter = () => {
    const [begun, before] = [Date.now(), sockets.length];
    last().isDead = true;
    while (sockets.length === before) vi.advanceTimersByTime(100);
    last().open();
    return Math.round((Date.now() - begun) / 1000);
  };
  connected();
  expect([silentAfter(), silentAfter(), silentAfter(), silentAfter()]).toEqual([9, 14, 24, 34]);
  vi.advanceTimersByTime(6000);
  expect(silentAfter()).toBeLessThanOrEqual(9);
});

it("a long message that is still on its way is no silence", () => {
  const socket = connected();
  socket.isDead = true;
  socket.bufferedAmount = 1_000_000;
  connection?.send({ id: 1, command: { type: "hint" } });
  for (let second = 0; second < 30; second++) {
    vi.advanceTimersByTime(1000);
    socket.bufferedAmount -= 20_000;
  }
  expect(listener.silent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(11_000);
  expect(listener.silent).toHaveBeenCalledTimes(1);
});

it("asks at once when the network or the page may have been away", () => {
  const socket = connected();
  const asks = (happen: () => void) => {
    const before = socket.sent.length;
    happen();
    const asked = socket.sent.length - before;
    vi.advanceTimersByTime(100);
    return asked;
  };
  for (const event of ["online", "offline", "pageshow"])
    expect(
      asks(() => page.dispatchEvent(new Event(event))),
      event,
    ).toBe(1);
  expect(asks(() => seen.dispatchEvent(new Event("visibilitychange")))).toBe(1);
  seen.visibilityState = "hidden";
  expect(asks(() => seen.dispatchEvent(new Event("visibilitychange")))).toBe(0);
});

it("a computer that has slept asks before it believes that the server is gone", () => {
  const socket = connected();
  vi.advanceTimersByTime(3990);
  // The answer comes as soon as anything does again.
  socket.isDead = true;
  vi.advanceTimersByTime(10);
  expect(socket.sent.length).toBe(1);
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(5000);
  expect(listener.silent).not.toHaveBeenCalled();
  expect(socket.sent.length).toBe(2);
  vi.advanceTimersByTime(5000);
  expect(listener.silent).toHaveBeenCalledTimes(1);
});

it("does not wait to connect when the network is there again", () => {
  connected();
  for (let attempt = 0; attempt < 6; attempt++) {
    last().end(1006);
    vi.advanceTimersByTime(5000);
  }
  last().end(1006);
  const before = sockets.length;
  page.dispatchEvent(new Event("online"));
  expect(sockets.length).toBe(before + 1);
  // An attempt from before is given up.
  page.dispatchEvent(new Event("online"));
  expect(sockets.length).toBe(before + 2);
  expect(sockets[before]?.readyState).toBe(2);
  page.dispatchEvent(new Event("pageshow"));
  expect(sockets.length).toBe(before + 2);
});

it("an attempt that comes to nothing is given up", () => {
  connected();
  last().end(1006);
  vi.advanceTimersByTime(250);
  expect(sockets.length).toBe(2);
  vi.advanceTimersByTime(10_000);
  expect(listener.lost).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(500);
  expect(sockets.length).toBe(3);
});

it("a connection that was closed does nothing any more", () => {
  connected();
  connection?.close();
  page.dispatchEvent(new Event("online"));
  seen.dispatchEvent(new Event("visibilitychange"));
  vi.advanceTimersByTime(60_000);
  expect(sockets.length).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});
