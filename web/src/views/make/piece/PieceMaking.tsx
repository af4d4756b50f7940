/** A piece is made without typing: its moves by clicks, a new one by its name, others from the bestiary. */

import { Match, Show, Suspense, Switch, createEffect, createMemo, createSignal, on } from "solid-js";
import { TilePicture } from "../../../board/Tile";
import { codeOf } from "../../../board/piece";
import { t } from "../../../language/language";
import { isCalled, nameAsTold } from "../../../language/views";
import type { GameView } from "../../../protocol/protocol";
import { useApp } from "../../../state/app";
import "../../../style/make-piece.css";
import { lazily } from "../../lazily";
import type { EditorHandle } from "../text/TextEditor";
import { type Change, changed } from "../text/change";
import { type Outline, type Span, entryOf, outlineOf, pathOf, stringsOf } from "../text/outline";
import { createUndo } from "../text/undo";
import { removeKey, setKey } from "../text/write";
import { MoveGrid } from "./MoveGrid";
import { NewPiece } from "./NewPiece";
import { PictureField } from "./PictureField";
import { abilityChange, abilityOf, freeId, idsIn, knownPiece, namesIn, newPiece } from "./description";

const Gallery = lazily(() => import("./Gallery"));

interface PieceMakingProps {
  text: string;
  outline: Outline;
  game: GameView;
  /** The name of the piece that is shown, as the file has it. */
  name: string | undefined;
  editor: () => EditorHandle | undefined;
  /** Lets a piece be put on the board by clicks. */
  place: (type: number) => void;
  /** Shows the text at a place. */
  go: (from: number, to: number) => void;
}

/** The ability with which a new piece begins: one without any cannot be read. */
const FIRST_ABILITY = "W";

