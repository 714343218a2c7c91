// A choice among a few visible options: radio buttons drawn as one bar. The arrow keys move between them.
import { useId } from "preact/hooks";

interface Props<Id extends string> {
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly name: string }[];
  readonly current: Id;
  onChange(id: NoInfer<Id>): void;
}

export function Segmented<Id extends string>({ label, choices, current, onChange }: Props<Id>) {
  const group = useId();
  return (
    <fieldset class="segmented">
      <legend class="visually-hidden">{label}</legend>
      {choices.map(({ id, name }) => (
        <label key={id}>
          <input type="radio" name={group} checked={id === current} onChange={() => onChange(id)} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
