// Chooses the colour of each point by a payload field: distinct colours for categories, a scale for numbers.
// The decision: the most frequent values have the colours of the palette, and the others are "other". A scale runs from
// the 2% quantile to the 98% quantile, so that one extreme value does not give all others the same colour.

export type Rgb = readonly [red: number, green: number, blue: number];

export interface Palette {
  readonly plain: Rgb;
  readonly other: Rgb;
  readonly categories: readonly Rgb[];
  /** The colours of the scale, from low to high values. */
  readonly scale: readonly Rgb[];
}

interface Category {
  readonly name: string;
  readonly group: number;
  readonly count: number;
  readonly colour: Rgb;
  /** Whether it is several values without a colour of their own, or none. */
  readonly isRest: boolean;
}

export type Colouring =
  | { readonly kind: "plain" }
  | { readonly kind: "categories"; readonly categories: readonly Category[]; readonly groups: Uint8Array }
  | { readonly kind: "scale"; readonly low: number; readonly high: number; readonly groups: Uint8Array };

/** The group of points without a value. */
export const NO_VALUE = 255;
/** The group of values without a colour of their own. */
export const OTHER = 254;
const STEPS = 200;
const LOW = 0.02;
const HIGH = 0.98;
/** With more different numbers than this, they are a scale and not categories. */
const MAX_NUMBERS_AS_CATEGORIES = 12;

export function colouringOf(values: readonly unknown[] | null, palette: Palette): Colouring {
  if (values === null) return { kind: "plain" };
  const numbers = values.filter((value): value is number | bigint => isNumber(value));
  const others = values.some((value) => value !== null && !isNumber(value));
  const isScale = !others && new Set(numbers).size > MAX_NUMBERS_AS_CATEGORIES;
  return isScale ? scaleOf(values, numbers.map(Number)) : categoriesOf(values, palette);
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function scaleOf(values: readonly unknown[], numbers: readonly number[]): Colouring {
  const sorted = Float64Array.from(numbers).sort();
  const low = sorted[Math.floor(LOW * (sorted.length - 1))]!;
  const high = sorted[Math.ceil(HIGH * (sorted.length - 1))]!;
  const groups = Uint8Array.from(values, (value) => {
    if (!isNumber(value)) return NO_VALUE;
    const share = high > low ? (Number(value) - low) / (high - low) : 0.5;
    return Math.round(Math.min(1, Math.max(0, share)) * STEPS);
  });
  return { kind: "scale", low, high, groups };
}

/** Returns the name of a value in the legend; of a list, its first value. */
function nameOf(value: unknown): string {
  const first = Array.isArray(value) ? value[0] : value;
  if (first === null || first === undefined) return "no value";
  return typeof first === "object" ? "object" : String(first);
}

function categoriesOf(values: readonly unknown[], palette: Palette): Colouring {
  const counts = new Map<string, number>();
  let missing = 0;
  const names = values.map((value) => (value === null ? null : nameOf(value)));
  for (const name of names) {
    if (name === null) missing++;
    else counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, countA], [b, other]) => other - countA || (a < b ? -1 : 1));
  const named = sorted.slice(0, palette.categories.length);
  const groupOf = new Map(named.map(([name], group) => [name, group]));
  const categories: Category[] = named.map(([name, count], group) => {
    return { name, group, count, colour: palette.categories[group]!, isRest: false };
  });
  const others = sorted.slice(named.length);
  const rest = { colour: palette.other, isRest: true };
  if (others.length > 0) {
    const count = others.reduce((sum, [, many]) => sum + many, 0);
    categories.push({ name: `${others.length} other values`, group: OTHER, count, ...rest });
  }
  if (missing > 0) categories.push({ name: "no value", group: NO_VALUE, count: missing, ...rest });
  const groups = Uint8Array.from(names, (name) => (name === null ? NO_VALUE : (groupOf.get(name) ?? OTHER)));
  return { kind: "categories", categories, groups };
}

/** Returns the colours of all groups: red, green and blue, alternating. */
export function groupColours(colouring: Colouring, palette: Palette): Uint8Array {
  const table = new Uint8Array(256 * 3);
  const put = (group: number, colour: Rgb): void => {
    table.set(colour, group * 3);
  };
  if (colouring.kind === "plain") put(0, palette.plain);
  if (colouring.kind === "categories")
    for (const [group, colour] of palette.categories.entries()) put(group, colour);
  if (colouring.kind === "scale")
    for (let step = 0; step <= STEPS; step++) put(step, onScale(palette.scale, step / STEPS));
  put(NO_VALUE, palette.other);
  put(OTHER, palette.other);
  return table;
}

/** Returns a colour of the scale. @param share 0 .. 1 */
function onScale(scale: readonly Rgb[], share: number): Rgb {
  const position = share * (scale.length - 1);
  return mixed(scale[Math.floor(position)]!, scale[Math.ceil(position)]!, position % 1);
}

export function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const [red, green, blue] = from.map((value, i) => Math.round(value + (to[i]! - value) * share));
  return [red!, green!, blue!];
}

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
