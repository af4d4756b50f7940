/** The bar on top: the views and the colours. Where there is no room for all names, they stand in a menu. */

import { For, Show, createEffect, createMemo, createSignal } from "solid-js";
import { msg } from "../language/catalogue";
import { t } from "../language/language";
import { href } from "../state/route";
import type { Theme } from "../state/settings";
import { useApp } from "../state/app";
import { Icon } from "../Icon";
import { closeWhenLeft } from "./leave";

interface Tab {
  /** The views of which it is the name. */
  views: readonly string[];
  href: string;
  label: string;
}

export function Bar() {
  const app = useApp();
  const [isOpen, setOpen] = createSignal(false);
  let nav!: HTMLElement;
  let button!: HTMLButtonElement;
  const tabs = createMemo((): Tab[] => {
    const game = app.facts.state()?.game;
    const guide = game ?? "scirocco";
    return [
      { views: ["games"], href: "#/", label: t("Games") },
      ...(game ? [{ views: ["play"], href: href("play", app.settings.session), label: t("Board") }] : []),
      ...(app.shelf
        ? []
        : [{ views: ["lobby", "name", "player", "ratings"], href: "#/lobby", label: t("Lobby") }]),
      { views: ["learn", "course", "cards", "puzzles", "storm"], href: "#/learn", label: t("Learn") },
      { views: ["pieces"], href: href("pieces", guide), label: t("Pieces") },
      { views: ["editor"], href: href("editor", guide), label: t("Editor") },
      {
        views: ["make", "made", "published", "gallery", "trial", "tune"],
        href: "#/make",
        label: t("Make a game"),
      },
      { views: ["help"], href: "#/help", label: t("Help") },
    ];
  });
  const isHere = (tab: Tab) => tab.views.includes(app.route().view);
  createEffect(() => {
    const { view } = app.route();
    // The first view has the name of the whole.
    const name = view === "play" ? app.game()?.summary.name : view !== "games" && tabs().find(isHere)?.label;
    const waiting = app.duties().length > 0 ? `(${app.duties().length}) ` : "";
    document.title = waiting + (name ? `${name} – Beaufort` : "Beaufort");
  });
  closeWhenLeft(
    isOpen,
    () => [nav, button],
    () => setOpen(false),
  );
  function key({ key }: KeyboardEvent): void {
    if (key !== "Escape" || !isOpen()) return;
    setOpen(false);
    button.focus();
  }
  return (
    <header class="bar" onKeyDown={key}>
      <a class="brand" href="#/" aria-label={t("Beaufort")}>
        <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width="24" height="24" />
        <span>{t("Beaufort")}</span>
      </a>
      <button
        ref={button}
        class="quiet views-button"
        aria-expanded={isOpen()}
        aria-controls="views"
        onClick={() => setOpen(!isOpen())}
      >
        <Icon name="menu" />
        <span class="visually-hidden">{t("Views")}</span>
        <span>{tabs().find(isHere)?.label}</span>
      </button>
      <nav
        ref={nav}
        id="views"
        aria-label={t("Views")}
        classList={{ open: isOpen() }}
        onClick={() => setOpen(false)}
      >
        <For each={tabs()}>
          {(tab) => (
            <a
              href={tab.href}
              // The way back to the game stays beside the menu.
              classList={{ kept: tab.views.includes("play") && !isHere(tab) }}
              aria-current={isHere(tab) ? "page" : undefined}
            >
              {tab.label}
            </a>
          )}
        </For>
      </nav>
      <Show when={!app.shelf}>
        <a class="sign-in" href="#/name">
          {app.ownName.name() || t("Sign in")}
        </a>
      </Show>
      <ThemeButton />
    </header>
  );
}

/** The names of the colours. */
const THEMES: Record<Theme, string> = { auto: msg("as the system"), light: msg("light"), dark: msg("dark") };

function ThemeButton() {
  const app = useApp();
  const next = { auto: "light", light: "dark", dark: "auto" } as const;
  const label = () => t("Colours: {theme}", { theme: t(THEMES[app.settings.theme]) });
  return (
    <button
      class="quiet icon"
      aria-label={label()}
      title={label()}
      onClick={() => app.set("theme", next[app.settings.theme])}
    >
      <Icon name={app.settings.theme} />
    </button>
  );
}
