/** The buttons to newer and older pages of a list, where it has more than one. */

import { Show } from "solid-js";
import { t } from "../language/language";

/** The `number` of the page is counted from 0, the newest; `more` says whether there are older ones. */
export function Pager(props: { number: number; more: boolean; turnTo: (number: number) => void }) {
  return (
    <Show when={props.number > 0 || props.more}>
      <div class="row">
        <button disabled={props.number === 0} onClick={() => props.turnTo(props.number - 1)}>
          {t("Newer")}
        </button>
        <button disabled={!props.more} onClick={() => props.turnTo(props.number + 1)}>
          {t("Older")}
        </button>
      </div>
    </Show>
  );
}
