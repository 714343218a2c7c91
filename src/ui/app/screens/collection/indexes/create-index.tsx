// The dialog that creates a payload index with all its options.
import { useId, useState } from "preact/hooks";
import { type FieldType, PAYLOAD_INDEXES } from "../../../../../shared/payload-indexes.ts";
import { ask } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import { Dialog } from "../../../kit/dialog.tsx";
import { Field } from "../../../kit/field.tsx";
import { Notice } from "../../../kit/notice.tsx";
import { pathOf } from "../info.ts";
import { type Chosen, type Option, optionsOf, schemaOf } from "./options.ts";

interface Props {
  readonly collection: string;
  readonly taken: readonly string[];
  onDone(field: string): void;
  onClose(): void;
}

const SAMPLE = 50;

export function CreateIndex({ collection, taken, onDone, onClose }: Props) {
  const [field, setField] = useState("");
  const [type, setType] = useState<FieldType>("keyword");
  const [chosen, setChosen] = useState<Chosen>({});
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      const body = { field_name: field.trim(), field_schema: schemaOf(type, chosen) };
      await ask("PUT", pathOf(collection, "/index?wait=true"), { body });
      onDone(body.field_name);
    } catch (failure) {
      setError((failure as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Create payload index" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <NameField collection={collection} taken={taken} value={field} onChange={setField} />
        <Field label="Type" hint={PAYLOAD_INDEXES[type].about}>
          {(attributes) => (
            <select
              {...attributes}
              value={type}
              onChange={(event) => setType(event.currentTarget.value as FieldType)}
            >
              {Object.keys(PAYLOAD_INDEXES).map((indexType) => (
                <option key={indexType}>{indexType}</option>
              ))}
            </select>
          )}
        </Field>
        <div class="grid indexes-options">
          {optionsOf(type).map((option) => (
            <OptionField
              key={option.name}
              option={option}
              value={chosen[option.name] ?? ""}
              onChange={(value) => setChosen({ ...chosen, [option.name]: value })}
            />
          ))}
        </div>
        {error && <Notice kind="danger">{error}</Notice>}
        <div class="dialog-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isBusy || field.trim() === ""}>
            {isBusy ? "Indexing …" : "Create index"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function NameField({
  collection,
  taken,
  value,
  onChange,
}: {
  collection: string;
  taken: readonly string[];
  value: string;
  onChange: (value: string) => void;
}) {
  const list = useId();
  const fields = useResource((signal) => fieldsOf(collection, signal), [collection]);
  const isTaken = taken.includes(value.trim());
  return (
    <Field
      label="Field"
      hint={
        isTaken ? "This field has an index: it is replaced" : "A path such as city, address.zip or tags[]"
      }
    >
      {(field) => (
        <>
          <input
            {...field}
            list={list}
            value={value}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <datalist id={list}>
            {fields.value
              ?.filter((name) => !taken.includes(name))
              .map((name) => (
                <option key={name} value={name} />
              ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** Returns the payload fields of the first points. */
async function fieldsOf(collection: string, signal: AbortSignal): Promise<string[]> {
  const body = { limit: SAMPLE, with_payload: true };
  const { points } = await ask<{ points: { payload?: object }[] }>(
    "POST",
    pathOf(collection, "/points/scroll"),
    { body, signal },
  );
  return [...new Set(points.flatMap(({ payload }) => Object.keys(payload ?? {})))];
}

function OptionField({
  option: { label, hint, kind, choices = ["yes", "no"] },
  value,
  onChange,
}: {
  option: Option;
  value: string;
  onChange: (value: string) => void;
}) {
  const change = (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value);
  return (
    <Field label={label} hint={hint}>
      {(field) =>
        kind === "whole" || kind === "list" || kind === "path" ? (
          <input
            {...field}
            autocomplete={kind === "path" ? "off" : undefined}
            spellcheck={kind === "path" ? false : undefined}
            inputMode={kind === "whole" ? "numeric" : "text"}
            pattern={kind === "whole" ? "[0-9]+" : undefined}
            value={value}
            onInput={change}
          />
        ) : (
          <select {...field} value={value} onChange={change}>
            <option value="">default</option>
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        )
      }
    </Field>
  );
}
