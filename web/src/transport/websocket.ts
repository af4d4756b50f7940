/** A connection to the server from which the page came. It is made again whenever it breaks. */

import type { Message, Request } from "../protocol/protocol";
import type { Connect } from "./transport";

/** The pauses between attempts, in milliseconds: the first, and the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
/** What a WebSocket that ends may say: the message was too large, the server has failed. */
const TOO_LARGE = 1009;
const FAILED = 1011;

export const connectBySocket: Connect = (session, listener) => {
  const path = `/ws/${encodeURIComponent(session)}`;
  let socket: WebSocket;
  let pause = FIRST_PAUSE;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    let wasOpen = false;
    socket = new WebSocket(`${scheme}://${location.host}${path}`);
    socket.addEventListener("open", () => {
      wasOpen = true;
      listener.open();
    });
    socket.addEventListener("message", (event) => {
      if (closed) return;
      const message = JSON.parse(String(event.data)) as Message;
      // Only a server that talks has let us in.
      if (message.event.type === "welcome") pause = FIRST_PAUSE;
      listener.message(message);
    });
    socket.addEventListener("close", ({ code, reason }) => {
      if (closed) return;
      listener.lost(code === TOO_LARGE || code === FAILED ? reason : undefined);
      timer = setTimeout(connect, pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
      if (!wasOpen) void tellRefusal();
    });
  }

  /** A browser keeps to itself why a WebSocket was refused; the same address tells it to a plain request. */
  async function tellRefusal(): Promise<void> {
    try {
      const answer = await fetch(path);
      if (answer.status !== 503) return;
      const reason = (await answer.text()).trim();
      if (!closed && socket.readyState !== WebSocket.OPEN) listener.lost(reason);
    } catch {
      // There is no server: that is all there is to know.
    }
  }

  connect();
  return {
    send(request: Request) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
    },
    close() {
      closed = true;
      clearTimeout(timer);
      socket.close();
    },
  };
};
