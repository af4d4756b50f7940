/** Publishes a game on the server, for those who have its address or for everybody. */

import { Match, Show, Switch, createResource, createSignal } from "solid-js";
import { t } from "../../language/language";
import type { PublishedGame } from "../../protocol/protocol";
import { AccountError } from "../../state/account";
import { useApp } from "../../state/app";
import { addressOf, publishGame, readPublished } from "../../state/gallery";
import { href } from "../../state/route";
import { linkTo } from "../../state/share";
import { CopyButton } from "../CopyButton";
import { Segments } from "../Segments";
import { singleFlight } from "../singleFlight";

/** Who finds a game. */
type Audience = "address" | "everybody";

/** `draft` is the name of the game in the making, `game` the id of its text. */
export function Publish(props: { draft: string; game: string; text: string }) {
  const app = useApp();
  const [audience, setAudience] = createSignal<Audience>("address");
  const [trouble, setTrouble] = createSignal("");
  // It may have been published already.
  const [published, { mutate }] = createResource<PublishedGame | undefined, string>(
    () => props.game,
    (id) =>
      readPublished(id).then(
        ({ game }) => game,
        () => undefined,
      ),
  );
  const hasName = () => app.ownName.name() !== "";
  const wanted = (): Audience => (hasName() ? audience() : "address");
  const publish = singleFlight(async () => {
    const origin = app.drafts.find(props.draft)?.origin;
    try {
      mutate(
        await publishGame({
          text: props.text,
          public: wanted() === "everybody",
          ...(origin !== undefined && { origin }),
        }),
      );
      app.drafts.notePublished(props.draft, props.game);
      setTrouble("");
    } catch (reason) {
      if (!(reason instanceof AccountError)) throw reason;
      setTrouble(reason.message);
    }
  });
  return (
    <section class="publish" aria-labelledby="publish">
      <h3 id="publish">{t("On this server")}</h3>
      <Switch
        fallback={
          <>
            <Segments
              label={t("Who finds it")}
              value={wanted()}
              options={[
                { value: "address", label: t("Whoever has the address") },
                ...(hasName() ? [{ value: "everybody" as const, label: t("Everybody") }] : []),
              ]}
              choose={setAudience}
            />
            <p class="hint">
              <Show
                when={hasName()}
                fallback={
                  <>
                    {t(
                      "It gets a short address. Its rules never change: a later version is another game. Without a name it cannot be taken back, and is deleted if nobody plays it for 30 days.",
                    )}{" "}
                    <a href="#/name">{t("Take a name, or sign in, to show it to everybody")}</a>
                  </>
                }
              >
                {wanted() === "everybody"
                  ? t(
                      "It is listed among the games people made, with your name {name}. Its rules never change: a later version is another game. You can take it out of the list later; its address stays.",
                      { name: app.ownName.name() },
                    )
                  : t(
                      "It gets a short address, and is in no list. Whoever opens it sees your name {name}. Its rules never change: a later version is another game.",
                      { name: app.ownName.name() },
                    )}
              </Show>
            </p>
            <div class="row">
              <button class="primary" onClick={() => void publish()}>
                {t("Publish")}
              </button>
            </div>
          </>
        }
      >
        <Match when={published.state === "pending"}>
          <p class="hint">{t("One moment …")}</p>
        </Match>
        <Match when={published.latest}>{(game) => <Address game={game()} />}</Match>
      </Switch>
      <p class="problem" role="alert">
        {trouble()}
      </p>
    </section>
  );
}

/** The short address of a published game. */
function Address(props: { game: PublishedGame }) {
  const address = () => linkTo(...addressOf(props.game.game.id));
  return (
    <>
      <p role="status">
        {props.game.public
          ? t("It is published: everybody finds it among the games people made.")
          : t("It is published: whoever has its address finds it.")}
      </p>
      <input
        readonly
        aria-label={t("The address")}
        value={address()}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="row">
        <CopyButton class="primary" label={t("Copy the address")} text={address} />
        <a class="button" href={href(...addressOf(props.game.game.id))}>
          {t("Look at it")}
        </a>
      </div>
    </>
  );
}
