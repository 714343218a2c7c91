// The tour through the demo data: six screens, and on each the one thing to try.
// The decision: it stands above the screen and covers nothing, so that everything it speaks of can be tried at once. It
// only leads to addresses, which anybody could type or send.
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../kit/button.tsx";
import { goTo, linkTo, route } from "../../shell/route.ts";
import { showStep, tourStep } from "../../shell/tour.ts";
import { DEMO, FIRST_SEARCH, PARIS } from "./links.ts";

interface Step {
  readonly title: string;
  readonly text: string;
  readonly tab: string;
  readonly query?: Readonly<Record<string, string>>;
}

const STEPS: readonly Step[] = [
  {
    title: "Search by words and by meaning",
    text: "This hybrid search has already run: one part ranks texts by their words, the other by vectors of a language model, and the ranks are fused. Type “Paris”, or choose an example below the text.",
    tab: "search",
    query: FIRST_SEARCH,
  },
  {
    title: "Know how much a search finds",
    text: "The points most similar to Paris. A search reads only a part of the vectors, so Azimuth says how many of the true nearest it finds (recall), and what finding more would cost. Change the recall and search again.",
    tab: "search",
    query: { ask: "like", like: String(PARIS) },
  },
  {
    title: "See all points on a map",
    text: "Similar texts lie near each other, and colours are their categories. UMAP separates them while you watch; point at one to read it; draw around some to filter, change or export them.",
    tab: "map",
  },
  {
    title: "Follow a query through the graph",
    text: "Vectors are found along an HNSW graph. Play the trace: each step shows the node that was visited, and the candidates that it brought.",
    tab: "graph",
    query: { view: "trace", query: String(PARIS) },
  },
  {
    title: "Filter, sort and edit points",
    text: "The table shows only dishes. Click a header to sort by it, a value to filter by it, and a row to read or change its payload.",
    tab: "points",
    query: { filter: JSON.stringify({ must: [{ key: "category", match: { value: "dish" } }] }) },
  },
  {
    title: "Bring your own data",
    text: "Drop a file of JSON lines, CSV, Parquet or npy here, or copy code for your language from a search. The demo is a collection like any other: delete it when you are done.",
    tab: "transfer",
  },
];

export function Tour() {
  const at = Math.min(tourStep.value ?? 0, STEPS.length - 1);
  const { title, text, tab, query } = STEPS[at]!;
  const heading = useRef<HTMLHeadingElement>(null);
  const go = (step: number): void => {
    showStep(step);
    goTo(["collections", DEMO, STEPS[step]!.tab], STEPS[step]!.query);
  };
  useEffect(() => heading.current?.focus({ preventScroll: true }), [at]);
  const isElsewhere = linkTo(route.value.parts) !== linkTo(["collections", DEMO, tab]);
  return (
    <aside class="card tour" aria-label="Tour of the demo data">
      <h2 ref={heading} tabIndex={-1}>
        <span class="small muted">
          Step {at + 1} of {STEPS.length}
        </span>{" "}
        {title}
      </h2>
      <Button class="quiet slim" icon="close" aria-label="End the tour" onClick={() => showStep(null)} />
      <p class="small">
        {text} {isElsewhere && <a href={linkTo(["collections", DEMO, tab], query)}>Go to this step</a>}
      </p>
      <div class="row">
        <Button disabled={at === 0} onClick={() => go(at - 1)} text="Back" />
        {at + 1 < STEPS.length ? (
          <Button class="primary" onClick={() => go(at + 1)} text="Next" />
        ) : (
          <Button class="primary" onClick={() => showStep(null)} text="Done" />
        )}
      </div>
    </aside>
  );
}
