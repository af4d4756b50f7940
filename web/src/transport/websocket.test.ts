import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectBySocket } from "./websocket";

/** The sockets that have been opened, the last one last. */
let sockets: FakeSocket[] = [];

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;

  constructor() {
    super();
    sockets.push(this);
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  tell(event: object): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify({ seq: 0, event }) }));
  }

  end(code: number, reason = ""): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason }));
  }

  close(): void {}
}

const listener = { open: vi.fn(), message: vi.fn(), lost: vi.fn() };
const last = () => sockets.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  listener.lost.mockClear();
  vi.stubGlobal("location", { protocol: "http:", host: "127.0.0.1:1" });
  vi.stubGlobal("WebSocket", FakeSocket);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("waits longer and longer, until a server talks", () => {
  connectBySocket("one", listener);
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
  connectBySocket("one", listener);
  last().open();
  last().end(1011, "the session cannot be read");
  expect(listener.lost).toHaveBeenLastCalledWith("the session cannot be read");
});

it("asks why a connection was refused", async () => {
  const refused = { status: 503, text: () => Promise.resolve("too many games are open\n") };
  vi.stubGlobal("fetch", () => Promise.resolve(refused));
  connectBySocket("one", listener);
  last().end(1006);
  await vi.waitFor(() => expect(listener.lost).toHaveBeenLastCalledWith("too many games are open"));
});
