// The query of a search: a text, a point to which results are similar, positive and negative examples, or a vector.
import { parseId } from "../../../api/ids.ts";
import { readSparse, SPARSE_FORM } from "../../../api/sparse.ts";
import { useAction } from "../../../kit/action.ts";
import { Button } from "../../../kit/button.tsx";
import { count, plural } from "../../../kit/format.ts";
import { SelectField, TextArea, TextField } from "../../../kit/inputs.tsx";
import { Segmented } from "../../../kit/segmented.tsx";
import { tellFailure } from "../../../kit/toast.tsx";
import { DemoExamples } from "../../demo/examples.tsx";
import { DEMO } from "../../demo/links.ts";
import { randomVector } from "../find/any-point.ts";
import { WordChoice } from "../find/word-choice.tsx";
import { allVectorsOf, scoredTexts, vectorsOf } from "../info.ts";
import { Thing } from "../things/thing.tsx";
import { thingsOf } from "../things/things.ts";
import { readVector } from "./body.ts";
import { Examples } from "./examples.tsx";
import { STRATEGIES, type Strategy, type Way } from "./form.ts";
import type { PartProps } from "./part.ts";
import { TextInput, useModels } from "./text-input.tsx";

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

export function Question(props: PartProps) {
  const { name, info, form, onEdit, onRun } = props;
  const hasDense = vectorsOf(info).size > 0;
  const models = useModels(hasDense);
  const hasText = scoredTexts(info).length > 0 || (hasDense && models?.length !== 0);
  const hasVectors = allVectorsOf(info).size > 0;
  const ways = WAYS.filter(({ id }) => (id === "words" ? hasText : hasVectors));
  const isHybrid = form.way === "words" && form.match === "hybrid";
  const part = form.way === "words" ? (isHybrid ? form.dense : "") : form.way;
  return (
    <>
      <Segmented label="Search by" choices={ways} current={form.way} onChange={(way) => onEdit({ way })} />
      {form.way === "words" && <TextInput {...props} models={models} />}
      {form.way === "words" && name === DEMO && <DemoExamples onRun={onRun} />}
      {part === "vector" && <VectorInput {...props} />}
      {part === "like" && <LikeOne {...props} />}
      {part === "these" && <LikeThese {...props} />}
    </>
  );
}

function VectorInput({ name, info, form, problem, onEdit }: PartProps) {
  const { busy, run } = useAction(() =>
    randomVector(name, form.using).then((vector) => onEdit({ vector }), tellFailure),
  );
  const dimension = allVectorsOf(info).get(form.using)?.size ?? 0;
  const { text, isRight } = sizeOf(form.vector, dimension);
  return (
    <div class="stack search-tight">
      <TextArea
        label={dimension === 0 ? "Words, or a vector" : "Vector"}
        error={problem("vector")}
        hint={<span class={isRight ? "search-all" : undefined}>{text}</span>}
        class="mono search-vector"
        placeholder={dimension === 0 ? "a lazy fox" : "[0.12, -0.05, …]"}
        value={form.vector}
        onChange={(vector) => onEdit({ vector })}
      />
      <div>
        <Button onClick={() => run()} disabled={busy} text="Use a random point's vector" />
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

function LikeOne({ name, info, form, problem, onEdit, onRun }: PartProps) {
  const first = thingsOf(name).points?.[0]?.id ?? "";
  return (
    <>
      <TextField
        label="Id or text of a point"
        error={problem("like")}
        hint={<LabelOf id={form.like} />}
        class="mono"
        spellcheck={false}
        placeholder={String(first)}
        value={form.like}
        onChange={(like) => onEdit({ like })}
      />
      <WordChoice {...{ name, info }} typed={form.like} onChoose={(like) => onRun({ like })} />
    </>
  );
}

/** Shows the label of the typed id, or what may be typed. */
function LabelOf({ id }: { id: string }) {
  const point = parseId(id);
  if (point === null) return <>Words of its payload find it. Results are the nearest to it, without itself</>;
  return <Thing id={point} short />;
}

function LikeThese({ form, problem, onEdit }: PartProps) {
  return (
    <>
      <Examples
        label="More like these points"
        kind="positive"
        ids={form.positive}
        error={problem("these")}
        onChange={(positive) => onEdit({ positive })}
      />
      <Examples
        label="Less like these points"
        kind="negative"
        ids={form.negative}
        onChange={(negative) => onEdit({ negative })}
      />
      <SelectField
        label="Strategy"
        hint={STRATEGY_TEXTS[form.strategy]}
        choices={STRATEGIES}
        value={form.strategy}
        onChange={(strategy) => onEdit({ strategy })}
      />
    </>
  );
}
