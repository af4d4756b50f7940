/** The texts of the editor itself, in the language of the page. */
/* eslint-disable texts/translated -- the keys are the texts of the editor */

import { t } from "../../../language/language";

/** Returns what the editor says, by its own texts. */
export function phrases(): Record<string, string> {
  return {
    Find: t("Find"),
    Replace: t("Replace"),
    next: t("next"),
    previous: t("previous"),
    all: t("all"),
    "match case": t("match case"),
    regexp: t("regular expression"),
    "by word": t("by word"),
    replace: t("replace"),
    "replace all": t("replace all"),
    close: t("close"),
    "current match": t("current match"),
    "replaced $ matches": t("replaced $ matches"),
    "replaced match on line $": t("replaced match on line $"),
    "on line": t("on line"),
    "Go to line": t("Go to line"),
    go: t("go"),
    Completions: t("Proposals"),
    Diagnostics: t("Mistakes"),
    "No diagnostics": t("No mistakes"),
  };
}
