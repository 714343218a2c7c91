// Filters in messages: the parsed form, with all numbers exact.
// The decision: services combine parsed filters, so many that are searched with were never a text, and what a text
// would say of times and paths has been converted by then. So the parsed form is sent. Paths are sent as their
// canonical text, ids packed, and lists of values as lists.
import { DamagedMessage } from "../../../errors/sharding.ts";
import type {
  Bounds,
  Check,
  Condition,
  Filter,
  GeoPoint,
  JsonPath,
  Scalar,
  Values,
} from "../../filter/filter.ts";
import { IdSet } from "../../filter/id-set.ts";
import { LargeSet } from "../../filter/large-set.ts";
import { parsePath } from "../../filter/path.ts";
import {
  anyNumber,
  count,
  flag,
  listOf,
  type Members,
  type MessageShape,
  membersOf,
  nullable,
  object,
  packedIds,
  text,
} from "./shapes.ts";

/** Longer lists are sets that are filled in slices. */
const MAX_SET = 256;

const path: MessageShape<JsonPath> = {
  plain: (value) => value.text,
  read(value, at) {
    try {
      return parsePath(text.read(value, at));
    } catch (cause) {
      throw new DamagedMessage(at, { cause });
    }
  },
};

const scalar: MessageShape<Scalar> = {
  plain: (value) => value,
  read(value, at) {
    if (!["string", "boolean", "number", "bigint"].includes(typeof value)) throw new DamagedMessage(at);
    return value as Scalar;
  },
};

const values: MessageShape<Values> = {
  plain: (set) => [...set],
  read(value, at) {
    const list = listOf(scalar).read(value, at) as readonly (string | number | bigint)[];
    if (list.some((item) => typeof item === "boolean")) throw new DamagedMessage(at);
    return list.length <= MAX_SET ? new Set(list) : new LargeSet(list, (item) => item);
  },
};

const BOUNDS = ["lt", "gt", "gte", "lte"] as const;

const bounds: MessageShape<Bounds> = {
  plain: (value) => ({ ...value }),
  read(value, at) {
    const given = membersOf(value, at);
    const read: { -readonly [Name in keyof Bounds]: number } = {};
    for (const name of Object.keys(given)) {
      const known = BOUNDS.find((bound) => bound === name);
      if (known === undefined) throw new DamagedMessage(`${at}.${name}`);
      read[known] = anyNumber.read(given[name], `${at}.${name}`);
    }
    return read;
  },
};

const geoPoint: MessageShape<GeoPoint> = object({ lon: anyNumber, lat: anyNumber });

/** A value whose member `kind` says which others it has. */
function byKind<T extends { readonly kind: string }>(
  kinds: Readonly<Record<T["kind"], () => Members>>,
): MessageShape<T> {
  const known = new Map<T["kind"], MessageShape<unknown>>();
  const shapeOf = (kind: T["kind"]) => {
    const shape = known.get(kind) ?? object({ kind: text, ...kinds[kind]() });
    known.set(kind, shape);
    return shape;
  };
  return {
    plain: (value) => shapeOf(value.kind).plain(value),
    read(value, at) {
      const { kind } = membersOf(value, at);
      if (typeof kind !== "string" || !Object.hasOwn(kinds, kind)) throw new DamagedMessage(`${at}.kind`);
      return shapeOf(kind as T["kind"]).read(value, at) as T;
    },
  };
}

const ofText = () => ({ text });
const ofBounds = () => ({ bounds });
const ofValues = () => ({ values });
const ofIs = () => ({ is: flag });

const check: MessageShape<Check> = byKind<Check>({
  value: () => ({ value: scalar }),
  any: ofValues,
  except: ofValues,
  text: ofText,
  text_any: ofText,
  phrase: ofText,
  prefix: ofText,
  substring: ofText,
  range: ofBounds,
  datetime_range: ofBounds,
  geo_bounding_box: () => ({ topLeft: geoPoint, bottomRight: geoPoint }),
  geo_radius: () => ({ center: geoPoint, radius: anyNumber }),
  geo_polygon: () => ({ exterior: listOf(geoPoint), interiors: listOf(listOf(geoPoint)) }),
  values_count: ofBounds,
  is_empty: ofIs,
  is_null: ofIs,
});

const idSet: MessageShape<IdSet> = {
  plain: (set) => {
    const { kinds, words } = set.packed;
    return { kinds: kinds.slice(0, set.length), words: words.slice(0, 4 * set.length) };
  },
  read: (value, at) => new IdSet(packedIds.read(value, at)),
};

const condition: MessageShape<Condition> = byKind<Condition>({
  filter: () => ({ filter }),
  field: () => ({ path, check }),
  has_id: () => ({ ids: idSet }),
  has_vector: () => ({ name: text }),
  nested: () => ({ path, filter }),
  slice: () => ({ total: count, index: count }),
});

export const filter: MessageShape<Filter> = {
  plain: (value) => clauses().plain(value),
  read: (value, at) => clauses().read(value, at),
};

let known: MessageShape<Filter> | null = null;

function clauses(): MessageShape<Filter> {
  known ??= object({
    must: listOf(condition),
    should: listOf(condition),
    mustNot: listOf(condition),
    minShould: nullable(object({ conditions: listOf(condition), minCount: anyNumber })),
  });
  return known;
}

export const anyFilter: MessageShape<Filter | null> = nullable(filter);
