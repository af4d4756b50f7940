/** What several parts of the page do with the storage of the browser. */

/**
 * Keeps a value under a key, as JSON. Returns whether it is kept: where there is no room left, or nothing may be kept, all stays
 * as it is, and whoever has told it has it as long as the page is open.
 */
export function keep(storage: Pick<Storage, "setItem">, key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the keys that begin with a prefix. */
export function keysWith(storage: Storage, prefix: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return keys.filter((key) => key.startsWith(prefix));
}
