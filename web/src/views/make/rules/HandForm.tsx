/** Whether what is taken comes to a hand, to be dropped again. */

import { Show } from "solid-js";
import { t } from "../../../language/language";
import { isChange } from "../piece/description";
import { entryOf, rootEntry } from "../text/outline";
import { textOf, valueAt } from "../text/value";
import { setKey } from "../text/write";
import type { Change } from "../text/change";
import { Choice, type FormProps } from "./fields";

const CAPTURED = ["hand", "captured"];
const PLACE = ["hand", "place"];
/** The notation that can write drops. */
// eslint-disable-next-line texts/translated -- it stands in files
const CHECKED = "algebraic with checks";

interface HandFormProps extends FormProps {
  /** The names of the regions. */
  regions: readonly string[];
}

export function HandForm(props: HandFormProps) {
  const captured = () => textOf(valueAt(props.outline, props.text, CAPTURED));
  /** The place; a list of several is shown as it is written. */
  const place = () => {
    const value = valueAt(props.outline, props.text, PLACE);
    return textOf(value) ?? (value && props.text.slice(value.from, value.to));
  };
  const write = (path: readonly string[], value: string) => setKey(props.outline, props.text, path, JSON.stringify(value)); // prettier-ignore

  /** Drops need a notation that can write them. */
  function notation(): Change[] {
    const said = textOf(valueAt(props.outline, props.text, ["notation"]));
    if (said?.startsWith("algebraic") || (said === undefined && isChange(props.outline))) return [];
    // A key of the file itself comes behind its names.
    const after = rootEntry(props.outline, "sides") ? "sides" : undefined;
    return [setKey(props.outline, props.text, ["notation"], JSON.stringify(CHECKED), after)];
  }

  return (
    <div class="rules-form">
      <Choice
        label={t("A captured piece")}
        value={captured()}
        usual={isChange(props.outline) ? undefined : "is lost"}
        options={[
          { value: "is lost", label: t("leaves the game") },
          { value: "goes to the captor", label: t("goes to the hand of its captor") },
          { value: "goes to the other side", label: t("goes to the other side’s hand, however it is lost") },
        ]}
        choose={(value) => value && props.write([write(CAPTURED, value), ...notation()])}
      />
      <Show when={captured()?.startsWith("goes") || entryOf(props.outline, PLACE)}>
        <Choice
          label={t("Pieces are dropped")}
          value={place()}
          usual="anywhere"
          options={[
            { value: "anywhere", label: t("on any empty square") },
            ...props.regions.map((region) => ({ value: region, label: region })),
          ]}
          choose={(value) => value && props.write([write(PLACE, value)])}
        />
      </Show>
      <p class="hint">
        {t("To give players pieces at the start or to forbid drops, write “hand” and “drop” in the text.")}
      </p>
    </div>
  );
}
