// The query of a search: a vector, a point to which results are similar, or positive and negative examples.
import { useId, useState } from "preact/hooks";
import { ask } from "../../../api/request.ts";
import { readSparse, SPARSE_FORM } from "../../../api/sparse.ts";
import { Field } from "../../../kit/field.tsx";
import { count, plural } from "../../../kit/format.ts";
import { Segmented } from "../../../kit/segmented.tsx";
import { tellFailure } from "../../../kit/toast.tsx";
import { textFields } from "../find/by-text.ts";
import { payloadLine } from "../find/payload-line.ts";
import { PointChoice } from "../find/point-choice.tsx";
import { isWord, useFirstPoints } from "../find/word-choice.tsx";
import { pathOf } from "../info.ts";
import { readVector } from "./body.ts";
import { Examples } from "./examples.tsx";
import { STRATEGIES, type Strategy, type Way } from "./form.ts";
import type { PartProps } from "./part.ts";
import type { Found } from "./recall.ts";
import { WordsInput } from "./words.tsx";

interface Props extends PartProps {
  readonly name: string;
  /** The dimension of the searched vector; 0 for a sparse one. */
  readonly dimension: number;
  /** The fields with a text or keyword index. */
  readonly indexed: readonly string[];
  /** The keys of the text indexes that score. */
  readonly scored: readonly string[];
  /** Whether there are dense vectors, and any at all. */
  readonly hasDense: boolean;
  readonly hasVectors: boolean;
}

const WAYS: readonly { readonly id: Way; readonly name: string }[] = [
  { id: "vector", name: "Vector" },
  { id: "words", name: "Words" },
  { id: "like", name: "Like a point" },
  { id: "these", name: "Like these" },
];
const STRATEGY_TEXTS: Readonly<Record<Strategy, string>> = {
  average_vector: "Searches once, from the middle of the examples.",
  best_score: "Each point counts by the example it is most like.",
  sum_scores: "Each point counts by its likeness to all examples.",
};

export function Question(props: Props) {
  const { form, scored, hasDense, hasVectors, onEdit } = props;
  const ways = WAYS.filter(({ id }) => (id === "words" ? scored.length > 0 : hasVectors));
  return (
    <>
      <Segmented label="Search by" choices={ways} current={form.way} onChange={(way) => onEdit({ way })} />
      {form.way === "words" && <WordsInput {...props} fields={scored} hasVectors={hasDense} />}
      {(form.way === "vector" || (form.way === "words" && form.alpha !== "")) && <VectorInput {...props} />}
      {(form.way === "like" || form.way === "these") && <PointInputs {...props} />}
    </>
  );
}

function VectorInput({ name, form, dimension, problem, onEdit }: Props) {
  const [busy, setBusy] = useState(false);
  const pick = async (): Promise<void> => {
    setBusy(true);
    await randomVector(name, form.using)
      .then((vector) => onEdit({ vector }), tellFailure)
      .finally(() => setBusy(false));
  };
  const { text, isRight } = sizeOf(form.vector, dimension);
  return (
    <div class="stack search-tight">
      <Field label={dimension === 0 ? "Words, or a vector" : "Vector"} error={problem("vector")} hint={text}>
        {(attributes) => (
          <textarea
            {...attributes}
            class="mono search-vector"
            spellcheck={false}
            value={form.vector}
            placeholder={dimension === 0 ? "a lazy fox" : "[0.12, -0.05, …]"}
            data-right={isRight ? "" : undefined}
            onInput={({ currentTarget }) => onEdit({ vector: currentTarget.value })}
          />
        )}
      </Field>
      <div>
        <button type="button" onClick={pick} disabled={busy}>
          Use a random point's vector
        </button>
      </div>
    </div>
  );
}

/** Describes the number of typed values. */
function sizeOf(text: string, dimension: number): { text: string; isRight: boolean } {
  if (dimension === 0) return entriesOf(text);
  const needed = `${count(dimension)} numbers`;
  if (text.trim() === "") return { text: `A JSON array of ${needed}`, isRight: false };
  try {
    const { length } = readVector(text);
    return { text: `${count(length)} of ${needed}`, isRight: length === dimension };
  } catch (error) {
    return { text: (error as Error).message, isRight: false };
  }
}

function entriesOf(text: string): { text: string; isRight: boolean } {
  if (text.trim() === "") return { text: `Words, as in BM25, or ${SPARSE_FORM}`, isRight: false };
  if (!text.trim().startsWith("{")) return { text: "Words, as in BM25", isRight: true };
  try {
    return { text: plural(readSparse(text).indices.length, "entry", "entries"), isRight: true };
  } catch (error) {
    return { text: (error as Error).message, isRight: false };
  }
}

async function randomVector(collection: string, using: string): Promise<string> {
  const body = {
    query: { sample: "random" },
    // The filter is needed because points may lack a vector.
    ...(using !== "" && { filter: { must: [{ has_vector: using }] } }),
    limit: 1,
    with_payload: false,
    with_vector: using === "" ? true : [using],
  };
  const { points } = await ask<{ points: readonly Found[] }>("POST", pathOf(collection, "/points/query"), {
    body,
  });
  const vector = points[0]?.vector;
  if (vector === undefined) throw new Error("No point has such a vector");
  const numbers = Array.isArray(vector) ? vector : (vector as Record<string, unknown>)[using];
  if (!Array.isArray(numbers)) return JSON.stringify(numbers);
  return `[${(numbers as number[]).join(", ")}]`;
}

function PointInputs(props: Props) {
  const { name, indexed, form, problem, onEdit, onRun } = props;
  const list = useId();
  const some = useFirstPoints(name);
  const points = some.value?.points ?? [];
  return (
    <>
      <datalist id={list}>
        {points.map(({ id, payload }) => (
          <option key={String(id)} value={String(id)}>
            {payloadLine(payload, 2)}
          </option>
        ))}
      </datalist>
      {form.way === "like" ? (
        <>
          <Field
            label="Id or text of a point"
            error={problem("like")}
            hint="A name or words of its payload find it. Results are the nearest to it, without itself"
          >
            {(attributes) => (
              <input
                {...attributes}
                class="mono"
                list={list}
                spellcheck={false}
                autocomplete="off"
                value={form.like}
                placeholder={points[0] ? String(points[0].id) : ""}
                onInput={({ currentTarget }) => onEdit({ like: currentTarget.value })}
              />
            )}
          </Field>
          {some.value && isWord(form.like) && (
            <PointChoice
              name={name}
              typed={form.like}
              fields={textFields(points, indexed)}
              onChoose={(like) => onRun({ like })}
            />
          )}
        </>
      ) : (
        <LikeThese {...props} list={list} />
      )}
    </>
  );
}

function LikeThese({ form, problem, onEdit, list }: Props & { readonly list: string }) {
  return (
    <>
      <Examples
        label="Like these points"
        kind="positive"
        ids={form.positive}
        list={list}
        error={problem("these")}
        onChange={(positive) => onEdit({ positive })}
      />
      <Examples
        label="Not like these points"
        kind="negative"
        ids={form.negative}
        list={list}
        onChange={(negative) => onEdit({ negative })}
      />
      <Field label="Strategy" hint={STRATEGY_TEXTS[form.strategy]}>
        {(attributes) => (
          <select
            {...attributes}
            value={form.strategy}
            onChange={({ currentTarget }) => onEdit({ strategy: currentTarget.value as Strategy })}
          >
            {STRATEGIES.map((strategy) => (
              <option key={strategy} value={strategy}>
                {strategy}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
