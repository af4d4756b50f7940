/**
 * Measures the engine in WebAssembly, without a browser: `node bench-wasm.mjs FOLDER [DEPTH [shared]]` prints for each game the
 * nodes and the nodes a second, as `beaufort bench` does. The folder holds what `cargo xtask wasm` has written. With `shared` it
 * writes into memory that other engines could share.
 */

import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, depth = "5", table] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node bench-wasm.mjs FOLDER [DEPTH [shared]]");
  process.exit(2);
}
const { initSync, games, measure, sharedBytes } = await import(
  pathToFileURL(resolve(folder, "beaufort.js")).href
);
initSync({ module: readFileSync(resolve(folder, "beaufort_bg.wasm")) });

/** Where the nets are, which the page loads one by one. */
const NETS = resolve(import.meta.dirname, "../../games/nets");

function netOf(game) {
  const file = resolve(NETS, `${game}.net`);
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** The memory of the engine in MiB: as for `beaufort bench`. */
const HASH = 16;

const memory = table === "shared" ? new Int32Array(new SharedArrayBuffer(sharedBytes(HASH))) : undefined;

let total = 0;
for (const game of games()) {
  const { nodes, ms } = measure(game, netOf(game), Number(depth), HASH, memory);
  total += nodes;
  console.log(`${game} ${depth} ${nodes} ${Math.round((1000 * nodes) / ms)}`);
}
console.log(`total: ${total} nodes`);
