// The form of one condition of a filter, below the chips.
// The decision: a condition is excluded in one place only. Kinds that say "not" themselves have no check box for it.
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Field, type FieldAttributes } from "../../../../kit/field.tsx";
import { allVectorsOf, type Info } from "../../info.ts";
import { type Bound, CONDITIONS, type Condition, type Filter, type Kind } from "./chips.ts";
import { conditionOf, type Form, formOf, type KnownField, knownFields, type ValueType } from "./form.ts";
import { Values } from "./values.tsx";

interface Props {
  readonly collection: string;
  readonly info: Info;
  /** The condition to edit; undefined for a new one. */
  readonly condition: Condition | undefined;
  /** The other conditions of the filter. */
  readonly others: Filter | undefined;
  onDone(condition: Condition): void;
  onClose(): void;
}

const OF_POINTS: readonly Kind[] = ["has_id", "has_vector"];
const WITHOUT_VALUE: readonly Kind[] = ["exists", "is_empty", "is_null"];
const TYPED: readonly Kind[] = ["is", "is_not", "any", "except", "range"];
const SEVERAL: readonly Kind[] = ["any", "except", "has_id"];

/** Kinds whose opposite is a kind of its own. */
const WITH_OPPOSITE: readonly Kind[] = ["is", "is_not", "any", "except", "exists", "is_empty"];

export function ConditionForm({ collection, info, condition, others, onDone, onClose }: Props) {
  const fields = knownFields(collection, info);
  const box = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => box.current?.querySelector<HTMLElement>("input, select")?.focus(), []);
  const [form, setForm] = useState<Form>(() => (condition ? formOf(condition) : blank(fields)));
  const [error, setError] = useState<string>();
  const change = (some: Partial<Form>): void => {
    setForm((before) => ({ ...before, ...some }));
    setError(undefined);
  };
  const isList = SEVERAL.includes(form.kind);
  const finish = (done: Form): void => {
    try {
      onDone(conditionOf(done));
    } catch (failure) {
      setForm(done);
      setError((failure as Error).message);
    }
  };
  return (
    <form
      ref={box}
      class="card stack points-condition"
      aria-label={condition ? "Edit filter" : "Add filter"}
      onSubmit={(event) => {
        event.preventDefault();
        finish(form);
      }}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <div class="grid points-two">
        {!OF_POINTS.includes(form.kind) && <KeyField form={form} fields={fields} onChange={change} />}
        <KindField form={form} onChange={change} />
        {TYPED.includes(form.kind) && <TypeField form={form} onChange={change} />}
      </div>
      <ValueFields form={form} error={error} vectors={[...allVectorsOf(info).keys()]} onChange={change} />
      {TYPED.includes(form.kind) && form.kind !== "range" && form.key.trim() !== "" && (
        <Values
          key={form.key}
          {...{ collection, info, others }}
          field={form.key.trim()}
          typed={isList ? "" : form.text}
          chosen={form.text.split("\n")}
          onChoose={(value) => {
            if (isList) change({ text: toggledLine(form.text, value) });
            else finish({ ...form, text: value });
          }}
        />
      )}
      <Exclude form={form} onChange={change} />
      <div class="row">
        <button type="submit" class="primary">
          {condition ? "Change filter" : "Add filter"}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function Exclude({ form: { kind, clause }, onChange }: PartProps) {
  if (WITH_OPPOSITE.includes(kind) && clause === "must") return null;
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={clause === "must_not"}
        onChange={(event) => onChange({ clause: event.currentTarget.checked ? "must_not" : "must" })}
      />
      Exclude matching points
    </label>
  );
}

/** Adds or removes a line of a text. */
function toggledLine(text: string, line: string): string {
  const lines = text.split("\n").filter((one) => one !== "");
  const others = lines.filter((one) => one !== line);
  return (others.length < lines.length ? others : [...lines, line]).join("\n");
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

function KindField({ form, onChange }: PartProps) {
  return (
    <Field label="Condition">
      {(field) => (
        <select
          {...field}
          value={form.kind}
          onChange={(event) => onChange({ kind: event.currentTarget.value as Kind })}
        >
          {Object.entries(CONDITIONS).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </select>
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
