// The form of one condition of a filter, below the chips.
// The decision: a condition is excluded in one place only. Kinds that say "not" themselves have no check box for it.
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../../../kit/button.tsx";
import { Check, Options, SelectField, TextArea, TextField } from "../../../../kit/inputs.tsx";
import { allVectorsOf, type Info } from "../../info.ts";
import { type Bound, CONDITIONS, type Condition, type Filter, type Kind } from "./chips.ts";
import { conditionOf, type Form, formOf, type KnownField, knownFields } from "./form.ts";
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

/** The names of the types of a value. */
const TYPES = { text: "text", number: "number", bool: "yes or no" };
const RANGE_TYPES = { text: "moment in time", number: "number" };
const YES_NO = { true: "yes (true)", false: "no (false)" };

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
      class="card"
      aria-label={condition ? "Edit filter" : "Add filter"}
      onSubmit={(event) => {
        event.preventDefault();
        finish(form);
      }}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <KindFields form={form} fields={fields} onChange={change} />
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
      {(!WITH_OPPOSITE.includes(form.kind) || form.clause === "must_not") && (
        <Check
          checked={form.clause === "must_not"}
          onChange={(isOut) => change({ clause: isOut ? "must_not" : "must" })}
        >
          Exclude matching points
        </Check>
      )}
      <div class="row">
        <Button text={condition ? "Change filter" : "Add filter"} type="submit" class="primary" />
        <Button text="Cancel" onClick={onClose} />
      </div>
    </form>
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

/** The field, the kind of condition, and the type of its value. */
function KindFields({ form, fields, onChange }: PartProps & { fields: readonly KnownField[] }) {
  return (
    <div class="grid points-two">
      {!OF_POINTS.includes(form.kind) && <KeyField form={form} fields={fields} onChange={onChange} />}
      <SelectField
        label="Condition"
        choices={CONDITIONS}
        value={form.kind}
        onChange={(kind) => onChange({ kind })}
      />
      {TYPED.includes(form.kind) && (
        <SelectField
          label="Value is a"
          choices={form.kind === "range" ? RANGE_TYPES : TYPES}
          value={form.type}
          onChange={(type) => onChange({ type })}
        />
      )}
    </div>
  );
}

function KeyField({ form, fields, onChange }: PartProps & { fields: readonly KnownField[] }) {
  const list = useId();
  return (
    <>
      <TextField
        label="Field"
        hint="A path into the payload, such as city or address.zip or tags[]"
        list={list}
        value={form.key}
        spellcheck={false}
        onChange={(key) => {
          const known = fields.find(({ name }) => name === key);
          onChange({ key, ...(known && { type: known.type }) });
        }}
      />
      <datalist id={list}>
        <Options choices={fields.map(({ name }) => name)} />
      </datalist>
    </>
  );
}

interface ValueProps extends PartProps {
  readonly error: string | undefined;
  readonly vectors: readonly string[];
}

function ValueFields({ form, error, vectors, onChange }: ValueProps) {
  const { kind, type, text } = form;
  const field = { value: text, error, onChange: (changed: string) => onChange({ text: changed }) };
  if (kind === "range" || kind === "values_count")
    return <BoundFields form={form} error={error} onChange={onChange} />;
  if (WITHOUT_VALUE.includes(kind)) return error ? <p role="alert">{error}</p> : null;
  if (SEVERAL.includes(kind))
    return (
      <TextArea label="Values" hint={kind === "has_id" ? "Ids, one a line" : "One value a line"} {...field} />
    );
  if (kind === "near")
    return <TextField label="Place" hint="Latitude, longitude and metres: 48.85, 2.35, 5000" {...field} />;
  if (kind === "has_vector") {
    const names = vectors.map((name) => [name, name || "the one without a name"]);
    return <SelectField label="Value" choices={Object.fromEntries(names)} {...field} />;
  }
  if (type === "bool" && (kind === "is" || kind === "is_not"))
    return (
      <SelectField label="Value" choices={YES_NO} {...field} value={text === "false" ? "false" : "true"} />
    );
  return <TextField label="Value" {...field} />;
}

const LIMITS: Readonly<Record<Bound, string>> = {
  gte: "At least (≥)",
  lte: "At most (≤)",
  gt: "More than (>)",
  lt: "Less than (<)",
};

function BoundFields({ form, error, onChange }: Omit<ValueProps, "vectors">) {
  const isMoment = form.kind === "range" && form.type === "text";
  return (
    <div class="stack">
      <div class="grid points-two">
        {(Object.keys(LIMITS) as Bound[]).map((bound) => (
          <TextField
            key={bound}
            label={LIMITS[bound]}
            inputMode={isMoment ? "text" : "decimal"}
            placeholder={isMoment ? "2026-01-31T12:00:00Z" : ""}
            value={form.bounds[bound] ?? ""}
            onChange={(text) => onChange({ bounds: { ...form.bounds, [bound]: text } })}
          />
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
