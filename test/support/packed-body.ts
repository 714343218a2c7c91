// Bodies with their vectors as bytes beside the JSON, put together the slow and obvious way.
import { writeJson } from "../../src/json/writer.ts";

export const AS_BYTES = { "content-type": "application/octet-stream" };

/** @param head text, or what is written as JSON */
export function packedBody(head: unknown, floats: ArrayLike<number> = []): Buffer {
  const text = Buffer.from(typeof head === "string" ? head : writeJson(head));
  const body = Buffer.alloc(4 + text.length + 4 * floats.length);
  body.writeUInt32LE(text.length);
  body.set(text, 4);
  for (let i = 0; i < floats.length; i++) body.writeFloatLE(floats[i]!, 4 + text.length + 4 * i);
  return body;
}
