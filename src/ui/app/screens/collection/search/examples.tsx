// Ids of points as chips: added with Enter or a comma, removed with their button or Backspace.
import { useState } from "preact/hooks";
import { parseId } from "../../../api/ids.ts";
import { Button } from "../../../kit/button.tsx";
import { Field } from "../../../kit/field.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { Thing } from "../things/thing.tsx";

interface Props {
  readonly label: string;
  readonly collection: string;
  readonly kind: "positive" | "negative";
  readonly ids: readonly string[];
  /** The id of the datalist with suggestions. */
  readonly list: string;
  readonly error?: string | undefined;
  onChange(ids: readonly string[]): void;
}

export function Examples({ label, collection, kind, ids, list, error, onChange }: Props) {
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
              <Example collection={collection} id={id} />
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
            list={list}
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

function Example({ collection, id }: { collection: string; id: string }) {
  const point = parseId(id);
  return point === null ? (
    <span class="mono break">{id}</span>
  ) : (
    <Thing collection={collection} id={point} short />
  );
}
