import { beforeEach, expect, it, vi } from "vitest";
import { compileModule } from "./compile";
import { readImport, writeExport } from "./importer";

vi.mock("beaufort-import", () => ({
  initSync: () => undefined,
  exportText: (text: string) => JSON.stringify({ text: `[${text}]`, unsaid: [] }),
  importText: (format: string, name: string, text: string) =>
    JSON.stringify({ type: "pieces", pieces: [{ line: 1, betza: text, ability: `${format} ${name}` }] }),
}));
vi.mock("beaufort-import/module?url", () => ({ default: "import.wasm" }));
vi.mock("./compile", () => ({ compileModule: vi.fn() }));

const compile = vi.mocked(compileModule);

beforeEach(() => compile.mockReset());

it("loads its module with the first text, and again only if that has failed", async () => {
  compile.mockRejectedValueOnce(new Error("no network"));
  await expect(readImport("betza", "a", "W")).rejects.toThrow("no network");
  compile.mockResolvedValue({});
  const answer = await readImport("betza", "a", "W");
  await readImport("betza", "a", "F");
  expect(answer).toMatchObject({ pieces: [{ betza: "W", ability: "betza a" }] });
  expect(await writeExport("x")).toEqual({ text: "[x]", unsaid: [] });
  expect(compile.mock.calls).toEqual([["import.wasm"], ["import.wasm"]]);
});
