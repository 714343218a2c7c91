// Draws the fields of options from their table.
import { Field } from "../../kit/field.tsx";
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
  const { path, label, hint, usual, choices, isJson } = option;
  const value = values[path] ?? "";
  const change = (event: { currentTarget: { value: string } }) =>
    onChange({ ...values, [path]: event.currentTarget.value });
  return (
    <Field label={label} hint={hint} error={errorAt(base + path)}>
      {(field) =>
        choices ? (
          <select {...field} value={value} onChange={change}>
            <option value="">{usual ? `Default (${usual})` : "Default"}</option>
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        ) : isJson ? (
          <textarea {...field} class="mono" value={value} onInput={change} spellcheck={false} />
        ) : (
          <input
            {...field}
            inputMode="decimal"
            autocomplete="off"
            placeholder={usual}
            value={value}
            onInput={change}
          />
        )
      }
    </Field>
  );
}

export function QuantizationFields(props: Props) {
  const { values, base, errorAt, onChange } = props;
  const kind = values[QUANTIZATION] ?? "";
  const chosen = QUANTIZATIONS.find((quantization) => quantization.kind === kind);
  const options = chosen?.options.map((option) => ({
    ...option,
    path: `${QUANTIZATION}.${kind}.${option.path}`,
  }));
  return (
    <div class="stack">
      <Field
        label="Kind"
        hint="What the graph uses. Results are always scored with the full vectors."
        error={errorAt(base + QUANTIZATION) ?? errorAt(base.replace(/\.$/, ""))}
      >
        {(field) => (
          <select
            {...field}
            value={kind}
            onChange={(event) => onChange({ ...values, [QUANTIZATION]: event.currentTarget.value })}
          >
            <option value="">Default (scalar)</option>
            {QUANTIZATIONS.map((quantization) => (
              <option key={quantization.kind} value={quantization.kind}>
                {quantization.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {options && options.length > 0 && <OptionFields {...props} options={options} />}
    </div>
  );
}
