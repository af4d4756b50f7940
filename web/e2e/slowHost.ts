/** A host behind a slow line: every answer comes late, and all of them share what the line carries. */

import { type IncomingMessage, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** The speed that browsers call slow 4G. */
export const SLOW_4G = { latency: 562, bytesPerSecond: 180_000 };
/** How many bytes go at once. */
const PIECE = 4096;

export interface SlowHost {
  url: string;
  /** How many bytes have been sent. */
  sent(): number;
  stop(): Promise<void>;
}

/** Passes on what the host of an address answers, as slowly as such a line. Latencies are in milliseconds. */
export async function startSlowHost(url: string, line: typeof SLOW_4G): Promise<SlowHost> {
  const { origin, pathname } = new URL(url);
  /** When the line will have carried all that was given to it. */
  let free = 0;
  let sent = 0;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
  async function carry(bytes: number): Promise<void> {
    sent += bytes;
    free = Math.max(free, performance.now()) + (1000 * bytes) / line.bytesPerSecond;
    await pause(free - performance.now());
  }

  const server = createServer((asked, answer) => {
    const pass = async (found: IncomingMessage) => {
      await pause(line.latency);
      answer.writeHead(found.statusCode ?? 502, found.headers);
      for await (const chunk of found as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += PIECE) {
          const piece = chunk.subarray(at, at + PIECE);
          await carry(piece.length);
          answer.write(piece);
        }
      }
      answer.end();
    };
    request(origin + (asked.url ?? "/"), { headers: asked.headers }, (found) => {
      pass(found).catch(() => answer.destroy());
    }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    sent: () => sent,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
