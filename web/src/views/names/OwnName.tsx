/** The own name: to sign up or in, or what there is under it. */

import { Show } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { Account } from "./Account";
import { SignInForm } from "./SignInForm";

export default function OwnName() {
  const app = useApp();
  return (
    <div class="page names">
      <Show
        when={app.ownName.name()}
        keyed
        fallback={
          <>
            <h1>{t("A name to play under")}</h1>
            <p>
              {t(
                "Nobody needs a name to play. Under a name you find your games in every browser, others see who you are, and rated games show how well you play.",
              )}
            </p>
            <SignInForm />
          </>
        }
      >
        {(name) => <Account name={name} />}
      </Show>
    </div>
  );
}
