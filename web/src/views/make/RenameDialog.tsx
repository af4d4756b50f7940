/** A draft gets another name. */

import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { MAX_DRAFT_NAME, draftName } from "../../state/drafts";
import { NameDialog } from "./NameDialog";

interface RenameProps {
  name: string;
  renamed: (name: string) => void;
  close: () => void;
}

export function RenameDialog(props: RenameProps) {
  const app = useApp();
  return (
    <NameDialog
      title={t("Rename this game")}
      label={t("Its name")}
      value={props.name}
      maxLength={MAX_DRAFT_NAME}
      problem={t("Another game has this name.")}
      hint={t("The name in this list; what players see stands in the file.")}
      action={t("Keep this name")}
      accept={(name) => {
        if (!app.drafts.rename(props.name, name)) return false;
        props.renamed(draftName(name));
        props.close();
        return true;
      }}
      close={props.close}
    />
  );
}
