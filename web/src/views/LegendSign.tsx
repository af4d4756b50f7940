/** A sign of the board in a list, and what it means. */

import { MarkSign } from "../board/MarkSign";
import type { Mark } from "../board/target";
import { MARK_WORDS } from "../entry/mark";
import { t } from "../language/language";

export function LegendSign(props: { mark: Mark; size: number }) {
  return (
    <li>
      <svg
        viewBox="0 0 100 100"
        width={props.size}
        height={props.size}
        aria-hidden="true"
        class="legend-sign target"
      >
        <MarkSign mark={props.mark} />
      </svg>
      {t(MARK_WORDS[props.mark])}
    </li>
  );
}
