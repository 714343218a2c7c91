// The sparse vectors of a new collection, each with a name.
import { Field } from "../../kit/field.tsx";
import { Icon } from "../../kit/icon.tsx";
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
    <fieldset class="create-vector create-sparse framed">
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
      <Field label="Modifier" hint={MODIFIERS[modifier]}>
        {(field) => (
          <select
            {...field}
            value={modifier}
            onChange={(event) =>
              onChange({ ...sparse, modifier: event.currentTarget.value as SparseDraft["modifier"] })
            }
          >
            {Object.keys(MODIFIERS).map((one) => (
              <option key={one}>{one}</option>
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
        Store on disk
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

/** The modifiers of the values of queries, with their effect. */
const MODIFIERS: Readonly<Record<SparseDraft["modifier"], string>> = {
  idf: "Rare indices count more, as rare words do in BM25.",
  none: "All indices count by their values alone.",
};
