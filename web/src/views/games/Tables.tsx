/** The games that this browser knows: where each stands, to be gone on with, named, or put away. */

import { For, Show, createEffect, createMemo, createSignal } from "solid-js";
import { dayAndTime, t } from "../../language/language";
import { type App, useApp } from "../../state/app";
import { Refusal, answer } from "../../state/link";
import { href } from "../../state/route";
import { type KnownTable, MAX_NAME, MAX_TAG, MAX_TAGS } from "../../state/tables";
import { Dialog } from "../Dialog";
import { Menu } from "../Menu";
import { MiniBoard } from "./MiniBoard";
import { playersInWords, standInWords } from "./words";

/** The number of games shown at first, and the number that each press shows more. */
const FIRST = 3;
const MORE = 12;

export function Tables() {
  const app = useApp();
  const { tables } = app;
  const [count, setCount] = createSignal(FIRST);
  const [renamed, setRenamed] = createSignal<KnownTable>();
  const [removed, setRemoved] = createSignal<KnownTable>();
  const [wanted, setWanted] = createSignal("");
  const found = createMemo(() => {
    const words = wanted().toLowerCase().split(/\s+/);
    return tables.all().filter((table) => {
      const text = textOf(app, table);
      return words.every((word) => text.includes(word));
    });
  });
  const tags = createMemo(() => [...new Set(tables.all().flatMap((table) => table.tags ?? []))].sort());
  const shown = () => found().slice(0, count());
  const missing = useRefreshed(shown);
  return (
    <Show when={tables.all().length > 0}>
      <section class="tables" aria-labelledby="your-games">
        <h2 id="your-games">{t("Your games")}</h2>
        <Show when={tables.all().length > FIRST}>
          <div class="row find">
            <input
              type="search"
              aria-label={t("Find a game")}
              placeholder={t("Game, player, result, tag")}
              value={wanted()}
              onInput={(event) => setWanted(event.currentTarget.value)}
            />
            <For each={tags()}>
              {(tag) => (
                <button
                  class="quiet tag"
                  aria-pressed={wanted() === tag}
                  onClick={() => setWanted((old) => (old === tag ? "" : tag))}
                >
                  {tag}
                </button>
              )}
            </For>
          </div>
          <p class="hint" role="status">
            {found().length === 0 ? t("None of your games is like that.") : ""}
          </p>
        </Show>
        <ul>
          <For each={shown()}>
            {(table) => (
              <li>
                <TableCard
                  table={table}
                  isMissing={missing().has(table.session)}
                  rename={() => setRenamed(table)}
                  remove={() => setRemoved(table)}
                />
              </li>
            )}
          </For>
        </ul>
        <Show when={found().length > count()}>
          <button class="quiet" onClick={() => setCount((old) => (old === FIRST ? MORE : old + MORE))}>
            {found().length <= MORE ? t("All {count} games", { count: found().length }) : t("More games")}
          </button>
        </Show>
        <Show when={renamed()} keyed>
          {(table) => (
            <LabelDialog
              table={table}
              label={(name, tags) => tables.label(table.session, name, tags)}
              close={() => setRenamed(undefined)}
            />
          )}
        </Show>
        <Show when={removed()} keyed>
          {(table) => (
            <Dialog title={t("Remove this game?")} close={() => setRemoved(undefined)}>
              <p>
                {app.shelf
                  ? t("The game is deleted. Whoever wants to keep it saves its record before.")
                  : t(
                      "The game leaves this list. It is not deleted for others: the link to its table still opens it, and whoever has none does not find it again.",
                    )}
              </p>
              <div class="row">
                <button
                  class="danger"
                  onClick={() => {
                    setRemoved(undefined);
                    tables.remove(table.session);
                    // One that cannot be deleted comes back to the list.
                    app.shelf?.remove(table.session).catch(() => undefined);
                  }}
                >
                  {t("Remove")}
                </button>
                <button onClick={() => setRemoved(undefined)}>{t("Keep it")}</button>
              </div>
            </Dialog>
          )}
        </Show>
      </section>
    </Show>
  );
}

