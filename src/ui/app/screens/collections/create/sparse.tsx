// The sparse vectors of a new collection, each with a name.
import { Field } from "../../../kit/field.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { type Draft, newSparse, type SparseDraft } from "./draft.ts";
import type { ErrorAt } from "./field-errors.ts";

interface Props {
  readonly draft: Draft;
  readonly errorAt: ErrorAt;
  onChange(draft: Draft): void;
}

export function SparseFields({ draft, errorAt, onChange }: Props) {
  const { sparse, isSparseOnly } = draft;
  const change = (changed: SparseDraft) =>
    onChange({ ...draft, sparse: sparse.map((one) => (one.key === changed.key ? changed : one)) });
  const remove = (gone: SparseDraft) =>
    onChange({ ...draft, sparse: sparse.filter((one) => one.key !== gone.key) });
  return (
    <section class="stack" aria-label="Sparse vectors">
      {sparse.map((one, at) => (
        <OneSparse
          key={one.key}
          sparse={one}
          number={at + 1}
          errorAt={errorAt}
          onChange={change}
          onRemove={() => remove(one)}
        />
      ))}
      <div class="row">
        <button type="button" onClick={() => onChange({ ...draft, sparse: [...sparse, newSparse()] })}>
          <Icon name="plus" /> Add a sparse vector
        </button>
        {sparse.length > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={isSparseOnly}
              onChange={(event) => onChange({ ...draft, isSparseOnly: event.currentTarget.checked })}
            />
            No dense vectors
          </label>
        )}
      </div>
    </section>
  );
}

interface OneProps {
  readonly sparse: SparseDraft;
  readonly number: number;
  readonly errorAt: ErrorAt;
  onChange(sparse: SparseDraft): void;
  onRemove(): void;
}

function OneSparse({ sparse, number, errorAt, onChange, onRemove }: OneProps) {
  const { name, modifier, onDisk } = sparse;
  return (
    <fieldset class="create-vector framed">
      <legend class="visually-hidden">Sparse vector {number}</legend>
      <Field label="Name of the sparse vector" error={errorAt(`sparse_vectors.${name}`)}>
        {(field) => (
          <input
            {...field}
            value={name}
            required
            autocomplete="off"
            placeholder="words"
            onInput={(event) => onChange({ ...sparse, name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Values of queries" hint={MODIFIERS[modifier].about}>
        {(field) => (
          <select
            {...field}
            value={modifier}
            onChange={(event) =>
              onChange({ ...sparse, modifier: event.currentTarget.value as SparseDraft["modifier"] })
            }
          >
            {Object.entries(MODIFIERS).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={onDisk}
          onChange={(event) => onChange({ ...sparse, onDisk: event.currentTarget.checked })}
        />
        In a file
      </label>
      <button
        type="button"
        class="quiet"
        aria-label={`Remove sparse vector ${name || number}`}
        onClick={onRemove}
      >
        <Icon name="trash" />
      </button>
    </fieldset>
  );
}

/** What may be done to the values of queries. */
export const MODIFIERS: Readonly<Record<SparseDraft["modifier"], { label: string; about: string }>> = {
  none: { label: "as they are", about: "The score is the sum of the products at shared indices." },
  idf: { label: "weighed by rarity (idf)", about: "Rare indices count more, as words do in BM25." },
};
