// Draws the fields of options from their table.
import { SelectField, TextArea, TextField } from "../../kit/inputs.tsx";
import type { Values } from "./draft.ts";
import type { ErrorAt } from "./field-errors.ts";
import { type Option, QUANTIZATION, QUANTIZATIONS } from "./options.ts";

interface Props {
  readonly values: Values;
  /** The path of the options in the request: "" or "vectors_config.title.". */
  readonly base: string;
  readonly errorAt: ErrorAt;
  onChange(values: Values): void;
}

export function OptionFields({ options, ...props }: Props & { options: readonly Option[] }) {
  return (
    <div class="create-options">
      {options.map((option) => (
        <OptionField key={option.path} option={option} {...props} />
      ))}
    </div>
  );
}

function OptionField({ option, values, base, errorAt, onChange }: Props & { option: Option }) {
  const { path, hint, usual, choices, isJson } = option;
  const field = {
    label: path.split(".").at(-1)!,
    hint,
    error: errorAt(base + path),
    value: values[path] ?? "",
    onChange: (value: string) => onChange({ ...values, [path]: value }),
  };
  if (isJson) return <TextArea {...field} />;
  if (!choices) return <TextField {...field} inputMode="decimal" placeholder={usual} />;
  const names = choices.map((choice) => [choice, choice] as const);
  const none = usual ? `Default (${usual})` : "Default";
  return <SelectField {...field} choices={Object.fromEntries([["", none], ...names])} />;
}

export function QuantizationFields(props: Props) {
  const { values, base, errorAt, onChange } = props;
  const kind = values[QUANTIZATION] ?? "";
  const prefix = `${QUANTIZATION}.${kind}.`;
  const options = QUANTIZATIONS.find((one) => one.kind === kind)?.options ?? [];
  const names = QUANTIZATIONS.map((one) => [one.kind, one.name] as const);
  return (
    <div class="stack">
      <SelectField
        label="Kind"
        hint="What the graph uses. Results are always scored with the full vectors."
        error={errorAt(base + QUANTIZATION) ?? errorAt(base.replace(/\.$/, ""))}
        choices={Object.fromEntries([["", "Default (scalar)"], ...names])}
        value={kind}
        onChange={(chosen) => onChange({ ...values, [QUANTIZATION]: chosen })}
      />
      {options.length > 0 && (
        <OptionFields {...props} options={options.map((one) => ({ ...one, path: prefix + one.path }))} />
      )}
    </div>
  );
}
