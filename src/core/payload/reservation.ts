// Memory that is promised to payloads before they are kept: by a write that is being logged, by a copy under way.
// The decision: the store counts what it keeps by itself, so what is kept is given back here; meanwhile it is counted
// twice, which can refuse others too early and never too late.
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

  /** @throws OutOfMemory */
  static async of(engine: Engine, bytes: number): Promise<PayloadReservation> {
    await takeLasting(engine, bytes);
    return new PayloadReservation(engine.memory, bytes);
  }

  /** The store has so many of the bytes now. */
  kept(bytes: number): void {
    this.#memory.give(bytes);
    this.#bytes -= bytes;
  }

  /** Nothing more will be kept. */
  release(): void {
    this.kept(this.#bytes);
  }
}

/** Bytes of the payloads there are. */
export function payloadBytes(payloads: readonly (Uint8Array | null)[]): number {
  return payloads.reduce((sum, payload) => sum + (payload?.length ?? 0), 0);
}
