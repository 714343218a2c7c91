// The part of a bulk build that is done, for estimates of the time that is left.
// The decision: how often level 0 will be divided is not known before. Two divisions get equal shares, because text and
// clusters need two; further ones share what one of many would take. The part never falls. It jumps where one division
// is enough, and hardly moves where many are needed.
import { partDivided } from "./partition";
import { Bulk, Phase } from "./state";

/** Shares of the time of a build, about those of text 80,000 x 384 and of clusters 60,000 x 128. */
const UPPER_LEVELS: f32 = 0.15;
const DIVISION: f32 = 0.33;
const FURTHER: f32 = 0.06;
const SELECT: f32 = 0.08;
const LINK: f32 = 0.015;
const MEND: f32 = 0.02;
/** Divisions with a share of their own. */
const USUAL: u32 = 2;

/** Returns the part of the work that is done, 0 to 1. */
export function partOf(bulk: Bulk): f32 {
  if (bulk.phase > Phase.Mend) return 1;
  if (bulk.phase == Phase.Mend) return 1 - MEND;
  if (bulk.phase <= Phase.Projection || bulk.level > 1) return 0;
  const divided: f32 = bulk.phase == Phase.Divide ? partDivided(bulk) : 1;
  if (bulk.level == 1) return UPPER_LEVELS * divided;
  if (bulk.phase <= Phase.Sample) return UPPER_LEVELS + divisions(bulk.round, divided);
  const before = UPPER_LEVELS + <f32>USUAL * DIVISION + FURTHER;
  const part = <f32>bulk.next / <f32>max<u32>(bulk.ordered, 1);
  if (bulk.phase == Phase.Select) return before + SELECT * part;
  return before + SELECT + (bulk.phase == Phase.Collect ? LINK * part : LINK + LINK * part);
}

/** Returns the share of some divisions and of a part of the next. */
function divisions(round: u32, part: f32): f32 {
  if (round < USUAL) return DIVISION * (<f32>round + part);
  const left = FURTHER / <f32>(1 << (round - USUAL));
  return <f32>USUAL * DIVISION + FURTHER - left + (left / 2) * part;
}