/** Returns all that can be read of a table, in small letters. */
function textOf(app: App, { name, tags, summary }: KnownTable): string {
  const game = app.library.summaryOf(summary?.game);
  const told =
    game && summary ? [playersInWords(game, summary, app.facts.levels()), standInWords(game, summary)] : [];
  return [name, game?.name, ...(tags ?? []), ...told].join(" ").toLowerCase();
}

/** Asks where the tables shown stand by now, one after the other. Returns those that are not on this server. */
function useRefreshed(shown: () => readonly KnownTable[]) {
  const app = useApp();
  const [missing, setMissing] = createSignal<ReadonlySet<string>>(new Set<string>());
  const asked = new Set<string>();
  let work = Promise.resolve();

  async function refresh(session: string): Promise<void> {
    try {
      const { table } = answer(await app.link.askIn(session, { type: "summary" }), "summary");
      if (table) app.tables.note(session, table);
      else setMissing((old) => new Set(old).add(session));
    } catch (reason) {
      // The server is away or busy: what was seen last stays.
      if (!(reason instanceof Refusal)) throw reason;
    }
  }

  createEffect(() => {
    if (!app.link.isOpen()) return;
    for (const { session } of shown()) {
      if (asked.has(session)) continue;
      asked.add(session);
      work = work.then(() => refresh(session));
    }
  });
  return missing;
}

interface CardProps {
  table: KnownTable;
  isMissing: boolean;
  rename: () => void;
  remove: () => void;
}

function TableCard(props: CardProps) {
  const app = useApp();
  const summary = () => props.table.summary;
  const game = () => app.library.summaryOf(summary()?.game);
  const name = () => props.table.name ?? game()?.name ?? summary()?.title ?? summary()?.game ?? t("A game");
  const date = () => dayAndTime(props.table.at);
  return (
    <article class="table-card" classList={{ missing: props.isMissing }}>
      <Show when={game()} fallback={<span class="no-board" />}>
        {(view) => <MiniBoard game={view()} board={summary()?.board ?? view().start} />}
      </Show>
      <div>
        <h3>
          <a href={href("play", props.table.session)}>{name()}</a>
        </h3>
        <Show when={props.table.name && game()?.name}>{(kind) => <p>{kind()}</p>}</Show>
        <Show when={props.table.tags}>{(tags) => <p class="tags">{tags().join(" · ")}</p>}</Show>
        <Show when={summary()}>
          {(table) => (
            <Show when={game()}>
              {(view) => (
                <>
                  <p>{playersInWords(view(), table(), app.facts.levels())}</p>
                  <p class="stand">{standInWords(view(), table())}</p>
                </>
              )}
            </Show>
          )}
        </Show>
        <Show when={props.isMissing} fallback={<p class="date">{date()}</p>}>
          <p class="date">{t("not on this server any more")}</p>
        </Show>
      </div>
      <Menu label={t("More about {name}", { name: name() })}>
        <button class="quiet" onClick={() => props.rename()}>
          {t("Name and tags")}
        </button>
        <button class="quiet" onClick={() => props.remove()}>
          {t("Remove from the list")}
        </button>
      </Menu>
    </article>
  );
}

interface LabelProps {
  table: KnownTable;
  label: (name: string, tags: string) => void;
  close: () => void;
}

function LabelDialog(props: LabelProps) {
  let field!: HTMLInputElement;
  let tags!: HTMLInputElement;
  return (
    <Dialog title={t("Name this game")} close={props.close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          props.label(field.value, tags.value);
          props.close();
        }}
      >
        <input
          ref={field}
          type="text"
          aria-label={t("Its name")}
          placeholder={t("None")}
          maxlength={MAX_NAME}
          value={props.table.name ?? ""}
        />
        <label class="field">
          {t("Tags, parted by commas")}
          <input
            ref={tags}
            type="text"
            placeholder={t("club, lost on time")}
            maxlength={MAX_TAGS * (MAX_TAG + 2)}
            value={props.table.tags?.join(", ") ?? ""}
          />
        </label>
        <button class="primary wide-button">{t("Keep this name")}</button>
      </form>
    </Dialog>
  );
}
