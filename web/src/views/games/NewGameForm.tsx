/** How a new game is to be played. */

import { Show, createSignal, untrack } from "solid-js";
import { sentence, t } from "../../language/language";
import type { ClockRule, GameSummary, Phrase, Start } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { type NewGame, PERSONS, drawSide } from "../../state/newGame";
import { isOwn } from "../../state/ownGames";
import { findOpponent } from "../../state/people";
import { Dialog } from "../Dialog";
import { againstEngine, engineAt } from "../force";
import { Segments } from "../Segments";
import { NicknameField } from "../names/NicknameField";
import { OpponentField } from "../names/OpponentField";
import { ClockChoice } from "./ClockChoice";
import { ForceDial } from "./ForceDial";
import { Tick } from "../Tick";

export interface NewGameProps {
  game: GameSummary;
  close: () => void;
  /** Where the game begins, if not with its set-up. */
  from?: Start;
  /** Whether it is meant for the lobby: the other seat is for anybody. */
  isForLobby?: boolean;
}

/** The level that is proposed until the person chooses another one. */
const USUAL_FORCE = 5;

export default function NewGameForm(props: NewGameProps) {
  const app = useApp();
  const [clock, setClock] = createSignal<ClockRule>();
  const [place, setPlace] = createSignal<"setUp" | "default">("setUp");
  const [isBusy, setBusy] = createSignal(false);
  const level = () => {
    const levels = app.facts.levels();
    return (
      levels.find(({ id }) => id === app.settings.level) ?? levels.find(({ force }) => force === USUAL_FORCE)
    );
  };
  const [isElsewhere, setElsewhere] = createSignal(false);
  const [mayTake, setMayTake] = createSignal(untrack(() => props.isForLobby ?? false));
  const [mayWatch, setMayWatch] = createSignal(false);
  const [isRated, setRated] = createSignal(false);
  const [challenged, setChallenged] = createSignal("");
  const [trouble, setTrouble] = createSignal("");
  /** The name of the player who is to be challenged. */
  const wanted = () => (isElsewhere() && app.ownName.name() ? challenged().trim() : "");
  const mayBeRated = () => app.ownName.name() !== "" && props.from === undefined && !isOwn(props.game.id);
  const opponent = () => {
    if (isElsewhere()) return "elsewhere";
    return app.settings.side === "both" ? "friend" : "engine";
  };
  function choose(opponent: "engine" | "friend" | "elsewhere"): void {
    setElsewhere(opponent === "elsewhere");
    if (opponent === "friend") app.set("side", "both");
    else if (app.settings.side === "both") app.set("side", "0");
  }
  if (untrack(mayTake)) choose("elsewhere");

  async function begin(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    const engine = engineAt(level(), app.settings.seconds);
    const { side } = app.settings;
    const mine = side === "random" ? String(drawSide()) : side;
    const hasSetup = props.game.setUpPhases > 0;
    const from = props.from ?? { type: hasSetup ? place() : ("default" as const) };
    const mySide = isElsewhere() ? Number(mine) : undefined;
    const take = mayTake() && !wanted();
    const open = isElsewhere() && (take || mayWatch()) ? { take, watch: mayWatch() } : undefined;
    const rated = isElsewhere() && mayBeRated() && isRated();
    const game = props.game.id;
    const wish =
      side === "both" || isElsewhere()
        ? { game, players: PERSONS, clock: clock(), from, mySide, open, rated }
        : againstEngine(game, engine, Number(mine), { clock: clock(), from });
    const started = wanted() ? await challenge(wish) : await app.start(wish);
    setBusy(false);
    if (started) props.close();
  }

  /** Begins a game that waits for the player who is named. Returns whether it has begun. */
  async function challenge(wish: NewGame): Promise<boolean> {
    setTrouble("");
    const found = await findOpponent(app.ownName.name(), wanted());
    if ("name" in found) {
      const tell = (message: Phrase) => setTrouble(sentence(message));
      return app.start({ ...wish, opponent: found.name }, tell);
    }
    setTrouble(found.trouble);
    return false;
  }

  return (
    <Dialog title={t("New game of {game}", { game: props.game.name })} close={props.close}>
      <form class="form" onSubmit={(event) => void begin(event)}>
        <fieldset>
          <legend>{t("Opponent")}</legend>
          <Segments
            label={t("Opponent")}
            value={opponent()}
            options={[
              { value: "engine", label: t("The engine") },
              { value: "friend", label: t("A friend here") },
              ...(app.shelf ? [] : [{ value: "elsewhere" as const, label: t("A friend elsewhere") }]),
            ]}
            choose={choose}
          />
          <Show when={isElsewhere()}>
            <Show when={app.ownName.name()} fallback={<NicknameField />}>
              <OpponentField name={challenged()} set={setChallenged} trouble={trouble()} />
            </Show>
            <p class="hint">
              {wanted()
                ? t("Only this player can accept, and sees the challenge on every page.")
                : t("You get a link. Whoever accepts first plays against you; others watch.")}
            </p>
            <Show when={!wanted()}>
              <Tick
                class="tick"
                label={t("Anyone may take the other seat: the lobby offers it")}
                on={mayTake()}
                set={setMayTake}
              />
            </Show>
            <Tick
              class="tick"
              label={t("Anyone may watch: the lobby shows the game, and keeps it")}
              on={mayWatch()}
              set={setMayWatch}
            />
            <Show when={mayBeRated()}>
              <Tick
                class="tick"
                label={
                  wanted()
                    ? t("Rated: the result changes both ratings")
                    : t("Rated: who takes the other seat has a name, too")
                }
                on={isRated()}
                set={setRated}
              />
            </Show>
          </Show>
        </fieldset>
        <Show when={opponent() === "engine"}>
          <fieldset>
            <legend>{t("Its strength")}</legend>
            <ForceDial
              levels={app.facts.levels()}
              chosen={level()}
              choose={({ id }) => app.set("level", id)}
            />
          </fieldset>
          <Show when={level()?.maxNodes === undefined}>
            <fieldset>
              <legend>{t("Its time for a turn")}</legend>
              <Segments
                label={t("Its time for a turn")}
                value={String(app.settings.seconds)}
                options={["1", "3", "10", "30"].map((value) => ({
                  value,
                  label: t("{seconds} s", { seconds: value }),
                }))}
                choose={(value) => app.set("seconds", Number(value))}
              />
            </fieldset>
          </Show>
        </Show>
        <Show when={opponent() !== "friend"}>
          <fieldset>
            <legend>{t("You play")}</legend>
            <Segments
              label={t("You play")}
              value={app.settings.side}
              options={[
                { value: "0", label: props.game.sides[0] },
                { value: "1", label: props.game.sides[1] },
                { value: "random", label: t("Random") },
              ]}
              choose={(value) => app.set("side", value)}
            />
          </fieldset>
        </Show>
        <ClockChoice mayBeByMail={isElsewhere()} choose={setClock} />
        <Show when={props.game.setUpPhases > 0 && !props.from}>
          <fieldset>
            <legend>{t("The armies")}</legend>
            <Segments
              label={t("The armies")}
              value={place()}
              options={[
                {
                  value: "setUp",
                  label: t("Set up by the players"),
                  title: t("The players choose how some pieces stand"),
                },
                { value: "default", label: t("As in the diagram") },
              ]}
              choose={setPlace}
            />
          </fieldset>
        </Show>
        <button class="primary wide-button" disabled={isBusy()}>
          {t("Begin")}
        </button>
      </form>
    </Dialog>
  );
}
