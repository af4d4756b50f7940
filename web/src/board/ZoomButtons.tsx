/** The buttons that enlarge a board, for screens on which it is small. */

import { t } from "../language/language";
import { Icon } from "../Icon";
import { type Camera, ZOOM_STEP } from "./camera";
import type { Point } from "./gestures";

interface ZoomProps {
  camera: Camera;
  /** Returns the point of the picture that is enlarged about; the middle of what is seen if there is none. */
  about: () => Point | undefined;
}

export function ZoomButtons(props: ZoomProps) {
  return (
    <div
      class="zoom"
      classList={{ zoomed: props.camera.isZoomed() }}
      role="group"
      aria-label={t("Size of the board")}
    >
      <button
        class="icon"
        aria-label={t("Smaller")}
        disabled={!props.camera.isZoomed()}
        onClick={() => props.camera.zoom(1 / ZOOM_STEP, props.about())}
      >
        <Icon name="smaller" />
      </button>
      <button
        class="icon"
        aria-label={t("Larger")}
        onClick={() => props.camera.zoom(ZOOM_STEP, props.about())}
      >
        <Icon name="larger" />
      </button>
      <button class="small" disabled={!props.camera.isZoomed()} onClick={() => props.camera.reset()}>
        {t("Whole board")}
      </button>
    </div>
  );
}
