/** The notifications of this browser: its subscription to push messages of the server. */

import { notifications, serviceWorkers } from "../browser";
import type { PushKeys } from "../protocol/protocol";
import { fromBase64url, toBase64url } from "./base64url";

/** The service worker that shows notifications. */
const WORKER = "/sw.js";

export interface Subscription {
  endpoint: string;
  keys: PushKeys;
}

/** Why a browser cannot be notified. */
export type Lack = "denied" | "failed";

/** Returns whether the browser can be notified at all. */
export const canBeNotified = (): boolean =>
  serviceWorkers() !== undefined && notifications() !== undefined && "PushManager" in globalThis;

/** Returns the address of the browser's subscription, if it has one. */
export async function ownEndpoint(): Promise<string | undefined> {
  if (!canBeNotified()) return undefined;
  const registration = await serviceWorkers()?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription?.endpoint;
}

/** Subscribes to push messages of the server with a public key; asks the person first. */
export async function subscribe(key: string): Promise<Subscription | Lack> {
  if ((await notifications()?.requestPermission()) !== "granted") return "denied";
  try {
    const workers = serviceWorkers();
    await workers?.register(WORKER);
    const manager = (await workers?.ready)?.pushManager;
    const known = await manager?.getSubscription();
    if (known && !isFor(known, key)) await known.unsubscribe();
    const applicationServerKey = fromBase64url(key);
    const made = await manager?.subscribe({ userVisibleOnly: true, applicationServerKey });
    const { endpoint, keys } = made?.toJSON() ?? {};
    const { p256dh, auth } = keys ?? {};
    return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : "failed";
  } catch {
    // The push service of the browser is not reachable, or is switched off.
    return "failed";
  }
}

/** Whether a subscription is for messages of the server with a public key. */
function isFor(subscription: PushSubscription, key: string): boolean {
  const own = subscription.options.applicationServerKey;
  return own !== null && toBase64url(new Uint8Array(own)) === key;
}
