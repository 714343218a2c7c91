// The part of a bulk build that is done, for estimates of the time that is left.
// The decision: how often level 0 will be divided is not known before. Two divisions get equal shares, because text and
// clusters need two; further ones share what one of many would take. The part never falls. It jumps where one division
// is enough, and hardly moves where many are needed.
import { shareEnded } from "./items";
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
  const phase = bulk.phase;
  if (phase > Phase.Mend) return 1;
  if (phase >= Phase.Search) return 1 - MEND;
  if (phase <= Phase.Project || bulk.level > 1) return 0;
  const ended = shareEnded(bulk.items);
  const divided = partDivided(phase, ended);
  if (bulk.level == 1) return UPPER_LEVELS * divided;
  if (phase <= Phase.Sample) return UPPER_LEVELS + divisions(bulk.round, divided);
  const before = UPPER_LEVELS + <f32>USUAL * DIVISION + FURTHER;
  if (phase == Phase.Select) return before + SELECT * ended;
  return before + SELECT + (phase == Phase.Collect ? LINK * ended : LINK + LINK * ended);
}

/** Returns the part of the division that is done: first points are assigned to leaders, then leaves follow. */
function partDivided(phase: Phase, ended: f32): f32 {
  if (phase > Phase.Divide) return 1;
  if (phase == Phase.Assign) return ended / 3;
  return phase == Phase.Plan ? <f32>1 / 3 : (1 + 2 * ended) / 3;
}

/** Returns the share of some divisions and of a part of the next. */
function divisions(round: u32, part: f32): f32 {
  if (round < USUAL) return DIVISION * (<f32>round + part);
  const left = FURTHER / <f32>(1 << (round - USUAL));
  return <f32>USUAL * DIVISION + FURTHER - left + (left / 2) * part;
}
