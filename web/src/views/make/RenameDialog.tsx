/** A draft gets another name. */

import { Show, createSignal } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { MAX_DRAFT_NAME, draftName } from "../../state/drafts";
import { Dialog } from "../Dialog";

interface RenameProps {
  name: string;
  renamed: (name: string) => void;
  close: () => void;
}

export function RenameDialog(props: RenameProps) {
  const app = useApp();
  let field!: HTMLInputElement;
  const [isTaken, setTaken] = createSignal(false);
  return (
    <Dialog title={t("Rename this game")} close={props.close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (app.drafts.rename(props.name, field.value)) {
            props.renamed(draftName(field.value));
            props.close();
          } else setTaken(true);
        }}
      >
        <input
          ref={field}
          type="text"
          required
          aria-label={t("Its name")}
          aria-describedby="rename-problem"
          maxlength={MAX_DRAFT_NAME}
          value={props.name}
          onInput={() => setTaken(false)}
        />
        <p id="rename-problem" class="problem" role="alert">
          <Show when={isTaken()}>{t("Another game has this name.")}</Show>
        </p>
        <p class="hint">{t("The name in this list; what players see stands in the file.")}</p>
        <button class="primary wide-button">{t("Keep this name")}</button>
      </form>
    </Dialog>
  );
}
