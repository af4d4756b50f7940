/** A new piece gets its name. */

import { t } from "../../../language/language";
import { NameDialog } from "../NameDialog";
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
  return (
    <NameDialog
      title={t("A new piece")}
      label={t("The name of the piece")}
      value={freeName(t("Newcomer"), props.taken)}
      maxLength={MAX_NAME}
      problem={t("Another piece of the game or of the bestiary has this name.")}
      hint={t(
        "It starts with one step along a rank or file, which you can change by clicking. To put it on the board, write its letters into the array.",
      )}
      action={t("Create it")}
      accept={(typed) => {
        const name = typed.trim();
        // Blanks are no name, and nothing to be told of.
        if (name === "") return true;
        if (freeName(name, props.taken) !== name) return false;
        props.create(name);
        return true;
      }}
      close={props.close}
    />
  );
}
