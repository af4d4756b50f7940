/** The invitation to a game, before one sits down: who invites, to what, and what one can do. */

import { Show, createResource } from "solid-js";
import { t } from "../../language/language";
import type { GameView } from "../../protocol/protocol";
import { ratingInWords, readPlayer } from "../../state/account";
import { useApp } from "../../state/app";
import { clockInWords } from "../../state/lobby";
import { accountOf, nameInWords } from "../../state/names";
import { href } from "../../state/route";
import { MiniBoard } from "../games/MiniBoard";
import { NicknameField } from "../names/NicknameField";
import { singleFlight } from "../singleFlight";
import { Presence } from "./Presence";
import "../../style/friend.css";

interface InvitationProps {
  game: GameView;
  /** Shows the board without taking the seat. */
  watch: () => void;
}

export default function Invitation(props: InvitationProps) {
  const app = useApp();
  const summary = () => props.game.summary;
  const state = () => app.facts.state();
  const seats = () => state()?.seats;
  const mine = () => seats()?.taken.indexOf(false) ?? 0;
  const maker = () => seats()?.names?.[1 - mine()] ?? undefined;
  const inviter = () => nameInWords(maker() ?? {});
  const account = () => accountOf(maker());
  const [player] = createResource(account, (name) => readPlayer(name).catch(() => undefined));
  const rating = () => player()?.ratings.find(({ game }) => game === summary().id)?.rating;
  const mustSignIn = () => seats()?.rated && !app.ownName.name();
  const accept = singleFlight(app.accept);

  return (
    <div class="page">
      <section class="invitation" aria-labelledby="invitation">
        <MiniBoard
          game={summary()}
          board={app.facts.position()?.board ?? summary().start}
          view={props.game}
          flipped={mine() === 1}
        />
        <div>
          <h1 id="invitation">
            <Show when={inviter()} fallback={t("You are invited to a game")}>
              {(name) => t("{name} invites you to a game", { name: name() })}
            </Show>
          </h1>
          <dl class="facts">
            <Show when={app.facts.awaySince()[1 - mine()] !== undefined}>
              <div>
                <dt>{summary().sides[1 - mine()]}</dt>
                <dd>
                  <Presence side={1 - mine()} />
                </dd>
              </div>
            </Show>
            <div>
              <dt>{t("Game")}</dt>
              <dd>
                <strong>{summary().name}</strong>, {summary().files} × {summary().ranks}
              </dd>
            </div>
            <div>
              <dt>{t("You play")}</dt>
              <dd>{summary().sides[mine()]}</dd>
            </div>
            <div>
              <dt>{t("Clock")}</dt>
              <dd>{clockInWords(state()?.clock?.rule)}</dd>
            </div>
            <div>
              <dt>{t("Rated")}</dt>
              <dd>{seats()?.rated ? t("yes: the result changes both ratings") : t("no")}</dd>
            </div>
            <Show when={rating()}>
              {(known) => (
                <div>
                  <dt>{t("Rating")}</dt>
                  <dd>
                    <a href={href("player", account() ?? "")}>{ratingInWords(known())}</a>
                  </dd>
                </div>
              )}
            </Show>
          </dl>
          <Show
            when={mustSignIn()}
            fallback={
              <>
                <NicknameField />
                <button class="primary large" onClick={() => void accept()}>
                  {t("Accept")}
                </button>
              </>
            }
          >
            <a class="button primary large" href="#/name">
              {t("Sign in to accept")}
            </a>
          </Show>
          <p class="row">
            <button class="quiet" onClick={() => props.watch()}>
              {t("Watch first")}
            </button>
            <a class="button quiet" href={href("help", summary().id)}>
              {t("Rules")}
            </a>
            <a class="button quiet" href="#/">
              {t("Not now")}
            </a>
          </p>
        </div>
      </section>
    </div>
  );
}
