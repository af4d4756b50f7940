/**
 * The worker of a page. Of all pages of this site, the worker of one is the host: it has the conversations, so that pages side
 * by side show one game alike. The others pass on what their pages say, and when the host's page is closed, one of them takes
 * its place.
 */

import { lockManager } from "../browser";
import * as database from "./database";
import { type Hub, createHub } from "./hub";
import type { Broadcast, FromPage, Loaded, ToPage } from "./messages";
import { loadModule } from "./module";
import { msg } from "../language/catalogue";

const tab = crypto.randomUUID();
let tellLoaded!: (module: WebAssembly.Module | undefined) => void;
/** The module, once the page has loaded it: it begins with that before this worker is there. */
const loaded = new Promise<WebAssembly.Module | undefined>((resolve) => (tellLoaded = resolve));
const channel = new BroadcastChannel("beaufort");
/** This page's connections, the sessions of those that may be made, and which of these stand. */
const connections = new Set<number>();
const sessions = new Map<number, string>();
const standing = new Set<number>();
/** While this is the host: the hub, which numbers the clients of all pages. */
let hub: Hub | undefined;
const clients = new Map<number, { tab: string; connection: number }>();
const numbers = new Map<string, number>();
const watched = new Set<string>([tab]);
let next = 1;

function tellPage(message: ToPage): void {
  if (message.kind === "open") standing.add(message.connection);
  postMessage(message);
}

function broadcast(message: Broadcast): void {
  channel.postMessage(message);
}

/** Passes on what a page says: to the hub, or to the host. */
function handle(from: string, message: FromPage): void {
  if (!hub) {
    if (from === tab) broadcast({ to: "host", tab, message });
    return;
  }
  if (message.kind === "remove") {
    hub.remove(message.session);
    return;
  }
  const key = `${from}/${message.connection}`;
  if (message.kind === "connect") {
    // A page may have found the new host by itself before it is announced.
    const known = numbers.get(key);
    if (known !== undefined) disconnect(key, known, hub);
    const client = next++;
    clients.set(client, { tab: from, connection: message.connection });
    numbers.set(key, client);
    watch(from);
    hub.connect(client, message.session);
    return;
  }
  const client = numbers.get(key);
  if (client === undefined) return;
  if (message.kind === "text") {
    hub.text(client, message.text);
  } else {
    disconnect(key, client, hub);
  }
}

function disconnect(key: string, client: number, hub: Hub): void {
  clients.delete(client);
  numbers.delete(key);
  hub.close(client);
}

/** Closes the connections of a page when that is closed: it holds a lock as long as it lives. */
function watch(other: string): void {
  if (watched.has(other)) return;
  watched.add(other);
  void hold(lockOf(other), () => {
    watched.delete(other);
    for (const [, { tab, connection }] of [...clients]) {
      if (tab === other) handle(other, { kind: "close", connection });
    }
  });
}

/** Does something with a lock; throws where the browser denies locks. */
async function hold(name: string, act: () => Promise<void> | void): Promise<void> {
  const locks = lockManager();
  if (!locks) throw new Error("the browser has no locks for this page");
  await locks.request(name, act);
}

function lockOf(tab: string): string {
  return `beaufort/tab/${tab}`;
}

/** Becomes the host, and takes over the connections of this page. */
async function host(): Promise<void> {
  // The previous host is gone.
  for (const connection of standing) tellPage({ kind: "lost", connection });
  standing.clear();
  const module = await loadModule(await loaded);
  const tell = (client: number, kind: "open" | "text", text: string) => {
    const to = clients.get(client);
    if (!to) return;
    const { connection } = to;
    const message: ToPage = kind === "open" ? { kind, connection } : { kind, connection, text };
    if (to.tab === tab) tellPage(message);
    else broadcast({ to: "tab", tab: to.tab, message });
  };
  const tellAll = (message: ToPage) => {
    tellPage(message);
    for (const other of watched) if (other !== tab) broadcast({ to: "tab", tab: other, message });
  };
  const failed = (reason: unknown) => {
    console.error("the program has failed", reason);
    const words = msg("The program has failed: load the page anew. Every turn that was shown is kept");
    for (const { tab: other, connection } of clients.values()) {
      const message: ToPage = { kind: "lost", connection, reason: words };
      if (other === tab) tellPage(message);
      else broadcast({ to: "tab", tab: other, message });
    }
  };
  hub = createHub(module, database, tell, tellAll, failed);
  broadcast({ to: "all" });
  reconnect();
}

/** Reconnects the connections of this page to the new host. */
function reconnect(): void {
  for (const [connection, session] of sessions) {
    if (standing.delete(connection)) tellPage({ kind: "lost", connection });
    handle(tab, { kind: "connect", connection, session });
  }
}

const forever = () => new Promise<never>(() => undefined);

/**
 * This page is known to live: it has the lock by which the host sees when it is closed. Before that the host would get the lock
 * itself, and take the page for closed.
 */
const alive = new Promise<void>((resolve, reject) => {
  hold(lockOf(tab), () => {
    resolve();
    return forever();
  }).catch(reject);
});

addEventListener("message", ({ data }: MessageEvent<FromPage | Loaded>) => {
  if (data.kind === "module") {
    tellLoaded(data.module);
    return;
  }
  if (data.kind === "connect") connections.add(data.connection);
  if (data.kind === "close") connections.delete(data.connection);
  alive.then(
    () => {
      if (data.kind === "connect") sessions.set(data.connection, data.session);
      if (data.kind === "close") sessions.delete(data.connection);
      handle(tab, data);
    },
    (reason: unknown) => fail(reason),
  );
});

channel.addEventListener("message", ({ data }: MessageEvent<Broadcast>) => {
  if (data.to === "host") handle(data.tab, data.message);
  else if (data.to === "all") reconnect();
  else if (data.tab === tab) tellPage(data.message);
});

/** A page that gets no error message would show nothing at all. */
function fail(reason: unknown): void {
  console.error("the games cannot be played", reason);
  for (const connection of connections) {
    tellPage({
      kind: "lost",
      connection,
      reason: {
        text: msg("the program could not be loaded: {reason}"),
        args: { reason: String(reason) },
      },
    });
  }
}

hold("beaufort/host", async () => {
  await host().catch(fail);
  await forever();
}).catch(fail);
