// The points that match a text typed into an input for ids, by label; nothing if the text is an id.
import { useEffect, useState } from "preact/hooks";
import { parseId } from "../../../api/ids.ts";
import { useResource } from "../../../api/resource.ts";
import { Button } from "../../../kit/button.tsx";
import type { Info } from "../info.ts";
import { Thing } from "../things/thing.tsx";
import { thingsOf } from "../things/things.ts";
import { findByText, textFields } from "./by-text.ts";
import { payloadLine } from "./payload-line.ts";

/** Milliseconds without typing after which requests begin. */
const PAUSE_MS = 250;

interface Props {
  readonly name: string;
  readonly info: Info;
  readonly typed: string;
  onChoose(id: string): void;
}

export function WordChoice(props: Props) {
  const sample = isWord(props.typed) ? thingsOf(props.name).points : undefined;
  return sample ? <Found {...props} fields={textFields(sample, props.info)} /> : null;
}

/** @param fields those to search, the best label first */
function Found({ name, typed, fields, onChoose }: Props & { readonly fields: readonly string[] }) {
  const text = useSettled(typed.trim());
  const { value, error, loading } = useResource(
    (signal) => findByText(name, fields, text, signal),
    [name, fields.join("\n"), text],
  );
  const said = error
    ? `Payloads could not be searched for “${text}”. Type the id of a point instead.`
    : value === undefined
      ? `Looking for “${text}” in the payloads …`
      : value.length === 0
        ? `No point has “${text}” as its id${fields.length > 0 ? ` or in ${fields.join(", ")}` : ""}.`
        : null;
  return (
    <div class="stack" aria-live="polite" aria-busy={loading}>
      {said !== null && <p class="small muted">{said}</p>}
      {said === null && (
        <ul class="stack tight" aria-label="Points with this text">
          {value?.map(({ id, payload }) => (
            <li key={String(id)}>
              <Button title={payloadLine(payload)} onClick={() => onChoose(String(id))}>
                <Thing id={id} payload={payload} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function isWord(typed: string): boolean {
  return typed.trim() !== "" && parseId(typed) === null;
}
