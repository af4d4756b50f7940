/** The few icons of the page. */

const PATHS = {
  first: "M6 5v14M18 6l-8 6 8 6z",
  back: "M15 6l-8 6 8 6z",
  on: "M9 6l8 6-8 6z",
  last: "M18 5v14M6 6l8 6-8 6z",
  pause: "M9 6v12M15 6v12",
  turn: "M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4",
  smaller: "M6 12h12",
  larger: "M6 12h12M12 6v12",
  down: "M7 10l5 5 5-5",
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M4 12h2M11 12h2M18 12h2",
  close: "M6 6l12 12M18 6L6 18",
  auto: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  light:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19",
  star: "M12 3.5l2.6 5.6 6 .7-4.5 4.1 1.2 6-5.3-3-5.3 3 1.2-6-4.5-4.1 6-.7z",
  dark: "M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5z",
} as const;

export type IconName = keyof typeof PATHS;

const FILLED: ReadonlySet<IconName> = new Set(["first", "back", "on", "last"]);

export function Icon(props: { name: IconName }) {
  return (
    <svg
      class="icon-picture"
      classList={{ filled: FILLED.has(props.name) }}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
    >
      <path d={PATHS[props.name]} />
    </svg>
  );
}
