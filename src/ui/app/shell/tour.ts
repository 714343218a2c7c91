// Which step of the tour through the demo data is shown; the shell shows it above every screen.
// The decision: the step outlives the page, so that a reload continues the tour.
import { signal } from "@preact/signals";
import { keep, readKept } from "../kit/kept.ts";

const KEY = "tour";

const kept = readKept(KEY);
/** The step, counted from 0; null: no tour is under way. */
export const tourStep = signal<number | null>(typeof kept === "number" ? kept : null);

export function showStep(step: number | null): void {
  tourStep.value = step;
  keep(KEY, step ?? undefined);
}
