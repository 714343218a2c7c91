// Sentences to search the demo data for, with the vectors that the model of the texts makes of them.
// The decision: a click is a whole hybrid search, so the meaning of a sentence can be tried without a model server.
import { useResource } from "../../api/resource.ts";
import { Button } from "../../kit/button.tsx";
import { demoExamples } from "./data.ts";
import { FIRST_SEARCH } from "./links.ts";

/** The change of the search form that a click makes. */
interface Change {
  readonly way: "words";
  readonly words: string;
  readonly match: "hybrid";
  readonly dense: "vector";
  readonly alpha: string;
  readonly vector: string;
}

export function DemoExamples({ onRun }: { onRun(change: Change): void }) {
  const { value } = useResource(demoExamples, []);
  if (!value) return null;
  return (
    <section class="stack tight" aria-label="Examples">
      <span class="small muted">Examples, with the vector of the sentence</span>
      <div class="row demo-examples">
        {value.map(({ text, vector }) => (
          <Button
            key={text}
            class="chip"
            onClick={() =>
              onRun({
                ...{ way: "words", words: text, match: "hybrid", dense: "vector", alpha: FIRST_SEARCH.alpha },
                vector: JSON.stringify(vector),
              })
            }
            text={text}
          />
        ))}
      </div>
    </section>
  );
}
