// "Why this ef" of the shown answer.
import { type Info, recallTablesOf } from "../info.ts";
import { WhyThisEf } from "../recall/why.tsx";
import type { Answer } from "./answer.ts";
import type { Explanation } from "./explanation.ts";

interface Props {
  readonly answer: Answer;
  readonly info: Info;
  /** The vector that was searched. */
  readonly using: string;
}

/** Nothing is to be explained of a search that has to be exact, or compares all examples. */
export function Why({ answer: { body, explain, recall }, info, using }: Props) {
  if (body.params.exact || !explain) return null;
  const search = {
    asked: recall?.asked ?? null,
    ef: recall ? recall.ef : explain.ef,
    isMeasured: recall ? recall.expected !== null : true,
    k: body.limit + (body.offset ?? 0),
    share: shareOf(explain, info.points_count),
  };
  return <WhyThisEf search={search} vector={using} tables={recallTablesOf(info, using)} />;
}

/** Returns the share that a filter lets through; one that was checked only on what was found does not narrow. */
function shareOf({ filter }: Explanation, points: number): number {
  if (filter === null || filter.matching === null || points === 0) return 1;
  return Math.min(1, filter.matching / points);
}
