/** Letters tell a player that it is their turn: with a real mail server, and the links of its letters. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { PHONE, checkAccess, expectTurn, openPage, screenshot, startBrowser } from "./browser";
import { accept, invite, play } from "./elsewhere";
import { isThere } from "./needs";
import { startServer } from "./server";
import { IS_SITE } from "./site";

const PYTHON = "/usr/bin/python3";
const hasMailServer = spawnSync(PYTHON, ["-c", "import aiosmtpd"]).status === 0;
const HINT = "install aiosmtpd (Debian: apt-get install python3-aiosmtpd)";
/** A test of what needs a server of ours and one for mail. */
const itMailed = it.runIf(!IS_SITE && isThere(hasMailServer, "the tests of letters", HINT));

const folder = mkdtempSync(join(tmpdir(), "beaufort-mail-"));
const mail = join(folder, "mail");
let relay: ChildProcess | undefined;

afterAll(() => {
  relay?.kill();
  rmSync(folder, { recursive: true });
});

/** Starts a mail server that keeps what comes, and returns its address. */
async function startRelay(): Promise<string> {
  const port = await new Promise<number>((resolve) => {
    const free = createServer().listen(0, "127.0.0.1", () => {
      const address = free.address();
      free.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
  const listen = ["--nosetuid", "--listen", `127.0.0.1:${port}`];
  relay = spawn(PYTHON, [
    ...["-m", "aiosmtpd", ...listen],
    ...["--class", "aiosmtpd.handlers.Mailbox", mail],
  ]);
  return `smtp://127.0.0.1:${port}`;
}

/** Returns the letters that have come with a text in them. */
function letters(text: string): string[] {
  const place = join(mail, "new");
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .map((name) =>
      readFileSync(join(place, name), "utf8")
        .replace(/=\r?\n/g, "")
        .replaceAll("=3D", "="),
    )
    .filter((letter) => letter.includes(text));
}

async function letter(text: string): Promise<string> {
  await expect.poll(() => letters(text).length, { timeout: 30_000 }).toBe(1);
  return letters(text)[0] ?? "";
}

const linkIn = (letter: string, view: string) =>
  new RegExp(`^http://\\S+#/${view}/\\S+$`, "m").exec(letter)?.[0];

itMailed("an address is confirmed by a link, and hears of each turn until it wants no more", async () => {
  process.env["BEAUFORT_MAIL_SERVER"] = await startRelay();
  process.env["BEAUFORT_MAIL_FROM"] = "Beaufort <chess@example.org>";
  const [server, browser] = await Promise.all([startServer(), startBrowser()]);
  const maker = await openPage(browser);
  const link = await invite(maker, server.url, "Scirocco", async (page) => {
    await page.getByRole("radiogroup", { name: "Clock" }).getByText("By mail").click();
  });
  const friend = await openPage(browser, PHONE);
  await accept(friend, link);
  await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
  await friend.getByRole("radiogroup", { name: "Panel" }).getByText("By mail").click();
  await friend.getByLabel("Your mail address").fill("anne@example.org");
  await friend.getByRole("button", { name: "Write to me" }).click();
  await friend.getByText("A letter has gone to anne@example.org").waitFor();
  await checkAccess(friend);
  await screenshot(friend, "letters-phone");

  // The link of the letter is opened in a browser that has no seat.
  const reader = await openPage(browser);
  const confirm = linkIn(await letter("letters about your game"), "mail");
  await reader.goto(`${server.url}/${new URL(confirm ?? "").hash}`);
  await checkAccess(reader);
  expect(await friend.getByText("When it is your turn and you are not here").count()).toBe(0);
  await reader.getByRole("button", { name: "Write to me" }).click();
  await reader.getByText("The address has been confirmed.").waitFor();
  await friend.getByText("When it is your turn and you are not here").waitFor();

  const table = friend.url();
  await friend.goto("about:blank");
  await maker.getByText(/away for \d+ s/).waitFor();
  await play(maker, ["f1", "e4"], "C-e4");
  const told = await letter("your turn in Scirocco");
  expect(linkIn(told, "play")).toContain(new URL(table).hash);
  await friend.goto(table);
  await friend.locator(".player.bottom", { hasText: "you" }).waitFor();
  await play(friend, ["a8", "a7"], "P-a7");
  await expectTurn(maker, "P-a7");

  // A player who unsubscribes gets no more letters.
  const stop = /^http:\/\/\S+\/stop$/m.exec(told)?.[0];
  await reader.goto(`${server.url}/${new URL(stop ?? "").hash}`);
  await reader.getByRole("button", { name: "No more letters" }).click();
  await reader.getByText("The address has been forgotten.").waitFor();
  await friend.getByRole("radiogroup", { name: "Panel" }).getByText("By mail").click();
  await friend.getByLabel("Your mail address").waitFor();
  await browser.close();
  await server.stop();
});
