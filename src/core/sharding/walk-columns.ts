// The walks of a watched search in the columns of messages.
// The decision: slots mean nothing on another server, so the slots of a walk are numbered in the order in which they
// occur, and the ids stand beside.
import type { PointId } from "../../schema/leaf.ts";
import type { SegmentWalk } from "../search/graph-view.ts";
import { PackedIds } from "../slots/point-id.ts";
import type { AnswerOf } from "./part.ts";

type Walk = AnswerOf<"watch">["walks"][number];

export function walkColumns({ served, indexed, steps, truncated, idOf }: SegmentWalk): Walk {
  const numbers = new Map<number, number>();
  const ids: PointId[] = [];
  const numberOf = (slot: number) => {
    const known = numbers.get(slot);
    if (known !== undefined) return known;
    numbers.set(slot, ids.length);
    return ids.push(idOf(slot)) - 1;
  };
  const nodes = Uint32Array.from(steps, ({ slot }) => numberOf(slot));
  const measured = steps.flatMap(({ slots }) => Array.from(slots, numberOf));
  let end = 0;
  return {
    served,
    indexed,
    truncated,
    ids: PackedIds.pack(ids),
    levels: Uint32Array.from(steps, ({ level }) => level),
    nodes,
    distances: Float32Array.from(steps, ({ distance }) => distance),
    ends: Uint32Array.from(steps, ({ slots }) => (end += slots.length)),
    measured: Uint32Array.from(measured),
    measuredDistances: Float32Array.from(steps.flatMap(({ distances }) => [...distances])),
    kept: Uint8Array.from(steps.flatMap(({ kept }) => [...kept])),
  };
}

export function walkOf(walk: Walk): SegmentWalk {
  const { served, indexed, truncated, ids, levels, nodes, distances, ends, measured } = walk;
  const steps = Array.from(levels, (level, i) => {
    const [from, to] = [i === 0 ? 0 : ends[i - 1], ends[i]];
    return {
      level,
      slot: nodes[i]!,
      distance: distances[i]!,
      slots: measured.subarray(from, to),
      distances: walk.measuredDistances.subarray(from, to),
      kept: walk.kept.subarray(from, to),
    };
  });
  return { served, indexed, truncated, steps, idOf: (slot) => ids.at(slot) };
}
