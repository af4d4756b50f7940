/** The two ways to learn: lessons and puzzles. */

import { t } from "../../language/language";
export function LearnNav(props: { view: "learn" | "puzzles" }) {
  const current = (view: string) => (props.view === view ? "page" : undefined);
  return (
    <nav class="learn-nav" aria-label={t("Learning")}>
      <a href="#/learn" aria-current={current("learn")}>
        {t("Lessons")}
      </a>
      <a href="#/puzzles" aria-current={current("puzzles")}>
        {t("Puzzles")}
      </a>
    </nav>
  );
}
