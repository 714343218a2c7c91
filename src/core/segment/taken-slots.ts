// The slots that one upsert takes, by segment: what is left to be written there and shown when all of them are taken.
// The decision: slots are taken slice by slice, with others in between, and written and shown together: until then whoever
// asks finds the points as they were, and who asks for one of them by its id waits.
import type { SegmentWrite } from "../../engine/types.ts";
import type { UpsertPoints } from "../record/operation.ts";
import type { CollectionSegment } from "./segment.ts";

/** Points of the operation that lie next to each other, in slots that do. */
interface Part {
  readonly segment: CollectionSegment;
  /** The first of its points, and the slot of that. */
  readonly from: number;
  readonly first: number;
  /** The point behind the last. */
  to: number;
  /** The slots that its points had in this segment. */
  readonly died: number[];
}

/** Hears of slots that are taken and of the vectors of their points. */
export type OnTaken = (slots: number, vectors: number) => void;

/** What a slice has at most: a fraction of a millisecond of it. */
const SLICE_POINTS = 256;
const SLICE_BYTES = 256 * 1024;

export class TakenSlots {
  readonly #points: UpsertPoints;
  readonly #version: number | Float64Array;
  readonly #parts: Part[] = [];

  /** @param version of all points, or of each */
  constructor(points: UpsertPoints, version: number | Float64Array) {
    this.#points = points;
    this.#version = version;
  }

  get segments(): CollectionSegment[] {
    return this.#parts.map(({ segment }) => segment);
  }

  /** Where the slice that begins with the point `from` ends. @param room the most points that it may have */
  sliceEnd(from: number, room: number): number {
    const { ids, payloads } = this.#points;
    const most = Math.min(ids.length, from + Math.min(room, SLICE_POINTS));
    let to = from;
    for (let bytes = 0; to < most && bytes < SLICE_BYTES; to++) bytes += payloads[to]?.length ?? 0;
    return to;
  }

  /** Takes slots of the segment for the points from `from` to before `to`, which come behind those before. @returns the number of their vectors */
  take(segment: CollectionSegment, from: number, to: number): number {
    const first = segment.ids.slots;
    const { died, vectors } = segment.take(this.#points, from, to, this.#version);
    let part = this.#parts.at(-1);
    if (part?.segment !== segment) {
      part = { segment, from, first, to, died: [] };
      this.#parts.push(part);
    }
    part.to = to;
    for (const slot of died) part.died.push(slot);
    return vectors;
  }

  /** What the engine has to write. To be asked once, when all slots are taken; then call `publish`. */
  writing(): SegmentWrite[] {
    return this.#parts.flatMap(({ segment, from, to, first, died }) =>
      segment.vectors.writing(this.#points, from, to, first, Uint32Array.from(died)),
    );
  }

  /** The engine has written it. */
  publish(): void {
    for (const { segment } of this.#parts) segment.publish();
  }
}

/** Takes slots of one segment for all points. @returns what the engine has to write; call `publish` of the segment when it has */
export function append(
  segment: CollectionSegment,
  points: UpsertPoints,
  version: number | Float64Array,
): SegmentWrite[] {
  const births = new TakenSlots(points, version);
  births.take(segment, 0, points.ids.length);
  return births.writing();
}
