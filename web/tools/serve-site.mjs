/**
 * Serves the page without a server on this machine, as a static host would: `node serve-site.mjs FOLDER [PORT] [PATH]`. The path
 * is that under which the page lies, `/` if none is given; port 0 is any that is free. Prints the address.
 */

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
import { createBrotliCompress } from "node:zlib";

const [folder, port = "8012", path = "/"] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node serve-site.mjs FOLDER [PORT] [PATH]");
  process.exit(2);
}

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};
/** Pages that are on their own may share memory with their workers: the engine is stopped without being started anew. */
const ALONE =
  process.env["SHARED_MEMORY"] === "0"
    ? {}
    : { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

const root = resolve(folder);

/** Returns the file that an address names, if there is one. */
function fileOf(url) {
  const { pathname } = new URL(url ?? "/", "http://localhost");
  if (!pathname.startsWith(path)) return undefined;
  const name = decodeURIComponent(pathname.slice(path.length));
  const file = normalize(join(root, name === "" ? "index.html" : name));
  if (!file.startsWith(root + sep)) return undefined;
  return statSync(file, { throwIfNoEntry: false })?.isFile() ? file : undefined;
}

const server = createServer((request, response) => {
  if (`${request.url}/` === path) {
    response.writeHead(301, { Location: path }).end();
    return;
  }
  let file;
  try {
    file = fileOf(request.url);
  } catch {
    // An address that cannot be decoded names nothing.
  }
  if (!file) {
    response.writeHead(404, { "Content-Type": "text/plain" }).end("There is nothing here.\n");
    return;
  }
  const lasts = file.includes(`${sep}assets${sep}`);
  const headers = {
    "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
    "Cache-Control": lasts ? "public, max-age=31536000, immutable" : "no-cache",
    ...ALONE,
  };
  const isSmall = /\bbr\b/.test(String(request.headers["accept-encoding"])) && extname(file) !== ".png";
  response.writeHead(200, isSmall ? { ...headers, "Content-Encoding": "br" } : headers);
  const content = createReadStream(file);
  content.on("error", () => response.destroy());
  if (isSmall) content.pipe(createBrotliCompress({ params: { 1: 5 } })).pipe(response);
  else content.pipe(response);
});
server.listen(Number(port), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}${path}`);
});
