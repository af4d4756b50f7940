/** A WebSocket to the server of the page. It is made again whenever it breaks or falls silent. */

import { type Message, PING, PONG } from "../protocol/protocol";
import { createHeartbeat } from "./heartbeat";
import type { Connect } from "./transport";

/** The pauses between attempts, in milliseconds: the first and the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
/** The timeout of an attempt, in milliseconds. */
const CONNECT_TIME = 10_000;
/** Close codes: the message was too large, the server has failed. */
const TOO_LARGE = 1009;
const FAILED = 1011;

export const connectBySocket: Connect = (session, listener) => {
  const path = `/ws/${encodeURIComponent(session)}`;
  /** The current socket, which may still be connecting; none between two attempts. */
  let socket: WebSocket | undefined;
  let pause = FIRST_PAUSE;
  const left = new AbortController();
  /** The timer of the next attempt, or of the timeout of this one. */
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
      // Only a server that greets has accepted the connection.
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

  /** Closes the socket and ignores its events. */
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

  /** Browsers hide why a WebSocket was refused; a plain request to the same address returns the reason. */
  async function tellRefusal(): Promise<void> {
    try {
      const answer = await fetch(path);
      if (answer.status !== 503) return;
      const reason = (await answer.text()).trim();
      if (!left.signal.aborted && socket?.readyState !== WebSocket.OPEN) listener.lost(reason);
    } catch {
      // There is no server, and no reason to show.
    }
  }

  /** The network or the page was away: an open connection is checked, a closed one is made at once. */
  function awake(): void {
    if (!socket) connect();
    else heartbeat.check();
  }

  const events = { signal: left.signal };
  // An attempt that began without a network may take long.
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
