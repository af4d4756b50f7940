/** How a game ends: its royal pieces, what wins and loses, and what is a draw. */

import { For, Match, Show, Switch, createMemo, createSignal } from "solid-js";
import { t } from "../../../language/language";
import { useApp } from "../../../state/app";
import { abilityChange, abilityOf, isChange } from "../piece/description";
import { textOf, valueAt } from "../text/value";
import { removeKey, setKey } from "../text/write";
import {
  type Condition,
  type Known,
  addCondition,
  conditionsIn,
  isRoyal,
  quietMovesIn,
  setQuietMoves,
  withRoyal,
} from "./ending";
import { Chips, Choice, type FormProps, NumberField, type Option } from "./fields";
import { pieceOptions, shownName } from "./names";

interface EndingFormProps extends FormProps {
  /** The names of the regions. */
  regions: readonly string[];
}

/** The most moves without a capture, checks, or pieces in a row. */
const MAX_MOVES = 1000;
const MAX_CHECKS = 99;
const MAX_ROW = 16;

export function EndingForm(props: EndingFormProps) {
  const app = useApp();
  const royals = createMemo(() =>
    pieceOptions(props.game).map((option) => {
      const ability = abilityOf(props.outline, props.text, option.value, props.game, app.library.bestiary());
      return { ...option, ability, isRoyal: isRoyal(ability) };
    }),
  );
  const setRoyal = (name: string, royal: boolean) => {
    const piece = royals().find(({ value }) => value === name);
    if (piece) props.write([abilityChange(props.outline, props.text, name, withRoyal(piece.ability, royal))]);
  };
  return (
    <div class="rules-form">
      <Chips
        label={t("Royal pieces: a player who loses them all loses the game")}
        chips={royals()
          .filter((piece) => piece.isRoyal)
          .map(({ value, label }) => ({ words: label, remove: () => setRoyal(value, false) }))}
        addLabel={t("Make a piece royal …")}
        options={royals().filter((piece) => !piece.isRoyal)}
        add={(name) => setRoyal(name, true)}
      />
      <EndingChoice
        {...props}
        label={t("A check")}
        name="check"
        usual="does not bind"
        options={[
          { value: "binds", label: t("must be answered") },
          { value: "does not bind", label: t("may be ignored: royal pieces can be captured") },
        ]}
      />
      <EndingChoice
        {...props}
        label={t("A player who cannot move")}
        name="no-move"
        usual="loses"
        options={[
          { value: "loses in check, else draws", label: t("loses in check, and has a draw otherwise") },
          { value: "loses", label: t("loses") },
          { value: "draws", label: t("has a draw") },
          { value: "wins", label: t("wins") },
          { value: "fewer pieces win", label: t("wins with fewer pieces than the other, else loses") },
        ]}
      />
      <EndingChoice
        {...props}
        label={t("A player left with a single piece")}
        name="bare-royal"
        usual="plays on"
        options={[
          { value: "plays on", label: t("plays on") },
          { value: "loses", label: t("loses") },
          {
            value: "loses unless its next turn bares the other",
            label: t("loses, unless its next turn leaves the other with one as well"),
          },
        ]}
      />
      <EndingChoice
        {...props}
        label={t("Repeated positions")}
        name="repetition"
        usual="third time illegal"
        options={[
          { value: "third time illegal", label: t("the third time is forbidden") },
          { value: "third time draws", label: t("the third time is a draw") },
          { value: "third time loses", label: t("the third time loses") },
          { value: "fourth time draws", label: t("the fourth time is a draw") },
          { value: "fourth time illegal", label: t("the fourth time is forbidden") },
          { value: "allowed", label: t("are allowed") },
        ]}
      />
      <NumberField
        label={t("Draw after this many moves without a capture")}
        value={quietMovesIn(props.outline, props.text)}
        min={1}
        max={MAX_MOVES}
        placeholder={t("none")}
        change={(moves) => props.write(setQuietMoves(props.outline, props.text, moves))}
      />
      <Conditions {...props} />
    </div>
  );
}

interface EndingChoiceProps extends FormProps {
  label: string;
  /** The key in the table of the ending. */
  name: string;
  usual: string;
  options: readonly Option[];
}

function EndingChoice(props: EndingChoiceProps) {
  const path = () => ["ending", props.name];
  return (
    <Choice
      label={props.label}
      value={textOf(valueAt(props.outline, props.text, path()))}
      usual={isChange(props.outline) ? undefined : props.usual}
      options={props.options}
      choose={(value) =>
        props.write(
          value === undefined
            ? removeKey(props.outline, props.text, path())
            : [setKey(props.outline, props.text, path(), JSON.stringify(value))],
        )
      }
    />
  );
}

