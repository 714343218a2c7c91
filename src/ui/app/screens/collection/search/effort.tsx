// How much of the nearest a search should find: the recall to ask for, or a fixed search effort (ef).
// The decision: the form has one of the two, because the server refuses both.
import type { ComponentChildren } from "preact";
import { Field, type FieldProps } from "../../../kit/field.tsx";
import { Segmented } from "../../../kit/segmented.tsx";
import { type Info, recallSetFor } from "../info.ts";
import { positionOf, recallText, STEPS, USUAL_RECALL } from "../recall/scale.ts";
import type { PartProps } from "./part.ts";

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

export function Effort(props: PartProps) {
  const { form, info, problem, onEdit } = props;
  const usualEf = Number(info.config.hnsw_config.ef_search) || MIN_EF;
  const recall = Number(form.recall) || USUAL_RECALL;
  const ef = Number(form.ef) || MIN_EF;
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
      {form.fixed ? (
        // The slider doubles ef with each step; the input beside it accepts any value.
        <Slider
          label="Search effort (ef)"
          sliderLabel="Effort, as a slider"
          hint={form.exact ? "An exact scan has none" : "Higher = better recall, slower"}
          error={problem("ef")}
          disabled={form.exact}
          range={{ min: Math.log2(MIN_EF), max: Math.log2(MAX_EF), step: 0.25 }}
          at={{ position: Math.log2(ef), text: String(ef) }}
          value={form.ef}
          onSlide={(position) => onEdit({ ef: String(Math.round(2 ** position)) })}
          onChange={(value) => onEdit({ ef: value })}
        />
      ) : (
        <Slider
          label="Target recall"
          sliderLabel="Recall, as a slider"
          hint={
            form.exact
              ? "An exact scan finds all"
              : "The search effort (ef) follows from measurements; more takes longer"
          }
          error={problem("recall")}
          disabled={form.exact}
          range={{ min: 0, max: STEPS.length - 1, step: 1 }}
          at={{ position: Math.round(positionOf(recall)), text: recallText(recall) }}
          value={form.recall}
          onSlide={(position) => onEdit({ recall: String(STEPS[position]) })}
          onChange={(value) => onEdit({ recall: value })}
        >
          <div class="search-scale" aria-hidden="true">
            {STEPS.map((step) => (
              <span key={step}>{LABELLED.includes(step) ? String(step).replace("0.", ".") : "·"}</span>
            ))}
          </div>
        </Slider>
      )}
    </div>
  );
}

interface SliderProps extends Omit<FieldProps, "children"> {
  readonly sliderLabel: string;
  readonly disabled: boolean;
  readonly range: { readonly min: number; readonly max: number; readonly step: number };
  /** The position of the slider, and its text for screen readers. */
  readonly at: { readonly position: number; readonly text: string };
  readonly value: string;
  readonly children?: ComponentChildren;
  onSlide(position: number): void;
  onChange(value: string): void;
}

/** A slider beside an input for the same value. */
function Slider({
  sliderLabel,
  disabled,
  range,
  at,
  value,
  children,
  onSlide,
  onChange,
  ...field
}: SliderProps) {
  return (
    <Field {...field}>
      {(attributes) => (
        <div class="search-width">
          <input
            {...range}
            type="range"
            aria-label={sliderLabel}
            value={at.position}
            aria-valuetext={at.text}
            disabled={disabled}
            onInput={({ currentTarget }) => onSlide(Number(currentTarget.value))}
          />
          <input
            {...attributes}
            inputMode="decimal"
            autocomplete="off"
            value={value}
            disabled={disabled}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
          {children}
        </div>
      )}
    </Field>
  );
}
