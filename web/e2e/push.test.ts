/** Notifications tell a player that it is their turn: with a push service of the test's own, which reads the messages. */

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { LAPTOP, PHONE, checkAccess, openPage, screenshot, startBrowser } from "./browser";
import { accept, invite, play } from "./elsewhere";
import { startServer } from "./server";
import { itServed } from "./site";

/** A browser's subscription, whose keys the test has. */
const key = createECDH("prime256v1");
const point = key.generateKeys();
const auth = randomBytes(16);

interface Shown {
  title: string;
  body: string;
  url: string;
  tag: string;
}

/** Decrypts a message as RFC 8291 and RFC 8188 say. */
function read(body: Buffer): Shown {
  const [salt, server, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), point, server]);
  const derive = (salt: Buffer, secret: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, info, length));
  const secret = derive(auth, key.computeSecret(server), info, 32);
  const decipher = createDecipheriv(
    "aes-128-gcm",
    derive(salt, secret, "Content-Encoding: aes128gcm\0", 16),
    derive(salt, secret, "Content-Encoding: nonce\0", 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(text.subarray(0, -1).toString()) as Shown;
}

/** Gives the page a push service: that of the browser is not reachable in a test. */
async function givePushService(page: Page, endpoint: string): Promise<void> {
  const keys = { p256dh: point.toString("base64url"), auth: auth.toString("base64url") };
  await page.addInitScript(
    ([endpoint, keys]) => {
      // An empty page has no service workers.
      if (!("ServiceWorkerRegistration" in globalThis)) return;
      const kept = "test/subscribed";
      const subscription = () => ({
        endpoint,
        options: {
          applicationServerKey: Uint8Array.from(atob(localStorage.getItem(kept) ?? ""), (c) =>
            c.charCodeAt(0),
          ).buffer,
        },
        toJSON: () => ({ endpoint, keys }),
      });
      const manager = {
        getSubscription: () => Promise.resolve(localStorage.getItem(kept) === null ? null : subscription()),
        subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
          localStorage.setItem(kept, btoa(String.fromCharCode(...applicationServerKey)));
          return Promise.resolve(subscription());
        },
      };
      Object.defineProperty(ServiceWorkerRegistration.prototype, "pushManager", { get: () => manager });
      Notification.requestPermission = () => Promise.resolve("granted");
    },
    [endpoint, keys] as const,
  );
}

itServed("a browser is notified of the turn, and its notification leads to the game", async () => {
  const messages: Buffer[] = [];
  const service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      messages.push(Buffer.concat(parts));
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  process.env["BEAUFORT_PUSH_SERVICES"] = "any";
  const [server, browser] = await Promise.all([startServer(), startBrowser()]);
  const maker = await openPage(browser);
  const link = await invite(maker, server.url, "Scirocco", async (page) => {
    await page.getByRole("radiogroup", { name: "Clock" }).getByText("By mail").click();
  });
  const friend = await openPage(browser, {
    ...PHONE,
    serviceWorkers: "allow",
    permissions: ["notifications"],
  });
  const { port } = service.address() as AddressInfo;
  await givePushService(friend, `http://127.0.0.1:${port}/friend`);
  await accept(friend, link);
  await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
  await friend.getByRole("radiogroup", { name: "Panel" }).getByText("By mail").click();
  const notify = friend.getByLabel("Notify me on this device");
  await notify.check();
  await expect.poll(() => friend.getByRole("status").allInnerTexts()).not.toContain("cannot reach");
  await checkAccess(friend);
  await notify.scrollIntoViewIfNeeded();
  await screenshot(friend, "push-phone");
  // The server knows it: another page of this browser has it switched on.
  await friend.reload();
  await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
  await friend.getByRole("radiogroup", { name: "Panel" }).getByText("By mail").click();
  await expect.poll(() => notify.isChecked()).toBe(true);

  const table = friend.url();
  await friend.goto("about:blank");
  await maker.getByText(/away for \d+ s/).waitFor();
  await play(maker, ["f1", "e4"], "C-e4");
  await expect.poll(() => messages.length, { timeout: 30_000 }).toBe(1);
  const message = read(messages[0] ?? Buffer.alloc(0));
  expect([message.title, message.body]).toEqual(["Your turn", "Scirocco"]);
  expect(message.url).toBe(new URL(table).hash);

  // The service worker shows it.
  await friend.goto(`${server.url}/#/lobby`);
  const session = await friend.context().newCDPSession(friend);
  const registrationId = await new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${server.url}/`);
      if (found) resolve(found.registrationId);
    });
    void session.send("ServiceWorker.enable");
  });
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: server.url,
    registrationId,
    data: JSON.stringify(message),
  });
  const shown = () =>
    friend.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notifications = await registration.getNotifications();
      return notifications.map(({ title, body }) => `${title}: ${body}`);
    });
  await expect.poll(shown, { timeout: 20_000 }).toEqual(["Your turn: Scirocco"]);

  // Whoever wants no more gets no more.
  await friend.goto(table);
  await friend.getByRole("radiogroup", { name: "Panel" }).getByText("By mail").click();
  await expect.poll(() => notify.isChecked()).toBe(true);
  await notify.uncheck();
  await expect.poll(() => notify.isChecked()).toBe(false);
  await friend.reload();
  await friend.getByRole("radiogroup", { name: "Panel" }).getByText("By mail").click();
  await notify.waitFor();
  expect(await notify.isChecked()).toBe(false);
  await browser.close();
  await server.stop();
  service.close();
});

itServed("the page with a server can be installed", async () => {
  const [server, browser] = await Promise.all([startServer(), startBrowser()]);
  const page = await openPage(browser, LAPTOP);
  await page.goto(server.url);
  const session = await page.context().newCDPSession(page);
  const { url, errors } = await session.send("Page.getAppManifest");
  expect([url, errors]).toEqual([`${server.url}/manifest.webmanifest`, []]);
  const answer = await page.request.get(url);
  expect(answer.headers()["content-type"]).toBe("application/manifest+json");
  const { name, display, icons } = (await answer.json()) as {
    name: string;
    display: string;
    icons: { src: string; sizes: string }[];
  };
  expect([name, display]).toEqual(["Beaufort", "standalone"]);
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  for (const { src } of icons) expect((await page.request.get(`${server.url}/${src}`)).status()).toBe(200);
  await browser.close();
  await server.stop();
});
