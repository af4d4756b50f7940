/** Games and positions as links and files. */

import { fromBase64url, toBase64url } from "./base64url";
import { href, parse } from "./route";

/** Returns the address of a link into this page. */
export function linkTo(...parts: string[]): string {
  return new URL(href(...parts), location.href).href;
}

/** Packs a text so that it fits into a link. */
export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return toBase64url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** Unpacks a text from a link. Throws if it is none, or if it has more bytes than `most`. */
export async function unpack(packed: string, most = Infinity): Promise<string> {
  const stream = new Blob([fromBase64url(packed)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(atMost(most));
  const bytes = await new Response(stream).arrayBuffer();
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** Returns a stream that fails as soon as more bytes have come: a short text may unpack to a very long one. */
function atMost(bytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let count = 0;
  return new TransformStream({
    transform(chunk, stream) {
      count += chunk.length;
      if (count > bytes) stream.error(new Error("the text is too long"));
      else stream.enqueue(chunk);
    },
  });
}

/** Saves a text as a file. */
export function download(name: string, text: string): void {
  save(name, new Blob([text], { type: "text/plain" }));
}

/** Downloads a blob as a file. */
export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Returns where a link into a page like this one leads; nothing if the text is none. A table is on its own server alone. */
export function hashOfLink(text: string, origin: string): string | undefined {
  if (!URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  const { view } = parse(url.hash);
  const leads =
    ["open", "editor", "made"].includes(view) ||
    (["play", "published"].includes(view) && url.origin === origin);
  return leads ? url.hash : undefined;
}

/** Returns the text of a file. Old PGN files are Latin-1: a file that is not valid UTF-8 is decoded as Latin-1. */
export function decoded(bytes: ArrayBuffer): { text: string; isLatin1: boolean } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isLatin1: false };
  } catch {
    return { text: new TextDecoder("latin1").decode(bytes), isLatin1: true };
  }
}

/** Returns where the word at a line and a column of a text begins and ends; both are counted from 1, in characters. */
export function wordAt(text: string, line: number, column: number): [number, number] {
  const before = text.split("\n").slice(0, line - 1);
  const start = before.reduce((length, one) => length + one.length + 1, 0);
  const inLine = Array.from(text.slice(start))
    .slice(0, column - 1)
    .join("");
  const from = start + inLine.length;
  const word = /^[^\s()[\]{}]*/.exec(text.slice(from))?.[0] ?? "";
  return [from, from + word.length];
}
