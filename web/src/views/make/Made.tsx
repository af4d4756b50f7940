/** A user-made game from a link or the server, to play, read about, or fork. */

import { Match, Show, Switch, createEffect, createResource, createSignal, on } from "solid-js";
import { Board } from "../../board/Board";
import { sentence, t } from "../../language/language";
import type { GameMistake, GameView, PublishedGame } from "../../protocol/protocol";
import { AccountError } from "../../state/account";
import { useApp } from "../../state/app";
import { addressOf, readPublished } from "../../state/gallery";
import { MAX_TEXT_BYTES, isOwn } from "../../state/ownGames";
import { createReader } from "../../state/reading";
import { type Route, href } from "../../state/route";
import { unpack } from "../../state/share";
import "../../style/make.css";
import { NotFound } from "../NotFound";
import { Publisher } from "../gallery/Publisher";
import { Star } from "../gallery/Star";
import { playsInWords } from "../gallery/words";
import { NewGameDialog } from "../games/NewGameDialog";
import { ForkButton } from "./ForkButton";

export default function Made() {
  const app = useApp();
  return (
    <Switch>
      <Match when={dataOf(app.route())} keyed>
        {(data) => <FromLink data={data} />}
      </Match>
      <Match when={publishedOf(app.route())} keyed>
        {(id) => <FromServer id={id} />}
      </Match>
    </Switch>
  );
}

const dataOf = (route: Route) => (route.view === "made" ? route.data : undefined);
const publishedOf = (route: Route) => (route.view === "published" ? route.id : undefined);

/** A game whose text is in the address. */
function FromLink(props: { data: string }) {
  const [text] = createResource(
    () => props.data,
    async (data) => ({ text: await unpack(data, MAX_TEXT_BYTES).catch(() => undefined) }),
  );
  return (
    <Switch fallback={<p class="page waiting">{t("One moment …")}</p>}>
      <Match when={text() && text()?.text === undefined}>
        <NotFound title={t("The link is damaged")}>
          {t(
            "There is no game in this link: a part of it is missing or has been changed. Copy the whole link, or ask whoever has sent it to send it again.",
          )}
        </NotFound>
      </Match>
      <Match when={text()?.text} keyed>
        {(text) => <MadeGame text={text} />}
      </Match>
    </Switch>
  );
}

/** A game that is published on the server. */
function FromServer(props: { id: string }) {
  const app = useApp();
  const [text, setText] = createSignal<string>();
  const [published, setPublished] = createSignal<PublishedGame>();
  const [trouble, setTrouble] = createSignal<AccountError>();
  async function load(): Promise<void> {
    try {
      const found = await readPublished(props.id);
      setTrouble(undefined);
      setPublished(found.game);
      setText(found.text);
    } catch (reason) {
      if (!(reason instanceof AccountError)) throw reason;
      setTrouble(reason);
    }
  }
  // Whose favourite it is depends on the name.
  createEffect(on(app.ownName.name, () => void load()));
  return (
    <Switch fallback={<p class="page waiting">{t("One moment …")}</p>}>
      <Match when={trouble()?.code === "removed"}>
        <NotFound title={t("This game has been removed")}>
          {t("The owner of this server has removed it: it is shown to nobody, and no game of it begins.")}
        </NotFound>
      </Match>
      <Match when={trouble()?.code === "noGame"}>
        <NotFound title={t("No such game")}>
          {t("No game of this address has been published on this server. Copy the whole link.")}
        </NotFound>
      </Match>
      <Match when={text()}>
        {(text) => <MadeGame text={text()} published={published()} change={setPublished} />}
      </Match>
      <Match when={trouble()}>
        {(reason) => (
          <div class="page">
            <p role="alert">{reason().message}</p>
            <button onClick={() => void load()}>{t("Try again")}</button>
          </div>
        )}
      </Match>
    </Switch>
  );
}

interface MadeGameProps {
  text: string;
  /** The game as the server has it, if it is published there. */
  published?: PublishedGame | undefined;
  change?: (published: PublishedGame) => void;
}

