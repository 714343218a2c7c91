// The colour of every point: by its group, fainter where something else is meant.

export interface Emphasis {
  /** The one group to be shown, or null. */
  readonly only: number | null;
  /** The points that are selected; empty: nothing is. */
  readonly selected: readonly number[];
  /** Points that were deleted since. */
  readonly gone: ReadonlySet<number>;
}

const SHOWN = 255;
/** Not selected while others are. */
const DIM = 45;
/** Of a group that is not shown. */
const FAINT = 24;

/**
 * @param groups of each point; null: all are of group 0
 * @param colours of all groups, as red, green and blue by turns
 */
export function paint(
  count: number,
  groups: Uint8Array | null,
  colours: Uint8Array,
  { only, selected, gone }: Emphasis,
): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(count * 4);
  const rest = selected.length > 0 ? DIM : SHOWN;
  for (let point = 0; point < count; point++) {
    const group = groups === null ? 0 : groups[point]!;
    rgba[point * 4] = colours[group * 3]!;
    rgba[point * 4 + 1] = colours[group * 3 + 1]!;
    rgba[point * 4 + 2] = colours[group * 3 + 2]!;
    rgba[point * 4 + 3] = only === null || only === group ? rest : FAINT;
  }
  for (const point of selected) rgba[point * 4 + 3] = SHOWN;
  for (const point of gone) rgba[point * 4 + 3] = 0;
  return rgba;
}

/** Whether a point of this opacity can be pointed at. */
export function isPickable(opacity: number): boolean {
  return opacity >= DIM;
}
