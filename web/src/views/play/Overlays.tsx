/** The settings of overlays, of the look of pieces, and of sounds. */

import { For, Show } from "solid-js";
import { t } from "../../language/language";
import { canWrite, signsOf } from "../../board/signs";
import { hasSigns, offeredSet } from "../../board/tileSets";
import { msg } from "../../language/catalogue";
import type { GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Overlay } from "../../state/settings";
import { LanguageChoice } from "../LanguageChoice";
import { Segments } from "../Segments";
import { Tick } from "../Tick";
import "../../style/overlays.css";

const OVERLAYS: { id: Overlay; label: string; explanation: string }[] = [
  { id: "states", label: msg("States"), explanation: msg("immobilized, doubled, poisonous, burning") },
  { id: "threats", label: msg("Threats to royals"), explanation: msg("who could take a royal piece") },
  { id: "prey", label: msg("Pieces in danger"), explanation: msg("what each side could take") },
  { id: "attacks", label: msg("Attacked squares"), explanation: msg("stripes one way for each side") },
  { id: "defended", label: msg("Defended pieces"), explanation: msg("what each side could take back") },
  { id: "loans", label: msg("Loans"), explanation: msg("who lends moves to whom") },
  { id: "zones", label: msg("Promotion zones"), explanation: msg("where pieces promote") },
];

export default function Overlays(props: { game: GameView }) {
  const app = useApp();
  const toggle = (id: Overlay, on: boolean) =>
    app.set("overlays", (old) =>
      on ? [...old.filter((one) => one !== id), id] : old.filter((one) => one !== id),
    );
  const set = () => offeredSet(props.game, app.settings.tiles);
  return (
    <div class="overlays">
      <For each={OVERLAYS}>
        {({ id, label, explanation }) => (
          <label class="switch">
            <input
              type="checkbox"
              checked={app.settings.overlays.includes(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
            <span>
              {t(label)}
              <small>{t(explanation)}</small>
            </span>
          </label>
        )}
      </For>
      <Tick
        class="switch"
        label={t("Turn the board to whoever moves")}
        on={app.settings.turnBoard}
        set={(on) => app.set("turnBoard", on)}
      />
      <div class="row">
        <h2>{t("Board")}</h2>
        <Segments
          label={t("Board")}
          value={app.settings.board}
          options={[
            { value: "sand", label: t("Sand") },
            { value: "wood", label: t("Wood") },
            { value: "sea", label: t("Sea") },
          ]}
          choose={(value) => app.set("board", value)}
        />
      </div>
      <div class="row">
        <h2>{t("Pieces")}</h2>
        <Segments
          label={t("Pieces")}
          value={set()}
          options={[
            { value: "diagram", label: t("With diagrams") },
            { value: "letters", label: t("Letters only") },
            ...(props.game.hasFigurines
              ? [
                  {
                    value: "figurines" as const,
                    label: t("Figurines"),
                    title: t("Pieces that move like those of chess are drawn like them, others have letters"),
                  },
                ]
              : []),
            ...(hasSigns(props.game)
              ? [
                  {
                    value: "signs" as const,
                    label: t("Characters"),
                    title: t("The characters that the pieces of this game usually bear"),
                  },
                ]
              : []),
          ]}
          choose={(value) => app.set("tiles", value)}
        />
        <Show when={set() === "signs" && !canWrite(signsOf(props.game))}>
          <p class="hint">{t("This device has no font for the characters: letters stand for them.")}</p>
        </Show>
      </div>
      <div class="row sounds">
        <Tick class="switch" label={t("Sounds")} on={app.settings.sound} set={(on) => app.set("sound", on)} />
        <label>
          {t("Volume")}
          <input
            type="range"
            min="0.05"
            max="1"
            step="0.05"
            disabled={!app.settings.sound}
            value={app.settings.volume}
            onChange={(event) => {
              app.set("volume", event.currentTarget.valueAsNumber);
              app.sounds.play("turn");
            }}
          />
        </label>
        <LanguageChoice />
      </div>
    </div>
  );
}
