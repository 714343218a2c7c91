// A JSON value as received. It is a file of its own because a client needs it without the schemas.

/** A JSON value kept as the UTF-8 bytes that were received; it is syntactically valid and `depth` containers deep. */
export class RawJson {
  readonly bytes: Uint8Array;
  readonly depth: number;

  constructor(bytes: Uint8Array, depth: number) {
    this.bytes = bytes;
    this.depth = depth;
  }
}
