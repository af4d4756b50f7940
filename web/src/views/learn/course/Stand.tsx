/** How many steps of an evening are done. */

import { t } from "../../../language/language";
import type { Progress } from "./progress";

export function Stand(props: { progress: Progress }) {
  return (
    <span class="evening-stand">
      <progress value={props.progress.done} max={props.progress.steps} aria-hidden="true" />
      <span class="faint stand" classList={{ all: props.progress.next === undefined }}>
        {t("{done} of {count} steps", { done: props.progress.done, count: props.progress.steps })}
      </span>
    </span>
  );
}
