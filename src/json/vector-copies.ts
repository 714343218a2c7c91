// Copies the vectors of requests of programs, which may change their arrays after the call.
// The decision: an array takes ten times as long to allocate, and to collect, as to fill. So the copy that was made for
// a read is used again for the next one if the read was answered at once, because then nothing has it any more.
export class VectorCopies {
  /** A copy that nothing uses; null: there is none. */
  #spare: Float32Array | null = null;
  /** The last copy for the present request. */
  #last: Float32Array | null = null;

  copy(values: ArrayLike<number>): Float32Array {
    const spare = this.#spare;
    this.#spare = null;
    this.#last = spare !== null && spare.length === values.length ? spare : new Float32Array(values.length);
    this.#last.set(values);
    return this.#last;
  }

  /** Copies for another request than before. */
  begin(): void {
    this.#last = null;
  }

  /** The present request has been answered, and nothing has its vectors. */
  end(): void {
    this.#spare = this.#last;
  }
}
