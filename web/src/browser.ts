/**
 * Features that a browser may deny a page: storage, sharing, facts about the computer. Some browsers lack them, others throw when they
 * are named. They are read here alone, which the linter checks, and callers work without them.
 */

/** Returns what a browser has, unless it denies it. */
function allowed<T>(get: () => T): T | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
}

export const localStore = (): Storage | undefined => allowed(() => localStorage);
export const databases = (): IDBFactory | undefined => allowed(() => indexedDB);
export const cacheStore = (): CacheStorage | undefined => allowed(() => caches);
export const lockManager = (): LockManager | undefined => allowed(() => navigator.locks);
export const serviceWorkers = (): ServiceWorkerContainer | undefined =>
  allowed(() => navigator.serviceWorker);
export const notifications = (): typeof Notification | undefined =>
  allowed((): typeof Notification | undefined => Notification);
export const clipboard = (): Clipboard | undefined => allowed(() => navigator.clipboard);

/** The languages that the person reads, as BCP 47 tags, the favourite first. */
export const languagesRead = (): readonly string[] =>
  allowed((): readonly string[] | undefined => navigator.languages) ?? [];

/** How many processors there are, or the least there can be. */
export const processors = (): number => allowed((): number | undefined => navigator.hardwareConcurrency) ?? 1;

/** Returns what hands something to the other programs of the computer, if anything does. */
export function sharing(): ((data: ShareData) => Promise<void>) | undefined {
  const share = allowed((): typeof navigator.share | undefined => navigator.share);
  return share && ((data) => share.call(navigator, data));
}
