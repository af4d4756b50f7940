/** The setting whether others may challenge the player. */

import { Show, createResource } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { allowChallenges, readChallenges } from "../../state/people";
import { Tick } from "../Tick";
import { noticeRefusal } from "./noticeRefusal";

export function AllowChallenges() {
  const app = useApp();
  const [challenges, { mutate }] = createResource(() => readChallenges().catch(() => undefined));

  async function set(allowed: boolean): Promise<void> {
    const now = await noticeRefusal(app.notices, allowChallenges({ allowed }));
    if (now) mutate((old) => old && { ...old, ...now });
  }

  return (
    <Show when={challenges()}>
      {(known) => (
        <Tick
          class="switch"
          label={t("Other players may challenge me")}
          on={known().allowed}
          set={(on) => void set(on)}
        />
      )}
    </Show>
  );
}
