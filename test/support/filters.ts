// Random payloads and filters as JSON text, with few keys and few values of every type, so that filters often match,
// and with numbers that a double cannot distinguish. They are for properties of the matcher and of code that must agree
// with it.
import fc from "fast-check";

type Text = fc.Arbitrary<string>;

const json = (value: unknown): string => JSON.stringify(value);
const oneOf = (...values: unknown[]): Text => fc.constantFrom(...values.map(json));
const listOf = (item: Text, maxLength = 3): Text =>
  fc.array(item, { maxLength }).map((items) => `[${items.join()}]`);
const often = (often: Text, seldom: Text): Text =>
  fc.oneof({ weight: 4, arbitrary: often }, { weight: 1, arbitrary: seldom });

/** An object of members, each there `outOf` times in ten. */
function objectOf(members: readonly (readonly [key: string, value: Text, outOf?: number])[]): Text {
  const drawn = members.map(([key, value, outOf = 10]) => {
    const member = value.map((text) => `${json(key)}:${text}`);
    if (outOf === 10) return member;
    return fc.oneof({ weight: outOf, arbitrary: member }, { weight: 10 - outOf, arbitrary: fc.constant("") });
  });
  return fc.tuple(...drawn).map((texts) => `{${texts.filter((text) => text !== "").join()}}`);
}

const WORDS = ["red", "Red", "red apple", "the green apple pie", "Äpfel running", "", "a-b_c", "\ud800"];
const MOMENTS = [
  "2024-02-29",
  "2024-02-29T12:00:00Z",
  "2024-02-29 13:00:00+01:00",
  "2024-03-01T00:00:00.000001Z",
];
const WHOLE = ["0", "1", "2", "3", "-1", "9007199254740992", "9007199254740993", "13570027672830659665"];
const UUIDS = ["550e8400-e29b-41d4-a716-446655440000", "550E8400E29B41D4A716446655440000"];

const integer = fc.constantFrom(...WHOLE);
const number: Text = fc.oneof(integer, fc.constantFrom("1.0", "1.5", "2e0", "-0.25", "1e400", "-0"));
const word = oneOf(...WORDS);
const moment = oneOf(...MOMENTS);
const uuid = oneOf(...UUIDS);
const bool = oneOf(true, false);
const string = fc.oneof(word, moment, uuid, oneOf("no date", "2024-02-30"));
const place = objectOf([
  ["lon", fc.constantFrom("0", "10", "170.5", "-170.5", "180", "200")],
  ["lat", fc.constantFrom("0", "10", "-45.5", "90", "100")],
]);
const scalar: Text = fc.oneof(number, string, oneOf(true, false, null), place, fc.constant('{"lon":1}'));
const item = often(scalar, listOf(scalar, 2));
const value = often(item, listOf(item));
const inner = objectOf([
  ["x", value, 8],
  ["y", integer, 8],
]);

/** Checks that can hold for values of one type. */
const match = (...kinds: [kind: string, value: Text][]): Text[] =>
  kinds.map((kind) => objectOf([["match", objectOf([kind])]]));
const values = (one: Text): [string, Text][] => [
  ["value", one],
  ["any", listOf(one)],
  ["except", listOf(one, 2)],
];
const bounds = (bound: Text): Text =>
  objectOf(["lt", "gt", "gte", "lte"].map((name) => [name, bound, 3] as const));
const range = (bound: Text): Text => objectOf([["range", bounds(bound)]]);
const piece = often(word, oneOf("apple", "RED", "apple pie", "green the", "ap", " "));
const texts: [string, Text][] = ["text", "text_any", "phrase", "prefix"].map((kind) => [kind, piece]);

const ring = (points: number[][]) => ({ points: points.map(([lon, lat]) => ({ lon, lat })) });
const SQUARE = ring([
  [-5, -5],
  [15, -5],
  [15, 15],
  [-5, 15],
  [-5, -5],
]);
const HOLE = ring([
  [9, 9],
  [11, 9],
  [11, 11],
  [9, 11],
  [9, 9],
]);
const corner = objectOf([
  ["lon", fc.constantFrom("-175", "-10", "5", "175")],
  ["lat", fc.constantFrom("-50", "5", "50")],
]);
const shapes = [
  objectOf([
    [
      "geo_bounding_box",
      objectOf([
        ["top_left", corner],
        ["bottom_right", corner],
      ]),
    ],
  ]),
  objectOf([
    [
      "geo_radius",
      objectOf([
        ["center", corner],
        ["radius", fc.constantFrom("0", "1e6", "1e7")],
      ]),
    ],
  ]),
  objectOf([["geo_polygon", oneOf({ exterior: SQUARE }, { exterior: SQUARE, interiors: [HOLE] })]]),
];

