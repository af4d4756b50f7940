/** The nickname of who plays with people elsewhere without a name of their own. */

import { Show } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";

export function NicknameField() {
  const app = useApp();
  return (
    <Show when={!app.ownName.name()}>
      <label class="field">
        {t("Your nickname, if you like")}
        <input
          type="text"
          maxlength="20"
          autocomplete="nickname"
          spellcheck={false}
          value={app.settings.nickname}
          onChange={(event) => app.set("nickname", event.currentTarget.value.trim())}
        />
      </label>
    </Show>
  );
}
