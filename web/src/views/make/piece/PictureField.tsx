/** The picture of a piece: an SVG file in place of the move diagram on its tile. */

import { Show, createEffect, createSignal, on } from "solid-js";
import { t } from "../../../language/language";
import { bytesOf } from "../../../state/ownGames";
import { MAX_BYTES, tidied } from "./picture";

interface PictureFieldProps {
  /** The name of the piece. */
  piece: string | undefined;
  hasPicture: boolean;
  /** Takes the text of a picture, or none for the tile with the diagram. */
  choose: (picture: string | undefined) => void;
}

export function PictureField(props: PictureFieldProps) {
  const [problem, setProblem] = createSignal("");
  // What was wrong with the picture of another piece is not told of this one.
  createEffect(
    on(
      () => props.piece,
      () => setProblem(""),
      { defer: true },
    ),
  );

  async function take(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    // The same file may be chosen again after a change.
    const text = file && tidied(await file.text());
    input.value = "";
    if (text === undefined) return;
    const bytes = bytesOf(text);
    setProblem(
      !text.startsWith("<svg")
        ? t("This file is no SVG picture.")
        : bytes > MAX_BYTES
          ? t("The picture has {size} KB, and 8 fit: simplify its paths.", { size: Math.ceil(bytes / 1024) })
          : "",
    );
    if (problem() === "") props.choose(text);
  }

  return (
    <div class="picture-field">
      <div class="row">
        <label class="button">
          {props.hasPicture ? t("Choose another picture") : t("Choose a picture (SVG)")}
          <input
            type="file"
            class="visually-hidden"
            accept=".svg,image/svg+xml"
            onChange={(event) => void take(event.currentTarget)}
          />
        </label>
        <Show when={props.hasPicture}>
          <button class="quiet" onClick={() => props.choose(undefined)}>
            {t("Remove the picture")}
          </button>
        </Show>
      </div>
      <p class="problem" role="alert">
        {problem()}
      </p>
    </div>
  );
}
