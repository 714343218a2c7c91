// The dialog that adds one point.
// The decision: it never replaces a point; an id that exists is an error.
import { useState } from "preact/hooks";
import { ID_RULE, newUuid, parseId } from "../../../api/ids.ts";
import { readSparse, SPARSE_FORM, type SparseVector } from "../../../api/sparse.ts";
import type { PointId } from "../../../api/types.ts";
import { Dialog } from "../../../kit/dialog.tsx";
import { Field } from "../../../kit/field.tsx";
import { count, plural } from "../../../kit/format.ts";
import { Notice } from "../../../kit/notice.tsx";
import { PermittedButton } from "../../../kit/permitted.tsx";
import { type Info, sparseOf, vectorsOf } from "../info.ts";
import { checkPayload } from "./payload-form.tsx";
import { addPoint, readPointText, type Vectors } from "./point.ts";

interface Props {
  readonly collection: string;
  readonly info: Info;
  onDone(id: PointId): void;
  onClose(): void;
}

interface Errors {
  readonly id?: string;
  readonly payload?: string;
  readonly server?: string;
}

export function AddPoint({ collection, info, onDone, onClose }: Props) {
  const sizes = vectorsOf(info);
  const [idText, setId] = useState("");
  const [vectors, setVectors] = useState<Readonly<Record<string, string>>>({});
  const [payload, setPayload] = useState("{}");
  const [errors, setErrors] = useState<Errors>({});
  const [isBusy, setBusy] = useState(false);
  const checks = [
    ...Array.from(sizes, ([name, { size }]) => ({ name, size, ...check(vectors[name] ?? "", size) })),
    ...Array.from(sparseOf(info).keys(), (name) => ({ name, size: 0, ...checkSparse(vectors[name] ?? "") })),
  ];
  const names = sizes.size + sparseOf(info).size;
  const isWhole = checks.every(({ vector, text }) => vector || (text === "" && names > 1));
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setErrors({});
    const id = parseId(idText);
    if (id === null) return setErrors({ id: ID_RULE });
    setBusy(true);
    try {
      checkPayload(payload);
      const taken = await readPointText(collection, id);
      if (taken) throw Object.assign(new Error(`There is a point ${id} already`), { input: "id" });
      await addPoint(collection, { id, vector: vectorOf(checks) }, payload);
      onDone(id);
    } catch (failure) {
      setBusy(false);
      const { message, input } = failure as Error & { input?: "id" };
      setErrors(input ? { id: message } : { server: message });
    }
  };
  return (
    <Dialog title="Add point" wide onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <IdField text={idText} error={errors.id} onChange={setId} />
        {checks.map((checked) => (
          <VectorField
            key={checked.name}
            {...checked}
            onChange={(text) => setVectors({ ...vectors, [checked.name]: text })}
          />
        ))}
        <Field label="Payload" hint="A JSON object">
          {(field) => (
            <textarea
              {...field}
              class="mono"
              rows={5}
              spellcheck={false}
              value={payload}
              onInput={(event) => setPayload(event.currentTarget.value)}
            />
          )}
        </Field>
        {errors.server && <Notice kind="danger">{errors.server}</Notice>}
        <div class="dialog-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <PermittedButton type="submit" class="primary" disabled={!isWhole || isBusy}>
            {isBusy ? "Adding …" : "Add point"}
          </PermittedButton>
        </div>
      </form>
    </Dialog>
  );
}

function IdField({
  text,
  error,
  onChange,
}: {
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <Field label="Id" hint={ID_RULE} error={error}>
      {(field) => (
        <div class="row points-nowrap">
          <input
            {...field}
            class="mono"
            value={text}
            autocomplete="off"
            required
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <button type="button" onClick={() => onChange(newUuid())}>
            New UUID
          </button>
        </div>
      )}
    </Field>
  );
}

function VectorField({
  name,
  size,
  text,
  problem,
  vector,
  onChange,
}: Checked & { name: string; size: number; onChange: (text: string) => void }) {
  return (
    <Field label={name ? `Vector ${name}` : "Vector"} hint={hintOf(size, vector)} error={problem}>
      {(field) => (
        <textarea
          {...field}
          class="mono"
          rows={4}
          spellcheck={false}
          value={text}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** @param size 0 for a sparse vector */
function hintOf(size: number, vector: Checked["vector"]): string {
  if (vector === undefined) return size === 0 ? SPARSE_FORM : `A JSON list of ${count(size)} numbers`;
  return "indices" in vector
    ? plural(vector.indices.length, "entry", "entries")
    : `${count(size)} of ${count(size)} dimensions`;
}

interface Checked {
  readonly text: string;
  readonly vector?: readonly number[] | SparseVector;
  readonly problem?: string;
}

/** Returns whether a text is a vector of this size, with a message that is shown while typing. */
function check(text: string, size: number): Checked {
  if (text.trim() === "") return { text: "" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (failure) {
    return { text, problem: (failure as Error).message };
  }
  if (!Array.isArray(value) || !value.every((number) => typeof number === "number"))
    return { text, problem: "A vector is a JSON list of numbers" };
  if (value.length !== size) return { text, problem: `${count(value.length)} of ${count(size)} dimensions` };
  return { text, vector: value };
}

function checkSparse(text: string): Checked {
  if (text.trim() === "") return { text: "" };
  try {
    return { text, vector: readSparse(text) };
  } catch (failure) {
    return { text, problem: (failure as Error).message };
  }
}

function vectorOf(checks: readonly (Checked & { name: string })[]): Vectors {
  const [first] = checks;
  if (checks.length === 1 && first!.name === "") return first!.vector as readonly number[];
  return Object.fromEntries(checks.flatMap(({ name, vector }) => (vector ? [[name, vector]] : [])));
}
