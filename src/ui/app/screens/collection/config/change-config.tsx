// The dialog that changes the configuration of a collection.
import { useState } from "preact/hooks";
import { ask } from "../../../api/request.ts";
import { useAction } from "../../../kit/action.ts";
import { DialogForm } from "../../../kit/form.tsx";
import { Check, SelectField, TextArea, TextField } from "../../../kit/inputs.tsx";
import { type Info, pathOf, vectorsOf } from "../info.ts";
import { NUMBERS, patchOf, QUANTIZATIONS, type Typed, typedOf } from "./change.ts";

interface Props {
  readonly collection: string;
  readonly info: Info;
  onDone(): void;
  onClose(): void;
}

export function ChangeConfig({ collection, info, onDone, onClose }: Props) {
  const [before] = useState(() => typedOf(info.config, vectorsOf(info)));
  const [typed, setTyped] = useState(before);
  const action = useAction(async () => {
    const body = patchOf(before, typed);
    if (Object.keys(body).length > 0) await ask("PATCH", pathOf(collection), { body });
    onDone();
  });
  const change = (some: Partial<Typed>): void => setTyped({ ...typed, ...some });
  const { numbers, onDisk, quantization, metadata } = typed;
  return (
    <DialogForm
      title={`Change ${collection}`}
      wide
      action={action}
      submit="Change config"
      busy="Changing …"
      onClose={onClose}
    >
      <div class="grid config-fields">
        {NUMBERS.map(({ name, label, hint }) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            inputMode="decimal"
            value={numbers[name]!}
            onChange={(value) => change({ numbers: { ...numbers, [name]: value } })}
          />
        ))}
        <SelectField
          label="Quantization"
          hint="Segments and graphs are rebuilt in the background."
          choices={{ [before.quantization]: before.quantization, ...QUANTIZATION_NAMES }}
          value={quantization}
          onChange={(value) => change({ quantization: value })}
        />
      </div>
      {Object.entries(onDisk).map(([name, isOnDisk]) => (
        <Check
          key={name}
          checked={isOnDisk}
          onChange={(value) => change({ onDisk: { ...onDisk, [name]: value } })}
        >
          Store the original vectors{name && ` ${name}`} on disk
        </Check>
      ))}
      <TextArea
        label="Metadata"
        hint="A JSON object to store with the collection"
        value={metadata}
        onChange={(value) => change({ metadata: value })}
      />
    </DialogForm>
  );
}

const QUANTIZATION_NAMES = Object.fromEntries(
  Object.entries(QUANTIZATIONS).map(([name, { label }]) => [name, label]),
);
