/** What one can do with another player: challenge, follow. */

import { Show, Suspense, createResource, createSignal } from "solid-js";
import { t } from "../../language/language";
import { readPlayer } from "../../state/account";
import { useApp } from "../../state/app";
import { follow, readFollowed } from "../../state/people";
import { lazily } from "../lazily";
import { Score } from "./Score";
import { noticeRefusal } from "./noticeRefusal";

const ChallengeDialog = lazily(() => import("./ChallengeDialog"));

export function PlayerActions(props: { name: string }) {
  const app = useApp();
  const [isChallenging, setChallenging] = createSignal(false);
  const [player] = createResource(
    () => props.name,
    (name) => readPlayer(name).catch(() => undefined),
  );
  const [followed, { mutate }] = createResource(() => readFollowed().catch(() => undefined));
  const isFollowed = () => followed()?.players.some(({ name }) => name === props.name) ?? false;

  async function change(): Promise<void> {
    const now = await noticeRefusal(app.notices, follow({ name: props.name, on: !isFollowed() }));
    if (now) mutate(now);
  }

  return (
    <>
      <div class="row">
        <Show
          when={player()?.challenges ?? true}
          fallback={<p class="hint">{t("{name} accepts no challenges.", { name: props.name })}</p>}
        >
          <button class="primary" onClick={() => setChallenging(true)}>
            {t("Challenge")}
          </button>
        </Show>
        <Show when={followed()}>
          <button aria-pressed={isFollowed()} onClick={() => void change()}>
            {isFollowed() ? t("Follow no more") : t("Follow")}
          </button>
        </Show>
      </div>
      <Score name={props.name} />
      <Show when={isChallenging()}>
        <Suspense>
          <ChallengeDialog name={props.name} close={() => setChallenging(false)} />
        </Suspense>
      </Show>
    </>
  );
}
