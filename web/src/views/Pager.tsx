/** The buttons to the pages of a list before and after the one that is shown, where it has more than one. */

import { Show } from "solid-js";
import { t } from "../language/language";

interface PagerProps {
  /** Which page, counted from 0. */
  number: number;
  /** Whether there is another page. */
  more: boolean;
  turnTo: (number: number) => void;
  /** What the buttons say where the newest do not come first. */
  labels?: [before: string, after: string];
}

export function Pager(props: PagerProps) {
  return (
    <Show when={props.number > 0 || props.more}>
      <div class="row">
        <button disabled={props.number === 0} onClick={() => props.turnTo(props.number - 1)}>
          {props.labels?.[0] ?? t("Newer")}
        </button>
        <button disabled={!props.more} onClick={() => props.turnTo(props.number + 1)}>
          {props.labels?.[1] ?? t("Older")}
        </button>
      </div>
    </Show>
  );
}
