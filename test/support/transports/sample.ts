// A small collection in which every kind of query, filter, group and order finds something.
import { RawJson } from "../../../src/schema/leaf.ts";
import type { Call } from "./contract.ts";

export const c = { collection_name: "c" };
export const BIG_ID = 13570027672830659665n;
export const UUID = "550e8400-e29b-41d4-a716-446655440000";
const SIZE = 4;
const COUNT = 24;
const CITIES = ["Bern", "Basel", "Genf"];

/** Makes a payload from its JSON text. */
export const raw = (json: string) => new RawJson(Buffer.from(json), 8);

/** Returns a number between -1 and 1, the same each time. */
const valueAt = (i: number, j: number) => Math.fround(Math.sin(i * 7.3 + j * 3.1));
export const vectorOf = (i: number) => Array.from({ length: SIZE }, (_, j) => valueAt(i, j));

function idOf(i: number): number | bigint | string {
  if (i === 20) return BIG_ID;
  return i === 21 ? UUID : i;
}

function payloadOf(i: number): RawJson {
  return raw(`{
    "n": ${i}, "big": ${9007199254740993n + BigInt(i)}, "x": ${i % 2 === 0 ? `${i}.0` : `${i}.25`},
    "city": "${CITIES[i % 3]}", "tags": ["t${i % 4}", "t${i % 5}"], "even": ${i % 2 === 0},
    "uuid": "550e8400-e29b-41d4-a716-4466554400${String(i).padStart(2, "0")}",
    "at": "2024-01-${String(i + 1).padStart(2, "0")}T00:00:00.5Z",
    "place": {"lon": ${i / 2}, "lat": ${45 + i / 10}},
    "text": "the ${i % 2 === 0 ? "quick" : "slow"} brown fox number ${i}",
    "list": [{"a": ${i % 3}, "b": "x"}, {"a": ${i % 4}, "b": "y"}]
    ${i % 6 === 0 ? ', "nothing": null' : ""}
  }`);
}

export const SAMPLE = Array.from({ length: COUNT }, (_, i) => ({
  id: idOf(i),
  vector: vectorOf(i),
  payload: payloadOf(i),
}));

const INDEXES: Readonly<Record<string, unknown>> = {
  n: "integer",
  x: "float",
  big: { type: "integer", lookup: true, range: true },
  city: "keyword",
  even: "bool",
  uuid: "uuid",
  at: "datetime",
  place: "geo",
  text: { type: "text", tokenizer: "word", lowercase: true, phrase_matching: true },
};

export async function fillSample(call: Call, withIndexes = true): Promise<void> {
  await call("createCollection", { ...c, vectors_config: { size: SIZE, distance: "Cosine" } });
  await call("upsertPoints", { ...c, points: SAMPLE, wait: true });
  if (!withIndexes) return;
  for (const [field_name, field_schema] of Object.entries(INDEXES))
    await call("createFieldIndex", { ...c, field_name, field_schema, wait: true });
}
