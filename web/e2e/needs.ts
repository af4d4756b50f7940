/** Programs that some of the tests need, and that need not be there. */

/** Returns whether a program is there; says that its tests are left out if it is not. With `REQUIRE_ALL` that is an error. */
export function isThere(found: boolean, tests: string, hint: string): boolean {
  if (found) return true;
  if (process.env["REQUIRE_ALL"]) throw new Error(hint);
  console.warn(`${tests} are SKIPPED: ${hint}`);
  return false;
}