function MadeGame(props: MadeGameProps) {
  const app = useApp();
  const { reading, trouble } = createReader(
    () => props.text,
    (command) => app.link.ask(command),
  );
  const view = () => {
    const id = reading()?.game;
    return id === undefined ? undefined : app.library.drawable(id);
  };
  // Its other pages are found again later.
  createEffect(() => {
    const game = view();
    if (game) app.ownGames.note({ ...game, text: props.text });
  });
  return (
    <Switch
      fallback={
        <p class="page waiting">
          <Show when={trouble()} fallback={t("One moment …")}>
            {(reason) => t("It cannot be read at present: {reason}.", { reason: sentence(reason()) })}
          </Show>
        </p>
      }
    >
      <Match when={reading()?.mistakes[0]}>
        {(mistake) => <Unplayable text={props.text} mistake={mistake()} />}
      </Match>
      <Match when={view()}>{(game) => <Playable {...props} game={game()} />}</Match>
    </Switch>
  );
}

/** A game that cannot be played as its text is. */
function Unplayable(props: { text: string; mistake: GameMistake }) {
  return (
    <div class="page not-found">
      <h1>{t("This game cannot be played as it is")}</h1>
      <p>
        {t("Line {line}, column {column}: ", { line: props.mistake.line, column: props.mistake.column })}
        {sentence(props.mistake.message)}
      </p>
      <p class="row">
        <ForkButton class="primary" name={t("A game")} text={props.text} />
        <a class="button" href="#/">
          {t("To the games")}
        </a>
      </p>
    </div>
  );
}

/** Who has published a game, from which one it was made, and how people like it. */
function Published(props: { published: PublishedGame; change?: MadeGameProps["change"] }) {
  const app = useApp();
  const origin = () => props.published.origin;
  /** A built-in game is known here. */
  const name = () => origin()?.name ?? app.library.summaryOf(origin()?.id)?.name;
  return (
    <>
      <Show when={props.published.publisher}>
        {(publisher) => <Publisher publisher={publisher()} day={props.published.day} />}
      </Show>
      <Show when={origin()}>
        {(origin) => (
          <p class="forked">
            <Show
              when={origin().id}
              fallback={t("made from a game that its publisher does not show to everybody")}
            >
              {(id) => (
                <>
                  {t("made from")}{" "}
                  <a href={isOwn(id()) ? href(...addressOf(id())) : href("help", id())}>{name() ?? id()}</a>
                </>
              )}
            </Show>
            <Show when={origin().publisher?.name}>{(by) => ` (${t("published by")} ${by()})`}</Show>
          </p>
        )}
      </Show>
      <p class="row">
        <Star published={props.published} change={(changed) => props.change?.(changed)} />
        <span class="faint">{playsInWords(props.published)}</span>
      </p>
    </>
  );
}

function Playable(props: MadeGameProps & { game: GameView }) {
  const app = useApp();
  const [isChosen, setChosen] = createSignal(false);
  const summary = () => props.game.summary;
  return (
    <div class="page made" style={{ "--ratio": summary().files / summary().ranks }}>
      <div>
        <h1>{summary().name}</h1>
        <p class="by">
          {t("by {author}, {year}", { author: summary().author, year: String(summary().year) })}
        </p>
        <Show when={props.published}>
          {(published) => <Published published={published()} change={props.change} />}
        </Show>
        <p class="lead">{summary().summary}</p>
        <p class="facts">
          {t("{files} × {ranks} squares, {pieces} pieces a side of {kinds} kinds, about {turns} turns", {
            files: summary().files,
            ranks: summary().ranks,
            pieces: Math.ceil(summary().pieces / 2),
            kinds: summary().types,
            turns: summary().typicalTurns,
          })}
        </p>
        <div class="row">
          <button class="primary large" onClick={() => setChosen(true)}>
            {t("Play")}
          </button>
          <a class="button" href={href("help", summary().id)}>
            {t("Look at its rules")}
          </a>
          <a class="button" href={href("pieces", summary().id)}>
            {t("Its pieces")}
          </a>
          <ForkButton name={summary().name} text={props.text} origin={summary().id} />
        </div>
        <p class="hint">
          {props.published
            ? t(
                "This game is published on this server. Its rules never change: a new version is another game.",
              )
            : t(
                "This game was made by whoever gave you the link, and is all in it. Nothing of yours is changed.",
              )}
        </p>
      </div>
      <Board
        scrolls
        game={props.game}
        set={app.library.tileSet(summary().id)}
        scene={{ board: summary().start }}
        label={t("The array of {game}", { game: summary().name })}
        onClick={() => undefined}
      />
      <Show when={isChosen()}>
        <NewGameDialog game={summary()} close={() => setChosen(false)} />
      </Show>
    </div>
  );
}
