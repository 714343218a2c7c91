// The vectors of a collection. Vectors are added and removed while the collection is in use.
import { useState } from "preact/hooks";
import { DISTANCE_NAMES } from "../../../../../shared/distances.ts";
import { ask } from "../../../api/request.ts";
import { useAction } from "../../../kit/action.ts";
import { Button } from "../../../kit/button.tsx";
import { Card } from "../../../kit/card.tsx";
import { Confirm } from "../../../kit/confirm.tsx";
import { Form } from "../../../kit/form.tsx";
import { count } from "../../../kit/format.ts";
import { SelectField, TextField } from "../../../kit/inputs.tsx";
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
    <Card title="Vectors">
      <ul class="stack tight">
        {rows.map(({ name, text }) => (
          <li key={name} class="row">
            <code>{name || "unnamed"}</code>
            <span class="muted">{text}</span>
            {name !== "" && (
              <Button
                class="quiet slim"
                icon="trash"
                aria-label={`Remove vector ${name}`}
                onClick={() => setRemoved(name)}
                needs="write"
              />
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
    </Card>
  );
}

const SPARSE = "sparse";
const SPARSE_IDF = "sparse, idf";

function AddVector({ collection, onDone }: { collection: string; onDone(): void }) {
  const [name, setName] = useState("");
  const [kind, setKind] = useState<string>(SPARSE_IDF);
  const [size, setSize] = useState("");
  const isDense = kind !== SPARSE && kind !== SPARSE_IDF;
  const add = useAction(async () => {
    const body = isDense
      ? { dense: { size: Number(size), distance: kind } }
      : { sparse: { modifier: kind === SPARSE_IDF ? "idf" : "none" } };
    await ask("PUT", pathOf(collection, `/vectors/${encodeURIComponent(name)}`), { body });
    tell(`Added vector ${name}`);
    setName("");
    onDone();
  });
  return (
    <Form class="config-alias" onSubmit={add.run}>
      <TextField label="New vector" error={add.error?.message} value={name} onChange={setName} />
      <SelectField
        label="Kind"
        choices={[SPARSE_IDF, SPARSE, ...DISTANCE_NAMES]}
        value={kind}
        onChange={setKind}
      />
      {isDense && <TextField label="Size" required inputMode="numeric" value={size} onChange={setSize} />}
      <Button type="submit" disabled={name.trim() === ""} needs="write" text="Add vector" />
    </Form>
  );
}
