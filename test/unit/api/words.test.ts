// The texts of Qdrant's errors that a request cannot easily provoke; they follow from the error code.
import { expect } from "chai";
import { publicError } from "../../../src/api/invoke.ts";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { worded } from "../../../src/api/words/qdrant.ts";
import { CollectionDeleted } from "../../../src/errors/collections.ts";
import { CollectionDamaged, DiskFull, OutOfMemory } from "../../../src/errors/failures.ts";
import { BodyTooLarge, NotImplemented, TooManyRequests } from "../../../src/errors/server.ts";
import { QDRANT_ERRORS } from "../../../src/errors/table.ts";
import { VectorDbError } from "../../../src/errors/vector-db-error.ts";

const UPSERT = OPERATIONS.find(({ id }) => id === "upsertPoints")!;

describe("the error texts of the qdrant dialect", () => {
  for (const [error, status, text] of [
    [new DiskFull(), 507, "Insufficient storage: Upsert failed: no space left on device"],
    [new OutOfMemory(), 500, "Service internal error: Upsert failed: out of memory"],
    [new CollectionDamaged("x"), 500, "Service internal error: Upsert failed: collection is damaged: x"],
    [new Error("unforeseen"), 500, "Service internal error: Upsert failed"],
    [
      new TooManyRequests("searches are waiting"),
      429,
      "Rate limiting exceeded: Too many searches are waiting; try again in a moment",
    ],
    [new BodyTooLarge(5), 413, "Request body is larger than the limit of 5 bytes; send smaller batches"],
    [new CollectionDeleted("c"), 404, "Not found: Collection `c` doesn't exist!"],
    [new NotImplemented("GET /x"), 501, "Not implemented: GET /x"],
  ] as const) {
    it(`the error texts of the qdrant dialect say for ${error.name}: ${text}`, () => {
      const { kind, text: rest } = worded(publicError(UPSERT, error), UPSERT);
      const { http, prefix } = QDRANT_ERRORS[kind];
      expect([http, prefix + rest]).to.deep.equal([status, text]);
    });
  }

  it("the error texts of the qdrant dialect are the native texts for errors that have no text of their own", () => {
    expect(worded(new VectorDbError("NOT_READY", "soon"))).to.deep.equal({
      kind: "unavailable",
      text: "soon",
    });
  });
});
