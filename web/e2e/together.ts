/** The server and the browser that the tests of a file share. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { startBrowser } from "./browser";
import { type Server, startServer } from "./server";
import { IS_SITE, startSite } from "./site";

export interface Together {
  server: Server;
  browser: Browser;
}

/** Starts both before the tests of the file and ends them afterwards; they are there once the tests run. */
export function startTogether(): Together {
  const together = {} as Together;
  beforeAll(async () => {
    together.server = await (IS_SITE ? startSite() : startServer());
    together.browser = await startBrowser();
  });
  afterAll(async () => {
    await together.browser.close();
    await together.server.stop();
  });
  return together;
}