/** What else wins or loses. */
function Conditions(props: EndingFormProps) {
  const [kind, setKind] = createSignal<Known["kind"]>();
  const [piece, setPiece] = createSignal("");
  const [region, setRegion] = createSignal("");
  const [count, setCount] = createSignal(3);
  const conditions = createMemo(() => conditionsIn(props.outline, props.text));

  const words = ({ known, text, result }: Condition): string => {
    if (!known) return `${result}: ${text}`;
    const names = (pieces: readonly string[]) => pieces.map((name) => shownName(props.game, name)).join(", ");
    switch (known.kind) {
      case "checks":
        return t("{count} checks win", { count: known.count });
      case "row":
        return t("{count} pieces side by side win", { count: known.count });
      case "goal":
        return known.pieces.length === 0
          ? t("a piece in {region} wins", { region: known.region })
          : t("{pieces} in {region} wins", {
              pieces: names(known.pieces),
              region: known.region,
            });
      case "lost":
        return t("losing every {pieces} loses", { pieces: names(known.pieces) });
      case "bare":
        return t("losing all pieces loses");
    }
  };

  /** The condition that is being made, once nothing is missing. */
  const made = (): Known | undefined => {
    const pieces = piece() === "" ? [] : [piece()];
    switch (kind()) {
      case "checks":
        return { kind: "checks", count: count() };
      case "row":
        return { kind: "row", count: count() };
      case "goal":
        return region() === "" ? undefined : { kind: "goal", pieces, region: region() };
      case "lost":
        return pieces.length === 0 ? undefined : { kind: "lost", pieces };
      case "bare":
        return { kind: "bare" };
      case undefined:
        return undefined;
    }
  };
  const add = () => {
    const condition = made();
    if (!condition) return;
    setKind(undefined);
    props.write(addCondition(props.outline, props.text, condition));
  };
  const kinds = (): readonly { value: Known["kind"]; label: string }[] => [
    { value: "goal", label: t("Bring a piece into a region to win") },
    { value: "checks", label: t("Give a number of checks to win") },
    { value: "row", label: t("Line up pieces to win") },
    { value: "lost", label: t("Lose by losing every piece of a kind") },
    { value: "bare", label: t("Lose by losing all pieces") },
  ];

  return (
    <div class="rules-row">
      <Chips
        label={t("Other ways to win or lose")}
        chips={conditions().map((condition) => ({
          words: words(condition),
          isText: condition.known === undefined,
          remove: condition.remove && (() => props.write(condition.remove?.() ?? [])),
        }))}
        addLabel={t("Add a way …")}
        options={kinds()}
        add={(value) => setKind(kinds().find((kind) => kind.value === value)?.value)}
      />
      <Show when={kind()}>
        {(kind) => (
          <div class="rules-new">
            <p>{kinds().find(({ value }) => value === kind())?.label}</p>
            <Switch>
              <Match when={kind() === "goal" || kind() === "lost"}>
                <label class="rules-field">
                  <span>{t("Piece")}</span>
                  <select value={piece()} onChange={(event) => setPiece(event.currentTarget.value)}>
                    <option value="">{kind() === "goal" ? t("any piece") : t("Choose one …")}</option>
                    <For each={pieceOptions(props.game)}>
                      {(option) => <option value={option.value}>{option.label}</option>}
                    </For>
                  </select>
                </label>
              </Match>
              <Match when={kind() === "checks" || kind() === "row"}>
                <NumberField
                  label={kind() === "row" ? t("How many pieces") : t("How many checks")}
                  value={count()}
                  min={kind() === "row" ? 2 : 1}
                  max={kind() === "row" ? MAX_ROW : MAX_CHECKS}
                  change={(value) => setCount(value ?? count())}
                />
              </Match>
            </Switch>
            <Show when={kind() === "goal"}>
              <Show
                when={props.regions.length > 0}
                fallback={<p class="hint">{t("Make a region first, by clicking its squares.")}</p>}
              >
                <label class="rules-field">
                  <span>{t("Region")}</span>
                  <select value={region()} onChange={(event) => setRegion(event.currentTarget.value)}>
                    <option value="">{t("Choose one …")}</option>
                    <For each={props.regions}>{(name) => <option value={name}>{name}</option>}</For>
                  </select>
                </label>
              </Show>
            </Show>
            <div class="row">
              <button class="small primary" disabled={!made()} onClick={add}>
                {t("Add it")}
              </button>
              <button class="small" onClick={() => setKind(undefined)}>
                {t("Cancel")}
              </button>
            </div>
          </div>
        )}
      </Show>
    </div>
  );
}
