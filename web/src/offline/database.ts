/** The games in IndexedDB: a row for each session, and what could not be read, set aside. */

import { databases } from "../browser";

/** A session as it is kept. */
export interface Row {
  session: string;
  /** The state that the conversation saves. */
  saved: string;
  /** When it was saved, in milliseconds since 1970. */
  at: number;
}

const NAME = "beaufort";
const VERSION = 1;
const SESSIONS = "sessions";
const DAMAGED = "damaged";

let open: Promise<IDBDatabase> | undefined;

/** Opens the database; if that failed or it was closed, the next call opens it again. */
function database(): Promise<IDBDatabase> {
  open ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = databases()?.open(NAME, VERSION);
    if (!request) throw new Error("the browser has no database for this page");
    request.onupgradeneeded = () => {
      for (const store of [SESSIONS, DAMAGED])
        request.result.createObjectStore(store, { keyPath: "session" });
    };
    request.onsuccess = () => {
      const forget = () => (open = undefined);
      request.result.onclose = forget;
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      resolve(request.result);
    };
    request.onblocked = () => reject(new Error("another page uses an older version of the database"));
    request.onerror = () => reject(request.error ?? new Error("the database cannot be opened"));
  });
  open.catch(() => (open = undefined));
  return open;
}

/** Does something in a transaction of its own, and waits until it is on the disk. */
async function transact<T>(
  store: string,
  mode: IDBTransactionMode,
  act: (rows: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await database()).transaction(store, mode, { durability: "strict" });
  const request = act(transaction.objectStore(store));
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error("the transaction was ended"));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = fail;
    transaction.onerror = fail;
  });
}

/** Reads what was saved of a session. */
export async function load(session: string): Promise<string | undefined> {
  const row = await transact(
    SESSIONS,
    "readonly",
    (rows) => rows.get(session) as IDBRequest<Row | undefined>,
  );
  return row?.saved;
}

/** Saves a session. When it is done, the session is on the disk. */
export async function save(session: string, saved: string): Promise<void> {
  await transact(SESSIONS, "readwrite", (rows) => rows.put({ session, saved, at: Date.now() } satisfies Row));
}

/** Deletes a session. */
export async function remove(session: string): Promise<void> {
  await transact(SESSIONS, "readwrite", (rows) => rows.delete(session));
}

/** Reads all sessions. */
export function all(): Promise<Row[]> {
  return transact(SESSIONS, "readonly", (rows) => rows.getAll() as IDBRequest<Row[]>);
}

/** Keeps what cannot be read out of the way. */
export async function setAside(session: string, saved: string): Promise<void> {
  await transact(DAMAGED, "readwrite", (rows) => rows.put({ session, saved, at: Date.now() } satisfies Row));
  await remove(session);
}
