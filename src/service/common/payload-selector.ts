// Selects the part of a payload that a response shows.
// The decision: the selector is parsed once for a request (paths, names of the two keys), so an error in it is reported
// before the search.
import { parsePath } from "../../core/filter/path.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { Sliced } from "../../scheduling/slices.ts";
import { RawJson } from "../../schema/leaf.ts";
import type { WithPayload } from "../../schema/point.ts";
import { type PathTree, pathTree, prunedInSlices, type Treatment } from "./payload-paths.ts";

/** False: nothing; true: the whole payload. */
export type PayloadSelector = boolean | { readonly paths: PathTree; readonly treatment: Treatment };

const EMPTY_OBJECT = new TextEncoder().encode("{}");

/** @throws InvalidArgument for invalid paths, and for other keys than `include` and `exclude` */
export function payloadSelectorOf(withPayload: WithPayload): PayloadSelector {
  if (typeof withPayload === "boolean") return withPayload;
  if (Array.isArray(withPayload)) return { paths: treeOf(withPayload), treatment: "kept" };
  const { include, exclude, ...others } = withPayload;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new InvalidArgument(
      `with_payload: unknown key ${JSON.stringify(unknown)}; give include or exclude`,
    );
  }
  if (include && exclude) throw new InvalidArgument("with_payload: give include or exclude, not both");
  if (include) return { paths: treeOf(include), treatment: "kept" };
  if (exclude) return { paths: treeOf(exclude), treatment: "dropped" };
  throw new InvalidArgument("with_payload: expected include or exclude, got an empty object");
}

/** Returns the stored bytes, which were validated when they were written, as JSON. No payload is shown as `{}`. */
export function wholePayload(bytes: Uint8Array | null): RawJson {
  // The depth is needed for validating requests only.
  return new RawJson(bytes ?? EMPTY_OBJECT, 1);
}

/** Returns the part of a stored payload that the selector keeps. */
export function* shownPayload(bytes: Uint8Array | null, selector: PayloadSelector): Sliced<RawJson> {
  if (typeof selector === "boolean") return wholePayload(bytes);
  return new RawJson(yield* prunedInSlices(bytes ?? EMPTY_OBJECT, selector.paths, selector.treatment), 1);
}

/** @throws InvalidPath */
function treeOf(paths: readonly string[]): PathTree {
  return pathTree(paths.map((path) => parsePath(path)));
}
