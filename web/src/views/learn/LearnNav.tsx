/** The two ways to learn: lessons and puzzles. */

export function LearnNav(props: { view: "learn" | "puzzles" }) {
  const current = (view: string) => (props.view === view ? "page" : undefined);
  return (
    <nav class="learn-nav" aria-label="Learning">
      <a href="#/learn" aria-current={current("learn")}>
        Lessons
      </a>
      <a href="#/puzzles" aria-current={current("puzzles")}>
        Puzzles
      </a>
    </nav>
  );
}
