// Changes of payloads: merging members, replacing the payload, removing parts of it.
// The decision: payloads are patched as bytes (json/raw-parts.ts), so everything that a patch does not name stays byte
// for byte as it was received: long numbers, escapes, lone surrogates, `__proto__`.
import { EVERY_ITEM, type JsonPath, type PathStep } from "../../core/filter/filter.ts";
import { PayloadTooLarge } from "../../errors/points.ts";
import {
  arrayInSlices,
  arrayOf,
  itemsInSlices,
  membersInSlices,
  objectInSlices,
  type RawMembers,
  setMember,
} from "../../json/raw-parts.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import type { PointId } from "../../schema/leaf.ts";
import { MAX_PAYLOAD_BYTES } from "../../schema/limits.ts";
import { type PathTree, prunedInSlices } from "../common/payload-paths.ts";

const LOWER_N = 0x6e;

export type Patch =
  /** Sets members of the payload, or of the object at a path; a member that is set to null is removed. */
  | { readonly kind: "merge"; readonly at: JsonPath | null; readonly payload: Uint8Array }
  | { readonly kind: "replace"; readonly payload: Uint8Array }
  | { readonly kind: "remove"; readonly paths: PathTree }
  | { readonly kind: "clear" };

/** Bytes that are patched in one slice, and the cost of a payload besides its own bytes. */
const BYTES_PER_YIELD = 64 * 1024;
const PATCH_BYTES = 256;
/** Members and items that are set in one slice. */
const PARTS_PER_YIELD = 256;

/**
 * Returns the payloads after the patch. It works in slices, because a small payload may become large or have many
 * parts.
 * @throws PayloadTooLarge
 */
export function* patchedAll(
  before: readonly (Uint8Array | null)[],
  patch: Patch,
  idOf: (index: number) => PointId,
): Sliced<(Uint8Array | null)[]> {
  const merge = patch.kind === "merge" ? new Merge(patch) : null;
  const after: (Uint8Array | null)[] = [];
  let bytes = 0;
  for (const [i, payload] of before.entries()) {
    if (bytes >= BYTES_PER_YIELD) {
      bytes = 0;
      yield;
    }
    const patched = merge ? yield* merged(payload, merge, () => idOf(i)) : yield* changed(payload, patch);
    after.push(patched);
    bytes += PATCH_BYTES + (payload?.length ?? 0) + (patch.kind === "replace" ? 0 : (patched?.length ?? 0));
  }
  return after;
}

function* changed(before: Uint8Array | null, patch: Patch): Sliced<Uint8Array | null> {
  if (patch.kind === "replace") return patch.payload;
  if (patch.kind === "remove") return before && (yield* prunedInSlices(before, patch.paths, "dropped"));
  return null;
}

/**
 * @param before null: the point has no payload.
 * @param idOf the id of the point, for the error.
 * @throws PayloadTooLarge
 */
function* merged(before: Uint8Array | null, merge: Merge, idOf: () => PointId): Sliced<Uint8Array | null> {
  const checkSize = (bytes: number) => {
    if (bytes > MAX_PAYLOAD_BYTES) throw new PayloadTooLarge(String(idOf()), MAX_PAYLOAD_BYTES);
  };
  const after = (yield* merge.into(before ?? undefined, checkSize)) ?? before;
  checkSize(after?.length ?? 0);
  return after;
}

/** A patch that sets members. Its members are parsed once for all points. */
class Merge {
  readonly #patch: Extract<Patch, { kind: "merge" }>;
  #given: RawMembers | null = null;

  constructor(patch: Extract<Patch, { kind: "merge" }>) {
    this.#patch = patch;
  }

  /**
   * Returns the value after the patch. On the way of the path, a value that is not an object is replaced by one, and a
   * value that is not an array by an empty one where the path refers to items.
   * @param value undefined: there is none
   * @param checkSize called before more is made
   * @returns undefined if nothing changes, because the path refers to an item that an array does not have
   */
  *into(
    value: Uint8Array | undefined,
    checkSize: (bytes: number) => void,
    [step, ...rest]: readonly PathStep[] = this.#patch.at?.steps ?? [],
  ): Sliced<Uint8Array | undefined> {
    if (step === undefined) return yield* this.#intoObject(value);
    if (typeof step !== "string") {
      const items = value && (yield* itemsInSlices(value));
      return yield* this.#intoItems(items, step, rest, checkSize);
    }
    const members = yield* objectMembers(value);
    const inner = yield* this.into(members.get(step)?.value, checkSize, rest);
    if (inner === undefined) return undefined;
    setMember(members, step, inner);
    return yield* objectInSlices(members.values());
  }

  *#intoObject(value: Uint8Array | undefined): Sliced<Uint8Array> {
    this.#given ??= (yield* membersInSlices(this.#patch.payload))!;
    const members = yield* objectMembers(value);
    let set = 0;
    for (const [name, member] of this.#given) {
      if (++set % PARTS_PER_YIELD === 0) yield;
      if (isNull(member.value)) members.delete(name);
      else members.set(name, member);
    }
    return yield* objectInSlices(members.values());
  }

  *#intoItems(
    items: Uint8Array[] | null | undefined,
    step: number | typeof EVERY_ITEM,
    rest: readonly PathStep[],
    checkSize: (bytes: number) => void,
  ): Sliced<Uint8Array | undefined> {
    if (!items) return arrayOf([]);
    let changed = false;
    let bytes = 0;
    for (const [index, item] of items.entries()) {
      if (index % PARTS_PER_YIELD === PARTS_PER_YIELD - 1) yield;
      if (step !== EVERY_ITEM && step !== index) continue;
      const inner = yield* this.into(item, checkSize, rest);
      if (inner === undefined) continue;
      items[index] = inner;
      changed = true;
      // A payload may have many items: the size is checked before all of them are made.
      bytes += inner.length;
      checkSize(bytes);
    }
    return changed ? yield* arrayInSlices(items) : undefined;
  }
}

/** Tells whether a value is null; no other value begins with this letter. */
function isNull([first]: Uint8Array): boolean {
  return first === LOWER_N;
}

function* objectMembers(value: Uint8Array | undefined): Sliced<RawMembers> {
  return (value && (yield* membersInSlices(value))) ?? new Map();
}
