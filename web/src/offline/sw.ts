/**
 * The service worker: it keeps all files of the site for times without a network, and lets a new version wait until the person
 * wants it.
 *
 * Its responses have the headers that let a page share memory with its workers, since most static hosts send none.
 */

import { addPlugins, cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";

/** The part of a service worker's scope that is used here. */
declare const self: {
  /** All files with their revisions, which the build writes here. */
  __WB_MANIFEST: { url: string; revision: string | null }[];
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    kind: "activate",
    listener: (event: Event & { waitUntil(end: Promise<void>): void }) => void,
  ): void;
  addEventListener(kind: "message", listener: (event: MessageEvent<{ type?: string } | null>) => void): void;
};

const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  // A board in an article of another site, which may ask for the same, is shown there.
  "Cross-Origin-Resource-Policy": "cross-origin",
};

function withHeaders(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

addPlugins([{ handlerWillRespond: ({ response }) => Promise.resolve(withHeaders(response)) }]);
// Every page is a file of its own, whatever its address asks for.
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();

// The page of the first visit is controlled by the service worker, too: it must learn that a new one has taken over.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", ({ data }) => {
  if (data?.type === "SKIP_WAITING") void self.skipWaiting();
});
