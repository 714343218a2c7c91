// Vectors beside their JSON: a body of the head's length (32 bits), the head, which is an ordinary request, and the 32-bit
// floats of all vectors, one after another, all little-endian. In the head `{"$f32": 768}` stands where a vector would, and
// `{"$f32": [256, 768]}` where a list of vectors would: so many rows, of so many numbers each.
// The decision: vectors take their numbers in the order of the text, and none are left over. So a head cannot point outside,
// nor at one row a thousand times, which would make a large write of a small body; and no offsets have to be counted by hand.
// Each vector is copied out once: a view would take the whole body along to whatever thread searches for it.
import { UnreadableBody } from "../errors/request.ts";
import { show } from "../schema/show.ts";
import { FLOATS_KEY, MAX_JSON_VALUES, readJson } from "./reader.ts";
import type { Shape } from "./shape.ts";

const LENGTH_BYTES = Uint32Array.BYTES_PER_ELEMENT;
const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
const FORM =
  "expected the length of a JSON head as 4 bytes, the head, and 32-bit floats (JSON alone is sent as application/json)";

/** The value of a body with its vectors beside it. RawJson in it is a view on `body`. @throws UnreadableBody */
export function readPackedBody(body: Uint8Array, shape?: Shape): unknown {
  if (body.length < LENGTH_BYTES) throw new UnreadableBody(`body: ${FORM}, got ${body.length} bytes`);
  const headBytes = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  const left = body.length - LENGTH_BYTES;
  if (headBytes > left) {
    throw new UnreadableBody(`body: ${FORM}, got a length of ${headBytes} with ${left} bytes behind it`);
  }
  const floats = new Floats(body.subarray(LENGTH_BYTES + headBytes));
  const value = readJson(body.subarray(LENGTH_BYTES, LENGTH_BYTES + headBytes), shape, floats);
  floats.ensureUsed();
  return value;
}

/** The floats of a body, taken from the front. Messages say where in the head somebody asked for too many. */
export class Floats {
  readonly #bytes: Uint8Array;
  #at = 0;
  #vectors = 0;

  constructor(bytes: Uint8Array) {
    const over = bytes.length % FLOAT_BYTES;
    if (over > 0) {
      throw new UnreadableBody(
        `body: expected 32-bit floats behind its head, got ${bytes.length} bytes, ${over} too many`,
      );
    }
    this.#bytes = bytes;
  }

  /** How many rows of how many numbers each are meant; null: a single vector. @param isList a list of vectors may stand there */
  read(marker: object, isList: boolean, at: number): Float32Array | Float32Array[] {
    const size = (marker as Record<string, unknown>)[FLOATS_KEY];
    if (Object.keys(marker).length === 1) {
      if (isCount(size)) return this.#take(1, size, at)[0]!;
      // Rows of nothing would cost the sender nothing.
      const [rows, count] = Array.isArray(size) && size.length === 2 ? size : [];
      if (isList && isCount(rows) && isCount(count) && count > 0) return this.#take(rows, count, at);
    }
    const expected = isList ? "a count of numbers or [rows, numbers in each]" : "a count of numbers";
    throw new UnreadableBody(
      `body: ${FLOATS_KEY} before byte ${at} of the head: expected ${expected} and no other key, got ${show(size)}`,
    );
  }

  ensureUsed(): void {
    const [all, used] = [this.#bytes.length / FLOAT_BYTES, this.#at / FLOAT_BYTES];
    if (used < all) {
      throw new UnreadableBody(`body: ${all} floats are behind its head, which uses ${used} of them`);
    }
  }

  #take(rows: number, count: number, at: number): Float32Array[] {
    const left = (this.#bytes.length - this.#at) / FLOAT_BYTES;
    if (rows * count > left) {
      throw new UnreadableBody(
        `body: ${FLOATS_KEY} before byte ${at} of the head asks for ${rows * count} floats, ${left} are left`,
      );
    }
    this.#vectors += rows;
    if (this.#vectors > MAX_JSON_VALUES) {
      throw new UnreadableBody(`more than ${MAX_JSON_VALUES} vectors before byte ${at} of the head`);
    }
    const { buffer, byteOffset } = this.#bytes;
    const taken: Float32Array[] = [];
    for (let row = 0; row < rows; row++) {
      const start = byteOffset + this.#at;
      // Wherever the body lies, this is where floats may lie.
      taken.push(new Float32Array(buffer.slice(start, start + count * FLOAT_BYTES)));
      this.#at += count * FLOAT_BYTES;
    }
    return taken;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
