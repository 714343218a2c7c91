// The options of a search: its vector, limit and ef.
import { Field } from "../../../kit/field.tsx";
import { count } from "../../../kit/format.ts";
import type { Info, VectorParams } from "../info.ts";
import type { Input } from "./body.ts";
import type { Form } from "./form.ts";
import type { PartProps } from "./question.tsx";

interface Props extends PartProps {
  readonly info: Info;
  readonly vectors: ReadonlyMap<string, VectorParams>;
}

const MIN_EF = 8;
const MAX_EF = 4_096;

export function Options(props: Props) {
  const { form, vectors, problem, onEdit } = props;
  return (
    <>
      {(vectors.size > 1 || !vectors.has("")) && (
        <Field label="Vector to compare" error={problem("using")}>
          {(attributes) => (
            <select
              {...attributes}
              value={form.using}
              onChange={({ currentTarget }) => onEdit({ using: currentTarget.value })}
            >
              {Array.from(vectors, ([vector, { size, distance }]) => (
                <option key={vector} value={vector}>
                  {vector || "(no name)"}, {count(size)} dims, {distance}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div class="search-pair">
        <NumberField {...props} input="limit" label="Limit" placeholder="10" />
        <NumberField {...props} input="offset" label="Offset" placeholder="0" />
      </div>
      <Width {...props} />
      <div class="search-pair">
        <NumberField {...props} input="threshold" label="Score threshold" placeholder="None" />
        <div class="search-checks">
          <Check form={form} flag="exact" label="Exact" onEdit={onEdit} />
          <Check form={form} flag="vectors" label="With vectors" onEdit={onEdit} />
        </div>
      </div>
    </>
  );
}

interface NumberProps extends PartProps {
  readonly input: Input & keyof Form;
  readonly label: string;
  readonly placeholder: string;
}

function NumberField({ form, input, label, placeholder, problem, onEdit }: NumberProps) {
  return (
    <Field label={label} error={problem(input)}>
      {(attributes) => (
        <input
          {...attributes}
          inputMode="decimal"
          autocomplete="off"
          value={String(form[input])}
          placeholder={placeholder}
          onInput={({ currentTarget }) => onEdit({ [input]: currentTarget.value })}
        />
      )}
    </Field>
  );
}

/** The slider doubles ef with each step; the input beside it accepts any value. */
function Width({ form, info, problem, onEdit }: Props) {
  const usual = Number(info.config.hnsw_config.ef_search ?? 0);
  const value = Number(form.ef) || usual || MIN_EF;
  return (
    <Field
      label="ef, the width of the walk"
      error={problem("ef")}
      hint={form.exact ? "An exact search does not walk" : "Wider finds more and takes longer"}
    >
      {(attributes) => (
        <div class="search-width">
          <input
            type="range"
            aria-label="ef, as a slider"
            min={Math.log2(MIN_EF)}
            max={Math.log2(MAX_EF)}
            step={0.25}
            value={Math.log2(value)}
            aria-valuetext={String(value)}
            disabled={form.exact}
            onInput={({ currentTarget }) =>
              onEdit({ ef: String(Math.round(2 ** Number(currentTarget.value))) })
            }
          />
          <input
            {...attributes}
            inputMode="numeric"
            autocomplete="off"
            value={form.ef}
            placeholder={usual ? String(usual) : "Default"}
            disabled={form.exact}
            onInput={({ currentTarget }) => onEdit({ ef: currentTarget.value })}
          />
        </div>
      )}
    </Field>
  );
}

interface CheckProps {
  readonly form: Form;
  readonly flag: "exact" | "vectors";
  readonly label: string;
  onEdit(change: Partial<Form>): void;
}

function Check({ form, flag, label, onEdit }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={form[flag]}
        onChange={({ currentTarget }) => onEdit({ [flag]: currentTarget.checked })}
      />
      {label}
    </label>
  );
}
