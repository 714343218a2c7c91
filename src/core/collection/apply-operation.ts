// The effect of an operation on the points of a collection.
import type { PointOperation } from "../record/operation.ts";
import type { Segments } from "../segment/segments.ts";
import { setPayloads } from "../segment/set-payloads.ts";

interface Target {
  readonly segments: Segments;
  /** See Collection. */
  vectorsDue: number;
}

/**
 * Applies an operation. No other one may be applied meanwhile.
 * @param version that of all points, or one for each
 */
export async function applyOperation(
  target: Target,
  operation: PointOperation,
  version: number | Float64Array,
): Promise<void> {
  const { segments } = target;
  if (operation.kind === "delete_points") return segments.remove(operation);
  if (operation.kind === "set_payloads") return setPayloads(segments, operation, version);
  const releaseBytes = await segments.capacity.ensure(operation); // reserved already, except at a restart
  await segments.upsert(operation, version, (vectors) => {
    target.vectorsDue -= vectors;
  });
  releaseBytes();
}
