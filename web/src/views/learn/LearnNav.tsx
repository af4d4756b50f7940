/** The ways to learn. */

import { t } from "../../language/language";

export function LearnNav(props: { view: "learn" | "cards" | "puzzles" }) {
  const current = (view: string) => (props.view === view ? "page" : undefined);
  return (
    <nav class="learn-nav" aria-label={t("Learning")}>
      <a href="#/learn" aria-current={current("learn")}>
        {t("Lessons")}
      </a>
      <a href="#/cards" aria-current={current("cards")}>
        {t("Pieces by heart")}
      </a>
      <a href="#/puzzles" aria-current={current("puzzles")}>
        {t("Puzzles")}
      </a>
    </nav>
  );
}
