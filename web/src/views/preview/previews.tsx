/** Small boards that float beside what is pointed at: a turn of a list, of an engine's line, or a mistake. */

import { type JSX, Show, Suspense, createContext, createSignal, onCleanup, useContext } from "solid-js";
import type { GameView } from "../../protocol/protocol";
import { lazily } from "../lazily";

const Preview = lazily(() => import("./Preview"));

/** The board after some turns from a place of the game. */
export interface Previewed {
  node: number;
  turns?: readonly string[];
}

/** A board that is wanted beside an element. */
export interface Wanted extends Previewed {
  beside: Element;
}

interface Previews {
  /** Returns the handlers of an element that shows a board while a mouse points at it, or while it has the focus by the keyboard. */
  of(what: () => Previewed | undefined): {
    onPointerEnter(event: PointerEvent & { currentTarget: Element }): void;
    onPointerLeave(): void;
    onFocus(event: FocusEvent & { currentTarget: Element }): void;
    onBlur(): void;
  };
  /** Shows a board at once, until something else is touched. */
  show(wanted: Wanted): void;
}

const none = () => undefined;
const NO_PREVIEWS: Previews = {
  of: () => ({ onPointerEnter: none, onPointerLeave: none, onFocus: none, onBlur: none }),
  show: none,
};

const Context = createContext<Previews>(NO_PREVIEWS);
export const usePreviews = () => useContext(Context);
/** Returns the handlers of an element beside which a board is shown. */
export const usePreview = (what: () => Previewed | undefined) => usePreviews().of(what);

/** How long a pointer rests before the first board is shown, in milliseconds. */
const REST = 150;

/** Lets what is in it show boards. */
export function PreviewProvider(props: { game: GameView; flipped: boolean; children: JSX.Element }) {
  const [wanted, setWanted] = createSignal<Wanted>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function want(next: Wanted | undefined): void {
    clearTimeout(timer);
    if (!next || wanted()) setWanted(next);
    else timer = setTimeout(() => setWanted(next), REST);
  }
  const hide = () => want(undefined);
  // A pointer that has come to a turn by scrolling has not been given up.
  const scrolled = () => wanted() && hide();
  const key = (event: KeyboardEvent) => event.key === "Escape" && hide();
  document.addEventListener("keydown", key);
  document.addEventListener("pointerdown", hide, { capture: true });
  document.addEventListener("scroll", scrolled, { capture: true, passive: true });
  onCleanup(() => {
    hide();
    document.removeEventListener("keydown", key);
    document.removeEventListener("pointerdown", hide, { capture: true });
    document.removeEventListener("scroll", scrolled, { capture: true });
  });
  const previews: Previews = {
    of: (what) => {
      const offer = (beside: Element) => {
        const found = what();
        want(found && { ...found, beside });
      };
      return {
        onPointerEnter: (event) => {
          if (event.pointerType !== "touch") offer(event.currentTarget);
        },
        onPointerLeave: hide,
        onFocus: (event) => {
          if (event.currentTarget.matches(":focus-visible")) offer(event.currentTarget);
        },
        onBlur: hide,
      };
    },
    show(next) {
      clearTimeout(timer);
      setWanted(next);
    },
  };
  return (
    <Context.Provider value={previews}>
      {props.children}
      <Show when={wanted()}>
        {(now) => (
          <Suspense>
            <Preview game={props.game} flipped={props.flipped} wanted={now()} />
          </Suspense>
        )}
      </Show>
    </Context.Provider>
  );
}
