/** The trials that come with the page: many games of the engine against itself, of each of the great games. */

import type { TrialView } from "../protocol/protocol";

/** Their files, by their paths; `cargo xtask atlas` makes them. */
const FILES = import.meta.glob<string>("../../atlas/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Returns the trial of a game that comes with the page; none if there is none, or if it cannot be fetched now. */
export async function storedTrial(game: string): Promise<TrialView | undefined> {
  const address = FILES[`../../atlas/${game}.json`];
  if (address === undefined) return undefined;
  const answer = await fetch(address).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as TrialView) : undefined;
}
