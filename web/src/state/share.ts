/** Games and positions as links and files. */

import { href } from "./route";

/** Returns the address of a link into this page. */
export function linkTo(...parts: string[]): string {
  return new URL(href(...parts), location.href).href;
}

/** Packs a text so that it fits into a link. */
export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Unpacks a text from a link. Throws if it is none. */
export async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}

/** Saves a text as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Whether a text looks like a position rather than a record. */
export function isPosition(text: string): boolean {
  return /^\S+\/\S+ \w+\s*$/.test(text.trim());
}
