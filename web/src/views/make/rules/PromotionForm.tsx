/** What each piece becomes, where, and whether it must. */

import { For, Show, createMemo, createSignal } from "solid-js";
import { t } from "../../../language/language";
import { isChange } from "../piece/description";
import { numberOf, textOf, valueAt } from "../text/value";
import { removeKey, setKey } from "../text/write";
import { Chips, Choice, type FormProps, NumberField } from "./fields";
import { pieceOptions, shownName } from "./names";
import { type Row, addPromotion, promotionsIn, removePromotion, setTerms } from "./promotions";

const ZONE = ["board", "promotion-zone"];
const DUTY = ["board", "promotion"];

interface PromotionFormProps extends FormProps {
  /** The names of the regions. */
  regions: readonly string[];
}

export function PromotionForm(props: PromotionFormProps) {
  const rows = createMemo(() => promotionsIn(props.outline, props.text, props.game));
  const names = createMemo(() => rows().map(({ piece }) => piece), undefined, {
    equals: (one, other) => one.join("\n") === other.join("\n"),
  });
  const isOfAnother = () => isChange(props.outline);
  const [from, setFrom] = createSignal("");
  const write = (path: readonly string[], value: string | undefined) =>
    props.write(
      value === undefined
        ? removeKey(props.outline, props.text, path)
        : [setKey(props.outline, props.text, path, value)],
    );
  const duty = () => textOf(valueAt(props.outline, props.text, DUTY));
  return (
    <div class="rules-form">
      <NumberField
        label={t("Depth of the promotion zone, in ranks")}
        value={numberOf(valueAt(props.outline, props.text, ZONE)) ?? (isOfAnother() ? undefined : 0)}
        min={0}
        max={props.game.summary.ranks}
        change={(value) => write(ZONE, value === undefined ? undefined : String(value))}
      />
      <Choice
        label={t("Promotion in the zone is")}
        value={duty()}
        usual={isOfAnother() ? undefined : "may"}
        options={[
          { value: "may", label: t("optional") },
          { value: "must", label: t("obligatory") },
          { value: "may, on the last rank must", label: t("optional, and obligatory on the last rank") },
        ]}
        choose={(value) => write(DUTY, value && JSON.stringify(value))}
      />
      <For each={names()}>
        {(name) => (
          <Show when={rows().find(({ piece }) => piece === name)}>
            {(row) => <RowForm {...props} row={row()} />}
          </Show>
        )}
      </For>
      <div class="row">
        <select
          class="small"
          aria-label={t("Another piece that promotes")}
          value={from()}
          onChange={(event) => setFrom(event.currentTarget.value)}
        >
          <option value="">{t("Let another piece promote …")}</option>
          <For each={pieceOptions(props.game, names())}>
            {(option) => <option value={option.value}>{option.label}</option>}
          </For>
        </select>
        <Show when={from()}>
          <select
            class="small"
            aria-label={t("What it becomes")}
            value=""
            onChange={(event) => {
              const to = event.currentTarget.value;
              const piece = from();
              setFrom("");
              props.write(addPromotion(props.outline, props.text, undefined, piece, to));
            }}
          >
            <option value="">{t("to …")}</option>
            <For each={pieceOptions(props.game, [from()])}>
              {(option) => <option value={option.value}>{option.label}</option>}
            </For>
          </select>
        </Show>
      </div>
    </div>
  );
}

function RowForm(props: PromotionFormProps & { row: Row }) {
  const row = () => props.row;
  const simple = () => row().becomes.filter(({ special }) => special === undefined);
  const must = () => row().terms.must;
  return (
    <div class="rules-row">
      <Chips
        label={t("{piece} becomes", { piece: shownName(props.game, row().piece) })}
        chips={row().becomes.map(({ to, special, index }) => ({
          words: special ?? shownName(props.game, to),
          isText: special !== undefined,
          remove: row().canChange
            ? () => props.write(removePromotion(props.outline, props.text, row(), index))
            : undefined,
        }))}
        addLabel={t("or …")}
        options={
          row().canChange ? pieceOptions(props.game, [row().piece, ...simple().map(({ to }) => to)]) : []
        }
        add={(to) => props.write(addPromotion(props.outline, props.text, row(), row().piece, to))}
      />
      <Show
        when={row().canChange}
        fallback={
          <p class="hint">
            {row().isInherited
              ? t("This comes from the original game, with conditions that only the text can change.")
              : t("This entry has comments or is split, so that only the text can change it.")}
          </p>
        }
      >
        <Show when={simple().length > 0}>
          <Choice
            label={t("Where")}
            value={row().terms.region}
            usual="zone"
            options={[
              { value: "zone", label: t("in the promotion zone") },
              ...props.regions.map((region) => ({ value: region, label: region })),
            ]}
            choose={(value) =>
              props.write(
                setTerms(props.outline, props.text, row(), {
                  ...row().terms,
                  region: value === "zone" ? undefined : value,
                }),
              )
            }
          />
          <Choice
            label={t("Promotion there is")}
            value={must() === undefined ? "usual" : must() ? "must" : "may"}
            usual="usual"
            options={[
              { value: "usual", label: t("as for all pieces") },
              { value: "may", label: t("optional") },
              { value: "must", label: t("obligatory") },
            ]}
            choose={(value) =>
              props.write(
                setTerms(props.outline, props.text, row(), {
                  ...row().terms,
                  must: value === "usual" ? undefined : value === "must",
                }),
              )
            }
          />
        </Show>
      </Show>
    </div>
  );
}
