/** The edited state beside the board: pieces in hand, castling rights, moves of the Kings. */

import { For, Show, createMemo } from "solid-js";
import { sentence, t } from "../../language/language";
import type { BesideView, GameView } from "../../protocol/protocol";
import { Tick } from "../Tick";

interface BesideProps {
  game: GameView;
  value: BesideView;
  change: (edit: (now: BesideView) => BesideView) => void;
}

/** The greatest number of one item that a side may hold. */
const MOST = 31;

export function Beside(props: BesideProps) {
  const sides = () => props.game.summary.sides;
  const royal = () => props.game.types.find((type) => type.royal)?.name ?? t("royal piece");
  const setCount = (side: number, item: number, count: number) =>
    props.change((now) => {
      const hands = now.hands.map((hand, of) => (of === side ? hand.with(item, count) : hand));
      return { ...now, hands: hands as BesideView["hands"] };
    });
  const setCastling = (index: number, isLeft: boolean) =>
    props.change((now) => {
      const others = now.castlings.filter((one) => one !== index);
      return { ...now, castlings: isLeft ? [...others, index].sort((a, b) => a - b) : others };
    });
  const setMoved = (side: number, hasMoved: boolean) =>
    props.change((now) => {
      const moved = now.moved.map((old, of) => (of === side ? hasMoved : old));
      return { ...now, moved: moved as BesideView["moved"] };
    });
  return (
    <section class="beside" aria-label={t("Beside the board")}>
      <Show when={props.game.castlings}>
        {(castlings) => (
          <div class="checks" role="group" aria-label={t("Castling")}>
            <For each={castlings()}>
              {(castling, index) => (
                <Tick
                  label={`${sides()[castling.side]} ${castling.text}`}
                  on={props.value.castlings.includes(index())}
                  set={(value) => setCastling(index(), value)}
                />
              )}
            </For>
          </div>
        )}
      </Show>
      <Show when={props.game.reserve}>
        {(reserve) => (
          <>
            <Show when={props.game.remembersRoyals}>
              <div class="checks" role="group" aria-label={t("What has happened")}>
                <For each={sides()}>
                  {(name, side) => (
                    <Tick
                      label={t("{side}: {piece} has moved", { side: name, piece: royal() })}
                      on={props.value.moved[side()] ?? false}
                      set={(value) => setMoved(side(), value)}
                    />
                  )}
                </For>
                <Tick
                  label={t("{piece} on its last row, once at least", { piece: royal() })}
                  on={props.value.reached}
                  set={(reached) => props.change((now) => ({ ...now, reached }))}
                />
              </div>
            </Show>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t("In hand")}</th>
                  <For each={sides()}>{(name) => <th scope="col">{name}</th>}</For>
                </tr>
              </thead>
              <tbody>
                <For each={reserve()}>
                  {(item, index) => (
                    <tr>
                      <th scope="row">{sentence(item.name)}</th>
                      <For each={sides()}>
                        {(name, side) => (
                          <td>
                            <Count
                              label={t("{item} of {side}", { item: sentence(item.name), side: name })}
                              value={props.value.hands[side()]?.[index()] ?? 0}
                              change={(count) => setCount(side(), index(), count)}
                            />
                          </td>
                        )}
                      </For>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
          </>
        )}
      </Show>
    </section>
  );
}

function Count(props: { label: string; value: number; change: (count: number) => void }) {
  // The text being typed stays until the number itself changes.
  const value = createMemo(() => props.value);
  return (
    <input
      type="number"
      min="0"
      max={MOST}
      aria-label={props.label}
      value={value()}
      onChange={({ currentTarget }) => {
        const count = Math.max(0, Math.min(MOST, Math.floor(Number(currentTarget.value) || 0)));
        currentTarget.value = String(count);
        props.change(count);
      }}
    />
  );
}
