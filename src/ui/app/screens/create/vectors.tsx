// The vectors of a new collection: one without a name, or several by name.
import { useId } from "preact/hooks";
import { DISTANCE_NAMES, DISTANCES } from "../../../../shared/distances.ts";
import { Button } from "../../kit/button.tsx";
import { Check, Options, SelectField, TextField } from "../../kit/inputs.tsx";
import { type DraftProps, newVector, type VectorDraft, withItem } from "./draft.ts";
import type { ErrorAt } from "./field-errors.ts";
import { OptionFields, QuantizationFields } from "./fields.tsx";
import { SINGLE_OPTIONS, VECTOR_OPTIONS } from "./options.ts";

export function VectorFields({ draft, errorAt, onChange }: DraftProps) {
  const { isNamed, vectors } = draft;
  const shown = isNamed ? vectors : vectors.slice(0, 1);
  const change = (key: number, ...by: VectorDraft[]) =>
    onChange({ ...draft, vectors: withItem(vectors, key, ...by) });
  return (
    <div class="stack">
      {shown.map((vector, at) => (
        <SingleVector
          key={vector.key}
          vector={vector}
          isNamed={isNamed}
          number={at + 1}
          errorAt={errorAt}
          onChange={(changed) => change(vector.key, changed)}
          onRemove={isNamed && vectors.length > 1 ? () => change(vector.key) : undefined}
        />
      ))}
      <div class="row">
        {isNamed && (
          <Button icon="plus" onClick={() => onChange({ ...draft, vectors: [...vectors, newVector()] })}>
            Add a vector
          </Button>
        )}
        <Check checked={isNamed} onChange={(isOn) => onChange({ ...draft, isNamed: isOn })}>
          Several named vectors per point
        </Check>
      </div>
    </div>
  );
}

/** The sizes of widely used models. */
const SIZES = {
  384: "all-MiniLM-L6-v2, bge-small, e5-small",
  512: "CLIP ViT-B/32",
  768: "bge-base, e5-base, nomic-embed-text",
  1024: "bge-large, e5-large, embed-v3, mistral-embed",
  1536: "text-embedding-3-small, ada-002",
  3072: "text-embedding-3-large",
};

interface VectorProps {
  readonly vector: VectorDraft;
  readonly isNamed: boolean;
  readonly number: number;
  readonly errorAt: ErrorAt;
  onChange(vector: VectorDraft): void;
  readonly onRemove: (() => void) | undefined;
}

function SingleVector({ vector, isNamed, number, errorAt, onChange, onRemove }: VectorProps) {
  const { name, size, distance } = vector;
  const models = useId();
  const base = isNamed ? `vectors_config.${name}.` : "vectors_config.";
  // Those of a single vector are among the options of the collection.
  const options = {
    values: vector.values,
    base,
    errorAt,
    onChange: (values: VectorDraft["values"]) => onChange({ ...vector, values }),
  };
  return (
    <fieldset class={isNamed ? "create-vector framed" : "create-vector"}>
      <legend class="visually-hidden">{isNamed ? `Vector ${number}` : "Vector"}</legend>
      {isNamed && (
        <TextField
          label="Vector name"
          error={errorAt(base.slice(0, -1))}
          required
          placeholder="title"
          value={name}
          onChange={(changed) => onChange({ ...vector, name: changed })}
        />
      )}
      <TextField
        label="Size"
        hint="The number of dimensions"
        error={errorAt(`${base}size`)}
        required
        inputMode="numeric"
        placeholder="768"
        list={models}
        value={size}
        onChange={(changed) => onChange({ ...vector, size: changed })}
      />
      <datalist id={models}>
        <Options choices={SIZES} />
      </datalist>
      <SelectField
        label="Distance"
        hint={DISTANCES[distance].about}
        error={errorAt(`${base}distance`)}
        choices={DISTANCE_NAMES}
        value={distance}
        onChange={(changed) => onChange({ ...vector, distance: changed })}
      />
      {onRemove && (
        <Button
          icon="trash"
          class="quiet"
          aria-label={`Remove vector ${name || number}`}
          onClick={onRemove}
        />
      )}
      {isNamed && (
        <details class="create-more">
          <summary>Options of this vector</summary>
          <div class="stack">
            <OptionFields {...options} options={VECTOR_OPTIONS} />
            <h3>Quantization</h3>
            <QuantizationFields {...options} />
          </div>
        </details>
      )}
    </fieldset>
  );
}

/** The options that a single vector has besides those of the collection. */
export function SingleVectorOptions({ draft, errorAt, onChange }: DraftProps) {
  const [vector, ...rest] = draft.vectors;
  const { values } = vector!;
  return (
    <section class="stack" aria-label="Storage of the vector">
      <h3>Storage of the vector</h3>
      <OptionFields
        {...{ values, errorAt }}
        base="vectors_config."
        options={SINGLE_OPTIONS}
        onChange={(changed) => onChange({ ...draft, vectors: [{ ...vector!, values: changed }, ...rest] })}
      />
    </section>
  );
}
