// Payloads, schemas and filters drawn at random, out of so few values that filters often match.
import type { FieldSchema } from "../../../../src/schema/payload-index.ts";
import { integer, type Random } from "../../engine/fixtures.ts";

const WORDS = ["red", "green", "blue", "Red", "deep blue sea", "blue sea", "sea, blue", "", "r"];
const UUIDS = ["6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "red"];
const MOMENTS = [
  "2024-01-01",
  "2024-01-01T00:00:00Z",
  "2024-06-30T12:00:00+02:00",
  "2031-05-05 05:05",
  "never",
];
/** Numbers as they are written in JSON, with whole floats and integers that no double holds. */
const NUMBERS = [
  "0",
  "1",
  "2",
  "-3",
  "2.0",
  "2.5",
  "-0",
  "1e2",
  "9007199254740993",
  "9007199254740992",
  "-1e-3",
];
const PATHS = [
  "k",
  "n",
  "f",
  "b",
  "d",
  "u",
  "g",
  "t",
  "o.k",
  "o.n",
  "l[].k",
  "l[].n",
  "l[].t",
  "m[]",
  "k[0]",
];
const TYPES = ["keyword", "integer", "float", "geo", "text", "bool", "datetime", "uuid"] as const;

export function pick<T>(random: Random, values: readonly T[]): T {
  return values[integer(random, 0, values.length - 1)]!;
}

const quoted = (random: Random, values: readonly string[]) => JSON.stringify(pick(random, values));
const place = (random: Random) =>
  `{"lon":${integer(random, -4, 4) * 45},"lat":${integer(random, -4, 4) * 22.5}}`;

function scalar(random: Random): string {
  const kinds = [
    () => quoted(random, WORDS),
    () => quoted(random, UUIDS),
    () => quoted(random, MOMENTS),
    () => pick(random, NUMBERS),
    () => pick(random, ["true", "false"]),
    () => "null",
    () => place(random),
    () => "{}",
  ];
  return pick(random, kinds)();
}

/** A value, usually of the type that belongs to the key. */
function drawnValue(random: Random, key: string): string {
  const one = () => {
    if (random() < 0.15) return scalar(random);
    switch (key) {
      case "n":
      case "f":
        return pick(random, NUMBERS);
      case "b":
        return pick(random, ["true", "false"]);
      case "d":
        return quoted(random, MOMENTS);
      case "u":
        return quoted(random, UUIDS);
      case "g":
        return place(random);
      default:
        return quoted(random, WORDS);
    }
  };
  const shape = random();
  if (shape < 0.7) return one();
  if (shape < 0.9) return `[${Array.from({ length: integer(random, 0, 3) }, one).join()}]`;
  return shape < 0.95 ? "null" : `[[${one()}],${one()}]`;
}

function objectOf(random: Random, keys: readonly string[]): string {
  const members = keys.filter(() => random() < 0.7).map((key) => `"${key}":${drawnValue(random, key)}`);
  return `{${members.join()}}`;
}

/** The text of a payload, or null. */
export function payload(random: Random): string | null {
  if (random() < 0.05) return null;
  const flat = objectOf(random, ["k", "n", "f", "b", "d", "u", "g", "t", "m"]);
  const list = Array.from({ length: integer(random, 0, 3) }, () =>
    random() < 0.9 ? objectOf(random, ["k", "n", "t"]) : scalar(random),
  );
  const nested = `"o":${objectOf(random, ["k", "n"])},"l":[${list.join()}]`;
  return flat === "{}" ? `{${nested}}` : `${flat.slice(0, -1)},${nested}}`;
}

/** Some indexed fields, most of them with the type that belongs to the key. */
export function schema(random: Random): Record<string, FieldSchema> {
  const fitting: Record<string, FieldSchema> = {
    ...{ k: "keyword", n: "integer", f: "float", b: "bool", d: "datetime", u: "uuid", g: "geo", t: "text" },
    t: {
      type: "text",
      tokenizer: pick(random, ["word", "whitespace", "prefix"]),
      phrase_matching: random() < 0.5,
    },
  };
  const entries = PATHS.filter(() => random() < 0.6).map((path): [string, FieldSchema] => [
    path,
    random() < 0.8 ? (fitting[path.at(-1)!] ?? "keyword") : pick(random, TYPES),
  ]);
  return Object.fromEntries(entries);
}

function bounds(random: Random, value: () => unknown): object {
  const names = ["lt", "gt", "gte", "lte"].filter(() => random() < 0.4);
  return Object.fromEntries(names.map((name) => [name, value()]));
}

const number = (random: Random) => pick(random, [0, 1, 2, 2.5, -3, 100, 9007199254740992, -0.001]);

/** A check of any kind, as a request contains it. */
function check(random: Random): object {
  const word = () => pick(random, [...WORDS, ...UUIDS]);
  const whole = () => pick(random, [0, 1, 2, -3, 100, 9007199254740993n, 9007199254740992n]);
  const several = () => (random() < 0.5 ? list(random, word) : list(random, whole));
  const kinds = [
    () => ({ match: { value: pick<() => unknown>(random, [word, whole, () => random() < 0.5])() } }),
    () => ({ match: { any: several() } }),
    () => ({ match: { except: several() } }),
    () => ({ match: { [pick(random, ["text", "text_any", "phrase", "prefix", "substring"])]: word() } }),
    () => ({ range: bounds(random, () => number(random)) }),
    () => ({
      range: { gte: pick(random, MOMENTS.slice(0, 4)), ...(random() < 0.5 && { lt: "2025-01-01" }) },
    }),
    () => ({
      geo_bounding_box: {
        top_left: { lon: -90, lat: 60 },
        bottom_right: { lon: integer(random, -4, 4) * 40, lat: -30 },
      },
    }),
    () => ({ geo_radius: { center: { lon: 45, lat: 22.5 }, radius: integer(random, 1, 10_000) * 1000 } }),
    () => ({ geo_polygon: { exterior: { points: TRIANGLE } } }),
    () => ({ values_count: bounds(random, () => integer(random, 0, 3)) }),
    () => ({ is_empty: random() < 0.5 }),
    () => ({ is_null: random() < 0.5 }),
  ];
  return pick<() => object>(random, kinds)();
}

const TRIANGLE = [
  { lon: -50, lat: -50 },
  { lon: 100, lat: -50 },
  { lon: 0, lat: 80 },
  { lon: -50, lat: -50 },
];

function list<T>(random: Random, make: () => T, most = 3): T[] {
  return Array.from({ length: integer(random, 0, most) }, make);
}

/** The condition of a filter, as a request contains it. @param ids the largest point id */
export function condition(random: Random, ids: number, depth = 2, inside = false): object {
  const kind = random();
  if (kind < 0.1 && depth > 0) return filter(random, ids, depth - 1, inside);
  if (kind < 0.2 && depth > 0) return { nested: { key: "l", filter: filter(random, ids, depth - 1, true) } };
  if (!inside && kind < 0.25) return { has_id: list(random, () => integer(random, 0, ids), 9) };
  if (!inside && kind < 0.3) return { has_vector: pick(random, ["", "other", "none"]) };
  if (!inside && kind < 0.33) return { slice: { total: 3, index: integer(random, 0, 2) } };
  const keys = inside ? ["k", "n", "t"] : PATHS;
  return { key: pick(random, keys), ...check(random) };
}

export function filter(random: Random, ids: number, depth = 2, inside = false): object {
  const some = (most: number) => list(random, () => condition(random, ids, depth, inside), most);
  return {
    must: some(2),
    should: some(2),
    must_not: random() < 0.3 ? some(2) : [],
    ...(random() < 0.2 && { min_should: { conditions: some(3), min_count: integer(random, 1, 2) } }),
  };
}
