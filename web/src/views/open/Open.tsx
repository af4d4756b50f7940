/** A link to a game or a position has been followed: it is begun in a session of its own. */

import { Show, createResource } from "solid-js";
import { useApp } from "../../state/app";
import { unpack } from "../../state/share";
import { NewGameDialog } from "../games/NewGameDialog";

export default function Open() {
  const app = useApp();
  const wish = () => {
    const route = app.route();
    return route.view === "open" ? route : undefined;
  };
  const [text] = createResource(wish, async ({ kind, data }) => {
    const text = await unpack(data).catch(() => undefined);
    if (text !== undefined && kind === "record") {
      const person = { type: "person" as const };
      await app.start({ game: "", players: [person, person], from: { type: "record", text } });
    }
    return { text };
  });
  const game = () => app.facts.games().find(({ id }) => id === wish()?.kind);
  return (
    <div class="page">
      <h1>Open a link</h1>
      <Show when={text()} fallback={<p>One moment …</p>}>
        {(now) => (
          <Show when={now().text} fallback={<p>The link is damaged: nothing can be read from it.</p>}>
            {(position) => (
              <Show when={game()} keyed fallback={<p>One moment …</p>}>
                {(summary) => (
                  <NewGameDialog
                    game={summary}
                    from={{ type: "position", text: position() }}
                    close={() => {
                      if (wish()) location.hash = "#/";
                    }}
                  />
                )}
              </Show>
            )}
          </Show>
        )}
      </Show>
    </div>
  );
}
