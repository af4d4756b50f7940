/** The form to sign up or in. */

import { Show, createSignal } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { AccountError, signIn, signUp } from "../../state/account";
import { Segments } from "../Segments";
import { PasswordField } from "./PasswordField";

export function SignInForm() {
  const app = useApp();
  const [isNew, setNew] = createSignal(false);
  const [name, setName] = createSignal("");
  const [password, setPassword] = createSignal("");
  const [trouble, setTrouble] = createSignal("");
  const [isBusy, setBusy] = createSignal(false);

  async function send(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setTrouble("");
    try {
      const wish = { name: name().trim(), password: password() };
      const signed = await (isNew() ? signUp(wish) : signIn(wish));
      app.signedInAs(signed.name ?? "");
    } catch (reason) {
      if (!(reason instanceof AccountError)) throw reason;
      setTrouble(reason.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form class="form" onSubmit={(event) => void send(event)}>
      <Segments
        label={t("What you want")}
        value={isNew() ? "new" : "known"}
        options={[
          { value: "known", label: t("Sign in") },
          { value: "new", label: t("Take a name") },
        ]}
        choose={(value) => setNew(value === "new")}
      />
      <label class="field">
        {t("Name")}
        <input
          type="text"
          name="username"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
          maxlength="20"
          value={name()}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <PasswordField label={t("Password")} isNew={isNew()} value={password()} set={setPassword} />
      <Show when={isNew()}>
        <p class="hint">{t("At least 10 characters. Nobody can send you another one: keep it well.")}</p>
      </Show>
      <p class="trouble" role="alert">
        {trouble()}
      </p>
      <button class="primary" disabled={isBusy()}>
        {isNew() ? t("Take this name") : t("Sign in")}
      </button>
    </form>
  );
}
