/** A dialog that asks for a name, which another may have. */

import { Show, createSignal } from "solid-js";
import { Dialog } from "../Dialog";

interface NameDialogProps {
  title: string;
  /** What the field is, for those who do not see it. */
  label: string;
  /** The name that is proposed. */
  value: string;
  /** The longest name, in characters. */
  maxLength: number;
  /** What is said of a name that another has. */
  problem: string;
  hint: string;
  /** What the button says. */
  action: string;
  /** Takes what was typed. Returns whether it could; if not, another has the name. */
  accept: (name: string) => boolean;
  close: () => void;
}

export function NameDialog(props: NameDialogProps) {
  let field!: HTMLInputElement;
  const [isTaken, setTaken] = createSignal(false);
  return (
    <Dialog title={props.title} close={props.close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!props.accept(field.value)) setTaken(true);
        }}
      >
        <input
          ref={field}
          type="text"
          required
          aria-label={props.label}
          aria-describedby="name-problem"
          maxlength={props.maxLength}
          value={props.value}
          onInput={() => setTaken(false)}
        />
        <p id="name-problem" class="problem" role="alert">
          <Show when={isTaken()}>{props.problem}</Show>
        </p>
        <p class="hint">{props.hint}</p>
        <button class="primary wide-button">{props.action}</button>
      </form>
    </Dialog>
  );
}
