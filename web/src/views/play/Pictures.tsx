/** Pictures of the position shown and of the game, to be kept as files. */

import { Show, createSignal } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { MAX_PICTURES, film, png } from "../../state/film";
import { answer } from "../../state/link";
import { lineThrough } from "../../state/tree";
import { createPictureFiles } from "../pictureFiles";
import { useOrientation } from "./orientation";

/** The least time between two requests, in milliseconds: a server accepts twenty a second. */
const PACE = 70;

export function Pictures() {
  const app = useApp();
  const { flipped } = useOrientation();
  const [done, setDone] = createSignal<number>();
  const files = createPictureFiles();
  const game = () => app.facts.state()?.game ?? "";
  const here = () => app.facts.position()?.node ?? 0;
  const line = () => lineThrough(app.facts.tree(), here()).slice(0, MAX_PICTURES);

  async function picture(node: number): Promise<string> {
    const events = await app.link.ask({ type: "picture", node, side: flipped() ? 1 : 0 });
    return answer(events, "picture").svg;
  }

  async function make(name: string, made: () => Promise<Blob>): Promise<void> {
    await files.make(name, made);
    setDone(undefined);
  }

  function filmed(): Promise<Blob> {
    const nodes = line().map(({ id }) => id);
    setDone(0);
    const paced = async (index: number) => {
      if (files.isClosed()) throw new Error("the dialog is closed");
      const [svg] = await Promise.all([
        picture(nodes[index] ?? 0),
        new Promise((resolve) => setTimeout(resolve, PACE)),
      ]);
      return svg;
    };
    return film(nodes.length, paced, setDone);
  }

  const svg = async () => new Blob([await picture(here())], { type: "image/svg+xml" });
  return (
    <>
      <h3>{t("Pictures")}</h3>
      <div class="row">
        <button onClick={() => void make(`${game()}.png`, async () => png(await picture(here())))}>
          {t("The position as PNG")}
        </button>
        <button onClick={() => void make(`${game()}.svg`, svg)}>{t("The position as SVG")}</button>
        <button
          disabled={done() !== undefined || line().length < 2}
          onClick={() => void make(`${game()}.gif`, filmed)}
        >
          {t("The game as a film (GIF)")}
        </button>
      </div>
      <p class="hint" role="status">
        <Show when={done() !== undefined}>
          {t("Turn {done} of {count}", { done: done() ?? 0, count: line().length })}
        </Show>
        {files.problem()}
      </p>
    </>
  );
}
