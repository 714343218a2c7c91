// A list of the points that match a typed text, by label. Choosing one searches for similar points.
import { useEffect, useState } from "preact/hooks";
import { useResource } from "../../../api/resource.ts";
import { Thing } from "../things/thing.tsx";
import { findByText, type Suggested } from "./by-text.ts";
import { payloadLine } from "./payload-line.ts";

/** Milliseconds without typing after which requests begin. */
const PAUSE_MS = 250;

interface Props {
  readonly name: string;
  /** The typed text, which is not an id. */
  readonly typed: string;
  /** The fields to search, the best label first. */
  readonly fields: readonly string[];
  onChoose(id: string): void;
}

export function PointChoice({ name, typed, fields, onChoose }: Props) {
  const text = useSettled(typed.trim());
  const found = useResource(
    (signal) => findByText(name, fields, text, signal),
    [name, fields.join("\n"), text],
  );
  return (
    <div class="stack search-tight" aria-live="polite" aria-busy={found.loading}>
      {found.error ? (
        <p class="small muted">
          Payloads could not be searched for “{text}”. Type the id of a point instead.
        </p>
      ) : found.value === undefined ? (
        <p class="small muted">Looking for “{text}” in the payloads …</p>
      ) : found.value.length === 0 ? (
        <p class="small muted">
          No point has “{text}” as its id{fields.length > 0 && ` or in ${fields.join(", ")}`}.
        </p>
      ) : (
        <Choices points={found.value} name={name} onChoose={onChoose} />
      )}
    </div>
  );
}

function Choices({
  points,
  name,
  onChoose,
}: {
  readonly points: readonly Suggested[];
  readonly name: string;
  onChoose(id: string): void;
}) {
  return (
    <ul class="stack tight search-choices" aria-label="Points with this text">
      {points.map((point) => (
        <li key={String(point.id)}>
          <button type="button" title={payloadLine(point.payload)} onClick={() => onChoose(String(point.id))}>
            <Thing collection={name} id={point.id} payload={point.payload} />
          </button>
        </li>
      ))}
    </ul>
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
