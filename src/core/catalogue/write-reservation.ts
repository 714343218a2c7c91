// The memory that a write reserves before it is logged, so that applying it cannot fail.
// The decision: it is released once, either what is needed until the record is applied, or everything, because the
// record was not logged.
import type { Engine } from "../../engine/engine.ts";
import type { Reservation } from "../../memory/reservation.ts";
import type { Collection } from "../collection/collection.ts";
import { payloadBytes } from "../payload/store.ts";
import type { PointDraft } from "../record/operation.ts";
import type { ShardedDraft } from "../record/shard-order.ts";
import { draftBytes, NO_VECTOR_BYTES, type VectorBytes } from "../record/vector-bytes.ts";
import { reserveLasting } from "../slots/lasting-memory.ts";

interface WriteReservation {
  /** Releases what is needed until the record is applied; the collection keeps the rest. */
  release(): void;
  /** Releases everything, because the record was not logged, or memory for it is reserved elsewhere. */
  giveBack(): void;
}

/** That of a write whose points are on other servers. */
export const NOTHING_RESERVED: WriteReservation = { release: () => {}, giveBack: () => {} };

class HeldReservation implements WriteReservation {
  readonly #payloads: Reservation;
  readonly #giveBack: () => void;
  #isHeld = true;

  constructor(payloads: Reservation, giveBack: () => void) {
    this.#payloads = payloads;
    this.#giveBack = giveBack;
  }

  release(): void {
    if (this.#isHeld) this.#payloads.release();
    this.#isHeld = false;
  }

  giveBack(): void {
    if (this.#isHeld) this.#giveBack();
    this.release();
  }
}

/** Reserves slots, and memory for vectors and payloads, or neither. @throws OutOfMemory */
export async function reserveWrite(
  engine: Engine,
  collection: Collection,
  { draft, slots }: ShardedDraft,
): Promise<WriteReservation> {
  const vectors = bytesOf(draft);
  // A split replaces it.
  const { capacity } = collection.segments;
  await collection.reserve(slots, vectors);
  const giveBack = () => capacity.giveBack(slots, vectors);
  try {
    const bytes = draft.kind === "delete_points" ? 0 : payloadBytes(draft.payloads);
    return new HeldReservation(await reserveLasting(engine, bytes), giveBack);
  } catch (error) {
    giveBack();
    throw error;
  }
}

function bytesOf(draft: PointDraft): VectorBytes {
  return draft.kind === "upsert_points" ? draftBytes(draft.fields) : NO_VECTOR_BYTES;
}
