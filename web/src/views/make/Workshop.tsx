/** A game in the making: its text, what is wrong with it, and beside it the board and the piece that is being written. */

import {
  type JSX,
  Match,
  Show,
  Suspense,
  Switch,
  createEffect,
  createMemo,
  createSignal,
  on,
  untrack,
} from "solid-js";
import { t } from "../../language/language";
import type { GameSummary, GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { Draft } from "../../state/drafts";
import { createReader } from "../../state/reading";
import { href } from "../../state/route";
import { download } from "../../state/share";
import "../../style/make.css";
import { Menu } from "../Menu";
import { NotFound } from "../NotFound";
import { Segments } from "../Segments";
import { isCalled, nameAsTold } from "../../language/views";
import { NewGameDialog } from "../games/NewGameDialog";
import { lazily } from "../lazily";
import { Live } from "./Live";
import type { Brush } from "./array/ArrayBoard";
import { MistakeList } from "./MistakeList";
import { RenameDialog } from "./RenameDialog";
import { createEditing } from "./editing";
import { PieceMaking } from "./piece/PieceMaking";
import { describedAs } from "./piece/description";
import { isMade } from "./rules/names";
import { idFor } from "./templates";
import TextEditor, { type EditorHandle } from "./text/TextEditor";
import { describedPieces, outlineOf, pieceAt, placeOfPiece } from "./text/outline";

const ShareGame = lazily(() => import("./ShareGame"));
const RulesMaking = lazily(() => import("./rules/RulesMaking"));

/** The parts of the view, of which a small screen shows one. */
type Part = "text" | "board" | "rules" | "piece";

export default function Workshop(props: { name: string }) {
  const app = useApp();
  // eslint-disable-next-line solid/reactivity -- another draft is another workshop
  const { name } = props;
  // The draft as it is opened: what becomes of it then is the editing's.
  const draft = untrack(() => app.drafts.find(name));
  return (
    <Show
      when={draft}
      fallback={
        <NotFound title={t("No such game")}>
          {t(
            "This browser has no game “{name}” in the making. It may have been renamed or deleted, or it was made in another browser.",
            { name },
          )}{" "}
          <a href="#/make">{t("Make a game")}</a>
        </NotFound>
      }
    >
      {(draft) => <Opened draft={draft()} />}
    </Show>
  );
}

/** A version of the game that can be played. */
interface Shown {
  view: GameView;
  text: string;
}

function Opened(props: { draft: Draft }) {
  const app = useApp();
  // eslint-disable-next-line solid/reactivity -- another draft is another workshop
  const { draft } = props;
  const editing = createEditing(app.drafts, draft);
  const { text } = editing;
  const { reading, trouble } = createReader(text, app.link.ask);
  const [cursor, setCursor] = createSignal(0);
  /** What a click puts on the board while the array is changed. */
  const [brush, setBrush] = createSignal<Brush>();
  const [part, setPart] = createSignal<Part>("text");
  const [open, setOpen] = createSignal<"rename" | "share">();
  const [played, setPlayed] = createSignal<GameSummary>();
  /** Whether the draft is gone because of something done here. */
  const [isLeaving, setLeaving] = createSignal(false);
  let editor: EditorHandle | undefined;

  /** The last version that could be played, once it can be drawn. */
  const shown = createMemo((before: Shown | undefined): Shown | undefined => {
    const now = reading();
    const view = now?.game === undefined ? undefined : app.library.drawable(now.game);
    return now && view ? { view, text: now.text } : before;
  }, undefined);
  createEffect(
    on(shown, (now, before) => {
      if (!now) return;
      editing.flush();
      app.drafts.notePlayable(draft.name, { text: now.text, summary: now.view.summary });
      const old = before?.view.summary.id;
      if (old !== undefined && old !== now.view.summary.id && old !== app.facts.state()?.game)
        app.library.forget(old);
    }),
  );
  const mistakes = () => reading()?.mistakes ?? [];
  const isPlayable = () => shown() !== undefined && reading()?.game !== undefined;
  /** What is to be done with the game as soon as what was written last has been read. */
  const [next, setNext] = createSignal<(game: GameView) => void>();
  createEffect(() => {
    const act = next();
    if (!act || reading()?.text !== text()) return;
    const now = isPlayable() ? shown() : undefined;
    // The pictures of what has just been read may still be on their way.
    if (now && now.text !== text()) return;
    setNext(undefined);
    if (now) act(now.view);
  });
  function follow(event: MouseEvent, view: string): void {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (isElsewhere || shown()?.text === text()) return;
    event.preventDefault();
    setNext(() => (game) => (location.hash = href(view, game.summary.id)));
  }
  /** A link to a view of the game as it is written: it is followed as soon as that has been read. */
  const GameLink = (props: { view: string; class?: string; children: JSX.Element }) => (
    <Show when={isPlayable() && shown()}>
      {(now) => (
        <a
          class={`button ${props.class ?? ""}`}
          href={href(props.view, now().view.summary.id)}
          onClick={(event) => follow(event, props.view)}
        >
          {props.children}
        </a>
      )}
    </Show>
  );

  /** The piece that is shown, by its id: the one under the cursor, or the one before. */
  const [wanted, setWanted] = createSignal<string>();
  /** Whether it was chosen by its tile, and the cursor has stayed where it was. */
  const [isChosen, setChosen] = createSignal(false);
  const outline = createMemo(() => outlineOf(text()));
  const named = createMemo(() => (isChosen() ? undefined : pieceAt(outline(), text(), cursor())));
  const typeOf = (name: string | undefined) =>
    name === undefined ? undefined : shown()?.view.types.find((type) => isCalled(type, name));
  createEffect(() => {
    const type = typeOf(named());
    if (type) setWanted(type.id);
  });
  const piece = () => {
    const types = shown()?.view.types ?? [];
    const index = types.findIndex(({ id }) => id === wanted());
    return index >= 0 ? index : types.length > 0 ? 0 : undefined;
  };

  /** The name of that piece in the file. One that has just been described is not on the board yet. */
  const pieceName = () => {
    const at = named();
    if (at !== undefined && describedPieces(outline()).includes(at) && !typeOf(at)) return at;
    const type = shown()?.view.types[piece() ?? -1];
    const name = type && (describedAs(outline(), type) ?? nameAsTold(type));
    // The promoted form of a piece that promotes once has no description of its own.
    return name !== undefined && isMade(name) ? undefined : name;
  };

  /** Shows a piece and goes to its description. */
  function choose(type: number): void {
    const chosen = shown()?.view.types[type];
    if (!chosen) return;
    setPart("piece");
    const name = describedAs(outline(), chosen);
    const place = name === undefined ? undefined : placeOfPiece(outline(), name);
    if (place !== undefined) editor?.show(place);
    setChosen(true);
    setWanted(chosen.id);
  }

  function go(from: number, to: number): void {
    setPart("text");
    editor?.select(from, to);
  }

  return (
    <div class="workshop" data-part={part()}>
      <header class="workshop-head">
        <div>
          <a class="faint" href="#/make">
            {t("Make a game")}
          </a>
          <h1>{draft.name}</h1>
        </div>
        <div class="row">
          <button
            class="primary"
            disabled={!isPlayable()}
            onClick={() => setNext(() => (game) => setPlayed(game.summary))}
          >
            {t("Play")}
          </button>
          <GameLink view="help">{t("Rules")}</GameLink>
          <GameLink view="trial">{t("How is it?")}</GameLink>
          <button disabled={!isPlayable()} onClick={() => setNext(() => () => setOpen("share"))}>
            {t("Share")}
          </button>
          <Menu label={t("More about {name}", { name: draft.name })}>
            <button
              class="quiet"
              onClick={() => {
                editing.flush();
                setOpen("rename");
              }}
            >
              {t("Rename")}
            </button>
            <button class="quiet" onClick={() => download(`${idFor(draft.name)}.toml`, text())}>
              {t("Save as a file")}
            </button>
            <GameLink view="pieces" class="quiet">
              {t("All pieces")}
            </GameLink>
            <GameLink view="tune" class="quiet">
              {t("What are the pieces worth?")}
            </GameLink>
            <GameLink view="editor" class="quiet">
              {t("Set up a position")}
            </GameLink>
            <button
              class="quiet danger"
              onClick={() => {
                editing.flush();
                setLeaving(true);
                app.drafts.remove(draft.name);
                location.hash = "#/make";
              }}
            >
              {t("Delete")}
            </button>
          </Menu>
        </div>
      </header>
      <div class="workshop-parts">
        <Segments
          label={t("What is shown")}
          value={part()}
          options={[
            { value: "text", label: t("Text") },
            { value: "board", label: t("Board") },
            { value: "rules", label: t("Rules") },
            { value: "piece", label: t("Piece") },
          ]}
          choose={setPart}
        />
      </div>
      <Notes
        conflict={isLeaving() ? undefined : editing.conflict()}
        takeTheirs={() => editing.takeTheirs()}
        keepMine={() => editing.keepMine()}
        copy={() => {
          const name = app.drafts.create(draft.name, text(), draft.origin);
          editing.takeTheirs();
          if (name !== undefined) location.hash = href("make", name);
        }}
        save={() => download(`${idFor(draft.name)}.toml`, text())}
      />
      <section class="workshop-text" aria-label={t("The text")}>
        <TextEditor
          text={text()}
          change={(text) => editing.change(text)}
          move={(at) => {
            setCursor(at);
            setChosen(false);
          }}
          known={{
            words: app.library.words(),
            bestiary: app.library.bestiary(),
            games: app.facts.games(),
          }}
          mistakes={mistakes()}
          read={reading()?.text}
          ref={(handle) => (editor = handle)}
        />
        <MistakeList
          text={reading()?.text ?? ""}
          mistakes={mistakes()}
          isRead={reading() !== undefined}
          trouble={trouble()}
          go={go}
          // The text may have changed since it was read.
          replace={(from, to, by) => reading()?.text === text() && editor?.replace(from, to, by)}
        />
      </section>
      <Show
        when={shown()}
        fallback={
          <p class="workshop-live waiting">
            {mistakes().length > 0
              ? t("The board comes as soon as the text can be played.")
              : t("One moment …")}
          </p>
        }
      >
        {(now) => (
          <Live
            game={now().view}
            text={text()}
            outline={outline()}
            editor={() => editor}
            brush={brush()}
            setBrush={setBrush}
            piece={piece()}
            isOld={mistakes().length > 0 && reading()?.text !== now().text}
            choose={choose}
            rules={
              <Suspense>
                <RulesMaking
                  text={text()}
                  outline={outline()}
                  game={now().view}
                  mistake={mistakes()[0]}
                  editor={() => editor}
                />
              </Suspense>
            }
          >
            <PieceMaking
              text={text()}
              outline={outline()}
              game={now().view}
              name={pieceName()}
              editor={() => editor}
              go={go}
              place={(type) => {
                setPart("board");
                setBrush(type);
              }}
            />
          </Live>
        )}
      </Show>
      <Switch>
        <Match when={open() === "rename"}>
          <RenameDialog
            name={draft.name}
            renamed={(name) => {
              setLeaving(true);
              location.replace(href("make", name));
            }}
            close={() => setOpen(undefined)}
          />
        </Match>
        <Match when={open() === "share" && shown()}>
          {(now) => (
            <Suspense>
              <ShareGame
                game={now().view}
                text={now().text}
                draft={draft.name}
                close={() => setOpen(undefined)}
              />
            </Suspense>
          )}
        </Match>
      </Switch>
      <Show when={played()} keyed>
        {(game) => <NewGameDialog game={game} close={() => setPlayed(undefined)} />}
      </Show>
    </div>
  );
}

interface NotesProps {
  conflict: { theirs: string | undefined } | undefined;
  takeTheirs: () => void;
  keepMine: () => void;
  copy: () => void;
  save: () => void;
}

/** What is wrong with the keeping of a draft. */
function Notes(props: NotesProps) {
  const app = useApp();
  return (
    <div class="workshop-notes">
      <Show when={props.conflict}>
        {(conflict) => (
          <div class="note row" role="alert">
            <Show
              when={conflict().theirs !== undefined}
              fallback={
                <>
                  <span>{t("This game has been renamed or deleted in another window.")}</span>
                  <button onClick={() => props.keepMine()}>{t("Keep it")}</button>
                  <a class="button quiet" href="#/make">
                    {t("Leave it")}
                  </a>
                </>
              }
            >
              <span>{t("This game has been changed in another window, too.")}</span>
              <button onClick={() => props.takeTheirs()}>{t("Take that text")}</button>
              <button onClick={() => props.keepMine()}>{t("Keep this text")}</button>
              <button onClick={() => props.copy()}>{t("Keep both")}</button>
            </Show>
          </div>
        )}
      </Show>
      <Show when={!app.drafts.isKept()}>
        <div class="note row" role="alert">
          <span>
            {t(
              "This browser keeps nothing more for this page: its storage is denied or full. Save your game as a file before you leave, or it is lost.",
            )}
          </span>
          <button onClick={() => props.save()}>{t("Save as a file")}</button>
        </div>
      </Show>
    </div>
  );
}
