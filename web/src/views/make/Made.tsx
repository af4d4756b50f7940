/** A game that somebody has made, as its link brings it: to be played, read about, or made into another one. */

import { Match, Show, Switch, createEffect, createResource, createSignal } from "solid-js";
import { Board } from "../../board/Board";
import { sentence, t } from "../../language/language";
import type { GameMistake, GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { MAX_TEXT_BYTES } from "../../state/ownGames";
import { createReader } from "../../state/reading";
import { href } from "../../state/route";
import { unpack } from "../../state/share";
import "../../style/make.css";
import { NotFound } from "../NotFound";
import { NewGameDialog } from "../games/NewGameDialog";
import { ForkButton } from "./ForkButton";

export default function Made() {
  const app = useApp();
  const data = () => {
    const route = app.route();
    return route.view === "made" ? route.data : undefined;
  };
  const [text] = createResource(data, async (data) => ({
    text: await unpack(data, MAX_TEXT_BYTES).catch(() => undefined),
  }));
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

function MadeGame(props: { text: string }) {
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
      <Match when={view()}>{(game) => <Playable game={game()} text={props.text} />}</Match>
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

function Playable(props: { game: GameView; text: string }) {
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
          <ForkButton name={summary().name} text={props.text} />
        </div>
        <p class="hint">
          {t(
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
