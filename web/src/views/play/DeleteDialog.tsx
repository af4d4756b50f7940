/** Asks before turns of the game are deleted: they do not come back. */

import { plural, t } from "../../language/language";
import { useApp } from "../../state/app";
import { turnsFrom } from "../../state/tree";
import { Dialog } from "../Dialog";

interface DeleteDialogProps {
  /** The first of the turns. */
  node: number;
  /** Deletes them. */
  remove: () => void;
  close: () => void;
}

export default function DeleteDialog(props: DeleteDialogProps) {
  const { facts } = useApp();
  const count = () => turnsFrom(facts.tree(), props.node);
  return (
    <Dialog
      title={plural(count(), "Delete {count} turn?", "Delete {count} turns?")}
      close={() => props.close()}
    >
      <p>{t("The turn shown and all that follow it, variations included, are deleted for good.")}</p>
      <div class="row">
        <button
          class="danger"
          onClick={() => {
            props.remove();
            props.close();
          }}
        >
          {t("Delete")}
        </button>
        <button onClick={() => props.close()}>{t("Cancel")}</button>
      </div>
    </Dialog>
  );
}
