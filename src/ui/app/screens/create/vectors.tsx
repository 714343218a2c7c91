// The vectors of a new collection: one without a name, or several by name.
import { useId } from "preact/hooks";
import { DISTANCE_NAMES, DISTANCES, type Distance } from "../../../../shared/distances.ts";
import { Field } from "../../kit/field.tsx";
import { Icon } from "../../kit/icon.tsx";
import { type Draft, newVector, type VectorDraft } from "./draft.ts";
import type { ErrorAt } from "./field-errors.ts";
import { OptionFields, QuantizationFields } from "./fields.tsx";
import { SINGLE_GROUPS, VECTOR_GROUPS } from "./options.ts";

interface Props {
  readonly draft: Draft;
  readonly errorAt: ErrorAt;
  onChange(draft: Draft): void;
}

export function VectorFields({ draft, errorAt, onChange }: Props) {
  const { isNamed, vectors } = draft;
  const shown = isNamed ? vectors : vectors.slice(0, 1);
  const change = (changed: VectorDraft) =>
    onChange({ ...draft, vectors: vectors.map((vector) => (vector.key === changed.key ? changed : vector)) });
  const remove = (gone: VectorDraft) =>
    onChange({ ...draft, vectors: vectors.filter((vector) => vector.key !== gone.key) });
  return (
    <div class="stack">
      {shown.map((vector, at) => (
        <SingleVector
          key={vector.key}
          vector={vector}
          isNamed={isNamed}
          number={at + 1}
          errorAt={errorAt}
          onChange={change}
          onRemove={isNamed && vectors.length > 1 ? () => remove(vector) : undefined}
        />
      ))}
      <div class="row">
        {isNamed && (
          <button type="button" onClick={() => onChange({ ...draft, vectors: [...vectors, newVector()] })}>
            <Icon name="plus" /> Add a vector
          </button>
        )}
        <label class="check">
          <input
            type="checkbox"
            checked={isNamed}
            onChange={(event) => onChange({ ...draft, isNamed: event.currentTarget.checked })}
          />
          Several named vectors per point
        </label>
      </div>
    </div>
  );
}

/** The sizes of widely used models. */
const SIZES: readonly (readonly [size: number, models: string])[] = [
  [384, "all-MiniLM-L6-v2, bge-small, e5-small"],
  [512, "CLIP ViT-B/32"],
  [768, "bge-base, e5-base, nomic-embed-text"],
  [1_024, "bge-large, e5-large, embed-v3, mistral-embed"],
  [1_536, "text-embedding-3-small, ada-002"],
  [3_072, "text-embedding-3-large"],
];

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
  return (
    <fieldset class={isNamed ? "create-vector framed" : "create-vector"}>
      <legend class="visually-hidden">{isNamed ? `Vector ${number}` : "Vector"}</legend>
      {isNamed && (
        <Field label="Vector name" error={errorAt(base.slice(0, -1))}>
          {(field) => (
            <input
              {...field}
              value={name}
              required
              autocomplete="off"
              placeholder="title"
              onInput={(event) => onChange({ ...vector, name: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Field label="Size" hint="The number of dimensions" error={errorAt(`${base}size`)}>
        {(field) => (
          <>
            <input
              {...field}
              value={size}
              required
              inputMode="numeric"
              autocomplete="off"
              placeholder="768"
              list={models}
              onInput={(event) => onChange({ ...vector, size: event.currentTarget.value })}
            />
            <datalist id={models}>
              {SIZES.map(([dimensions, names]) => (
                <option key={dimensions} value={dimensions}>
                  {names}
                </option>
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label="Distance" hint={DISTANCES[distance].about} error={errorAt(`${base}distance`)}>
        {(field) => (
          <select
            {...field}
            value={distance}
            onChange={(event) => onChange({ ...vector, distance: event.currentTarget.value as Distance })}
          >
            {DISTANCE_NAMES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </Field>
      {onRemove && (
        <button type="button" class="quiet" aria-label={`Remove vector ${name || number}`} onClick={onRemove}>
          <Icon name="trash" />
        </button>
      )}
      {isNamed && <Options vector={vector} base={base} errorAt={errorAt} onChange={onChange} />}
    </fieldset>
  );
}

type OptionsProps = Pick<VectorProps, "vector" | "errorAt" | "onChange"> & { readonly base: string };

/** The options of a named vector. Those of a single vector are among the options of the collection. */
function Options({ vector, base, errorAt, onChange }: OptionsProps) {
  const props = {
    values: vector.values,
    base,
    errorAt,
    onChange: (values: VectorDraft["values"]) => onChange({ ...vector, values }),
  };
  return (
    <details class="create-more">
      <summary>Options of this vector</summary>
      <div class="stack">
        {VECTOR_GROUPS.map(({ title, options }) => (
          <OptionFields key={title} {...props} options={options} />
        ))}
        <h3>Quantization</h3>
        <QuantizationFields {...props} />
      </div>
    </details>
  );
}

/** The options that a single vector has besides those of the collection. */
export function SingleVectorOptions({ draft, errorAt, onChange }: Props) {
  const [vector, ...rest] = draft.vectors;
  const props = {
    values: vector!.values,
    base: "vectors_config.",
    errorAt,
    onChange: (values: VectorDraft["values"]) =>
      onChange({ ...draft, vectors: [{ ...vector!, values }, ...rest] }),
  };
  return (
    <>
      {SINGLE_GROUPS.map(({ title, options }) => (
        <section key={title} class="stack" aria-label={title}>
          <h3>{title}</h3>
          <OptionFields {...props} options={options} />
        </section>
      ))}
    </>
  );
}
