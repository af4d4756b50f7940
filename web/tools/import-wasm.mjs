/**
 * Imports a text in WebAssembly, without a browser: `node import-wasm.mjs FOLDER FORMAT FILE` prints what `beaufort import` prints
 * and writes. The folder holds what `cargo xtask wasm` has written. With `--size` instead of format and file it prints the size of
 * the module in bytes as it is sent.
 */

import { readFileSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

const [folder, format, file] = process.argv.slice(2);
if (!folder || !format) {
  console.error("usage: node import-wasm.mjs FOLDER FORMAT FILE | FOLDER --size");
  process.exit(2);
}
const module = readFileSync(resolve(folder, "import_bg.wasm"));
if (format === "--size") {
  console.log(brotliCompressSync(module).length);
  process.exit();
}
const { initSync, importText } = await import(pathToFileURL(resolve(folder, "import.js")).href);
initSync({ module });

/** The words of a report for what became of a key. */
const WORDS = {
  said: "said          ",
  displayOnly: "display only  ",
  withoutEffect: "no effect     ",
  approximated: "approximated  ",
  notSaid: "not said      ",
};

const start = performance.now();
const answer = JSON.parse(importText(format, basename(file, extname(file)), readFileSync(file, "utf8")));
const ms = Math.round(performance.now() - start);
if (process.env.TIME) console.error(`${ms} ms`);
switch (answer.type) {
  case "games":
    for (const { variant, whole, notes } of answer.games) {
      console.log(`${variant}: ${whole ? "imported whole" : "not all of its rules are imported"}`);
      for (const { key, value, treatment, why } of notes) {
        const said = value === "" ? key : `${key} = ${value}`;
        console.log(`  ${WORDS[treatment]}${said}${why === undefined ? "" : `: ${why}`}`);
      }
    }
    for (const { file } of answer.games.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      process.stdout.write(file);
    break;
  case "pieces":
    for (const { ability } of answer.pieces) console.log(ability);
    break;
  default:
    for (const { line, column, message } of answer.errors) console.error(`${line}:${column}: ${message}`);
    process.exit(1);
}
