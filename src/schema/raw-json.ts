// A JSON value as received; a file of its own because a client needs it and no schema.

/** A JSON value kept as the UTF-8 bytes it was received in; syntactically valid, `depth` nested containers deep. */
export class RawJson {
  readonly bytes: Uint8Array;
  readonly depth: number;

  constructor(bytes: Uint8Array, depth: number) {
    this.bytes = bytes;
    this.depth = depth;
  }
}
