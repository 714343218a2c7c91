// Changes to payloads: what is merged into one, put in its place, or taken out of it.
// The decision: payloads are patched as bytes (json/raw-parts.ts), so whatever a patch does not name stays byte for byte
// as it was received: long numbers, escapes, lone surrogates, `__proto__`.
import { EVERY_ITEM, type JsonPath, type PathStep } from "../../core/filter/filter.ts";
import { PayloadTooLarge } from "../../errors/points.ts";
import { arrayOf, itemsOf, membersOf, objectOf, type RawMembers, setMember } from "../../json/raw-parts.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import { MAX_PAYLOAD_BYTES } from "../../schema/limits.ts";
import { type PathTree, pruned } from "../common/payload-paths.ts";

const LOWER_N = 0x6e;

export type Patch =
  /** Sets members of the payload, or of the object at a path; a member that is set to null is taken out. */
  | { readonly kind: "merge"; readonly at: JsonPath | null; readonly payload: Uint8Array }
  | { readonly kind: "replace"; readonly payload: Uint8Array }
  | { readonly kind: "remove"; readonly paths: PathTree }
  | { readonly kind: "clear" };

/** Bytes that are patched between two cuts, and what a payload takes besides its own. */
const CUT_BYTES = 64 * 1024;
const PATCH_BYTES = 256;

/** The payloads after the patch, with cuts in between: what is patched may be small and become large. @throws PayloadTooLarge */
export function* patchedAll(
  before: readonly (Uint8Array | null)[],
  patch: Patch,
  idOf: (index: number) => PointId,
): Sliced<(Uint8Array | null)[]> {
  const after: (Uint8Array | null)[] = [];
  let bytes = 0;
  for (const [i, payload] of before.entries()) {
    if (bytes >= CUT_BYTES) {
      bytes = 0;
      yield;
    }
    const one = patched(payload, patch, () => idOf(i));
    after.push(one);
    bytes += PATCH_BYTES + (payload?.length ?? 0) + (patch.kind === "replace" ? 0 : (one?.length ?? 0));
  }
  return after;
}

/**
 * The payload after the patch.
 * @param before null: the point has none
 * @param idOf of the point, for the error
 * @throws PayloadTooLarge
 */
export function patched(before: Uint8Array | null, patch: Patch, idOf: () => PointId): Uint8Array | null {
  switch (patch.kind) {
    case "merge":
      return merge(before, patch, idOf);
    case "replace":
      return patch.payload;
    case "remove":
      return before && pruned(before, patch.paths, "dropped");
    case "clear":
      return null;
  }
}

function merge(
  before: Uint8Array | null,
  { at, payload }: Extract<Patch, { kind: "merge" }>,
  idOf: () => PointId,
): Uint8Array | null {
  const checkSize = (bytes: number) => {
    if (bytes > MAX_PAYLOAD_BYTES) throw new PayloadTooLarge(String(idOf()), MAX_PAYLOAD_BYTES);
  };
  const after = new Merge(payload, checkSize).into(before ?? undefined, at?.steps ?? []) ?? before;
  checkSize(after?.length ?? 0);
  return after;
}

class Merge {
  readonly #payload: Uint8Array;
  readonly #checkSize: (bytes: number) => void;

  constructor(payload: Uint8Array, checkSize: (bytes: number) => void) {
    this.#payload = payload;
    this.#checkSize = checkSize;
  }

  /**
   * What is no object on the way becomes one, and what is no array an empty one where the path means items.
   * @param value undefined: there is none
   * @returns undefined when nothing changes, because a path means an item that an array does not have
   */
  into(value: Uint8Array | undefined, [step, ...rest]: readonly PathStep[]): Uint8Array | undefined {
    if (step === undefined) {
      const members = objectMembers(value);
      for (const [name, member] of membersOf(this.#payload)!) {
        if (isNull(member.value)) members.delete(name);
        else members.set(name, member);
      }
      return objectOf(members.values());
    }
    if (typeof step !== "string") return this.#intoItems(value && itemsOf(value), step, rest);
    const members = objectMembers(value);
    const inner = this.into(members.get(step)?.value, rest);
    if (inner === undefined) return undefined;
    setMember(members, step, inner);
    return objectOf(members.values());
  }

  #intoItems(
    items: Uint8Array[] | null | undefined,
    step: number | typeof EVERY_ITEM,
    rest: readonly PathStep[],
  ): Uint8Array | undefined {
    if (!items) return arrayOf([]);
    let changed = false;
    let bytes = 0;
    items.forEach((item, index) => {
      if (step !== EVERY_ITEM && step !== index) return;
      const inner = this.into(item, rest);
      if (inner === undefined) return;
      items[index] = inner;
      changed = true;
      // A payload may have many items: not all of them are made before this is noticed.
      bytes += inner.length;
      this.#checkSize(bytes);
    });
    return changed ? arrayOf(items) : undefined;
  }
}

/** No other value begins with this letter. */
function isNull([first]: Uint8Array): boolean {
  return first === LOWER_N;
}

function objectMembers(value: Uint8Array | undefined): RawMembers {
  return (value && membersOf(value)) ?? new Map();
}
