// Vectors beside their JSON: a body of the head's length (32 bits), the head, which is an ordinary request, and the 32-bit
// floats of all vectors, one after another, all little-endian. In the head `{"$f32": 768}` stands where a vector would, and
// `{"$f32": [256, 768]}` where a list of vectors would: so many rows, of so many numbers each.
// The decision: vectors take their numbers in the order of the text, and none are left over. So a head cannot point outside,
// nor at one row a thousand times, which would make a large write of a small body; and no offsets have to be counted by hand.
// Each vector is copied out once: a view would take the whole body along to whatever thread searches for it.

import { UnreadableBody } from "../errors/request.ts";
import { Floats } from "./float-rows.ts";
import { readJson } from "./reader.ts";
import type { Shape } from "./shape.ts";
import { readJsonInSlices } from "./sliced-reader.ts";

const LENGTH_BYTES = Uint32Array.BYTES_PER_ELEMENT;
const FORM =
  "expected the length of a JSON head as 4 bytes, the head, and 32-bit floats (JSON alone is sent as application/json)";

/** The value of a body with its vectors beside it. RawJson in it is a view on `body`. @throws UnreadableBody */
export function readPackedBody(body: Uint8Array, shape?: Shape): unknown {
  const { head, floats } = partsOf(body);
  const value = readJson(head, shape, floats);
  floats.ensureUsed();
  return value;
}

/** The same of a large body, so that others have the thread in between. */
export async function readPackedBodyInSlices(body: Uint8Array, shape?: Shape): Promise<unknown> {
  const { head, floats } = partsOf(body);
  const value = await readJsonInSlices(head, shape, floats);
  floats.ensureUsed();
  return value;
}

function partsOf(body: Uint8Array): { head: Uint8Array; floats: Floats } {
  if (body.length < LENGTH_BYTES) throw new UnreadableBody(`body: ${FORM}, got ${body.length} bytes`);
  const headBytes = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  const left = body.length - LENGTH_BYTES;
  if (headBytes > left) {
    throw new UnreadableBody(`body: ${FORM}, got a length of ${headBytes} with ${left} bytes behind it`);
  }
  const floats = new Floats(body.subarray(LENGTH_BYTES + headBytes));
  return { head: body.subarray(LENGTH_BYTES, LENGTH_BYTES + headBytes), floats };
}
