/** The page without a server, on a static host, under a path of its own. */

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { ROOT, type Server } from "./server";

/** Whether the tests are for the page without a server. Tests that need a server are left out then. */
export const IS_SITE = process.env["BEAUFORT_PAGE"] === "site";

/** A test of what needs a server. */
export const itServed = it.skipIf(IS_SITE);

/** Where the page has been built. */
export const FOLDER = join(ROOT, "dist", "site");
const PATH = "/games/beaufort/";

/** Starts the static host of a folder on a free port. */
export function startSite(env: Record<string, string> = {}, folder = FOLDER): Promise<Server> {
  if (!existsSync(join(folder, "index.html"))) throw new Error("build the page first: cargo xtask site");
  const arguments_ = [join(ROOT, "web/tools/serve-site.mjs"), folder, "0", PATH];
  const child = spawn(process.execPath, arguments_, { env: { ...process.env, ...env } });
  const needsServer = () => Promise.reject(new Error("there is no server behind this page"));
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const url = /http:\S+/.exec(chunk.toString())?.[0];
      if (!url) return;
      resolve({
        // The tests add their `/#/...`.
        url: url.replace(/\/$/, ""),
        restart: needsServer,
        setStill: () => void needsServer(),
        setDisk: () => void needsServer(),
        stop: () =>
          new Promise((done) => {
            child.on("exit", () => done());
            child.kill("SIGTERM");
          }),
      });
    });
    child.on("exit", (code) => reject(new Error(`the static host has ended (${code ?? "killed"})`)));
  });
}
