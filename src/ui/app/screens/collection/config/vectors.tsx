// The vectors of a collection. Vectors are added and removed while the collection is in use.
import { useState } from "preact/hooks";
import { DISTANCE_NAMES, type Distance } from "../../../../../shared/distances.ts";
import { ask } from "../../../api/request.ts";
import { Confirm } from "../../../kit/confirm.tsx";
import { Field } from "../../../kit/field.tsx";
import { count } from "../../../kit/format.ts";
import { Icon } from "../../../kit/icon.tsx";
import { PermittedButton } from "../../../kit/permitted.tsx";
import { tell } from "../../../kit/toast.tsx";
import { type Info, pathOf, sparseOf, sparseText, vectorsOf } from "../info.ts";

interface Props {
  readonly collection: string;
  readonly info: Info;
  onChange(): void;
}

export function Vectors({ collection, info, onChange }: Props) {
  const [removed, setRemoved] = useState<string>();
  const rows = [
    ...Array.from(vectorsOf(info), ([name, { size, distance }]) => ({ name, text: `${size}, ${distance}` })),
    ...Array.from(sparseOf(info), ([name, params]) => ({ name, text: sparseText(params) })),
  ];
  return (
    <section class="card" aria-label="Vectors">
      <h2>Vectors</h2>
      <ul class="config-vectors stack tight">
        {rows.map(({ name, text }) => (
          <li key={name} class="row">
            <code>{name || "unnamed"}</code>
            <span class="muted">{text}</span>
            {name !== "" && (
              <PermittedButton
                class="quiet config-remove"
                aria-label={`Remove vector ${name}`}
                onClick={() => setRemoved(name)}
              >
                <Icon name="trash" />
              </PermittedButton>
            )}
          </li>
        ))}
      </ul>
      <AddVector collection={collection} onDone={onChange} />
      {removed !== undefined && (
        <Confirm
          title={`Remove vector ${removed}`}
          label="Remove vector"
          onConfirm={async () => {
            await ask("DELETE", pathOf(collection, `/vectors/${encodeURIComponent(removed)}`));
            tell(`Removed vector ${removed}`);
            onChange();
          }}
          onClose={() => setRemoved(undefined)}
        >
          The values of “{removed}” are removed from all {count(info.points_count)} points. This cannot be
          undone; other vectors and payloads stay.
        </Confirm>
      )}
    </section>
  );
}

const SPARSE = "sparse";
const SPARSE_IDF = "sparse, idf";

function AddVector({ collection, onDone }: { collection: string; onDone(): void }) {
  const [name, setName] = useState("");
  const [kind, setKind] = useState<string>(SPARSE_IDF);
  const [size, setSize] = useState("");
  const [error, setError] = useState<string>();
  const isDense = kind !== SPARSE && kind !== SPARSE_IDF;
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    const body = isDense
      ? { dense: { size: Number(size), distance: kind as Distance } }
      : { sparse: { modifier: kind === SPARSE_IDF ? "idf" : "none" } };
    try {
      await ask("PUT", pathOf(collection, `/vectors/${encodeURIComponent(name)}`), { body });
      tell(`Added vector ${name}`);
      setName("");
      setError(undefined);
      onDone();
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <form class="config-alias" onSubmit={add}>
      <Field label="New vector" error={error}>
        {(field) => (
          <input
            {...field}
            value={name}
            autocomplete="off"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Kind">
        {(field) => (
          <select {...field} value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
            {[SPARSE_IDF, SPARSE, ...DISTANCE_NAMES].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
      </Field>
      {isDense && (
        <Field label="Size">
          {(field) => (
            <input
              {...field}
              value={size}
              required
              inputMode="numeric"
              autocomplete="off"
              onInput={(event) => setSize(event.currentTarget.value)}
            />
          )}
        </Field>
      )}
      <PermittedButton type="submit" disabled={name.trim() === ""}>
        Add vector
      </PermittedButton>
    </form>
  );
}
