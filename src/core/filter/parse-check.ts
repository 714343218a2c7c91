// Parses the checks of a field condition: match, ranges, shapes, counts.
// The decision: a table has one small reader for each name, and each check is returned in the form in which values
// are compared.
import { InvalidFilter } from "../../errors/request.ts";
import { type CHECKS, FILTER_DOCUMENT, MATCHES, RANGE } from "../../schema/filter.ts";
import { MAX_POLYGON_POINTS } from "../../schema/limits.ts";
import { firstWrong, kindOfValues, LONG_LIST } from "../../schema/long-lists.ts";
import { listed } from "../../shared/listed.ts";
import { parseDatetime } from "./datetime.ts";
import type { Bounds, Check, GeoPoint, Integer, Scalar, Values } from "./filter.ts";
import { isOnGlobe } from "./geo.ts";
import { membersOf, required, unexpected } from "./json-object.ts";
import { LargeSet } from "./large-set.ts";

type Reader = (json: unknown, at: string) => Check;

const READERS: Readonly<Record<keyof typeof CHECKS, Reader>> = {
  match: readMatch,
  range: readRange,
  geo_bounding_box: readBox,
  geo_radius: readRadius,
  geo_polygon: readPolygon,
  values_count: (json, at) => ({ kind: "values_count", bounds: readBounds(json, at, "values_count", count) }),
  is_empty: (json, at) => ({ kind: "is_empty", is: flag(json, at) }),
  is_null: (json, at) => ({ kind: "is_null", is: flag(json, at) }),
};

export function readCheck(name: keyof typeof CHECKS, json: unknown, at: string): Check {
  return READERS[name](json, at);
}

function readMatch(json: unknown, at: string): Check {
  const members = [...membersOf(json, at, "match", { properties: MATCHES })];
  const [given, second] = members;
  if (!given || second) {
    const got = given
      ? listed(
          members.map(([name]) => name),
          "and",
        )
      : "none";
    throw new InvalidFilter(at, `expected one of ${listed(Object.keys(MATCHES), "or")}, got ${got}`);
  }
  const [kind, value] = given;
  switch (kind) {
    case "value":
      return { kind, value: readScalar(value, `${at}.value`) };
    case "any":
    case "except":
      return { kind, values: readValues(value, `${at}.${kind}`) };
    default:
      if (typeof value !== "string") throw unexpected(`${at}.${kind}`, "a string", value);
      return { kind, text: value };
  }
}

function readScalar(json: unknown, at: string): Scalar {
  if (typeof json === "string" || typeof json === "boolean") return json;
  const integer = integerOf(json);
  if (integer === null) throw unexpected(at, "a string, an integer or a boolean", json);
  return integer;
}

/** Reads a list of strings or of integers; a mixed list is refused. */
function readValues(json: unknown, at: string): Values {
  if (!Array.isArray(json)) throw unexpected(at, "a list of strings or a list of integers", json);
  const kind = kindOfValues(json);
  const wrong = firstWrong(json, kind);
  if (wrong >= 0) {
    const same = kind === "text" ? "a string, as before it" : "an integer, as before it";
    throw unexpected(`${at}[${wrong}]`, wrong === 0 ? "a string or an integer" : same, json[wrong]);
  }
  const values = json as (string | Integer)[];
  const asCompared = (item: string | Integer) => (typeof item === "string" ? item : integerOf(item)!);
  return values.length > LONG_LIST ? new LargeSet(values, asCompared) : new Set(values.map(asCompared));
}

const MIN_SAFE = BigInt(Number.MIN_SAFE_INTEGER);
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Returns a number if it is safe, otherwise a bigint; null if the value is no integer. */
function integerOf(json: unknown): Integer | null {
  if (typeof json === "bigint") return json >= MIN_SAFE && json <= MAX_SAFE ? Number(json) : json;
  return Number.isSafeInteger(json) ? (json as number) : null;
}

/** Reads a range of numbers, or of datetimes if any bound is a string. */
function readRange(json: unknown, at: string): Check {
  const isText = [...membersOf(json, at, "a range", RANGE).values()].some(
    (bound) => typeof bound === "string",
  );
  return isText
    ? { kind: "datetime_range", bounds: readBounds(json, at, "a range", moment) }
    : { kind: "range", bounds: readBounds(json, at, "a range", number) };
}

function readBounds(json: unknown, at: string, what: string, read: typeof number): Bounds {
  const members = membersOf(json, at, what, RANGE);
  return Object.fromEntries([...members].map(([name, value]) => [name, read(value, `${at}.${name}`)]));
}

