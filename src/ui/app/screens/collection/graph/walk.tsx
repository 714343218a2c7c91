// The walk of one query, as the search itself recorded it: asked for here, played below.
import { useState } from "preact/hooks";
import { readId } from "../../../api/ids.ts";
import { parseJson } from "../../../api/json.ts";
import { useResource } from "../../../api/resource.ts";
import { Field } from "../../../kit/field.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { type Info, vectorsOf } from "../info.ts";
import { loadWalk, type Walk, type WalkQuestion } from "./load.ts";
import { Player } from "./player.tsx";

const DEFAULT_EF = 32;
const MOST_EF = 2_000;

interface Props {
  readonly name: string;
  readonly vector: string;
  readonly info: Info;
}

export function WalkOfQuery({ name, vector, info }: Props) {
  const [question, setQuestion] = useState<WalkQuestion>();
  const walk = useResource(
    async (signal) => (question ? loadWalk(name, question, signal) : null),
    [name, question],
  );
  return (
    <>
      <Question size={vectorsOf(info).get(vector)?.size ?? 0} vector={vector} onAsk={setQuestion} />
      <Failed error={walk.error} onRetry={walk.reload} />
      {walk.value && <Walked walk={walk.value} />}
    </>
  );
}

function Walked({ walk: { segments, result } }: { walk: Walk }) {
  const [chosen, setChosen] = useState(0);
  const walked = segments.filter(({ steps }) => steps.length > 0);
  const segment = walked[Math.min(chosen, walked.length - 1)];
  if (!segment)
    return (
      <Notice kind="info">
        There was no walk: no segment has a graph, so all vectors were compared. The nearest is{" "}
        {String(result[0]?.id ?? "none")}.
      </Notice>
    );
  return (
    <>
      {walked.length > 1 && (
        <label class="graph-choice">
          <span>Segment</span>
          <select value={String(chosen)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {walked.map(({ steps }, i) => (
              <option key={i} value={String(i)}>
                {i + 1} ({steps.length} steps)
              </option>
            ))}
          </select>
        </label>
      )}
      {segment.truncated && <Notice kind="info">The walk was longer; these are its first steps.</Notice>}
      <Player key={`${chosen} ${segment.steps.length}`} steps={segment.steps} result={result} />
    </>
  );
}

interface QuestionProps {
  readonly size: number;
  readonly vector: string;
  onAsk(question: WalkQuestion): void;
}

function Question({ size, vector, onAsk }: QuestionProps) {
  const [text, setText] = useState("");
  const [ef, setEf] = useState(DEFAULT_EF);
  const [error, setError] = useState<string>();
  const submit = (event: Event): void => {
    event.preventDefault();
    try {
      onAsk({ query: queryIn(text, size), vector, ef });
      setError(undefined);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <form class="card graph-question" onSubmit={submit}>
      <Field label="Query" hint={`A point's id, or a vector of ${size} numbers as JSON`} error={error}>
        {(field) => (
          <input
            {...field}
            class="mono"
            required
            autocomplete="off"
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="ef" hint="Width of the walk">
        {(field) => (
          <input
            {...field}
            type="number"
            min={1}
            max={MOST_EF}
            required
            value={ef}
            onInput={(event) => setEf(event.currentTarget.valueAsNumber)}
          />
        )}
      </Field>
      <button type="submit" class="primary graph-ask">
        Walk
      </button>
    </form>
  );
}

function queryIn(text: string, size: number): WalkQuestion["query"] {
  if (!text.trim().startsWith("[")) return readId(text);
  const numbers = parseJson(text);
  const isVector = Array.isArray(numbers) && numbers.every((one) => typeof one === "number");
  if (!isVector || numbers.length !== size) throw new Error(`A vector here has ${size} numbers`);
  return numbers;
}
