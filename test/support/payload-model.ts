// What changes do to a payload, in the most obvious way: on values, without a thought for bytes.
// The decision: written apart from the code it judges, from the semantics in words: a merge makes objects on the way, and an
// empty array where items of something else are meant; an item that an array does not have changes nothing; null takes a
// member out; what is removed is named by the payload as it was, and never one item of an array.
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
export type Members = { [key: string]: Value };

/** A key, an index, or null for all items. */
export type Step = string | number | null;

const isMembers = (value: Value | undefined): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function mergedAt(value: Value | undefined, [step, ...rest]: readonly Step[], source: Members): Value {
  if (step === undefined) {
    const all = Object.entries({ ...(isMembers(value) ? value : {}), ...source });
    return Object.fromEntries(all.filter(([key]) => !Object.hasOwn(source, key) || source[key] !== null));
  }
  if (typeof step === "string") {
    const members = isMembers(value) ? value : {};
    const inner = mergedAt(members[step], rest, source);
    if (inner === UNCHANGED) return UNCHANGED;
    return { ...members, [step]: inner };
  }
  if (!Array.isArray(value)) return [];
  const items = value.map((item, index) => {
    const inner = step === null || step === index ? mergedAt(item, rest, source) : UNCHANGED;
    return inner === UNCHANGED ? item : inner;
  });
  return items.every((item, index) => item === value[index]) ? UNCHANGED : items;
}

/** Stands for a value that stays as it is. */
export const UNCHANGED: Members = {};

/** The value without what the paths lead to; undefined when it is led to itself. */
export function without(value: Value, paths: readonly (readonly Step[])[]): Value | undefined {
  if (paths.some((path) => path.length === 0)) return undefined;
  const below = (...steps: Step[]) =>
    paths.filter(([first]) => steps.includes(first!)).map(([, ...rest]) => rest);
  if (Array.isArray(value)) {
    const items = value.map((item, index) => without(item, below(index, null)));
    return items.filter((item) => item !== undefined);
  }
  if (!isMembers(value)) return value;
  const members = Object.entries(value).map(([key, inner]) => [key, without(inner, below(key))] as const);
  return Object.fromEntries(members.filter(([, inner]) => inner !== undefined)) as Members;
}

/** The path as a request spells it. */
export function spelt(steps: readonly Step[]): string {
  return steps
    .map((step) => (typeof step === "string" ? `."${step}"` : `[${step ?? ""}]`))
    .join("")
    .slice(1);
}
