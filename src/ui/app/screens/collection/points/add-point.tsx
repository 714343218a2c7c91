// The dialog that adds one point.
// The decision: it never replaces a point; an id that exists is an error.
import { useState } from "preact/hooks";
import { ID_RULE, newUuid, parseId } from "../../../api/ids.ts";
import { parseJson } from "../../../api/json.ts";
import { readSparse, SPARSE_FORM, type SparseVector } from "../../../api/sparse.ts";
import type { PointId } from "../../../api/types.ts";
import { useAction } from "../../../kit/action.ts";
import { Button } from "../../../kit/button.tsx";
import { DialogForm } from "../../../kit/form.tsx";
import { count, plural } from "../../../kit/format.ts";
import { TextArea, TextField } from "../../../kit/inputs.tsx";
import { allVectorsOf, type Info } from "../info.ts";
import { checkPayload } from "./payload-form.tsx";
import { hasPoint, textOf, type Vectors, writePointTexts } from "./point.ts";

interface Props {
  readonly collection: string;
  readonly info: Info;
  onDone(id: PointId): void;
  onClose(): void;
}

export function AddPoint({ collection, info, onDone, onClose }: Props) {
  const [idText, setId] = useState("");
  const [idError, setIdError] = useState<string>();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [payload, setPayload] = useState("{}");
  const checks = Array.from(allVectorsOf(info), ([name, { size }]) => check(name, size, texts[name] ?? ""));
  const isWhole = checks.every(({ vector, text }) => vector || (text === "" && checks.length > 1));
  const action = useAction(async () => {
    const id = parseId(idText);
    setIdError(id === null ? ID_RULE : undefined);
    if (id === null) return;
    checkPayload(payload);
    if (await hasPoint(collection, id)) return setIdError(`There is a point ${id} already`);
    await writePointTexts(collection, [textOf({ id, vector: vectorOf(checks) }, payload)], "insert_only");
    onDone(id);
  });
  return (
    <DialogForm
      title="Add point"
      wide
      submit="Add point"
      busy="Adding …"
      disabled={!isWhole}
      {...{ action, onClose }}
    >
      <TextField
        label="Id"
        hint={ID_RULE}
        error={idError}
        class="mono"
        required
        value={idText}
        onChange={setId}
        beside={<Button text="New UUID" onClick={() => setId(newUuid())} />}
      />
      {checks.map(({ name, text, problem, hint }) => (
        <TextArea
          key={name}
          label={name ? `Vector ${name}` : "Vector"}
          hint={hint}
          error={problem}
          rows={4}
          value={text}
          onChange={(changed) => setTexts({ ...texts, [name]: changed })}
        />
      ))}
      <TextArea label="Payload" hint="A JSON object" rows={5} value={payload} onChange={setPayload} />
    </DialogForm>
  );
}

interface Checked {
  readonly name: string;
  readonly text: string;
  readonly hint: string;
  readonly vector?: readonly number[] | SparseVector;
  readonly problem?: string;
}

/** Reads the vector that is typed, with the messages that are shown meanwhile. @param size 0 for a sparse vector */
function check(name: string, size: number, text: string): Checked {
  const hint = size === 0 ? SPARSE_FORM : `A JSON list of ${count(size)} numbers`;
  if (text.trim() === "") return { name, text: "", hint };
  try {
    const vector = size === 0 ? readSparse(text) : readDense(text, size);
    const entries = "indices" in vector ? plural(vector.indices.length, "entry", "entries") : undefined;
    return { name, text, vector, hint: entries ?? `${count(size)} of ${count(size)} dimensions` };
  } catch (error) {
    return { name, text, hint, problem: (error as Error).message };
  }
}

function readDense(text: string, size: number): readonly number[] {
  const value = parseJson(text);
  if (!Array.isArray(value) || !value.every((number) => typeof number === "number"))
    throw new Error("A vector is a JSON list of numbers");
  if (value.length !== size) throw new Error(`${count(value.length)} of ${count(size)} dimensions`);
  return value;
}

function vectorOf(checks: readonly Checked[]): Vectors {
  const [first] = checks;
  if (checks.length === 1 && first!.name === "") return first!.vector as readonly number[];
  return Object.fromEntries(checks.flatMap(({ name, vector }) => (vector ? [[name, vector]] : [])));
}
