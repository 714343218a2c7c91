// The walk of one query as the search recorded it: the form that requests it, and its player.
import { useState } from "preact/hooks";
import { noIdText, parseId } from "../../../api/ids.ts";
import { useResource } from "../../../api/resource.ts";
import { Field } from "../../../kit/field.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { WordChoice } from "../find/word-choice.tsx";
import { type Info, vectorsOf } from "../info.ts";
import { readVector } from "../search/body.ts";
import { loadWalk, type Walk, type WalkQuestion } from "./load.ts";
import { Player } from "./player.tsx";

const DEFAULT_EF = 32;
const MAX_EF = 2_000;

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
      <Question name={name} info={info} vector={vector} onAsk={setQuestion} />
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
  readonly name: string;
  readonly info: Info;
  readonly vector: string;
  onAsk(question: WalkQuestion): void;
}

function Question({ name, info, vector, onAsk }: QuestionProps) {
  const size = vectorsOf(info).get(vector)?.size ?? 0;
  const [text, setText] = useState("");
  const [ef, setEf] = useState(DEFAULT_EF);
  const [error, setError] = useState<string>();
  const askFor = (typed: string): void => {
    try {
      onAsk({ query: queryIn(typed, size), vector, ef });
      setError(undefined);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  const choose = (id: string): void => {
    setText(id);
    askFor(id);
  };
  return (
    <form
      class="card graph-question"
      onSubmit={(event) => {
        event.preventDefault();
        askFor(text);
      }}
    >
      <Field
        label="Query"
        hint={`The id or the text of a point, or a vector of ${size} numbers as JSON`}
        error={error}
      >
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
            max={MAX_EF}
            required
            value={ef}
            onInput={(event) => setEf(event.currentTarget.valueAsNumber)}
          />
        )}
      </Field>
      <button type="submit" class="primary graph-ask">
        Walk
      </button>
      {!isVector(text) && (
        <div class="graph-found">
          <WordChoice name={name} info={info} typed={text} onChoose={choose} />
        </div>
      )}
    </form>
  );
}

/** Reads the query. @throws Error saying why it is neither an id nor a vector */
function queryIn(text: string, size: number): WalkQuestion["query"] {
  if (!isVector(text)) {
    const id = parseId(text);
    if (id === null) throw new Error(noIdText(text));
    return id;
  }
  const numbers = readVector(text);
  if (numbers.length !== size) throw new Error(`A vector here has ${size} numbers, not ${numbers.length}`);
  return numbers;
}

/** Returns whether the text is a vector; brackets are optional. */
function isVector(text: string): boolean {
  return /^\s*(?:\[|[-+.\de]+\s*,)/i.test(text);
}
