/** The buttons that enlarge a board, for screens on which it is small. */

import { t } from "../language/language";
import { Icon } from "../views/Icon";
import { type Camera, ZOOM_STEP } from "./camera";

export function ZoomButtons(props: { camera: Camera }) {
  return (
    <div class="zoom" role="group" aria-label={t("Size of the board")}>
      <button
        class="icon"
        aria-label={t("Smaller")}
        disabled={!props.camera.isZoomed()}
        onClick={() => props.camera.zoom(1 / ZOOM_STEP)}
      >
        <Icon name="smaller" />
      </button>
      <button class="icon" aria-label={t("Larger")} onClick={() => props.camera.zoom(ZOOM_STEP)}>
        <Icon name="larger" />
      </button>
      <button class="small" disabled={!props.camera.isZoomed()} onClick={() => props.camera.reset()}>
        {t("Whole board")}
      </button>
    </div>
  );
}
