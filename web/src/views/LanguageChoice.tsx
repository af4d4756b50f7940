/** The choice of the language of the page; each is called as it calls itself. */

import { For } from "solid-js";
import { LANGUAGES, language, ownName, t } from "../language/language";
import { useApp } from "../state/app";

export function LanguageChoice() {
  const app = useApp();
  return (
    <label class="language-choice">
      {t("Language")}{" "}
      <select value={language()} onChange={(event) => app.set("language", event.currentTarget.value)}>
        <For each={LANGUAGES}>
          {(tag) => (
            <option value={tag} lang={tag} selected={tag === language()}>
              {ownName(tag)}
            </option>
          )}
        </For>
      </select>
    </label>
  );
}