function number(json: unknown, at: string): number {
  if (typeof json !== "number" && typeof json !== "bigint") throw unexpected(at, "a number", json);
  return Number(json);
}

function count(json: unknown, at: string): number {
  const value = integerOf(json);
  if (value === null || value < 0) throw unexpected(at, "an unsigned integer", json);
  return Number(value);
}

function moment(json: unknown, at: string): number {
  const micros = typeof json === "string" ? parseDatetime(json) : null;
  if (micros === null) throw unexpected(at, 'a datetime such as "2025-01-31T12:00:00Z"', json);
  return micros;
}

function flag(json: unknown, at: string): boolean {
  if (typeof json !== "boolean") throw unexpected(at, "a boolean", json);
  return json;
}

function readBox(json: unknown, at: string): Check {
  const members = membersOf(json, at, "geo_bounding_box", FILTER_DOCUMENT.GeoBoundingBox);
  return {
    kind: "geo_bounding_box",
    topLeft: readPoint(required(members, "top_left", at), `${at}.top_left`),
    bottomRight: readPoint(required(members, "bottom_right", at), `${at}.bottom_right`),
  };
}

function readRadius(json: unknown, at: string): Check {
  const members = membersOf(json, at, "geo_radius", FILTER_DOCUMENT.GeoRadius);
  const center = readPoint(required(members, "center", at), `${at}.center`);
  return { kind: "geo_radius", center, radius: number(required(members, "radius", at), `${at}.radius`) };
}

function readPolygon(json: unknown, at: string): Check {
  const members = membersOf(json, at, "geo_polygon", FILTER_DOCUMENT.GeoPolygon);
  const exterior = readRing(required(members, "exterior", at), `${at}.exterior`);
  const holes = members.get("interiors") ?? [];
  if (!Array.isArray(holes)) throw unexpected(`${at}.interiors`, "a list of rings", holes);
  let points = exterior.length;
  const interiors = holes.map((hole, index) => {
    const ring = readRing(hole, `${at}.interiors[${index}]`);
    points += ring.length;
    ensureFewPoints(points, at);
    return ring;
  });
  return { kind: "geo_polygon", exterior, interiors };
}

const MIN_RING = 4;

function readRing(json: unknown, at: string): GeoPoint[] {
  const list = required(membersOf(json, at, "a ring", FILTER_DOCUMENT.GeoRing), "points", at);
  if (!Array.isArray(list)) throw unexpected(`${at}.points`, "a list of points", list);
  ensureFewPoints(list.length, at);
  const points = list.map((point, index) => plainPoint(point) ?? readPoint(point, `${at}.points[${index}]`));
  if (points.length < MIN_RING) {
    const reason = `a ring has at least ${MIN_RING} points, the last like the first, got ${points.length}`;
    throw new InvalidFilter(`${at}.points`, reason, "named_validation");
  }
  const [first, last] = [points[0]!, points.at(-1)!];
  if (first.lon !== last.lon || first.lat !== last.lat) {
    throw new InvalidFilter(`${at}.points`, "the last point of a ring must be its first", "named_validation");
  }
  return points;
}

function ensureFewPoints(points: number, at: string): void {
  if (points <= MAX_POLYGON_POINTS) return;
  throw new InvalidFilter(at, `expected at most ${MAX_POLYGON_POINTS} points in all rings of a polygon`);
}

/** Returns a valid point without building an error path, because rings have thousands of points; null for others. */
function plainPoint(json: unknown): GeoPoint | null {
  if (typeof json !== "object" || json === null || Object.keys(json).length !== 2) return null;
  const { lon, lat } = json as Record<string, unknown>;
  if (typeof lon !== "number" || typeof lat !== "number") return null;
  return isOnGlobe({ lon, lat }) ? { lon, lat } : null;
}

function readPoint(json: unknown, at: string): GeoPoint {
  const members = membersOf(json, at, "a geo point", FILTER_DOCUMENT.GeoPoint);
  const lon = number(required(members, "lon", at), `${at}.lon`);
  const lat = number(required(members, "lat", at), `${at}.lat`);
  if (!isOnGlobe({ lon, lat })) {
    const reason = `Wrong format of GeoPoint payload: expected \`lat\` = ${lat} within [-90;90] and \`lon\` = ${lon} within [-180;180]`;
    throw new InvalidFilter(at, reason);
  }
  return { lon, lat };
}
