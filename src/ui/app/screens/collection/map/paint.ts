// Computes the colour and opacity of every point from its group, the selection, and the group that is shown alone.

export interface Emphasis {
  /** The one group that is shown, or null. */
  readonly only: number | null;
  /** The selected points; empty if there is no selection. */
  readonly selected: readonly number[];
  /** Points that were deleted meanwhile. */
  readonly gone: ReadonlySet<number>;
}

const SHOWN = 255;
/** The opacity of points outside of the selection. */
const DIM = 45;
/** The opacity of groups that are not shown. */
const FAINT = 24;

/**
 * Computes the colours.
 * @param groups the group of each point; null: all are in group 0
 * @param colours red, green and blue of all groups, alternating
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

/** Returns whether a point of this opacity reacts to the pointer. */
export function isPickable(opacity: number): boolean {
  return opacity >= DIM;
}
