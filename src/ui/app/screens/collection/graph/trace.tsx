// The trace of one query, as the search of the graph recorded it: the form that requests it, and its player.
import { useEffect, useState } from "preact/hooks";
import { noIdText, parseId } from "../../../api/ids.ts";
import { useResource } from "../../../api/resource.ts";
import { Field } from "../../../kit/field.tsx";
import { Choice } from "../../../kit/inputs.tsx";
import { Failed, Notice } from "../../../kit/notice.tsx";
import { tellFailure } from "../../../kit/toast.tsx";
import { route } from "../../../shell/route.ts";
import { anyPoint } from "../find/any-point.ts";
import { vectorsOf } from "../info.ts";
import { readVector } from "../search/body.ts";
import { keptText, textOf } from "../search/kept-text.ts";
import { Thing } from "../things/thing.tsx";
import { Chooser, isVector } from "./chooser.tsx";
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
  useEffect(() => {
    if (query !== "") return;
    const ends = new AbortController();
    const { signal } = ends;
    anyPoint(name, vector, signal).then(
      (id) => {
        // A query that is asked for meanwhile rules; it is in the address before it is drawn.
        const isAsked = signal.aborted || route.value.query.has("query");
        if (id !== null && !isAsked) go({ query: String(id) }, false);
      },
      (error) => signal.aborted || tellFailure(error),
    );
    return () => ends.abort();
  }, [query]);
  const walk = useResource(
    async (signal) =>
      query === "" ? null : loadWalk(name, { query: queryIn(query, size), vector, ef }, signal),
    [name, query, ef, info.indexed_vectors_count],
  );
  return (
    <>
      <Question key={ef} {...props} {...{ query, ef, size }} />
      <Failed error={walk.error} onRetry={walk.reload} />
      {walk.value && <Traced walk={walk.value} />}
    </>
  );
}

function Traced({ walk: { segments, result } }: { walk: Walk }) {
  const [chosen, setChosen] = useState(0);
  const traced = segments.filter(({ steps }) => steps.length > 0);
  const segment = traced[Math.min(chosen, traced.length - 1)];
  if (!segment)
    return (
      <Notice kind="info">
        There are no steps: no segment has a graph, so it was an exact scan. The nearest point is{" "}
        {result[0] ? <Thing id={result[0].id} /> : "none"}.
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
}

function Question({ query, size, ef: asked, ...props }: Omit<QuestionProps, "asked">) {
  const [ef, setEf] = useState(asked);
  return (
    <Chooser
      {...props}
      label="Query"
      hint={`The id or the text of a point, or a vector of ${size} numbers`}
      submit="Trace"
      asked={query}
      onAsk={(text) => {
        queryIn(text, size);
        props.go({ query: keptText(text.trim()), ef: String(ef) });
      }}
    >
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
    </Chooser>
  );
}

/** Reads the query. @throws Error saying why it is neither an id nor a vector */
function queryIn(text: string, size: number): WalkQuery {
  if (isVector(text)) return readVector(text, size);
  const id = parseId(text);
  if (id === null) throw new Error(noIdText(text));
  return id;
}
