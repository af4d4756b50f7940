/** A link to a game or a position has been followed: it is begun in a session of its own. */

import { Match, Show, Switch, createResource } from "solid-js";
import { sentence, t } from "../../language/language";
import { useApp } from "../../state/app";
import { PERSONS } from "../../state/newGame";
import { Refusal } from "../../state/link";
import { parse } from "../../state/route";
import { unpack } from "../../state/share";
import { NotFound, NoSuchGame } from "../NotFound";
import { NewGameDialog } from "../games/NewGameDialog";

export default function Open() {
  const app = useApp();
  const wish = () => {
    const route = app.route();
    return route.view === "open" ? route : undefined;
  };
  const [text] = createResource(wish, async ({ kind, data }) => {
    const text = await unpack(data).catch(() => undefined);
    if (text === undefined) return { problem: t("The link is damaged: nothing can be read from it.") };
    if (kind !== "record") return { text };
    try {
      await app.begin({ players: PERSONS, from: { type: "record", text } });
      return {};
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      return {
        problem: t("The game in this link cannot be opened: {reason}.", {
          reason: sentence(reason.problem.message),
        }),
      };
    }
  });
  const game = () => app.library.summaryOf(wish()?.kind);
  return (
    <Switch fallback={<p class="page waiting">{t("One moment …")}</p>}>
      <Match when={text()?.problem}>
        {(problem) => <NotFound title={t("Open a link")}>{problem()}</NotFound>}
      </Match>
      <Match when={wish() && wish()?.kind !== "record" && app.library.isUnknown(wish()?.kind ?? "")}>
        <NoSuchGame id={wish()?.kind ?? ""} />
      </Match>
      <Match when={text()?.text}>
        {(position) => (
          <Show when={game()} keyed>
            {(summary) => (
              <NewGameDialog
                game={summary}
                from={{ type: "position", text: position() }}
                close={() => {
                  // A game that has begun has an address already.
                  if (parse(location.hash).view === "open") location.hash = "#/";
                }}
              />
            )}
          </Show>
        )}
      </Match>
    </Switch>
  );
}
