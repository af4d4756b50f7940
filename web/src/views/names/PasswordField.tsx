/** Where a password is typed. */

interface PasswordFieldProps {
  label: string;
  /** Whether it is one that the browser may invent and keep. */
  isNew: boolean;
  value: string;
  set: (value: string) => void;
}

export function PasswordField(props: PasswordFieldProps) {
  return (
    <label class="field">
      {props.label}
      <input
        type="password"
        name={props.isNew ? "new-password" : "password"}
        autocomplete={props.isNew ? "new-password" : "current-password"}
        required
        minlength={props.isNew ? 10 : undefined}
        value={props.value}
        onInput={(event) => props.set(event.currentTarget.value)}
      />
    </label>
  );
}
