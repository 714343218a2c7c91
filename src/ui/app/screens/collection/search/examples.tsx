// Ids of points as chips: added with Enter or a comma, removed with their button or Backspace.
import { useState } from "preact/hooks";
import { parseId } from "../../../api/ids.ts";
import { Button } from "../../../kit/button.tsx";
import { Field } from "../../../kit/field.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { Thing } from "../things/thing.tsx";

interface Props {
  readonly label: string;
  readonly kind: "positive" | "negative";
  readonly ids: readonly string[];
  readonly error?: string | undefined;
  onChange(ids: readonly string[]): void;
}

export function Examples({ label, kind, ids, error, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const add = (text: string): void => {
    const fresh = text.split(/[\s,]+/).filter((id) => id !== "" && !ids.includes(id));
    setTyped("");
    if (fresh.length > 0) onChange([...ids, ...new Set(fresh)]);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && typed.trim() !== "") {
      event.preventDefault();
      add(typed);
    } else if (event.key === "Backspace" && typed === "" && ids.length > 0) {
      onChange(ids.slice(0, -1));
    }
  };
  return (
    <Field label={label} error={error} hint="Type an id and press Enter">
      {(attributes) => (
        <div class={`search-examples ${kind}`}>
          {ids.map((id) => (
            <span key={id} class="chip">
              <Icon name={kind === "positive" ? "plus" : "minus"} />
              <Example id={id} />
              <Button
                class="quiet slim"
                icon="close"
                aria-label={`Remove ${id}`}
                onClick={() => onChange(ids.filter((kept) => kept !== id))}
              />
            </span>
          ))}
          <input
            {...attributes}
            class="mono"
            spellcheck={false}
            autocomplete="off"
            value={typed}
            placeholder="Id"
            onInput={({ currentTarget: { value } }) => (value.includes(",") ? add(value) : setTyped(value))}
            onKeyDown={press}
            onBlur={() => add(typed)}
          />
        </div>
      )}
    </Field>
  );
}

function Example({ id }: { id: string }) {
  const point = parseId(id);
  return point === null ? <span class="mono break">{id}</span> : <Thing id={point} short />;
}
