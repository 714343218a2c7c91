// The sparse vectors of a new collection, each with a name.

import { Button } from "../../kit/button.tsx";
import { Check, SelectField, TextField } from "../../kit/inputs.tsx";
import { type DraftProps, newSparse, type SparseDraft, withItem } from "./draft.ts";
import type { ErrorAt } from "./field-errors.ts";

export function SparseFields({ draft, errorAt, onChange }: DraftProps) {
  const { sparse, isSparseOnly } = draft;
  const change = (key: number, ...by: SparseDraft[]) =>
    onChange({ ...draft, sparse: withItem(sparse, key, ...by) });
  return (
    <section class="stack" aria-label="Sparse vectors">
      {sparse.map((one, at) => (
        <OneSparse
          key={one.key}
          sparse={one}
          number={at + 1}
          errorAt={errorAt}
          onChange={(changed) => change(one.key, changed)}
          onRemove={() => change(one.key)}
        />
      ))}
      <div class="row">
        <Button icon="plus" onClick={() => onChange({ ...draft, sparse: [...sparse, newSparse()] })}>
          Add a sparse vector
        </Button>
        {sparse.length > 0 && (
          <Check checked={isSparseOnly} onChange={(isOn) => onChange({ ...draft, isSparseOnly: isOn })}>
            No dense vectors
          </Check>
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
      <TextField
        label="Name of the sparse vector"
        error={errorAt(`sparse_vectors.${name}`)}
        required
        placeholder="words"
        value={name}
        onChange={(changed) => onChange({ ...sparse, name: changed })}
      />
      <SelectField
        label="Modifier"
        hint={MODIFIERS[modifier]}
        choices={Object.keys(MODIFIERS) as SparseDraft["modifier"][]}
        value={modifier}
        onChange={(changed) => onChange({ ...sparse, modifier: changed })}
      />
      <Check checked={onDisk} onChange={(isOn) => onChange({ ...sparse, onDisk: isOn })}>
        Store on disk
      </Check>
      <Button
        icon="trash"
        class="quiet"
        aria-label={`Remove sparse vector ${name || number}`}
        onClick={onRemove}
      />
    </fieldset>
  );
}

/** The modifiers of the values of queries, with their effect. */
const MODIFIERS: Readonly<Record<SparseDraft["modifier"], string>> = {
  idf: "Rare indices count more, as rare words do in BM25.",
  none: "All indices count by their values alone.",
};
