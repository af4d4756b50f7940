import { defineConfig } from "vitest/config";

const ALL = ["e2e/**/*.test.ts"];
/** What measures how long something takes, or starts another browser besides. */
const ALONE = ["e2e/firefox.test.ts", "e2e/slow.test.ts", "e2e/speed.test.ts"];
const ONE_BY_ONE = { forks: { singleFork: true } };

export default defineConfig({
  test: {
    // Two browsers, each with a server, at a time: one often waits for what the page does by and by.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: "pages", include: ALL, exclude: ALONE, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: { name: "alone", include: ALONE, poolOptions: ONE_BY_ONE, sequence: { groupOrder: 1 } },
      },
    ],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine may stall a browser for long; what fails twice is broken. Every test begins anew.
    retry: 1,
    // What a page is expected to show may take longer on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
