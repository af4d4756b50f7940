/** Games of one's own: those that are being made, and how another one begins. */

import { For, Show, Suspense, createSignal } from "solid-js";
import { dayAndTime, t } from "../../language/language";
import type { GameSummary } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Draft } from "../../state/drafts";
import { href } from "../../state/route";
import { download } from "../../state/share";
import "../../style/make.css";
import { Menu } from "../Menu";
import { MiniBoard } from "../games/MiniBoard";
import { NewGameDialog } from "../games/NewGameDialog";
import { lazily } from "../lazily";
import { createSeen } from "../seen";
import { Begin } from "./Begin";
import { RenameDialog } from "./RenameDialog";
import { idFor } from "./templates";

const Workshop = lazily(() => import("./Workshop"));

export default function Make() {
  const app = useApp();
  const draft = () => {
    const route = app.route();
    return route.view === "make" ? route.draft : undefined;
  };
  return (
    <Show when={draft()} keyed fallback={<List />}>
      {(name) => (
        <Suspense fallback={<p class="page waiting">{t("One moment …")}</p>}>
          <Workshop name={name} />
        </Suspense>
      )}
    </Show>
  );
}

function List() {
  const app = useApp();
  const { drafts } = app;
  const [renamed, setRenamed] = createSignal<Draft>();
  const [played, setPlayed] = createSignal<GameSummary>();
  return (
    <div class="page make">
      <h1>{t("Make a game")}</h1>
      <p class="lead">
        {t(
          "A game is a text: its board, its pieces in a line each, how it ends. Write it here, see it live, and play it a minute later, against the engine or a friend.",
        )}
      </p>
      <Show when={!app.shelf}>
        <p>
          <a href="#/gallery">{t("Games people made")}</a>
        </p>
      </Show>
      <Show when={!drafts.isKept()}>
        <p class="note" role="alert">
          {t(
            "This browser keeps nothing more for this page: its storage is denied or full. Save your game as a file before you leave, or it is lost.",
          )}
        </p>
      </Show>
      <Show when={drafts.removed()}>
        {(draft) => (
          <p class="note row" role="status">
            {t("“{name}” is deleted.", { name: draft().name })}
            <button onClick={() => drafts.restore(draft())}>{t("Undo")}</button>
            <button class="quiet" onClick={() => drafts.forgetRemoved()}>
              {t("Close")}
            </button>
          </p>
        )}
      </Show>
      <Show when={drafts.all().length > 0}>
        <section class="tables" aria-labelledby="own-games">
          <h2 id="own-games">{t("Games in the making")}</h2>
          <ul>
            <For each={drafts.all()}>
              {(draft) => (
                <li>
                  <DraftCard draft={draft} rename={() => setRenamed(draft)} play={setPlayed} />
                </li>
              )}
            </For>
          </ul>
        </section>
      </Show>
      <Begin />
      <Show when={renamed()} keyed>
        {(draft) => (
          <RenameDialog name={draft.name} renamed={() => undefined} close={() => setRenamed(undefined)} />
        )}
      </Show>
      <Show when={played()} keyed>
        {(game) => <NewGameDialog game={game} close={() => setPlayed(undefined)} />}
      </Show>
    </div>
  );
}

interface CardProps {
  draft: Draft;
  rename: () => void;
  play: (game: GameSummary) => void;
}

function DraftCard(props: CardProps) {
  const app = useApp();
  let card!: HTMLElement;
  const isSeen = createSeen(() => card);
  const game = () => props.draft.playable?.summary;
  const view = () => (isSeen() ? app.library.drawable(game()?.id) : undefined);
  return (
    <article class="table-card" ref={card}>
      <Show when={game()} fallback={<span class="no-board" />}>
        {(summary) => <MiniBoard game={summary()} board={summary().start} view={view()} />}
      </Show>
      <div>
        <h3>
          <a href={href("make", props.draft.name)}>{props.draft.name}</a>
        </h3>
        <Show when={game()} fallback={<p>{t("It cannot be played yet.")}</p>}>
          {(summary) => (
            <p>
              {summary().files} × {summary().ranks},{" "}
              {t("{pieces} a side, {kinds} kinds", {
                pieces: Math.ceil(summary().pieces / 2),
                kinds: summary().types,
              })}
            </p>
          )}
        </Show>
        <p class="date">{dayAndTime(props.draft.at)}</p>
      </div>
      <Menu label={t("More about {name}", { name: props.draft.name })}>
        <Show when={game()}>
          {(summary) => (
            <button class="quiet" onClick={() => props.play(summary())}>
              {t("Play")}
            </button>
          )}
        </Show>
        <button class="quiet" onClick={() => props.rename()}>
          {t("Rename")}
        </button>
        <button
          class="quiet"
          onClick={() => app.drafts.create(props.draft.name, props.draft.text, props.draft.origin)}
        >
          {t("Copy")}
        </button>
        <button class="quiet" onClick={() => download(`${idFor(props.draft.name)}.toml`, props.draft.text)}>
          {t("Save as a file")}
        </button>
        <button class="quiet danger" onClick={() => app.drafts.remove(props.draft.name)}>
          {t("Delete")}
        </button>
      </Menu>
    </article>
  );
}
