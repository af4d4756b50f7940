/** What is said of a published game in a few words. */

import { plural, t } from "../../language/language";
import type { PublishedGame } from "../../protocol/protocol";

/** Returns how often a game has been played on the server. */
export function playsInWords({ plays }: PublishedGame): string {
  return plays === 0 ? t("not played yet") : plural(plays, "played once", "played {count} times");
}
