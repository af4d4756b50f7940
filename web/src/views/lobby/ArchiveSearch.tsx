/** The search in the games that are over. */

import { For } from "solid-js";
import { t } from "../../language/language";
import { useApp } from "../../state/app";
import { type Search, dayOf, turnsOf } from "../../state/lobby";

/** The results as records write them. */
const RESULTS = ["1-0", "0-1", "1/2-1/2"];

export function ArchiveSearch(props: { search: (search: Search) => void }) {
  const app = useApp();

  function search(event: SubmitEvent & { currentTarget: HTMLFormElement }): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    props.search({
      game: text("game"),
      result: text("result"),
      day: dayOf(text("day")),
      turns: turnsOf(text("turns")),
      player: text("player").trim(),
    });
  }

  return (
    <form class="row find" role="search" aria-label={t("Games that are over")} onSubmit={search}>
      <select name="game" aria-label={t("Game")}>
        <option value="">{t("Any game")}</option>
        <For each={app.facts.games()}>{({ id, name }) => <option value={id}>{name}</option>}</For>
      </select>
      <select name="result" aria-label={t("Result")}>
        <option value="">{t("Any result")}</option>
        <For each={RESULTS}>{(result) => <option value={result}>{result}</option>}</For>
      </select>
      <input
        type="text"
        name="day"
        aria-label={t("Day or month")}
        placeholder={t("Day or month: 2026-11")}
        maxlength="10"
      />
      <input
        type="text"
        name="turns"
        aria-label={t("First turns")}
        placeholder={t("First turns: {turns}", { turns: "P-e4 P-f7" })}
        maxlength="200"
      />
      <input type="text" name="player" aria-label={t("Player")} placeholder={t("Player")} maxlength="20" />
      <button>{t("Find")}</button>
    </form>
  );
}
