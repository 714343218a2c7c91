// Bodies with vectors beside their JSON: the length of the head (32 bits), the head, which is an ordinary request, and
// the 32-bit floats of all vectors one after another, all little-endian. In the head `{"$f32": 768}` stands for a
// vector, and `{"$f32": [256, 768]}` for a list of vectors: the number of rows, and the numbers in each.
// The decision: vectors take their numbers in the order of the text, and none may be left over. So a head cannot refer
// to bytes outside, nor a thousand times to one row, which would make a large write of a small body; and clients need
// not compute offsets. Each vector is copied once: a view would transfer the whole body to the thread that searches.

import { UnreadableBody } from "../errors/request.ts";
import { Floats } from "./float-rows.ts";
import { readJson } from "./reader.ts";
import type { Shape } from "./shape.ts";
import { readJsonInSlices } from "./sliced-reader.ts";

const LENGTH_BYTES = Uint32Array.BYTES_PER_ELEMENT;
const FORM =
  "expected the length of a JSON head as 4 bytes, the head, and 32-bit floats (JSON alone is sent as application/json)";

/** Reads a body with its vectors. RawJson in the value is a view on `body`. @throws UnreadableBody */
export function readPackedBody(body: Uint8Array, shape?: Shape): unknown {
  const { head, floats } = partsOf(body);
  const value = readJson(head, shape, floats);
  floats.ensureUsed();
  return value;
}

/** Reads a large body as {@link readPackedBody} does, in slices. */
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
