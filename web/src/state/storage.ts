/** The page's values in the storage of the browser, which may be denied, full, or damaged. */

import { type Accessor, createSignal, onCleanup } from "solid-js";
import { Memory } from "./memory";

/**
 * A storage that never fails: an entry that the browser does not keep lasts as long as the page is open. Other pages see only kept entries.
 */
export class ForgivingStorage implements Storage {
  /** Changes that the browser has not stored. */
  private readonly unkept = new Memory();
  private readonly removed = new Set<string>();
  private readonly setKept: (isKept: boolean) => void;
  /** Whether the browser has kept everything so far. */
  readonly isKept: Accessor<boolean>;

  constructor(private readonly real: Storage | undefined) {
    const [isKept, setKept] = createSignal(real !== undefined);
    this.isKept = isKept;
    this.setKept = setKept;
  }

  /** Does something with the browser's storage. Returns nothing where that is denied. */
  private attempt<T>(act: (real: Storage) => T): { value: T } | undefined {
    try {
      return this.real && { value: act(this.real) };
    } catch {
      this.setKept(false);
      return undefined;
    }
  }

  private keys(): string[] {
    const real = this.attempt((real) => Array.from({ length: real.length }, (_, index) => real.key(index)));
    const kept = (real?.value ?? []).filter((key) => key !== null && !this.removed.has(key)) as string[];
    const unkept = Array.from({ length: this.unkept.length }, (_, index) => this.unkept.key(index) ?? "");
    return [...new Set([...kept, ...unkept])];
  }

  get length(): number {
    return this.keys().length;
  }

  readonly key = (index: number) => this.keys()[index] ?? null;

  readonly getItem = (key: string) => {
    const unkept = this.unkept.getItem(key);
    if (unkept !== null || this.removed.has(key)) return unkept;
    return this.attempt((real) => real.getItem(key))?.value ?? null;
  };

  readonly setItem = (key: string, value: string) => {
    this.removed.delete(key);
    if (this.attempt((real) => real.setItem(key, value))) this.unkept.removeItem(key);
    else this.unkept.setItem(key, value);
  };

  readonly removeItem = (key: string) => {
    this.unkept.removeItem(key);
    if (!this.attempt((real) => real.removeItem(key))) this.removed.add(key);
  };

  /** Whether the browser keeps what is under a key. */
  readonly keeps = (key: string) => this.real !== undefined && this.unkept.getItem(key) === null;

  readonly clear = () => this.keys().forEach(this.removeItem);
}

/** Keeps a value under a key, as JSON. */
export function keep(storage: Pick<Storage, "setItem">, key: string, value: unknown): void {
  storage.setItem(key, JSON.stringify(value));
}

/** Returns the value of a key if it is an object. */
export function recall(storage: Pick<Storage, "getItem">, key: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "null");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns what `read` finds in a storage, and what reads it anew, as another page does when it changes what is kept under a key that
 * `concerns` it.
 */
export function createKept<T>(
  read: () => T,
  concerns: (key: string) => boolean,
): [kept: Accessor<T>, refresh: () => void] {
  const [kept, setKept] = createSignal(read());
  const refresh = () => void setKept(read);
  const hear = ({ key }: StorageEvent) => {
    if (key === null || concerns(key)) refresh();
  };
  addEventListener("storage", hear);
  onCleanup(() => removeEventListener("storage", hear));
  return [kept, refresh];
}

/** Returns the keys that begin with a prefix. */
export function keysWith(storage: Storage, prefix: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  return keys.filter((key) => key.startsWith(prefix));
}
