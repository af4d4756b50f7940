/** The name of the player whom one challenges to a new game. */

import { createUniqueId } from "solid-js";
import { t } from "../../language/language";

interface OpponentFieldProps {
  name: string;
  set: (name: string) => void;
  /** Why the player is not challenged. */
  trouble: string;
}

export function OpponentField(props: OpponentFieldProps) {
  const id = createUniqueId();
  return (
    <>
      <label class="field">
        {t("Challenge a player by name, if you like")}
        <input
          type="text"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxlength="20"
          aria-invalid={props.trouble !== ""}
          aria-describedby={id}
          value={props.name}
          onInput={(event) => props.set(event.currentTarget.value)}
        />
      </label>
      <p class="trouble" role="alert" id={id}>
        {props.trouble}
      </p>
    </>
  );
}
