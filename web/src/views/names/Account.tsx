/** The page of the own account: ratings, games, and how to leave. */

import { For, Show, createResource, createSignal } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import {
  AccountError,
  EXPORT,
  changePassword,
  deleteAccount,
  readOwnGames,
  signOut,
} from "../../state/account";
import { href } from "../../state/route";
import { Pager } from "../Pager";
import { PublicGameCard } from "../lobby/PublicGames";
import { AllowChallenges } from "./AllowChallenges";
import { PasswordField } from "./PasswordField";
import { Ratings } from "./Ratings";

export function Account(props: { name: string }) {
  const app = useApp();
  const [trouble, setTrouble] = createSignal("");
  const [done, setDone] = createSignal("");
  const [number, setNumber] = createSignal(0);
  const [page] = createResource(number, (number) =>
    readOwnGames(number).catch((reason: unknown): undefined => {
      complain(reason);
    }),
  );

  function complain(reason: unknown): void {
    if (!(reason instanceof AccountError)) throw reason;
    setTrouble(reason.message);
    // Another page or another browser has signed this browser out.
    if (reason.code === "notSignedIn") app.signedInAs("");
  }

  async function attempt(act: () => Promise<unknown>): Promise<boolean> {
    setTrouble("");
    setDone("");
    try {
      await act();
      return true;
    } catch (reason) {
      complain(reason);
      return false;
    }
  }

  async function leave(everywhere: boolean): Promise<void> {
    if (await attempt(() => signOut({ everywhere }))) app.signedInAs("");
  }

  async function change(password: string, next: string): Promise<void> {
    if (await attempt(() => changePassword({ password, new: next })))
      setDone(t("The password is changed. All other browsers are signed out."));
  }

  async function remove(password: string): Promise<void> {
    if (await attempt(() => deleteAccount({ password }))) app.signedInAs("");
  }

  return (
    <>
      <h1>{props.name}</h1>
      <p class="trouble" role="alert">
        {trouble()}
      </p>
      <p role="status">{done()}</p>
      <div class="row">
        <button onClick={() => void leave(false)}>{t("Sign out")}</button>
        <button class="quiet" onClick={() => void leave(true)}>
          {t("Sign out in all browsers")}
        </button>
        <a class="button quiet" href={EXPORT} download="">
          {t("Download all that is kept about you")}
        </a>
      </div>
      <AllowChallenges />
      <Show when={app.isInvited()}>
        <a class="button primary" href={href("play", app.link.session())}>
          {t("Back to the game")}
        </a>
      </Show>
      <Ratings name={props.name} />
      <section class="tables" aria-labelledby="own-games">
        <h2 id="own-games">{t("My games")}</h2>
        <Show when={page.latest && page.latest.games.length === 0}>
          <p class="hint">{t("You have played no game under this name yet.")}</p>
        </Show>
        <ul>
          <For each={page.latest?.games}>
            {(listed) => (
              <li>
                <PublicGameCard
                  listed={listed}
                  actions={
                    <a class="button" href={href("play", listed.session)}>
                      {t("Open")}
                    </a>
                  }
                />
              </li>
            )}
          </For>
        </ul>
        <Pager number={number()} more={page.latest?.more ?? false} turnTo={setNumber} />
      </section>
      <details>
        <summary>{t("Another password")}</summary>
        <NewPasswordForm change={change} />
      </details>
      <details>
        <summary>{t("Delete this name")}</summary>
        <DeleteForm remove={remove} />
      </details>
    </>
  );
}

function NewPasswordForm(props: { change: (password: string, next: string) => Promise<void> }) {
  const [password, setPassword] = createSignal("");
  const [next, setNext] = createSignal("");
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void props.change(password(), next());
      }}
    >
      <PasswordField label={t("The password so far")} isNew={false} value={password()} set={setPassword} />
      <PasswordField label={t("The new password")} isNew value={next()} set={setNext} />
      <button>{t("Change it")}</button>
    </form>
  );
}

function DeleteForm(props: { remove: (password: string) => Promise<void> }) {
  const [password, setPassword] = createSignal("");
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void props.remove(password());
      }}
    >
      <p>
        {t(
          "Your ratings are deleted, and your games have no name any more. Nobody can go on with those that are not over: resign them first.",
        )}
      </p>
      <PasswordField label={t("Password")} isNew={false} value={password()} set={setPassword} />
      <button class="danger">{t("Delete it for good")}</button>
    </form>
  );
}
