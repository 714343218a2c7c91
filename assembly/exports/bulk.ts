// The exports for bulk builds. The memory is that of the build alone: a segment whose rows are outside, with the codes
// of another segment, published and without a graph.
import { Encoding, Metric, Status } from "../abi";
import { buildFurther } from "../bulk/build";
import { builderOf } from "../bulk/builder";
import { partOf } from "../bulk/progress";
import { bulkState, openBulk } from "../bulk/state";
import { bulk, count, efConstruct, encoding, indexed, linksPerLevel, metric } from "../memory/layout";
import { openRequest, walkOf } from "../search/request";
import { enterBuildingSpace } from "../walk/space";

/** The largest M; candidates of a node have room for four times as many keys. */
const MOST_M: u32 = 64;

/**
 * Begins a bulk build over all published slots.
 * @returns Ok, OutOfMemory, or InvalidArgument if such a segment cannot be built in bulk
 */
export function beginBulk(): i32 {
  const hasBulk = metric() == Metric.Cosine || metric() == Metric.Euclid;
  if (!hasBulk || encoding() != Encoding.Int8) return Status.InvalidArgument;
  if (linksPerLevel() == 0 || linksPerLevel() > MOST_M) return Status.InvalidArgument;
  if (indexed() > 0 || count() == 0 || bulk() != 0) return Status.InvalidArgument;
  return openBulk() ? Status.Ok : Status.OutOfMemory;
}

/**
 * Continues the bulk build, which several threads may do at a time.
 * @param worker the number of the calling thread among them
 * @param most the amount of work, in thousands of products of components
 * @returns 1 while there is more to do, else 0; 2: the slots are to be inserted instead; or OutOfMemory. After the
 * latter two the memory is to be dropped
 */
export function buildBulk(worker: u32, most: u32): i32 {
  if (bulk() == 0) return Status.InvalidArgument;
  if (!openRequest(worker, 1, 1, efConstruct(), 0, 0)) return Status.OutOfMemory;
  const own = builderOf(bulkState(), worker);
  if (own == null) return Status.OutOfMemory;
  const walk = walkOf(worker);
  enterBuildingSpace(walk);
  const left = buildFurther(walk, bulkState(), own, most);
  return left >= 0 ? left : Status.OutOfMemory;
}

/** Returns the part of the bulk build that is done, 0 to 1: an estimate that never falls. */
export function bulkPart(): f32 {
  return bulk() == 0 ? 0 : partOf(bulkState());
}
