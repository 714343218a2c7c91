// The words of a search in a text index, and the vector that may be searched with them.
import { Field } from "../../../kit/field.tsx";
import { percent } from "../../../kit/format.ts";
import type { PartProps } from "./part.ts";

interface Props extends PartProps {
  /** The keys of the text indexes that score. */
  readonly fields: readonly string[];
  /** Whether the collection has dense vectors, which a hybrid search needs. */
  readonly hasVectors: boolean;
}

/** The weight of the vector at first, once it is searched, too. */
const FIRST_WEIGHT = "0.5";

export function WordsInput({ form, fields, hasVectors, problem, onEdit }: Props) {
  const isHybrid = form.alpha !== "";
  return (
    <>
      <Field
        label="Words"
        error={problem("words")}
        hint="A part in quotes is a phrase, and a star at the end of a word stands for any ending"
      >
        {(attributes) => (
          <input
            {...attributes}
            value={form.words}
            placeholder="a lazy fox"
            autocomplete="off"
            onInput={({ currentTarget }) => onEdit({ words: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Text" error={problem("field")}>
        {(attributes) => (
          <select
            {...attributes}
            value={form.field}
            onChange={({ currentTarget }) => onEdit({ field: currentTarget.value })}
          >
            {fields.map((field) => (
              <option key={field}>{field}</option>
            ))}
          </select>
        )}
      </Field>
      {hasVectors && (
        <label class="row">
          <input
            type="checkbox"
            checked={isHybrid}
            onChange={({ currentTarget }) => onEdit({ alpha: currentTarget.checked ? FIRST_WEIGHT : "" })}
          />
          Search a vector, too
        </label>
      )}
      {isHybrid && (
        <Field label="Weight of the vector" hint={weightText(Number(form.alpha))}>
          {(attributes) => (
            <input
              {...attributes}
              type="range"
              min="0"
              max="1"
              step="0.05"
              value={form.alpha}
              onInput={({ currentTarget }) => onEdit({ alpha: currentTarget.value })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function weightText(alpha: number): string {
  return `${percent(alpha)} for the vector, ${percent(1 - alpha)} for the words`;
}
