/** All games of this browser as one file, where no server keeps them. */

import { Show } from "solid-js";
import { plural, t } from "../../language/language";
import type { Shelf } from "../../offline/shelf";
import { useApp } from "../../state/app";
import { download } from "../../state/share";

export function ShelfRow() {
  const app = useApp();
  return <Show when={app.shelf}>{(shelf) => <Buttons shelf={shelf()} />}</Show>;
}

function Buttons(props: { shelf: Shelf }) {
  const app = useApp();
  let input!: HTMLInputElement;

  async function save(): Promise<void> {
    try {
      download("beaufort-games.json", await props.shelf.exportAll());
    } catch (reason) {
      app.notices.show(t("The games cannot be read: {reason}.", { reason: inWords(reason) }));
    }
  }

  async function load(file: File): Promise<void> {
    try {
      const added = await props.shelf.importAll(await file.text());
      await app.noteSessions(added);
      app.notices.show(
        plural(added.length, "{count} game has been added.", "{count} games have been added."),
      );
    } catch (reason) {
      app.notices.show(t("The file cannot be loaded: {reason}.", { reason: inWords(reason) }));
    }
  }

  return (
    <div class="row">
      <Show when={app.tables.all().length > 0}>
        <button class="quiet" onClick={() => void save()}>
          {t("Save all games as a file")}
        </button>
      </Show>
      <button class="quiet" onClick={() => input.click()}>
        {t("Load games from a file")}
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t("A file with games")}
        onChange={() => {
          const [file] = input.files ?? [];
          if (file) void load(file);
          input.value = "";
        }}
      />
    </div>
  );
}

function inWords(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
