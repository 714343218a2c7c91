// The HTTP statuses of every operation: those of its row in the specification, and those that any request may get.
import { expect } from "chai";
import { codesOf } from "../../../src/api/operation.ts";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { kindOf } from "../../../src/errors/table.ts";

/**
 * Statuses of every operation: decisions.md, "Envelopes". 403 is also for a Host or Origin that is not allowed, 503 for
 * a lack of file descriptors.
 */
const COMMON = [400, 403, 405, 413, 429, 503];
/** Statuses of operations that require a credential. */
const UNKNOWN = [401];

const C = "/collections/{collection_name}";
/** The statuses of the section "Core endpoints (implemented)" of the specification. */
const SPECIFIED: Readonly<Record<string, readonly number[]>> = {
  "get /": [],
  "get /collections": [412, 500],
  [`get ${C}`]: [404, 412, 500],
  [`put ${C}`]: [409, 412, 500],
  [`patch ${C}`]: [404, 412, 500],
  [`delete ${C}`]: [412, 500],
  [`get ${C}/exists`]: [412],
  [`put ${C}/points`]: [404, 412, 500],
  [`post ${C}/points`]: [404, 412, 500],
  [`post ${C}/points/delete`]: [404, 412, 500],
  [`put ${C}/points/vectors`]: [404, 412, 500],
  [`post ${C}/points/payload`]: [404, 412, 500],
  [`put ${C}/points/payload`]: [404, 412, 500],
  [`post ${C}/points/payload/delete`]: [404, 412, 500],
  [`post ${C}/points/payload/clear`]: [404, 412, 500],
  [`put ${C}/index`]: [404, 412, 500],
  [`post ${C}/points/count`]: [404, 412, 500],
  [`post ${C}/points/search`]: [404, 412, 500],
  [`post ${C}/points/search/batch`]: [404, 412, 500],
  [`post ${C}/points/query`]: [404, 412, 500],
  [`post ${C}/points/query/batch`]: [404, 412, 500],
  [`post ${C}/points/scroll`]: [404, 412, 500],
};

describe("the HTTP statuses of an operation", () => {
  for (const [route, specified] of Object.entries(SPECIFIED)) {
    it(`the HTTP statuses of an operation are those of the specification: ${route}`, () => {
      const operation = OPERATIONS.find(({ rest }) => `${rest.method} ${rest.path}` === route)!;
      const unbuilt = operation.run ? [] : [501];
      const unknown = operation.permission === "none" ? [] : UNKNOWN;
      const specifiedCodes = codesOf(operation).filter((code) => !code.startsWith("MODEL_"));
      const statuses = new Set(specifiedCodes.map((code) => kindOf(code).http));
      expect([...statuses].sort()).to.deep.equal([...COMMON, ...unknown, ...specified, ...unbuilt].sort());
    });
  }

  it("the HTTP statuses of an operation have those of models, which are our own, where there may be documents", () => {
    const ids = OPERATIONS.filter((operation) => codesOf(operation).includes("MODEL_FAILED")).map(
      ({ id }) => id,
    );
    expect(ids).to.include.members(["upsertPoints", "updateVectors", "batchUpdate", "importPoints"]);
    expect(ids).to.include.members([
      "queryPoints",
      "queryBatch",
      "queryGroups",
      "searchPoints",
      "discoverPoints",
    ]);
    expect(ids).not.to.include.members(["scrollPoints", "deletePoints", "createCollection"]);
  });

  it("the HTTP statuses of an operation never include 412 if the operation needs no engine", () => {
    for (const operation of OPERATIONS.filter(({ always }) => always)) {
      expect(codesOf(operation), operation.id).not.to.include("ENGINE_NOT_INITIALIZED");
    }
  });
});
