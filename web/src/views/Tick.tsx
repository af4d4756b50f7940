/** A box to be ticked, with its words. */

interface TickProps {
  label: string;
  on: boolean;
  set: (on: boolean) => void;
  class?: string;
  title?: string;
}

export function Tick(props: TickProps) {
  return (
    <label class={props.class} title={props.title}>
      <input
        type="checkbox"
        checked={props.on}
        onChange={(event) => props.set(event.currentTarget.checked)}
      />{" "}
      {props.label}
    </label>
  );
}
