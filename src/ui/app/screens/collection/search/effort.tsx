// How much of the nearest a search should find: the recall to ask for, or a fixed search effort (ef).
// The decision: the form has one of the two, because the server refuses both.
import { Field } from "../../../kit/field.tsx";
import { Segmented } from "../../../kit/segmented.tsx";
import { type Info, recallSetFor } from "../info.ts";
import { positionOf, recallText, STEPS, USUAL_RECALL } from "../recall/scale.ts";
import type { PartProps } from "./part.ts";

interface Props extends PartProps {
  readonly info: Info;
}

const MIN_EF = 8;
const MAX_EF = 4_096;
const WAYS = [
  { id: "recall", name: "Target recall" },
  { id: "fixed", name: "Search effort (ef)" },
] as const;
/** The steps that have a label; there is no room for all. */
const LABELLED: readonly number[] = [0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1];

/** Returns the text of the recall that searches of a vector ask for by default. */
export function usualRecall(info: Info, vector: string): string {
  return String(recallSetFor(info, vector) ?? USUAL_RECALL);
}

export function Effort(props: Props) {
  const { form, info, onEdit } = props;
  const usualEf = Number(info.config.hnsw_config.ef_search) || MIN_EF;
  return (
    <div class="stack search-tight">
      <Segmented
        label="Search by"
        choices={WAYS}
        current={form.fixed ? "fixed" : "recall"}
        onChange={(way) =>
          onEdit(way === "fixed" ? { fixed: true, ef: String(usualEf) } : { fixed: false, ef: "" })
        }
      />
      {form.fixed ? <FixedEf {...props} /> : <RecallChoice {...props} />}
    </div>
  );
}

function RecallChoice({ form, problem, onEdit }: Props) {
  const recall = Number(form.recall) || USUAL_RECALL;
  return (
    <Field
      label="Target recall"
      error={problem("recall")}
      hint={
        form.exact
          ? "An exact scan finds all"
          : "The search effort (ef) follows from measurements; more takes longer"
      }
    >
      {(attributes) => (
        <div class="search-width">
          <input
            type="range"
            aria-label="Recall, as a slider"
            min={0}
            max={STEPS.length - 1}
            step={1}
            value={Math.round(positionOf(recall))}
            aria-valuetext={recallText(recall)}
            disabled={form.exact}
            onInput={({ currentTarget }) => onEdit({ recall: String(STEPS[Number(currentTarget.value)]) })}
          />
          <input
            {...attributes}
            inputMode="decimal"
            autocomplete="off"
            value={form.recall}
            disabled={form.exact}
            onInput={({ currentTarget }) => onEdit({ recall: currentTarget.value })}
          />
          <div class="search-scale" aria-hidden="true">
            {STEPS.map((step) => (
              <span key={step}>{LABELLED.includes(step) ? String(step).replace("0.", ".") : "·"}</span>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}

/** The slider doubles ef with each step; the input beside it accepts any value. */
function FixedEf({ form, problem, onEdit }: Props) {
  const value = Number(form.ef) || MIN_EF;
  return (
    <Field
      label="Search effort (ef)"
      error={problem("ef")}
      hint={form.exact ? "An exact scan has none" : "Higher = better recall, slower"}
    >
      {(attributes) => (
        <div class="search-width">
          <input
            type="range"
            aria-label="Effort, as a slider"
            min={Math.log2(MIN_EF)}
            max={Math.log2(MAX_EF)}
            step={0.25}
            value={Math.log2(value)}
            aria-valuetext={String(value)}
            disabled={form.exact}
            onInput={({ currentTarget }) =>
              onEdit({ ef: String(Math.round(2 ** Number(currentTarget.value))) })
            }
          />
          <input
            {...attributes}
            inputMode="numeric"
            autocomplete="off"
            value={form.ef}
            disabled={form.exact}
            onInput={({ currentTarget }) => onEdit({ ef: currentTarget.value })}
          />
        </div>
      )}
    </Field>
  );
}
