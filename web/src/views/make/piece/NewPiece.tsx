/** A new piece gets its name. */

import { Show, createSignal } from "solid-js";
import { t } from "../../../language/language";
import { Dialog } from "../../Dialog";
import { freeName } from "./description";

/** The longest name that can be given, in characters. */
const MAX_NAME = 40;

interface NewPieceProps {
  /** Names that other pieces have. */
  taken: readonly string[];
  create: (name: string) => void;
  close: () => void;
}

export function NewPiece(props: NewPieceProps) {
  let field!: HTMLInputElement;
  const [isTaken, setTaken] = createSignal(false);
  return (
    <Dialog title={t("A new piece")} close={props.close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const name = field.value.trim();
          if (name === "") return;
          if (freeName(name, props.taken) === name) props.create(name);
          else setTaken(true);
        }}
      >
        <input
          ref={field}
          type="text"
          required
          aria-label={t("The name of the piece")}
          aria-describedby="piece-problem"
          maxlength={MAX_NAME}
          value={freeName(t("Newcomer"), props.taken)}
          onInput={() => setTaken(false)}
        />
        <p id="piece-problem" class="problem" role="alert">
          <Show when={isTaken()}>{t("Another piece of the game or of the bestiary has this name.")}</Show>
        </p>
        <p class="hint">
          {t(
            "It starts with one step along a rank or file, which you can change by clicking. To put it on the board, write its letters into the array.",
          )}
        </p>
        <button class="primary wide-button">{t("Create it")}</button>
      </form>
    </Dialog>
  );
}
