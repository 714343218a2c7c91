// Messages that are changed and have the right checksum, so that only what reads their values can refuse them.
import { crc32 } from "../../../../src/storage/crc32.ts";
import { between, pick, type Random } from "../../../support/chance.ts";

const SUM_AT = 8;
const SUMMED_FROM = 12;
const NUMBERS = [0, 1, 2, -1, 0.5, 2 ** 31, 2 ** 53, "NaN"] as const;

/** Returns the message with the checksum that belongs to its bytes. */
export function resealed(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  if (copy.length < SUMMED_FROM) return copy;
  new DataView(copy.buffer).setUint32(SUM_AT, crc32(copy.subarray(SUMMED_FROM)), true);
  return copy;
}

/** Returns the message with one or a few changes: other bytes, or other words in its description. */
export function changed(message: Uint8Array, random: Random): Uint8Array {
  return resealed(random() < 0.5 ? withBytes(message.slice(), random) : withWords(message, random));
}

function withBytes(bytes: Uint8Array, random: Random): Uint8Array {
  for (let changes = between(random, 1, 4); changes > 0; changes--)
    bytes[between(random, 0, bytes.length - 1)] = between(random, 0, 255);
  return bytes;
}

/** Replaces a number, a word or a member in the description. */
function withWords(message: Uint8Array, random: Random): Uint8Array {
  const [, , , length] = new Uint32Array(message.slice(0, 16).buffer);
  const end = 16 + length!;
  const json = new TextDecoder().decode(message.subarray(16, end));
  const places = [...json.matchAll(/-?\d+(\.\d+)?|true|false|null|"[^"]*"/g)];
  if (places.length === 0) return message;
  const place = pick(random, places);
  const other = pick(random, [
    ...NUMBERS.map(String),
    "null",
    "true",
    '"x"',
    "[]",
    "{}",
    '{"$f32":2}',
    '{"$u32":1}',
  ]);
  const text =
    json.slice(0, place.index) +
    other.replace("NaN", '{"$n":"NaN"}') +
    json.slice(place.index + place[0].length);
  const description = new TextEncoder().encode(text);
  const rest = message.subarray(Math.ceil(end / 8) * 8);
  const from = Math.ceil((16 + description.length) / 8) * 8;
  const bytes = new Uint8Array(from + rest.length);
  bytes.set(message.subarray(0, 16));
  new DataView(bytes.buffer).setUint32(12, description.length, true);
  bytes.set(description, 16);
  bytes.set(rest, from);
  return bytes;
}
