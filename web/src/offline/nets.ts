/**
 * The networks of the engine: a file for each game, loaded when the engine first needs it and kept for use offline.
 */

import type { Engine } from "beaufort-wasm";
import { cacheStore } from "../browser";

const FILES = import.meta.glob<string>("../../../games/nets/*.net", {
  query: "?url",
  import: "default",
  eager: true,
});
/** Where the net of each game is. */
const ADDRESSES = new Map(
  Object.entries(FILES).map(([path, address]) => [path.replace(/^.*\/|\.net$/g, ""), address]),
);
const CACHE = "beaufort-nets";
/** How long a net may take to come, in milliseconds. The engine waits for it. */
const PATIENCE = 10_000;

/** Gives an engine the net of a game, if there is one. Throws if there is one that cannot be loaded or used. */
export async function bringNet(engine: Engine, game: string): Promise<void> {
  const address = ADDRESSES.get(game);
  if (address === undefined) return;
  const kept = await openCache();
  const found =
    (await kept?.match(address)) ?? (await fetch(address, { signal: AbortSignal.timeout(PATIENCE) }));
  if (!found.ok) throw new Error(`the host answers ${found.status}`);
  const copy = found.clone();
  engine.addNet(game, new Uint8Array(await found.arrayBuffer()));
  // Only what is a net is kept.
  await kept?.put(address, copy).catch(() => undefined);
}

/** Opens the place where nets are kept, without those of other versions; none if nothing may be kept. */
async function openCache(): Promise<Cache | undefined> {
  try {
    const cache = await cacheStore()?.open(CACHE);
    if (!cache) return undefined;
    const current = new Set([...ADDRESSES.values()].map((address) => new URL(address, location.href).href));
    for (const request of await cache.keys()) if (!current.has(request.url)) await cache.delete(request);
    return cache;
  } catch {
    return undefined;
  }
}
