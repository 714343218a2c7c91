// The part of a bulk build that is done, for estimates of the time that is left.
// The decision: nearly all work is on level 0, and how often it will be divided is not known before, so each division
// is taken to be half of the work that was left for divisions. The part never falls; it jumps where fewer divisions are
// needed.
import { partDivided } from "./partition";
import { Bulk, Phase } from "./state";

/** Shares of the phases on level 0 in the time of a build: MNIST 60,000 x 784, clusters 60,000 x 128. */
const DIVIDE: f32 = 0.7;
const SELECT: f32 = 0.2;
const LINK: f32 = 0.03;

/** Returns the part of the work that is done, 0 to 1. */
export function partOf(bulk: Bulk): f32 {
  if (bulk.phase > Phase.Mend) return 1;
  if (bulk.phase == Phase.Mend) return DIVIDE + SELECT + 2 * LINK;
  if (bulk.phase == Phase.Group || bulk.level > 0) return 0;
  if (bulk.phase <= Phase.Sample) {
    const left = DIVIDE / <f32>(1 << bulk.round);
    const part: f32 = bulk.phase == Phase.Divide ? partDivided(bulk) : 1;
    return DIVIDE - left + (left / 2) * part;
  }
  const part = <f32>bulk.next / <f32>max<u32>(bulk.ordered, 1);
  if (bulk.phase == Phase.Select) return DIVIDE + SELECT * part;
  return DIVIDE + SELECT + (bulk.phase == Phase.Collect ? LINK * part : LINK + LINK * part);
}
