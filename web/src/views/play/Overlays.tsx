/** The choice of what is laid over a position, of how the pieces look, and of what is heard. */

import { For } from "solid-js";
import { useApp } from "../../state/app";
import type { Overlay } from "../../state/settings";
import { Segments } from "../Segments";

const OVERLAYS: { id: Overlay; label: string; explanation: string }[] = [
  { id: "states", label: "States", explanation: "immobilized, doubled, poisonous, burning" },
  { id: "threats", label: "Threats to royals", explanation: "who could take a royal piece" },
  { id: "prey", label: "Pieces in danger", explanation: "what each side could take" },
  { id: "attacks", label: "Attacked squares", explanation: "stripes one way for each side" },
  { id: "defended", label: "Defended pieces", explanation: "what each side could take back" },
  { id: "loans", label: "Loans", explanation: "who lends moves to whom" },
  { id: "zones", label: "Promotion zones", explanation: "where pieces promote" },
];

export function Overlays() {
  const app = useApp();
  const toggle = (id: Overlay, on: boolean) =>
    app.set("overlays", (old) =>
      on ? [...old.filter((one) => one !== id), id] : old.filter((one) => one !== id),
    );
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
              {label}
              <small>{explanation}</small>
            </span>
          </label>
        )}
      </For>
      <h2>Board</h2>
      <div>
        <Segments
          label="Board"
          value={app.settings.board}
          options={[
            { value: "sand", label: "Sand" },
            { value: "wood", label: "Wood" },
            { value: "sea", label: "Sea" },
          ]}
          choose={(value) => app.set("board", value)}
        />
      </div>
      <h2>Pieces</h2>
      <div>
        <Segments
          label="Pieces"
          value={app.settings.tiles}
          options={[
            { value: "diagram", label: "With diagrams" },
            { value: "letters", label: "Letters only" },
            {
              value: "figurines",
              label: "Figurines",
              title: "Pieces that move like those of chess are drawn like them, others have letters",
            },
          ]}
          choose={(value) => app.set("tiles", value)}
        />
      </div>
      <label class="switch whole">
        <input
          type="checkbox"
          checked={app.settings.turnBoard}
          onChange={(event) => app.set("turnBoard", event.currentTarget.checked)}
        />
        Turn the board to whoever moves
      </label>
      <div class="sounds">
        <label class="switch">
          <input
            type="checkbox"
            checked={app.settings.sound}
            onChange={(event) => app.set("sound", event.currentTarget.checked)}
          />
          Sounds
        </label>
        <label>
          Volume
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
      </div>
    </div>
  );
}
