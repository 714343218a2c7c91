// Errors about requests and collections, in both dialects.
import {
  badRequest,
  format,
  isTold,
  type Mistake,
  startWithPoints,
  validation,
  wrongInput,
} from "../../support/both-dialects.ts";
import type { TestServer } from "../../support/rest.ts";

const VECTORS = { size: 4, distance: "Dot" };
const INDEX = "/collections/c/index";
const ID_RULE = "expected an unsigned 64-bit integer or a UUID";

const MISTAKES: Readonly<Record<string, Mistake>> = {
  "a collection that does not exist": {
    request: ["GET", "/collections/x"],
    native: [404, "Collection not found: x"],
    qdrant: [404, "Not found: Collection `x` doesn't exist!"],
  },
  "a collection that exists already": {
    request: ["PUT", "/collections/c", { vectors: VECTORS }],
    native: [409, "Collection already exists: c"],
    qdrant: [409, "Wrong input: Collection `c` already exists!"],
  },
  "a size out of range": {
    request: ["PUT", "/collections/d", { vectors: { size: 65_537, distance: "Dot" } }],
    native: [400, "vectors.size: expected an integer from 1 to 65536, got 65537"],
    qdrant: validation("vectors.size: value 65537 invalid, must be from 1 to 65536"),
  },
  "a negative number where it is invalid": {
    request: ["PUT", "/collections/d", { vectors: { size: -1, distance: "Dot" } }],
    native: [400, "vectors.size: expected an integer from 1 to 65536, got -1"],
    qdrant: format("vectors.size: expected an integer from 1 to 65536, got -1"),
  },
  "a collection of too many shards": {
    request: ["PUT", "/collections/d", { vectors: VECTORS, shard_number: 65 }],
    native: [400, "shard_number: expected an integer from 1 to 64, got 65"],
    qdrant: validation("shard_number: value 65 invalid, must be 64 or smaller"),
  },
  "a collection of no shards": {
    request: ["PUT", "/collections/d", { vectors: VECTORS, shard_number: 0 }],
    native: [400, "shard_number: expected an integer of at least 1, got 0"],
    qdrant: validation("shard_number: value 0 invalid, must be 1 or larger"),
  },
  "a missing field": {
    request: ["PUT", "/collections/d", { vectors: { size: 4 } }],
    native: [400, "vectors.distance is required"],
    qdrant: format("vectors.distance is required"),
  },
  "a body that is not JSON": {
    request: ["PUT", "/collections/d", "{"],
    native: [400, "Malformed JSON at byte 1"],
    qdrant: format("Malformed JSON at byte 1"),
  },
  "a body that is not an object": {
    request: ["POST", "/collections/c/points/delete", []],
    native: [400, "body: expected an object, got an array"],
    qdrant: format("body: expected an object, got an array"),
  },
  "a query parameter of another type": {
    request: ["PUT", "/collections/c/points?wait=maybe", { points: [] }],
    native: [400, 'wait: expected a boolean, got "maybe"'],
    qdrant: [400, 'Deserialize error in query parameters: wait: expected a boolean, got "maybe"'],
  },
  "a query parameter out of range": {
    request: ["DELETE", "/collections/c?undo_seconds=0"],
    native: [400, "undo_seconds: expected an integer from 1 to 86400, got 0"],
    qdrant: [
      422,
      "Validation error in query parameters: [undo_seconds: value 0 invalid, must be from 1 to 86400]",
    ],
  },
  "an invalid id in the path": {
    request: ["GET", "/collections/c/points/abc"],
    native: [400, `id: ${ID_RULE}, got "abc"`],
    qdrant: wrongInput('Can not recognize "abc" as point id'),
  },
  "an invalid id in the body": {
    request: ["POST", "/collections/c/points/delete", { points: ["abc"] }],
    native: [400, `points[0]: ${ID_RULE}, got "abc"`],
    qdrant: format(
      "value abc is not a valid point ID, valid values are either an unsigned integer or a UUID",
    ),
  },
  "a collection's name with a forbidden character": {
    request: ["PUT", "/collections/a%3Ab", { vectors: VECTORS }],
    native: [400, `collection_name: ${nameRule()}, got "a:b"`],
    qdrant: [
      422,
      'Validation error in path parameters: [collection_name: collection name cannot contain ":" char]',
    ],
  },
  "a collection's name that is too long": {
    request: ["PUT", `/collections/${"x".repeat(256)}`, { vectors: VECTORS }],
    native: [400, `collection_name: ${nameRule()}, got "${"x".repeat(256)}"`],
    qdrant: [
      422,
      `Validation error in path parameters: [collection_name: value "${"x".repeat(59)}... invalid, must be from 1 to 255 characters]`,
    ],
  },
  "a collection with the name of an alias": {
    request: ["PUT", "/collections/other", { vectors: VECTORS }],
    native: [400, "collection_name: 'other' is an alias; delete the alias first or choose another name"],
    qdrant: wrongInput("Can't create collection with name other. Alias with the same name already exists"),
  },
  "an alias that does not exist": {
    request: [
      "POST",
      "/collections/aliases",
      { actions: [{ rename_alias: { old_alias_name: "x", new_alias_name: "y" } }] },
    ],
    native: [404, "Alias not found: x"],
    qdrant: [404, "Not found: Alias x does not exists!"],
  },
  "an alias with a forbidden character": {
    request: [
      "POST",
      "/aliases",
      { actions: [{ create_alias: { collection_name: "c", alias_name: "a|b" } }] },
    ],
    native: [400, `actions[0].create_alias.alias_name: ${nameRule()}, got "a|b"`],
    qdrant: validation('actions[0].create_alias.alias_name: collection name cannot contain "|" char'),
  },
  "a snapshot that does not exist": {
    request: ["DELETE", "/collections/c/snapshots/x.snapshot"],
    native: [404, "Snapshot not found: x.snapshot"],
    qdrant: [404, "Not found: Snapshot x.snapshot not found"],
  },
  "a path that cannot be parsed": {
    request: ["PUT", INDEX, { field_name: "a..b", field_schema: "keyword" }],
    native: [400, pathRule()],
    qdrant: format(pathRule()),
  },
  "an index without a schema": {
    request: ["PUT", INDEX, { field_name: "a" }],
    native: [400, "field_schema is required"],
    qdrant: badRequest("Can't auto-detect field type, please specify `field_schema` in the request"),
  },
  "an integer index without lookup and range": {
    request: [
      "PUT",
      INDEX,
      { field_name: "a", field_schema: { type: "integer", lookup: false, range: false } },
    ],
    native: [400, 'field_schema: expected "lookup" or "range" to be true, got false for both'],
    qdrant: validation(
      "field_schema: Validation error: the 'lookup' and 'range' capabilities can't be both disabled",
    ),
  },
};

function pathRule(): string {
  return (
    'Invalid payload path "a..b": character 3 cannot be there; expected keys of letters, digits, _ and -, ' +
    'or quoted ones, as in a.b, a[].b, a[0] or "a b".c'
  );
}

function nameRule(): string {
  return 'expected 1 to 255 characters, not "." or "..", none of < > : " / \\ | ? * and no control characters';
}

describe("errors about collections in each dialect", () => {
  let server: TestServer;
  before(async () => {
    server = await startWithPoints();
  });
  after(() => server.close());

  for (const [what, mistake] of Object.entries(MISTAKES))
    it(`each dialect has its own error for ${what}`, () => isTold(server, mistake));
});
