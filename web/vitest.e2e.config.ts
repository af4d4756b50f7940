import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    environment: "node",
    // One browser and one server at a time: the tests may run on a small machine.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine may stall a browser for long; what fails twice is broken. Every test begins anew.
    retry: 1,
    // What a page is expected to show may take longer on a busy machine.
    expect: { poll: { timeout: 10_000 } },
  },
});
