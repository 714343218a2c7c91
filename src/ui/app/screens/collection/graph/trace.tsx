// The trace of one query, as the search of the graph recorded it: the form that requests it, and its player.
import { useEffect, useState } from "preact/hooks";
import { noIdText, parseId } from "../../../api/ids.ts";
import { useResource } from "../../../api/resource.ts";
import { Button } from "../../../kit/button.tsx";
import { Field } from "../../../kit/field.tsx";
import { Form } from "../../../kit/form.tsx";
import { Choice, TextField } from "../../../kit/inputs.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { tellFailure } from "../../../kit/toast.tsx";
import { anyPoint } from "../find/any-point.ts";
import { isWord, WordChoice } from "../find/word-choice.tsx";
import { vectorsOf } from "../info.ts";
import { readVector } from "../search/body.ts";
import { keptText, textOf } from "../search/kept-text.ts";
import { Thing } from "../things/thing.tsx";
import { loadWalk, type Walk, type WalkQuery } from "./load.ts";
import { Player } from "./player.tsx";
import type { ViewProps } from "./view.ts";

const DEFAULT_EF = 32;
const MAX_EF = 2_000;

export function Trace(props: ViewProps) {
  const { name, vector, info, asked, go } = props;
  const query = textOf(asked.get("query") ?? "");
  const ef = Number(asked.get("ef")) || DEFAULT_EF;
  const size = vectorsOf(info).get(vector)?.size ?? 0;
  const draw = () =>
    anyPoint(name, vector).then((id) => id !== null && go({ query: String(id) }, query !== ""), tellFailure);
  useEffect(() => {
    if (query === "") void draw();
  }, [query]);
  const walk = useResource(
    async (signal) =>
      query === "" ? null : loadWalk(name, { query: queryIn(query, size), vector, ef }, signal),
    [name, query, ef, info.indexed_vectors_count],
  );
  return (
    <>
      <Question key={`${query} ${ef}`} {...props} {...{ query, ef, size }} onDraw={draw} />
      <Failed error={walk.error} onRetry={walk.reload} />
      {walk.value && <Traced name={name} walk={walk.value} />}
    </>
  );
}

function Traced({ name, walk: { segments, result } }: { name: string; walk: Walk }) {
  const [chosen, setChosen] = useState(0);
  const traced = segments.filter(({ steps }) => steps.length > 0);
  const segment = traced[Math.min(chosen, traced.length - 1)];
  if (!segment)
    return (
      <Notice kind="info">
        There are no steps: no segment has a graph, so it was an exact scan. The nearest point is{" "}
        {result[0] ? <Thing collection={name} id={result[0].id} /> : "none"}.
      </Notice>
    );
  return (
    <>
      {traced.length > 1 && (
        <Choice
          label="Segment"
          choices={Object.fromEntries(traced.map(({ steps }, i) => [i, `${i + 1} (${steps.length} steps)`]))}
          value={String(chosen)}
          onChange={(at) => setChosen(Number(at))}
        />
      )}
      {segment.truncated && <Notice kind="info">There were more steps; these are the first.</Notice>}
      <Player
        key={`${chosen} ${segment.steps.length} ${result[0]?.id}`}
        name={name}
        steps={segment.steps}
        result={result}
      />
    </>
  );
}

interface QuestionProps extends ViewProps {
  readonly query: string;
  readonly ef: number;
  readonly size: number;
  onDraw(): void;
}

function Question({ name, info, go, query, size, onDraw, ...asked }: QuestionProps) {
  const [text, setText] = useState(query);
  const [ef, setEf] = useState(asked.ef);
  const [error, setError] = useState<string>();
  const askFor = (typed: string): void => {
    try {
      queryIn(typed, size);
      go({ query: keptText(typed.trim()), ef: String(ef) });
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  const id = parseId(text);
  const hint = `The id or the text of a point, or a vector of ${size} numbers`;
  return (
    <Form class="card graph-question" onSubmit={() => askFor(text)}>
      <TextField
        label="Query"
        hint={id === null ? hint : <Thing collection={name} id={id} short />}
        error={error}
        class="mono"
        required
        spellcheck={false}
        value={text}
        onChange={setText}
      />
      <Field label="Search effort (ef)">
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
      <div class="row graph-ask">
        <Button type="submit" class="primary" text="Trace" />
        <Button onClick={onDraw} text="Random point" />
      </div>
      {isWord(text) && !isVector(text) && (
        <div class="graph-found">
          <WordChoice name={name} info={info} typed={text} onChoose={askFor} />
        </div>
      )}
    </Form>
  );
}

/** Reads the query. @throws Error saying why it is neither an id nor a vector */
function queryIn(text: string, size: number): WalkQuery {
  if (isVector(text)) return readVector(text, size);
  const id = parseId(text);
  if (id === null) throw new Error(noIdText(text));
  return id;
}

/** Returns whether the text is a vector; brackets are optional. */
function isVector(text: string): boolean {
  return /^\s*(?:\[|[-+.\de]+\s*,)/i.test(text);
}