export function PieceMaking(props: PieceMakingProps) {
  const app = useApp();
  const [open, setOpen] = createSignal<"new" | "bestiary">();
  const [isClicking, setClicking] = createSignal(false);
  /** The changes of this piece. */
  const undo = createUndo(() => props.editor());

  const name = createMemo(() => props.name);
  const type = () => {
    const piece = name();
    return piece === undefined ? -1 : props.game.types.findIndex((one) => isCalled(one, piece));
  };
  const known = (name: string | undefined) => app.library.bestiary().find((piece) => piece.name === name);
  const ability = () => {
    const piece = name();
    if (piece === undefined) return "";
    return abilityOf(props.outline, props.text, piece, props.game, app.library.bestiary());
  };
  const id = () => {
    const piece = name();
    if (piece === undefined) return "";
    const [own] = idsIn(props.outline, props.text, piece);
    return own ?? props.game.types[type()]?.id ?? known(piece)?.id ?? "";
  };
  createEffect(on(name, undo.forget));
  const isAbsent = () => {
    const now = props.game.types[type()];
    // The reserves beside the board come from there.
    if (props.game.reserve) return false;
    return !now || (now.starts.length === 0 && now.promotesFrom.length === 0);
  };
  const takenIds = () => [...idsIn(props.outline, props.text), ...props.game.types.map((one) => one.id)];
  const takenNames = () => [
    ...namesIn(props.outline, props.text),
    ...props.game.types.map(nameAsTold),
    ...app.library.bestiary().map((piece) => piece.name),
  ];

  /** Writes changes into the text and puts the cursor to what the text then says about a piece. */
  function write(changes: readonly Change[], name: string): void {
    const text = changed(props.text, changes);
    const outline = outlineOf(text);
    const place =
      outline.strings.find(({ entry }) => entry && pathOf(entry).join("\n") === `piece\n${name}\nability`)
        ?.to ??
      outline.tables.find(({ path }) => path[0] === "piece" && path[1] === name)?.from ??
      outline.strings.find(({ from, to }) => text.slice(from, to) === name)?.to;
    props.editor()?.edit(changes, place);
  }

  function change(ability: string): void {
    const piece = name();
    if (piece === undefined) return;
    undo.note();
    write([abilityChange(props.outline, props.text, piece, ability)], piece);
  }

  const picturePath = (piece: string) => ["piece", piece, "picture"];
  const hasPicture = () => {
    const piece = name();
    return piece !== undefined && entryOf(props.outline, picturePath(piece)) !== undefined;
  };

  function choosePicture(picture: string | undefined): void {
    const piece = name();
    if (piece === undefined) return;
    undo.note();
    const path = picturePath(piece);
    const changes =
      picture === undefined
        ? removeKey(props.outline, props.text, path)
        : [setKey(props.outline, props.text, path, `'''\n${picture}'''`)];
    write(changes, piece);
  }

  function create(name: string): void {
    setOpen(undefined);
    write(newPiece(props.text, name, freeId(name, takenIds()), FIRST_ABILITY), name);
    undo.forget();
    setClicking(true);
  }

  function take(name: string): void {
    setOpen(undefined);
    const usual = known(name)?.id ?? "";
    const isTaken = takenIds().some((id) => id.toLowerCase() === usual.toLowerCase());
    write(knownPiece(props.text, name, isTaken ? freeId(name, takenIds()) : undefined), name);
  }

  /** The array in the text; a game that changes another may have none. */
  const array = () => stringsOf(props.outline, entryOf(props.outline, ["array", "ranks"]))[0];

  /** Shows the first free square of the last rank, if it has one: what is typed takes its place. */
  function goTo({ from, to }: Span): void {
    const ranks = props.text.slice(from, to).trimEnd();
    const free = ranks.indexOf(".", ranks.lastIndexOf("\n"));
    if (free < 0) props.go(from + ranks.length, from + ranks.length);
    else props.go(from + free, from + free + 1);
  }

  return (
    <div class="piece-making">
      <Show when={props.name}>
        {(name) => (
          <>
            <Show when={isAbsent()}>
              <p class="note row" role="status">
                <span>
                  {t("The {name} is not on the board yet: put its letters, {id}, into the array.", {
                    name: props.game.types[type()]?.name ?? name(),
                    id: id(),
                  })}
                </span>
                <Show when={type() >= 0}>
                  <button class="small" onClick={() => props.place(type())}>
                    {t("Put it on the board")}
                  </button>
                </Show>
                <Show when={array()}>
                  {(array) => (
                    <button class="small" onClick={() => goTo(array())}>
                      {t("Go to the array")}
                    </button>
                  )}
                </Show>
              </p>
            </Show>
            <details open={isClicking()} onToggle={(event) => setClicking(event.currentTarget.open)}>
              <summary>{t("Change its moves by clicking")}</summary>
              <Show when={isClicking()}>
                <MoveGrid
                  ability={ability()}
                  change={change}
                  tile={
                    <Show when={type() >= 0} fallback={<span class="move-letters">{id()}</span>}>
                      <TilePicture
                        game={props.game}
                        set={app.library.tileSet(props.game.summary.id)}
                        code={codeOf(type(), 0)}
                        up
                        size={36}
                      />
                    </Show>
                  }
                />
                <undo.Button />
              </Show>
            </details>
            <PictureField piece={props.name} hasPicture={hasPicture()} choose={choosePicture} />
          </>
        )}
      </Show>
      <div class="row">
        <button onClick={() => setOpen("new")}>{t("A new piece")}</button>
        <button onClick={() => setOpen("bestiary")}>{t("Take one from the bestiary")}</button>
      </div>
      <Switch>
        <Match when={open() === "new"}>
          <NewPiece taken={takenNames()} create={create} close={() => setOpen(undefined)} />
        </Match>
        <Match when={open() === "bestiary"}>
          <Suspense>
            <Gallery
              inGame={[...namesIn(props.outline, props.text), ...props.game.types.map(nameAsTold)]}
              take={take}
              close={() => setOpen(undefined)}
            />
          </Suspense>
        </Match>
      </Switch>
    </div>
  );
}
