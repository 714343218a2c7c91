// The query of a search: a text, a point to which results are similar, positive and negative examples, or a vector.
import { useId, useState } from "preact/hooks";
import { parseId } from "../../../api/ids.ts";
import { readSparse, SPARSE_FORM } from "../../../api/sparse.ts";
import { Field } from "../../../kit/field.tsx";
import { count, plural } from "../../../kit/format.ts";
import { Segmented } from "../../../kit/segmented.tsx";
import { tellFailure } from "../../../kit/toast.tsx";
import { DemoExamples } from "../../demo/examples.tsx";
import { DEMO } from "../../demo/links.ts";
import { randomVector } from "../find/any-point.ts";
import { textFields } from "../find/by-text.ts";
import { payloadLine } from "../find/payload-line.ts";
import { PointChoice } from "../find/point-choice.tsx";
import { isWord, useFirstPoints } from "../find/word-choice.tsx";
import { Thing } from "../things/thing.tsx";
import { readVector } from "./body.ts";
import { Examples } from "./examples.tsx";
import { STRATEGIES, type Strategy, type Way } from "./form.ts";
import type { PartProps } from "./part.ts";
import { TextInput, useModels } from "./text-input.tsx";

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
  { id: "words", name: "Text" },
  { id: "like", name: "Similar to a point" },
  { id: "these", name: "More like these" },
  { id: "vector", name: "Vector" },
];
const STRATEGY_TEXTS: Readonly<Record<Strategy, string>> = {
  average_vector: "One search, from the mean of the examples.",
  best_score: "The score of a point is that of its most similar example.",
  sum_scores: "The score of a point is the sum over all examples.",
};

export function Question(props: Props) {
  const { name, form, scored, hasDense, hasVectors, onEdit, onRun } = props;
  const models = useModels(hasDense);
  const hasText = scored.length > 0 || (hasDense && models?.length !== 0);
  const ways = WAYS.filter(({ id }) => (id === "words" ? hasText : hasVectors));
  const isHybrid = form.way === "words" && form.match === "hybrid";
  const part = form.way === "words" ? (isHybrid ? form.dense : "") : form.way;
  return (
    <>
      <Segmented label="Search by" choices={ways} current={form.way} onChange={(way) => onEdit({ way })} />
      {form.way === "words" && <TextInput {...props} models={models} />}
      {form.way === "words" && name === DEMO && <DemoExamples onRun={onRun} />}
      {part === "vector" && <VectorInput {...props} />}
      {(part === "like" || part === "these") && <PointInputs {...props} isOne={part === "like"} />}
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

function PointInputs({ isOne, ...props }: Props & { readonly isOne: boolean }) {
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
      {isOne ? (
        <>
          <Field
            label="Id or text of a point"
            error={problem("like")}
            hint={<LabelOf name={name} id={form.like} />}
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

/** Shows the label of the typed id, or what may be typed. */
function LabelOf({ name, id }: { name: string; id: string }) {
  const point = parseId(id);
  if (point === null) return <>Words of its payload find it. Results are the nearest to it, without itself</>;
  return <Thing collection={name} id={point} short />;
}

function LikeThese({ name, form, problem, onEdit, list }: Props & { readonly list: string }) {
  return (
    <>
      <Examples
        label="More like these points"
        kind="positive"
        collection={name}
        ids={form.positive}
        list={list}
        error={problem("these")}
        onChange={(positive) => onEdit({ positive })}
      />
      <Examples
        label="Less like these points"
        kind="negative"
        collection={name}
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
