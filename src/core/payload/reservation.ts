// Memory that is reserved for payloads before they are stored: by a write that is being logged, or by a running copy.
// The decision: the store counts stored payloads itself, so their part of the reservation is released here. Until then
// they are counted twice, which may refuse others too early and never too late.
import type { Engine } from "../../engine/engine.ts";
import type { MemoryLimit } from "../../memory/memory-limit.ts";
import { takeLasting } from "../slots/lasting-memory.ts";

export class PayloadReservation {
  readonly #memory: MemoryLimit;
  #bytes: number;

  private constructor(memory: MemoryLimit, bytes: number) {
    this.#memory = memory;
    this.#bytes = bytes;
  }

  /** Reserves memory for payloads. @throws OutOfMemory */
  static async of(engine: Engine, bytes: number): Promise<PayloadReservation> {
    await takeLasting(engine, bytes);
    return new PayloadReservation(engine.memory, bytes);
  }

  /** Releases the part of the reservation that the store counts now. */
  kept(bytes: number): void {
    this.#memory.give(bytes);
    this.#bytes -= bytes;
  }

  /** Releases the rest of the reservation. */
  release(): void {
    this.kept(this.#bytes);
  }
}

/** Returns the total length of the payloads in bytes. */
export function payloadBytes(payloads: readonly (Uint8Array | null)[]): number {
  return payloads.reduce((sum, payload) => sum + (payload?.length ?? 0), 0);
}
