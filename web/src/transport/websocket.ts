/** A connection to the server from which the page came. It is made again whenever it breaks, or falls silent. */

import { type Message, PING, PONG } from "../protocol/protocol";
import { createHeartbeat } from "./heartbeat";
import type { Connect } from "./transport";

/** The pauses between attempts, in milliseconds: the first, and the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
/** How long an attempt may take, in milliseconds. */
const CONNECT_TIME = 10_000;
/** What a WebSocket that ends may say: the message was too large, the server has failed. */
const TOO_LARGE = 1009;
const FAILED = 1011;

export const connectBySocket: Connect = (session, listener) => {
  const path = `/ws/${encodeURIComponent(session)}`;
  /** The socket that counts, which may not stand yet; none between two attempts. */
  let socket: WebSocket | undefined;
  let pause = FIRST_PAUSE;
  const left = new AbortController();
  /** Of the next attempt, or of the end of this one. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heartbeat = createHeartbeat({
    ask: () => socket?.send(PING),
    unsent: () => socket?.bufferedAmount ?? 0,
    silent() {
      abandon();
      listener.silent();
      connect();
    },
    isHidden: () => document.visibilityState === "hidden",
  });

  function connect(): void {
    clearTimeout(timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    let wasOpen = false;
    const own = new WebSocket(`${scheme}://${location.host}${path}`);
    socket = own;
    timer = setTimeout(() => {
      abandon();
      listener.lost();
      retry();
    }, CONNECT_TIME);
    own.addEventListener("open", () => {
      if (socket !== own) return;
      clearTimeout(timer);
      wasOpen = true;
      heartbeat.begin();
      listener.open();
    });
    own.addEventListener("message", ({ data }) => {
      if (socket !== own) return;
      heartbeat.heard();
      if (data === PONG) return;
      const message = JSON.parse(String(data)) as Message;
      // Only a server that talks has let us in.
      if (message.event.type === "welcome") pause = FIRST_PAUSE;
      listener.message(message);
    });
    own.addEventListener("close", ({ code, reason }) => {
      if (socket !== own) return;
      abandon();
      listener.lost(code === TOO_LARGE || code === FAILED ? reason : undefined);
      retry();
      if (!wasOpen) void tellRefusal();
    });
  }

  /** Has nothing more to do with the socket. */
  function abandon(): void {
    clearTimeout(timer);
    heartbeat.end();
    const old = socket;
    socket = undefined;
    old?.close();
  }

  function retry(): void {
    timer = setTimeout(connect, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }

  /** A browser keeps to itself why a WebSocket was refused; the same address tells it to a plain request. */
  async function tellRefusal(): Promise<void> {
    try {
      const answer = await fetch(path);
      if (answer.status !== 503) return;
      const reason = (await answer.text()).trim();
      if (!left.signal.aborted && socket?.readyState !== WebSocket.OPEN) listener.lost(reason);
    } catch {
      // There is no server: that is all there is to know.
    }
  }

  /** The network, or the page, may have been away: whatever stands is asked whether it does, and nothing is waited for. */
  function awake(): void {
    if (!socket) connect();
    else heartbeat.check();
  }

  const events = { signal: left.signal };
  // An attempt that began without a network may wait for long.
  const online = () => {
    if (socket?.readyState !== WebSocket.OPEN) abandon();
    awake();
  };
  addEventListener("online", online, events);
  addEventListener("offline", () => heartbeat.check(), events);
  addEventListener("pageshow", awake, events);
  document.addEventListener(
    "visibilitychange",
    () => document.visibilityState === "visible" && awake(),
    events,
  );

  connect();
  return {
    send(request) {
      if (socket?.readyState !== WebSocket.OPEN) return;
      socket.send(JSON.stringify(request));
      heartbeat.sent();
    },
    close() {
      left.abort();
      abandon();
    },
  };
};
