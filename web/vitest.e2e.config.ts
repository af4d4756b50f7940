import { defineConfig } from "vitest/config";

const ALL = ["e2e/**/*.test.ts"];
/** Tests that measure time or start a second browser. */
const ALONE = ["e2e/firefox.test.ts", "e2e/slow.test.ts", "e2e/speed.test.ts"];

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
        test: { name: "alone", include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine may stall a browser for long; what fails twice is broken. Every test begins anew.
    retry: 1,
    // Expected content may appear late on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
