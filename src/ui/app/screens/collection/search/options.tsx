// The options of a search: its vector, limit, recall and others.
import { Field } from "../../../kit/field.tsx";
import { count } from "../../../kit/format.ts";
import type { Info, VectorParams } from "../info.ts";
import type { Input } from "./body.ts";
import { Effort, usualRecall } from "./effort.tsx";
import type { Form } from "./form.ts";
import type { PartProps } from "./part.ts";

interface Props extends PartProps {
  readonly info: Info;
  readonly vectors: ReadonlyMap<string, VectorParams>;
}

export function Options(props: Props) {
  const { form, info, vectors, problem, onEdit } = props;
  const compare = (using: string): void => {
    const isUsual = form.recall === usualRecall(info, form.using);
    onEdit({ using, ...(isUsual && { recall: usualRecall(info, using) }) });
  };
  const isWords = form.way === "words" && form.match === "words";
  const hasEffort = !isWords && vectors.get(form.using)?.size !== 0;
  return (
    <>
      {!isWords && (vectors.size > 1 || !vectors.has("")) && (
        <Field label="Vector to compare" error={problem("using")}>
          {(attributes) => (
            <select
              {...attributes}
              value={form.using}
              onChange={({ currentTarget }) => compare(currentTarget.value)}
            >
              {Array.from(vectors, ([vector, { size, distance }]) => (
                <option key={vector} value={vector}>
                  {vector || "(no name)"}, {size === 0 ? "sparse" : `${count(size)} dims, ${distance}`}
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
      {hasEffort && <Effort {...props} />}
      <div class="search-pair">
        <NumberField {...props} input="threshold" label="Score threshold" placeholder="None" />
        <div class="search-checks">
          {hasEffort && <Check form={form} flag="exact" label="Exact scan" onEdit={onEdit} />}
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
