// The dialog that creates a payload index with all its options.
import { useId, useState } from "preact/hooks";
import { type FieldType, PAYLOAD_INDEXES } from "../../../../../shared/payload-indexes.ts";
import { ask } from "../../../api/request.ts";
import { useAction } from "../../../kit/action.ts";
import { DialogForm } from "../../../kit/form.tsx";
import { Options, SelectField, TextField } from "../../../kit/inputs.tsx";
import { pathOf } from "../info.ts";
import { thingsOf } from "../things/things.ts";
import { type Chosen, type Option, optionsOf, schemaOf } from "./options.ts";

interface Props {
  readonly collection: string;
  readonly taken: readonly string[];
  onDone(field: string): void;
  onClose(): void;
}

export function CreateIndex({ collection, taken, onDone, onClose }: Props) {
  const [field, setField] = useState("");
  const [type, setType] = useState<FieldType>("keyword");
  const [chosen, setChosen] = useState<Chosen>({});
  const action = useAction(async () => {
    const body = { field_name: field.trim(), field_schema: schemaOf(type, chosen) };
    await ask("PUT", pathOf(collection, "/index?wait=true"), { body });
    onDone(body.field_name);
  });
  return (
    <DialogForm
      title="Create payload index"
      action={action}
      submit="Create index"
      busy="Indexing …"
      disabled={field.trim() === ""}
      onClose={onClose}
    >
      <NameField collection={collection} taken={taken} value={field} onChange={setField} />
      <SelectField
        label="Type"
        hint={PAYLOAD_INDEXES[type].about}
        choices={Object.keys(PAYLOAD_INDEXES) as FieldType[]}
        value={type}
        onChange={setType}
      />
      <div class="grid indexes-options">
        {optionsOf(type).map((option) => (
          <OptionField
            key={option.name}
            {...option}
            value={chosen[option.name] ?? ""}
            onChange={(value) => setChosen({ ...chosen, [option.name]: value })}
          />
        ))}
      </div>
    </DialogForm>
  );
}

interface NameProps {
  readonly collection: string;
  readonly taken: readonly string[];
  readonly value: string;
  onChange(value: string): void;
}

function NameField({ collection, taken, value, onChange }: NameProps) {
  const list = useId();
  const isTaken = taken.includes(value.trim());
  const free = thingsOf(collection).known.filter((name) => !taken.includes(name));
  return (
    <>
      <TextField
        label="Field"
        hint={
          isTaken ? "This field has an index: it is replaced" : "A path such as city, address.zip or tags[]"
        }
        list={list}
        spellcheck={false}
        value={value}
        onChange={onChange}
      />
      <datalist id={list}>
        <Options choices={free} />
      </datalist>
    </>
  );
}

type OptionProps = Option & Pick<NameProps, "value" | "onChange">;

function OptionField({ kind, choices = ["yes", "no"], name: _, ...field }: OptionProps) {
  if (kind === "flag" || kind === "choice") {
    const named = Object.fromEntries(choices.map((choice) => [choice, choice]));
    return <SelectField {...field} choices={{ "": "default", ...named }} />;
  }
  const isWhole = kind === "whole";
  return (
    <TextField
      {...field}
      spellcheck={kind === "path" ? false : undefined}
      inputMode={isWhole ? "numeric" : "text"}
      pattern={isWhole ? "[0-9]+" : undefined}
    />
  );
}
