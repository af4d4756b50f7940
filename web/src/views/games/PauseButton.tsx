/** Lets what moves by itself stand still, and move again. */

import { t } from "../../language/language";
import { Icon } from "../../Icon";

export function PauseButton(props: { isPaused: boolean; toggle: () => void }) {
  const label = () => (props.isPaused ? t("Let the pieces move") : t("Let the pieces stand still"));
  return (
    <button class="quiet icon" aria-label={label()} title={label()} onClick={() => props.toggle()}>
      <Icon name={props.isPaused ? "on" : "pause"} />
    </button>
  );
}
