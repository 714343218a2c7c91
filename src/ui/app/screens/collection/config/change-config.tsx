// The dialog that changes the configuration of a collection.
import { useState } from "preact/hooks";
import { ask } from "../../../api/request.ts";
import { Dialog } from "../../../kit/dialog.tsx";
import { Field } from "../../../kit/field.tsx";
import { Notice } from "../../../kit/notice.tsx";
import { type Info, pathOf, vectorsOf } from "../info.ts";
import { type Held, NUMBERS, patchOf, QUANTIZATIONS, type Typed, typedOf } from "./change.ts";

interface Props {
  readonly collection: string;
  readonly info: Info;
  onDone(): void;
  onClose(): void;
}

export function ChangeConfig({ collection, info, onDone, onClose }: Props) {
  const [before] = useState<Typed>(() => typedOf(info.config as unknown as Held, vectorsOf(info)));
  const [typed, setTyped] = useState(before);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      const body = patchOf(before, typed);
      if (Object.keys(body).length > 0) await ask("PATCH", pathOf(collection), { body });
      onDone();
    } catch (failure) {
      setError((failure as Error).message);
      setBusy(false);
    }
  };
  const change = (some: Partial<Typed>): void => setTyped({ ...typed, ...some });
  return (
    <Dialog title={`Change ${collection}`} wide onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <div class="grid config-fields">
          <NumberFields typed={typed} onChange={change} />
          <QuantizationField
            held={before.quantization}
            value={typed.quantization}
            onChange={(quantization) => change({ quantization })}
          />
        </div>
        <DiskFields typed={typed} onChange={change} />
        <Field label="Metadata" hint="A JSON object to store with the collection">
          {(field) => (
            <textarea
              {...field}
              class="mono"
              spellcheck={false}
              value={typed.metadata}
              onInput={(event) => change({ metadata: event.currentTarget.value })}
            />
          )}
        </Field>
        {error && <Notice kind="danger">{error}</Notice>}
        <div class="dialog-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={isBusy}>
            {isBusy ? "Changing …" : "Change config"}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface PartProps {
  readonly typed: Typed;
  onChange(some: Partial<Typed>): void;
}

function NumberFields({ typed: { numbers }, onChange }: PartProps) {
  return (
    <>
      {NUMBERS.map(({ name, label, hint }) => (
        <Field key={name} label={label} hint={hint}>
          {(field) => (
            <input
              {...field}
              inputMode="decimal"
              value={numbers[name]}
              onInput={(event) => onChange({ numbers: { ...numbers, [name]: event.currentTarget.value } })}
            />
          )}
        </Field>
      ))}
    </>
  );
}

function DiskFields({ typed: { onDisk }, onChange }: PartProps) {
  return (
    <>
      {Object.entries(onDisk).map(([name, isOnDisk]) => (
        <label key={name} class="check">
          <input
            type="checkbox"
            checked={isOnDisk}
            onChange={(event) => onChange({ onDisk: { ...onDisk, [name]: event.currentTarget.checked } })}
          />
          Store the original vectors{name && ` ${name}`} on disk
        </label>
      ))}
    </>
  );
}

function QuantizationField({
  held,
  value,
  onChange,
}: {
  held: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label="Quantization" hint="Segments and graphs are rebuilt in the background.">
      {(field) => (
        <select {...field} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {!(held in QUANTIZATIONS) && <option value={held}>{held}</option>}
          {Object.entries(QUANTIZATIONS).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
