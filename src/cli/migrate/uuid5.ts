// UUIDs of texts, version 5 of RFC 9562: the same text always has the same UUID.
// The decision: the namespace is the OID namespace of the RFC, which libraries of all languages have by name, so that
// programs can compute the id of a point from the id that they knew: uuid.uuid5(uuid.NAMESPACE_OID, "doc-1").
import { createHash } from "node:crypto";

const NAMESPACE_OID = Buffer.from("6ba7b8129dad11d180b400c04fd430c8", "hex");

export function uuid5(text: string): string {
  const bytes = createHash("sha1").update(NAMESPACE_OID).update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
