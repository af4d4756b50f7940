/**
 * The service worker of the page with a server: it shows push messages as notifications, and opens the game that one is about. It
 * stores no files and answers no requests.
 */

/** A push message; `crates/server/src/push/mod.rs` writes it. */
interface Message {
  title: string;
  body: string;
  /** The address of the game, behind that of the page. */
  url: string;
  /** The same for all messages about a game: a new one takes the place of the one before. */
  tag: string;
}

interface Page {
  url: string;
  focus(): Promise<unknown>;
}

interface Waits {
  waitUntil(end: Promise<unknown>): void;
}

/** The part of a service worker's scope that is used here. */
declare const self: {
  registration: {
    scope: string;
    showNotification(title: string, options: NotificationOptions & { renotify: boolean }): Promise<void>;
  };
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(kind: "install", listener: () => void): void;
  addEventListener(
    kind: "push",
    listener: (event: Waits & { data: { json(): unknown } | null }) => void,
  ): void;
  addEventListener(
    kind: "notificationclick",
    listener: (event: Waits & { notification: { data: unknown; close(): void } }) => void,
  ): void;
};

self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("push", (event) => {
  const message = event.data?.json() as Message | undefined;
  if (!message) return;
  const { title, body, url, tag } = message;
  const icon = "icon-192.png";
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: url, renotify: true }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data)));
});

/** Shows the page of a game: one that is open, or else a new one. */
async function show(url: string): Promise<void> {
  const address = new URL(url, self.registration.scope).href;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url === address);
  await (open ? open.focus() : self.clients.openWindow(address));
}

// Its scope is that of a worker, not of the page.
export {};
