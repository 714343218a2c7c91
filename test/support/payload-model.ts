// A simple model of changes of payloads, on parsed values.
// The decision: it was written independently of the code under test, from the described semantics: a merge makes
// missing objects, and an empty array where array items are meant; a missing item of an array changes nothing; null
// deletes a member; deletions refer to the original payload and never to one item of an array.
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

/** Marks a value that is not changed. */
export const UNCHANGED: Members = {};

/** Returns the value without the values of the paths; undefined when it is removed itself. */
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

/** Returns the path in the notation of a request. */
export function spelt(steps: readonly Step[]): string {
  return steps
    .map((step) => (typeof step === "string" ? `."${step}"` : `[${step ?? ""}]`))
    .join("")
    .slice(1);
}
