/** The named parts of the board, made by clicking squares. */

import { For, Show, createMemo, createSignal } from "solid-js";
import { Board } from "../../../board/Board";
import { exists } from "../../../board/piece";
import { regionAreas } from "../../../board/regions";
import { shapeOf } from "../../../board/shape";
import { plural, t } from "../../../language/language";
import { useApp } from "../../../state/app";
import { Segments } from "../../Segments";
import { NameDialog } from "../NameDialog";
import { Choice, type FormProps } from "./fields";
import {
  MAX_REGION_NAME,
  type Part,
  type RegionDrawing,
  drawingIn,
  isRegionName,
  regionsIn,
  removeRegion,
  setDrawing,
  writeSquares,
} from "./regions";

export function RegionForm(props: FormProps) {
  const app = useApp();
  const shape = () => shapeOf(props.game);
  const regions = createMemo(() => regionsIn(props.outline, props.text, shape()));
  /** The region that is chosen: perhaps one that has no squares yet, and is not in the text. */
  const [chosen, setChosen] = createSignal<string>();
  const [side, setSide] = createSignal<string>();
  const [isNaming, setNaming] = createSignal(false);
  const names = () => regions().map(({ name }) => name);
  const name = () => chosen() ?? names()[0];
  const region = () => regions().find((region) => region.name === name());
  const parts = () => region()?.parts ?? [];
  const part = (): Part =>
    parts().find((part) => part.side === side()) ??
    parts()[0] ?? { side: undefined, squares: new Set(), canChange: true };
  const canChange = () => part().canChange && part().squares !== undefined;
  /** The names to choose from, with that of a region that has no squares yet. */
  const shown = () => [...new Set([...names(), chosen() ?? names()[0] ?? ""])].filter(Boolean);

  function click(square: number): void {
    const region = name();
    if (region === undefined || !canChange() || !exists(props.game, square)) return;
    const squares = new Set(part().squares);
    if (!squares.delete(square)) squares.add(square);
    // A region without squares is none, so that the last one leads out of the text.
    setChosen(region);
    props.write(
      squares.size === 0 && part().side === undefined
        ? removeRegion(props.outline, props.text, region)
        : writeSquares(props.outline, props.text, shape(), region, part().side, squares),
    );
  }

  return (
    <div class="rules-form">
      <p class="hint">
        {t(
          "A region is a named part of the board. Pieces can promote there, be confined to it, or win by reaching it. The second player’s region lies opposite.",
        )}
      </p>
      <div class="row" role="group" aria-label={t("The regions")}>
        <For each={shown()}>
          {(one) => (
            <button class="small" aria-pressed={one === name()} onClick={() => setChosen(one)}>
              {one}
            </button>
          )}
        </For>
        <button class="small" onClick={() => setNaming(true)}>
          {t("A new region")}
        </button>
      </div>
      <Show when={name()}>
        {(name) => (
          <>
            <Show when={parts().some(({ side }) => side !== undefined)}>
              <Segments
                label={t("Squares of")}
                value={part().side ?? ""}
                options={parts().map(({ side = "" }) => ({ value: side, label: side }))}
                choose={setSide}
              />
            </Show>
            <p class="array-hint" role="status">
              {canChange()
                ? (part().squares?.size ?? 0) === 0
                  ? t("Click the squares of “{name}”.", { name: name() })
                  : plural(
                      part().squares?.size ?? 0,
                      "{count} square. A click adds one or takes it away.",
                      "{count} squares. A click adds one or takes it away.",
                    )
                : t("This region has comments or unknown squares, so that only the text can change it.")}
            </p>
            <Board
              scrolls
              game={props.game}
              set={app.library.tileSet(props.game.summary.id)}
              scene={{ board: props.game.summary.start }}
              label={t("The squares of {region}", { region: name() })}
              under={
                <path
                  class="region-squares"
                  d={regionAreas(
                    shape(),
                    [{ drawing: "tinted", squares: [[...(part().squares ?? [])], []] }],
                    false,
                  )}
                />
              }
              describe={(square) =>
                part().squares?.has(square) ? t("in {region}", { region: name() }) : undefined
              }
              onClick={click}
            />
            <Show when={region()}>
              <Choice
                label={t("On the board")}
                value={drawingIn(props.outline, props.text, name())}
                usual="none"
                options={[
                  { value: "none", label: t("not shown") },
                  { value: "tinted", label: t("coloured") },
                  { value: "edged", label: t("bordered") },
                  { value: "crossed", label: t("bordered, with diagonals") },
                ]}
                choose={(value) =>
                  props.write(
                    setDrawing(
                      props.outline,
                      props.text,
                      name(),
                      value === "none" ? undefined : (value as RegionDrawing),
                    ),
                  )
                }
              />
              <div class="row">
                <button
                  class="small danger"
                  onClick={() => {
                    const gone = name();
                    setChosen(undefined);
                    props.write(removeRegion(props.outline, props.text, gone));
                  }}
                >
                  {t("Remove this region")}
                </button>
              </div>
            </Show>
          </>
        )}
      </Show>
      <Show when={isNaming()}>
        <NameDialog
          title={t("A new region")}
          label={t("The name of the region")}
          value=""
          maxLength={MAX_REGION_NAME}
          problem={t(
            "Choose a name of small letters, with hyphens between words. Names of other regions and words of abilities are taken.",
          )}
          hint={t("Abilities can refer to it: “W + F within palace”.")}
          action={t("Choose its squares")}
          accept={(typed) => {
            const name = typed.trim();
            const isWord = app.library.words().some((word) => word.name === name);
            if (!isRegionName(name) || isWord || names().includes(name)) return false;
            setNaming(false);
            setChosen(name);
            return true;
          }}
          close={() => setNaming(false)}
        />
      </Show>
    </div>
  );
}
