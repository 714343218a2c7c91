// The graphs of several servers: what is around a point, and the walks of a search.
import type { Neighbourhood, SegmentWalk } from "../search/graph-view.ts";
import type { AnswerOf } from "./part.ts";
import type { Answered } from "./parts.ts";
import { walkOf } from "./walk-columns.ts";

export function neighbourhoodOf(answer: AnswerOf<"neighbourhood">): Neighbourhood {
  const { ids, highest, hops, distances, deleted, links } = answer;
  const nodes = Array.from(highest, (level, i) => ({
    id: ids.at(i),
    level,
    hop: hops[i]!,
    distance: distances[i]!,
    deleted: deleted[i] === 1,
  }));
  const count = links.length / 2;
  const pairs = Array.from({ length: count }, (_, i) => [links[2 * i]!, links[2 * i + 1]!] as const);
  return { levels: answer.levels, nodes, links: pairs };
}

/** Returns the walks in the segments of all parts, those of one part after another. */
export function walksOf(answers: readonly Answered<"watch">[]): SegmentWalk[] {
  return answers.flatMap(({ answer }) => answer.walks.map(walkOf));
}
