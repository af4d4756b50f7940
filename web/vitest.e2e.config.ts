import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const ALL = ["e2e/**/*.test.ts"];
/** Tests of what the page does by itself, which does not depend on whether a server answers: the served page takes them. */
const PAGE_ALONE = [
  "beside",
  "board",
  "captures",
  "counts",
  "course",
  "dense",
  "draws",
  "ending",
  "games",
  "home",
  "language",
  "layout",
  "learn",
  "makeRules",
  "motion",
  "pictures",
  "powers",
  "piece",
  "premove",
  "print",
  "seen",
  "setup",
  "sight",
  "signs",
  "sounds",
  "steady",
  "table",
  "translated",
  "views",
].map((name) => `e2e/${name}.test.ts`);
/** Begins with the file that waits longest, so that no worker is idle while it waits. */
class LongestWaitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waitsLongest = (file: TestSpecification) => file.moduleId.endsWith("/absence.test.ts");
    return [...sorted.filter(waitsLongest), ...sorted.filter((file) => !waitsLongest(file))];
  }
}
/** Tests of slow answers, and those that start a second browser. */
const ALONE = ["e2e/firefox.test.ts", "e2e/slow.test.ts"];

export default defineConfig({
  test: {
    // Two browsers, each with a server, at a time: one often waits for what the page does by and by.
    maxWorkers: 2,
    // The files of a worker load their modules once: no module remembers anything from file to file.
    isolate: false,
    sequence: { sequencer: LongestWaitFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "pages",
          include: ALL,
          exclude: process.env["BEAUFORT_PAGE"] === "site" ? [...ALONE, ...PAGE_ALONE] : ALONE,
          sequence: { groupOrder: 0 },
        },
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
