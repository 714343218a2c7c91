// Changes to payloads: what is merged into one, put in its place, or taken out of it.
// The decision: payloads are patched as bytes (json/raw-parts.ts), so whatever a patch does not name stays byte for byte
// as it was received: long numbers, escapes, lone surrogates, `__proto__`.
import { EVERY_ITEM, type JsonPath, type PathStep } from "../core/filter/filter.ts";
import { arrayOf, itemsOf, membersOf, objectOf, type RawMembers, setMember } from "../json/raw-parts.ts";
import { type PathTree, pruned } from "./payload-paths.ts";

export type Patch =
  /** Sets members of the payload, or of the object at a path. */
  | { readonly kind: "merge"; readonly at: JsonPath | null; readonly payload: Uint8Array }
  | { readonly kind: "replace"; readonly payload: Uint8Array }
  | { readonly kind: "remove"; readonly paths: PathTree }
  | { readonly kind: "clear" };

/** The payload after the patch. @param before null: the point has none */
export function patched(before: Uint8Array | null, patch: Patch): Uint8Array | null {
  switch (patch.kind) {
    case "merge":
      return merged(before ?? undefined, patch.at?.steps ?? [], patch.payload) ?? before;
    case "replace":
      return patch.payload;
    case "remove":
      return before && pruned(before, patch.paths, "dropped");
    case "clear":
      return null;
  }
}

/**
 * What is not an object on the way becomes one, and an empty array where a path means the items of an array.
 * @param value undefined: there is none
 * @returns undefined when nothing changes, because a path means an item that is not there
 */
function merged(
  value: Uint8Array | undefined,
  [step, ...rest]: readonly PathStep[],
  patch: Uint8Array,
): Uint8Array | undefined {
  if (step === undefined) {
    const members = objectMembers(value);
    for (const [name, member] of membersOf(patch)!) members.set(name, member);
    return objectOf(members.values());
  }
  if (typeof step === "string") {
    const members = objectMembers(value);
    const inner = merged(members.get(step)?.value, rest, patch);
    if (inner === undefined) return undefined;
    setMember(members, step, inner);
    return objectOf(members.values());
  }
  const items = value && itemsOf(value);
  if (!items) return step === EVERY_ITEM ? arrayOf([]) : undefined;
  const indexes = step === EVERY_ITEM ? items.keys() : [step].filter((index) => index < items.length);
  let changed = false;
  for (const index of indexes) {
    const inner = merged(items[index], rest, patch);
    if (inner === undefined) continue;
    items[index] = inner;
    changed = true;
  }
  return changed ? arrayOf(items) : undefined;
}

function objectMembers(value: Uint8Array | undefined): RawMembers {
  return (value && membersOf(value)) ?? new Map();
}
