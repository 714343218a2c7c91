// The scale of recalls: that of the slider and of the charts.
// The decision: equal steps are unequal shares, because between .9 and 1 each hundredth costs more than a tenth below.

/** The recalls that the slider offers. */
export const STEPS = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99, 1] as const;

/** The recall that searches ask for where none is set. */
export const USUAL_RECALL = 0.95;

const DIGITS = 10;
/** So that rounding errors do not lose a digit. */
const ROUNDING = 1e-6;

/** Returns the position of a recall on a scale: 0 at the first step and below it, 1 more at each further step. */
export function positionOf(recall: number, steps: readonly number[] = STEPS): number {
  const above = steps.findIndex((step) => step >= recall);
  if (above === -1) return steps.length - 1;
  if (above === 0) return 0;
  const [from, to] = [steps[above - 1]!, steps[above]!];
  return above - 1 + (recall - from) / (to - from);
}

/** Formats a recall, rounded down to a tenth, so that only all is 100%. */
export function recallText(recall: number): string {
  return `${Math.floor(recall * 100 * DIGITS + ROUNDING) / DIGITS}%`;
}
