/** The worker of an embedded board: it has the conversation of one page, and keeps nothing. */

import { type Hub, type Store, createHub } from "../offline/hub";
import type { FromPage, ToPage } from "../offline/messages";
import { loadModule } from "../offline/module";

const NOWHERE: Store = {
  load: () => Promise.resolve(undefined),
  save: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  setAside: () => Promise.resolve(),
};

const connections = new Set<number>();
const tell = (message: ToPage) => postMessage(message);

function fail(reason: unknown): void {
  console.error("the board cannot be shown", reason);
  for (const connection of connections) tell({ kind: "lost", connection, reason: String(reason) });
}

async function begin(): Promise<Hub> {
  const module = await loadModule();
  const tellOne = (connection: number, kind: "open" | "text", text: string) =>
    tell(kind === "open" ? { kind, connection } : { kind, connection, text });
  return createHub(module, NOWHERE, tellOne, tell, fail);
}

const hub = begin();
addEventListener("message", ({ data }: MessageEvent<FromPage>) => {
  if (data.kind === "connect") connections.add(data.connection);
  if (data.kind === "close") connections.delete(data.connection);
  hub.then((hub) => {
    if (data.kind === "connect") hub.connect(data.connection, data.session);
    else if (data.kind === "text") hub.text(data.connection, data.text);
    else if (data.kind === "close") hub.close(data.connection);
    else hub.remove(data.session);
  }, fail);
});