/** By field: what is in it, alone or in a list, and what is asked of it. */
const FIELDS: readonly (readonly [name: string, value: Text, checks: readonly Text[]])[] = [
  ["keyword", fc.oneof(word, uuid), match(...values(word), ...texts)],
  ["integer", integer, [...match(...values(integer)), range(number)]],
  ["float", number, [...match(...values(integer)), range(number), range(fc.constant("null"))]],
  ["bool", bool, match(["value", bool])],
  ["datetime", moment, [range(often(moment, oneOf(null))), ...match(...values(moment))]],
  ["uuid", uuid, match(...values(uuid))],
  ["geo", place, shapes],
  ["text", word, match(...texts)],
  ["any", item, []],
];
const COUNTS = [
  objectOf([["values_count", bounds(fc.constantFrom("0", "1", "2", "3"))]]),
  objectOf([["is_empty", bool]]),
  objectOf([["is_null", bool]]),
];
const CHECKS = [...FIELDS.flatMap(([, , checks]) => checks), ...COUNTS];

export const payloadText: Text = objectOf([
  ...FIELDS.map(([name, one]) => [name, often(often(one, listOf(one)), value), 8] as const),
  ["list", fc.oneof(listOf(often(inner, scalar)), inner), 8],
  ["object", inner, 5],
  ["__proto__", inner, 5],
]);

const OTHER_PATHS = ["list[].x", "list[0].y", "object.x", "object", "__proto__.x", "any[]", "list", "none"];

/** One field condition: `check` with the key before it. */
const on = (path: string, check: Text): Text => check.map((text) => `{"key":${json(path)},${text.slice(1)}`);
const anyCheckOn = (paths: readonly string[]): Text =>
  fc.oneof(...paths.map((path) => on(path, fc.oneof(...CHECKS))));
const ofItsType = fc.oneof(...FIELDS.flatMap(([name, , checks]) => checks.map((check) => on(name, check))));
const fieldText = often(ofItsType, anyCheckOn([...FIELDS.map(([name]) => name), ...OTHER_PATHS]));

/** Ids as drawn for points: integers, one of them beyond 2^53, and a UUID. */
export const IDS = [0, 1, 2, 3, 13570027672830659665n, UUIDS[0]!] as const;
const id: Text = fc.constantFrom(...IDS.map((id) => (typeof id === "bigint" ? String(id) : json(id))));

const SLICES = ['{"total":2,"index":0}', '{"total":3,"index":2}', '{"total":1,"index":0}'];
const emptyAt = (name: string) =>
  objectOf([[name, objectOf([["key", oneOf("any", "list[].x", "object.x", "none")]])]]);
const others = fc.oneof(
  objectOf([["has_id", listOf(id)]]),
  objectOf([["has_vector", oneOf("", "image")]]),
  objectOf([["slice", fc.constantFrom(...SLICES)]]),
  emptyAt("is_empty"),
  emptyAt("is_null"),
  objectOf([
    [
      "nested",
      objectOf([
        ["key", oneOf("list", "list[]", "object")],
        ["filter", filterOf(anyCheckOn(["x", "y"]))],
      ]),
    ],
  ]),
);

/** The text of one condition that is no filter. */
export const conditionText: Text = often(fieldText, others);

function filterOf(condition: Text): Text {
  const clause = fc.oneof(listOf(condition), condition);
  const minShould = objectOf([
    ["conditions", listOf(condition)],
    ["min_count", fc.constantFrom("1", "2")],
  ]);
  return objectOf([
    ["must", fc.oneof(condition, listOf(condition, 2)), 5],
    ["should", clause, 4],
    ["must_not", clause, 2],
    ["min_should", minShould, 1],
  ]);
}

/** The text of a filter, up to three deep. */
export const filterText: Text = filterOf(
  often(conditionText, filterOf(often(conditionText, filterOf(conditionText)))),
);
