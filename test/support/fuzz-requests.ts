// Random requests to every operation of the OpenAPI document: valid ones, and ones with changes of the body's tree, its
// text, the path or the query.
import fc from "fast-check";
import { OPERATIONS } from "../../src/api/operations/index.ts";
import { Bodies, type Schema } from "./fuzz-bodies.ts";
import {
  type Change,
  change,
  changed,
  type Damage,
  damage,
  damaged,
  type Json,
  textOf,
} from "./fuzz-json.ts";
import { LARGE_ID, NAMED, SNAPSHOT, UNNAMED, UUID, worldFor } from "./fuzz-world.ts";
import { documentOf } from "./openapi.ts";

export interface FuzzRequest {
  readonly operation: string;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly body: string | Buffer | undefined;
  readonly isWrite: boolean;
  readonly isQdrant: boolean;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  /** The schema of the body by content type: JSON, or JSON lines, of which one is sent. */
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** Purge is left out, because it removes data that later checks need. */
const LEFT_OUT = ["purge"];
const READS = new Set(OPERATIONS.filter((one) => one.permission.startsWith("read")).map(({ id }) => id));
/** Operations with a body are drawn more often, because more can be wrong. */
const BODY_WEIGHT = 6;

const MOST_CHANGES = 3;
const ODD_SEGMENTS = [
  ...["%2e%2e", "a%2Fb", "%00", "%ff", "a%20b", "%E2%82%AC", "__proto__", "constructor", "x".repeat(256)],
  ...["%25", "18446744073709551616", "-1", "1e3", "nope", "%7B%7D", "a:b", "%F0%9F%92%A9"],
];
/** The collections of operations that need other ones than those that exist. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  createCollection: ["new", "%E2%82%AC%20new", "new.2", "c", "other"],
};
const IN_PATH: Readonly<Record<string, readonly string[]>> = {
  id: ["1", "2", LARGE_ID, UUID, "99"],
  field_name: ["color", "n", "list%5B%5D.x", "nope"],
  snapshot_name: [SNAPSHOT],
};
const QUERY_VALUES = [
  "true",
  "false",
  "1",
  "86400",
  "0",
  "-1",
  "maybe",
  "",
  "1e3",
  "99999999999999999999",
  "%ff",
];

const { paths, components } = documentOf("0");
/** The collections of requests, and generators of bodies for them. */
const ASKED = [
  { weight: 3, names: UNNAMED, bodies: new Bodies(components.schemas, worldFor(false)) },
  { weight: 2, names: NAMED, bodies: new Bodies(components.schemas, worldFor(true)) },
];

export const requests: fc.Arbitrary<FuzzRequest> = fc.oneof(
  ...Object.entries(paths as Record<string, Record<string, Described>>).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !LEFT_OUT.includes(operationId))
      .map(([method, described]) => ({
        weight: described.requestBody ? BODY_WEIGHT : 1,
        arbitrary: requestsTo(method.toUpperCase(), path, described),
      })),
  ),
);

function requestsTo(method: string, path: string, described: Described): fc.Arbitrary<FuzzRequest> {
  const { operationId: operation, parameters = [], requestBody } = described;
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  const drawn = ASKED.map(({ weight, names, bodies }) => {
    const arbitrary = fc.record({
      operation: fc.constant(operation),
      method: fc.constant(method),
      path: pathsOf(path, parameters, NAMES[operation] ?? names),
      body: schema ? textsOf(bodies.of(schema)) : fc.constant(undefined),
      isWrite: fc.constant(!READS.has(operation)),
      isQdrant: fc.boolean(),
    });
    return { weight, arbitrary };
  });
  return fc.oneof(...drawn);
}

function pathsOf(
  path: string,
  parameters: readonly Parameter[],
  collections: readonly string[],
): fc.Arbitrary<string> {
  const inPath = parameters.filter((one) => one.in === "path").map(({ name }) => name);
  const inQuery = parameters.filter((one) => one.in === "query").map(({ name }) => name);
  const segments = fc.tuple(
    ...inPath.map((name) =>
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...(IN_PATH[name] ?? collections)) },
        { weight: 1, arbitrary: fc.constantFrom(...ODD_SEGMENTS) },
      ),
    ),
  );
  const values = fc.tuple(...inQuery.map(() => fc.option(fc.constantFrom(...QUERY_VALUES), { freq: 1 })));
  return fc.tuple(segments, values).map(([given, asked]) => {
    const whole = inPath.reduce((text, name, i) => text.replace(`{${name}}`, given[i]!), path);
    const query = inQuery.flatMap((name, i) => (asked[i] === null ? [] : `${name}=${asked[i]}`));
    return query.length > 0 ? `${whole}?${query.join("&")}` : whole;
  });
}

/** Returns texts of a body: four in ten unchanged, one in ten no longer JSON. */
function textsOf(body: fc.Arbitrary<Json>): fc.Arbitrary<string | Buffer> {
  const changes = fc.oneof(
    { weight: 5, arbitrary: fc.constant<Change[]>([]) },
    { weight: 5, arbitrary: fc.array(change, { minLength: 1, maxLength: MOST_CHANGES }) },
  );
  const broken = fc.oneof(
    { weight: 9, arbitrary: fc.constant<Damage | null>(null) },
    { weight: 1, arbitrary: damage },
  );
  return fc.tuple(body, changes, broken).map(([json, how, at]) => {
    const text = textOf(how.reduce(changed, json));
    return at ? damaged(text, at) : text;
  });
}
