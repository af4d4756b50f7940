/** A connection to the server from which the page came. It is made again whenever it breaks. */

import type { Message, Request } from "../protocol/protocol";
import type { Connect } from "./transport";

/** The pauses between attempts, in milliseconds: the first, and the longest. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;

export const connectBySocket: Connect = (session, listener) => {
  let socket: WebSocket;
  let pause = FIRST_PAUSE;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(session)}`);
    socket.addEventListener("open", () => {
      pause = FIRST_PAUSE;
      listener.open();
    });
    socket.addEventListener("message", (event) => {
      if (!closed) listener.message(JSON.parse(String(event.data)) as Message);
    });
    socket.addEventListener("close", () => {
      if (closed) return;
      listener.lost();
      timer = setTimeout(connect, pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    });
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
