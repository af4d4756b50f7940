/** The turns of the game with variations and comments. */

import {
  For,
  Show,
  Suspense,
  createContext,
  createEffect,
  createMemo,
  createSignal,
  onCleanup,
  onMount,
  useContext,
} from "solid-js";
import { t } from "../../language/language";
import type { NodeView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { signOf } from "../../state/review";
import { type Line, mainLine } from "../../state/tree";
import { longPress } from "../longPress";
import { lazily } from "../lazily";
import { usePreview } from "../preview/previews";
import { TurnTile } from "./TurnTile";

const DeleteDialog = lazily(() => import("./DeleteDialog"));

const NAGS: Record<number, string> = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

interface MoveListProps {
  /** Whether the turns can only be looked at. */
  isFixed?: boolean;
  /** A turn is pointed at: the piece that it names can be shown. */
  pointAt: (node: NodeView | undefined) => void;
  /** A turn is pressed long: the piece that it names is looked at closely. */
  inspect: (node: NodeView) => void;
}

/** The details of a turn, shown when it is pointed at or pressed long. */
const Reports = createContext<MoveListProps>({ pointAt: () => undefined, inspect: () => undefined });

export function MoveList(props: MoveListProps) {
  const app = useApp();
  const line = createMemo(() => mainLine(app.facts.tree()));
  const root = () => app.facts.tree().get(0);
  let self!: HTMLDivElement;
  onMount(() => keepInSight(self));

  return (
    <Reports.Provider value={props}>
      <div class="moves" ref={self}>
        <Show when={root()?.comment}>{(text) => <p class="comment">{text()}</p>}</Show>
        <Show
          when={line().turns.length > 0}
          fallback={
            <p class="faint">
              {app.isTouch
                ? t("No turns yet. Tap a piece, or drag it.")
                : t("No turns yet. Click a piece, or drag it.")}
            </p>
          }
        >
          <MainLine line={line()} />
        </Show>
        <Show when={!props.isFixed && !app.facts.state()?.seats}>
          <TurnTools />
        </Show>
      </div>
    </Reports.Provider>
  );
}

/** The main line: two turns a row, broken where something is to be said. */
function MainLine(props: { line: Line }) {
  const rows = createMemo(() => {
    const rows: { number: string; cells: (NodeView | undefined)[] }[] = [];
    for (const node of props.line.turns) {
      const row = rows.at(-1);
      const previous = row?.cells.at(-1);
      const follows =
        row?.cells.length === 1 && node.side === 1 && previous && !remarks(previous, props.line);
      if (follows) row.cells.push(node);
      else
        rows.push({
          number: node.number.replace(/\.+$/, ""),
          cells: node.side === 1 ? [undefined, node] : [node],
        });
    }
    return rows;
  });
  return (
    <ol class="rows">
      <For each={rows()}>
        {(row) => (
          <li>
            <span class="number">{row.number}</span>
            <For each={row.cells}>
              {(node) => (node ? <TurnButton node={node} /> : <span class="faint">…</span>)}
            </For>
            <For each={row.cells}>{(node) => node && <Remarks node={node} line={props.line} />}</For>
          </li>
        )}
      </For>
    </ol>
  );
}

function remarks(node: NodeView, line: Line): boolean {
  return Boolean(node.comment) || line.variations.has(node.id);
}

/** A comment and the variations on a turn. */
function Remarks(props: { node: NodeView; line: Line }) {
  return (
    <>
      <Show when={props.node.comment}>{(text) => <p class="comment">{text()}</p>}</Show>
      <For each={props.line.variations.get(props.node.id) ?? []}>{(line) => <Variation line={line} />}</For>
    </>
  );
}

function Variation(props: { line: Line }) {
  return (
    <div class="variation">
      <For each={props.line.turns}>
        {(node, index) => (
          <>
            <Show when={node.side === 0 || index() === 0}>
              <span class="number">{node.number}</span>
            </Show>
            <TurnButton node={node} />
            <Remarks node={node} line={props.line} />
          </>
        )}
      </For>
    </div>
  );
}

function TurnButton(props: { node: NodeView }) {
  const app = useApp();
  const { pointAt, inspect } = useContext(Reports);
  let button!: HTMLButtonElement;
  const isHere = () => app.facts.position()?.node === props.node.id;
  const elsewhere = () => (isHere() ? undefined : { node: props.node.id });
  const preview = usePreview(elsewhere);
  /** The judgement of a review, unless the turn has a mark of its own. */
  const nag = () => app.facts.scores().get(props.node.id)?.judgement?.nag;
  createEffect(() => {
    if (isHere()) reveal(button);
  });
  return (
    <button
      ref={button}
      class="turn"
      translate="no"
      aria-current={isHere() ? "true" : undefined}
      onClick={() => app.jump(props.node.id)}
      {...preview}
      onPointerEnter={(event) => {
        pointAt(props.node);
        preview.onPointerEnter(event);
      }}
      onPointerLeave={() => {
        pointAt(undefined);
        preview.onPointerLeave();
      }}
      {...longPress(() => inspect(props.node))}
    >
      <TurnTile text={props.node.text} side={props.node.side} />
      {props.node.text}
      {(props.node.nags ?? []).map((nag) => NAGS[nag] ?? `$${nag}`).join("")}
      <Show when={!props.node.nags?.length && nag()}>
        <span class={`nag-${nag() ?? 0}`}>{signOf(nag())}</span>
      </Show>
    </button>
  );
}

/** Scrolls the panel so far that an element in it is seen, and never the page: the board stays where it is. */
function reveal(element: Element): void {
  const panel = element.closest(".panel");
  if (!panel) return;
  const [inside, outside] = [element.getBoundingClientRect(), panel.getBoundingClientRect()];
  if (inside.top < outside.top) panel.scrollTop -= outside.top - inside.top;
  else if (inside.bottom > outside.bottom) panel.scrollTop += inside.bottom - outside.bottom;
}

/** Keeps the turn that is shown in sight when the panel gets lower, unless it was out of sight before. */
function keepInSight(list: HTMLElement): void {
  const panel = list.closest(".panel");
  if (!panel) return;
  let height = panel.clientHeight;
  const observer = new ResizeObserver(() => {
    const [before, turn] = [height, list.querySelector(".turn[aria-current]")];
    height = panel.clientHeight;
    if (!turn || height >= before) return;
    const top = turn.getBoundingClientRect().top - panel.getBoundingClientRect().top;
    if (top >= 0 && top < before) reveal(turn);
  });
  observer.observe(panel);
  onCleanup(() => observer.disconnect());
}

/** The actions for the turn that is shown. */
function TurnTools() {
  const app = useApp();
  const node = () => app.facts.tree().get(app.facts.state()?.node ?? 0);
  /** The turn to which a comment is being written: the game may go on meanwhile. */
  const [writing, setWriting] = createSignal<NodeView>();
  /** The place from which on turns are to be deleted, once the person has said that it is meant. */
  const [doomed, setDoomed] = createSignal<number>();
  const remove = (node: number) => void app.ask({ type: "delete", node });
  const isVariation = () => {
    const parent = app.facts.tree().get(node()?.parent ?? -1);
    return parent !== undefined && parent.children[0] !== node()?.id;
  };
  return (
    <Show when={node()}>
      {(here) => (
        <>
          <div class="turn-tools">
            <Show
              when={writing()}
              keyed
              fallback={
                <>
                  <button class="quiet small" onClick={() => setWriting(here())}>
                    {t("Comment")}
                  </button>
                  <Show when={here().id !== 0}>
                    <select
                      class="small"
                      aria-label={t("Mark the turn")}
                      value={String(here().nags?.[0] ?? "")}
                      onChange={(event) => {
                        const nag = event.currentTarget.value;
                        void app.ask({ type: "annotate", node: here().id, nags: nag ? [Number(nag)] : [] });
                      }}
                    >
                      <option value="">{t("no mark")}</option>
                      <For each={Object.entries(NAGS)}>
                        {([nag, sign]) => <option value={nag}>{sign}</option>}
                      </For>
                    </select>
                    <Show when={isVariation()}>
                      <button
                        class="quiet small"
                        onClick={() => void app.ask({ type: "promote", node: here().id })}
                      >
                        {t("Make it the line")}
                      </button>
                    </Show>
                    <button
                      class="quiet small"
                      // The last turn alone is soon played again.
                      onClick={() => (here().children.length > 0 ? setDoomed(here().id) : remove(here().id))}
                    >
                      {t("Delete from here")}
                    </button>
                  </Show>
                </>
              }
            >
              {(turn) => (
                <form
                  onSubmit={(event) => {
                    event.preventDefault();
                    const text = event.currentTarget.querySelector("textarea")?.value ?? "";
                    void app.ask({ type: "comment", node: turn.id, text });
                    setWriting(undefined);
                  }}
                >
                  <textarea name="text" rows="2" aria-label={t("Comment")} value={turn.comment ?? ""} />
                  <button class="small">{t("Keep")}</button>
                  <button type="button" class="quiet small" onClick={() => setWriting(undefined)}>
                    {t("Cancel")}
                  </button>
                </form>
              )}
            </Show>
          </div>
          <Show when={doomed()}>
            {(node) => (
              <Suspense>
                <DeleteDialog
                  node={node()}
                  remove={() => remove(node())}
                  close={() => setDoomed(undefined)}
                />
              </Suspense>
            )}
          </Show>
        </>
      )}
    </Show>
  );
}
