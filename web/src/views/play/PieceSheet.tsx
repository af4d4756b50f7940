/** A piece of the board, looked at closely: its page of the guide in a dialog. */

import { Suspense } from "solid-js";
import { t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { href } from "../../state/route";
import { Dialog } from "../Dialog";
import { lazily } from "../lazily";

const PiecePage = lazily(() => import("../guide/PiecePage"));

export function PieceSheet(props: { game: GameView; type: number; side: number; close: () => void }) {
  const name = () => props.game.types[props.type]?.name ?? "";
  return (
    <Dialog title={name()} close={props.close} wide>
      <Suspense fallback={<p class="faint">{t("One moment …")}</p>}>
        <PiecePage game={props.game} type={props.type} side={props.side} />
      </Suspense>
      <p>
        <a href={href("pieces", props.game.summary.id, props.game.types[props.type]?.id ?? "")}>
          {t("Open the guide")}
        </a>
      </p>
    </Dialog>
  );
}
