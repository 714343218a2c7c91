// Errors in both dialects: the same mistake, told in the words of whoever asks.
import { expect } from "chai";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "../../support/rest.ts";

/** Method, path, body; status and text in the native dialect; the same in qdrant's. */
type Case = readonly [
  [method: string, path: string, body?: unknown],
  native: readonly [number, string],
  qdrant: readonly [number, string],
];

const POINTS = "/collections/c/points";
const SIZE_RULE = "expected an integer from 1 to 65536";
const ID_RULE = "expected an unsigned 64-bit integer or a UUID";

const CASES: readonly Case[] = [
  [
    ["GET", "/collections/x"],
    [404, "Collection not found: x"],
    [404, "Not found: Collection `x` doesn't exist!"],
  ],
  [
    ["PUT", "/collections/c", { vectors: { size: 4, distance: "Dot" } }],
    [409, "Collection already exists: c"],
    [409, "Wrong input: Collection `c` already exists!"],
  ],
  [
    ["GET", `${POINTS}/7`],
    [404, "Point not found: 7"],
    [404, "Not found: Point with id 7 does not exists!"],
  ],
  [
    ["GET", `${POINTS}/abc`],
    [400, `id: ${ID_RULE}, got "abc"`],
    [400, 'Wrong input: Can not recognize "abc" as point id'],
  ],
  [
    ["POST", `${POINTS}/delete`, { points: ["abc"] }],
    [400, `points[0]: ${ID_RULE}, got "abc"`],
    [
      400,
      "Format error in JSON body: value abc is not a valid point ID, valid values are either an unsigned integer or a UUID",
    ],
  ],
  [
    ["PUT", `${POINTS}?wait=true`, { points: [{ id: 1, vector: [1, 2, 3] }] }],
    [400, "Dimension mismatch for vector '1': expected 4, got 3"],
    [400, "Wrong input: Vector dimension error: expected dim: 4, got 3"],
  ],
  [
    ["PUT", "/collections/d", { vectors: { size: 65_537, distance: "Dot" } }],
    [400, `vectors.size: ${SIZE_RULE}, got 65537`],
    [422, "Validation error in JSON body: [vectors.size: value 65537 invalid, must be from 1 to 65536]"],
  ],
  [
    ["PUT", "/collections/d", { vectors: { size: 4 } }],
    [400, "vectors.distance is required"],
    [400, "Format error in JSON body: vectors.distance is required"],
  ],
  [
    ["PUT", POINTS, "{"],
    [400, "Malformed JSON at byte 1"],
    [400, "Format error in JSON body: Malformed JSON at byte 1"],
  ],
];

describe("an error", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
    await createCollection(server);
  });
  after(() => server.close());

  for (const [[method, path, body], native, qdrant] of CASES) {
    it(`is told in both dialects: ${native[1]}`, async () => {
      for (const [expected, headers] of [
        [native, {}],
        [qdrant, AS_QDRANT],
      ] as const) {
        const answer = await server.call(method, path, body, headers);
        expect([answer.status, answer.body.status.error]).to.deep.equal(expected);
        expect(answer.body).to.have.all.keys("time", "status");
      }
    });
  }
});
