// Writes the response to a search as bytes: ids, scores, versions and payloads in one pass, without messages.
// The decision: only what most searches show. A response with vectors, values of an order or highlights is written by
// its codec; both ways give the same bytes, which a test compares.
import { RawJson } from "../../schema/raw-json.ts";
import type { ScoredPoint } from "../../schema/search.ts";
import { Writer } from "../wire/writer.ts";
import { writePayload } from "./payload-fields.ts";

/** Tags: the points and the time of a response, the fields of a point, the kinds of an id. */
const RESULT = 0x0a;
const TIME = 0x11;
const ID = 0x0a;
const PAYLOAD = 0x12;
const SCORE = 0x1d;
const VERSION = 0x28;
const NUM = 0x08;
const UUID = 0x12;

const WRITER = new Writer();

/** @returns null if the points have other parts */
export function writeHits(points: readonly ScoredPoint[], seconds: number): Buffer | null {
  const writer = WRITER;
  writer.begin();
  for (const point of points) {
    const { id, payload, score, version, vector, order_value: order, highlights } = point;
    if (vector !== undefined || order !== undefined || highlights !== undefined) return null;
    writer.uint32(RESULT);
    const start = writer.fork();
    writer.uint32(ID);
    const idStart = writer.fork();
    if (typeof id === "string") {
      writer.uint32(UUID);
      writer.string(id);
    } else {
      writer.uint32(NUM);
      writer.integer(id);
    }
    writer.join(idStart);
    if (payload instanceof RawJson) writePayload(writer, payload.bytes, PAYLOAD);
    if (score !== 0) {
      writer.uint32(SCORE);
      writer.float(score);
    }
    if (version !== 0) {
      writer.uint32(VERSION);
      writer.integer(version);
    }
    writer.join(start);
  }
  if (seconds !== 0) {
    writer.uint32(TIME);
    writer.double(seconds);
  }
  return writer.end();
}
