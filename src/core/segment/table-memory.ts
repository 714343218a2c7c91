// Counts the memory of the core's tables by slot: ids, locations of payloads, versions, marks, absent vectors.
// The decision: it is counted when slots are reserved, before a write is logged, with the size to which the tables will
// have doubled when the slots are in use. The tables themselves grow without a reservation.

import type { Engine } from "../../engine/engine.ts";
import { LOCATION_BYTES } from "../payload/payload-locations.ts";
import { ID_BYTES } from "../slots/id-tracker.ts";
import { reserveLasting } from "../slots/lasting-memory.ts";
import { FIRST_SLOTS } from "../slots/slot-tables.ts";

const VERSION_BYTES = Float64Array.BYTES_PER_ELEMENT;
/** Bits of a slot: one for its tombstone, two for a change since it was saved. */
const MARKS_PER_SLOT = 3;

export class TableMemory {
  readonly #engine: Engine;
  readonly #slotBytes: number;
  #bytes = 0;

  /** @param fields the number of vector fields; the absence of each takes a bit */
  constructor(engine: Engine, fields: number) {
    this.#engine = engine;
    this.#slotBytes = ID_BYTES + LOCATION_BYTES + VERSION_BYTES + (MARKS_PER_SLOT + fields) / 8;
  }

  /** Counts the tables of `slots` slots in total. @throws OutOfMemory, and changes nothing */
  async reserve(slots: number): Promise<void> {
    const tableSlots = 2 ** Math.ceil(Math.log2(Math.max(slots, FIRST_SLOTS)));
    const more = tableSlots * this.#slotBytes - this.#bytes;
    if (more <= 0) return;
    await reserveLasting(this.#engine, more);
    this.#bytes += more;
  }

  /** The counted bytes; the code that drops the tables releases them. */
  get bytes(): number {
    return this.#bytes;
  }
}
