// The dialog that edits one condition of a filter.
import { useId, useState } from "preact/hooks";
import { Dialog } from "../../../../kit/dialog.tsx";
import { Field, type FieldAttributes } from "../../../../kit/field.tsx";
import { type Bound, CONDITIONS, type Condition, type Kind } from "./chips.ts";
import { conditionOf, type Form, formOf, type KnownField, type ValueType } from "./form.ts";

interface Props {
  /** The condition to edit; undefined for a new one. */
  readonly condition: Condition | undefined;
  readonly fields: readonly KnownField[];
  readonly vectors: readonly string[];
  onDone(condition: Condition): void;
  onClose(): void;
}

const OF_POINTS: readonly Kind[] = ["has_id", "has_vector"];
const WITHOUT_VALUE: readonly Kind[] = ["exists", "is_empty", "is_null"];
const TYPED: readonly Kind[] = ["is", "is_not", "any", "except", "range"];
const SEVERAL: readonly Kind[] = ["any", "except", "has_id"];

export function ConditionDialog({ condition, fields, vectors, onDone, onClose }: Props) {
  const [form, setForm] = useState<Form>(() => (condition ? formOf(condition) : blank(fields)));
  const [error, setError] = useState<string>();
  const change = (some: Partial<Form>): void => {
    setForm((before) => ({ ...before, ...some }));
    setError(undefined);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    try {
      onDone(conditionOf(form));
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <Dialog title={condition ? "Edit filter" : "Add filter"} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        {!OF_POINTS.includes(form.kind) && <KeyField form={form} fields={fields} onChange={change} />}
        <div class="grid points-two">
          <Field label="Condition">
            {(field) => (
              <select
                {...field}
                value={form.kind}
                onChange={(event) => change({ kind: event.currentTarget.value as Kind })}
              >
                {Object.entries(CONDITIONS).map(([kind, words]) => (
                  <option key={kind} value={kind}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {TYPED.includes(form.kind) && <TypeField form={form} onChange={change} />}
        </div>
        <ValueFields form={form} error={error} vectors={vectors} onChange={change} />
        <label class="check">
          <input
            type="checkbox"
            checked={form.clause === "must_not"}
            onChange={(event) => change({ clause: event.currentTarget.checked ? "must_not" : "must" })}
          />
          Show the points for which this does not hold
        </label>
        <div class="dialog-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary">
            {condition ? "Change filter" : "Add filter"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function blank(fields: readonly KnownField[]): Form {
  const [first] = fields;
  const type = first?.type ?? "text";
  return { clause: "must", kind: "is", key: first?.name ?? "", type, text: "", bounds: {} };
}

interface PartProps {
  readonly form: Form;
  onChange(some: Partial<Form>): void;
}

function KeyField({ form, fields, onChange }: PartProps & { fields: readonly KnownField[] }) {
  const list = useId();
  return (
    <Field label="Field" hint="A path into the payload, such as city or address.zip or tags[]">
      {(field) => (
        <>
          <input
            {...field}
            list={list}
            value={form.key}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget: { value } }) => {
              const known = fields.find(({ name }) => name === value);
              onChange({ key: value, ...(known && { type: known.type }) });
            }}
          />
          <datalist id={list}>
            {fields.map(({ name }) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function TypeField({ form, onChange }: PartProps) {
  return (
    <Field label="Value is a">
      {(field) => (
        <select
          {...field}
          value={form.type}
          onChange={(event) => onChange({ type: event.currentTarget.value as ValueType })}
        >
          <option value="text">{form.kind === "range" ? "moment in time" : "text"}</option>
          <option value="number">number</option>
          {form.kind !== "range" && <option value="bool">yes or no</option>}
        </select>
      )}
    </Field>
  );
}

function ValueFields({
  form,
  error,
  vectors,
  onChange,
}: PartProps & { error: string | undefined; vectors: readonly string[] }) {
  const { kind, type, text } = form;
  if (kind === "range" || kind === "values_count")
    return <BoundFields form={form} error={error} onChange={onChange} />;
  if (WITHOUT_VALUE.includes(kind)) return error ? <p role="alert">{error}</p> : null;
  const set = (event: { currentTarget: { value: string } }) => onChange({ text: event.currentTarget.value });
  const control = (field: FieldAttributes) => {
    if (kind === "has_vector")
      return (
        <select {...field} value={text} onChange={set}>
          {vectors.map((name) => (
            <option key={name} value={name}>
              {name || "the one without a name"}
            </option>
          ))}
        </select>
      );
    if (SEVERAL.includes(kind)) return <textarea {...field} class="mono" value={text} onInput={set} />;
    if (type === "bool" && (kind === "is" || kind === "is_not"))
      return (
        <select {...field} value={text === "false" ? "false" : "true"} onChange={set}>
          <option value="true">yes (true)</option>
          <option value="false">no (false)</option>
        </select>
      );
    return <input {...field} value={text} autocomplete="off" onInput={set} />;
  };
  const hint =
    kind === "has_id" ? "Ids, one a line" : SEVERAL.includes(kind) ? "One value a line" : undefined;
  return (
    <Field label={SEVERAL.includes(kind) ? "Values" : "Value"} hint={hint} error={error}>
      {control}
    </Field>
  );
}

const LIMITS: readonly (readonly [Bound, string])[] = [
  ["gte", "At least (≥)"],
  ["lte", "At most (≤)"],
  ["gt", "More than (>)"],
  ["lt", "Less than (<)"],
];

function BoundFields({ form, error, onChange }: PartProps & { error: string | undefined }) {
  const isMoment = form.kind === "range" && form.type === "text";
  return (
    <div class="stack">
      <div class="grid points-two">
        {LIMITS.map(([bound, label]) => (
          <Field key={bound} label={label}>
            {(field) => (
              <input
                {...field}
                inputMode={isMoment ? "text" : "decimal"}
                placeholder={isMoment ? "2026-01-31T12:00:00Z" : ""}
                value={form.bounds[bound] ?? ""}
                onInput={(event) =>
                  onChange({ bounds: { ...form.bounds, [bound]: event.currentTarget.value } })
                }
              />
            )}
          </Field>
        ))}
      </div>
      {error && (
        <p class="points-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
