import { defineConfig } from "vitest/config";

/** Measures, and checks nothing: times differ from machine to machine. */
export default defineConfig({
  test: {
    include: ["e2e/speed.measure.ts"],
    env: { BEAUFORT_PAGE: "site" },
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
