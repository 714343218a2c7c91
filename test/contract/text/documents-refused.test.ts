// Documents that are refused, in both dialects, with nothing stored.
import { expect } from "chai";
import { AS_QDRANT, startTestServer, type TestServer } from "../../support/rest.ts";

const model = "qdrant/bm25";
const document = (text: string, options?: object) => ({ text, model, ...(options && { options }) });

describe("documents that are refused", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  const LANGUAGES = /unsupported language: "English"; expected one of arabic, /;
  const PLACE = "points[0].vector.body";
  /** The mistake, the document, and the errors of the native and of the qdrant dialect. */
  for (const [what, given, native, dialect] of [
    [
      "a negative k",
      document("x", { k: -1 }),
      `${PLACE}.options: BM25 k1 must be finite and >= 0, got -1`,
      [400, "Wrong input: BM25 k1 must be finite and >= 0, got -1"],
    ],
    [
      "a b above 1",
      document("x", { b: 2 }),
      `${PLACE}.options: BM25 b must be finite and in [0.0, 1.0], got 2`,
      [400, "Wrong input: BM25 b must be finite and in [0.0, 1.0], got 2"],
    ],
    [
      "an average length of 0",
      document("x", { avg_len: 0 }),
      `${PLACE}.options: BM25 avg_doc_len must be finite and > 0, got 0`,
      [400, "Wrong input: BM25 avg_doc_len must be finite and > 0, got 0"],
    ],
    ["an unknown language", document("x", { language: "English" }), LANGUAGES, [400, LANGUAGES]],
    [
      "an image",
      { image: "http://a/b.png", model: "bm25" },
      `${PLACE}: Only text input is supported for bm25.`,
      [400, "Wrong input: Only text input is supported for bm25."],
    ],
    [
      "a text that is none",
      { text: 5, model },
      `${PLACE}.text: expected a string, got 5`,
      [400, "Format error in JSON body: expected a string, got 5"],
    ],
    [
      "a text of more than a MiB",
      document("x".repeat(2 ** 20 + 1)),
      `${PLACE}.text: at most 1048576 bytes`,
      [400, "Wrong input: at most 1048576 bytes"],
    ],
    [
      "a model without a name",
      { text: "x", model: "" },
      `${PLACE}.model: expected the name of a model, got ""`,
      [400, 'Wrong input: expected the name of a model, got ""'],
    ],
    [
      "a model that is not here",
      { text: "x", model: "openai/large" },
      `${PLACE}.model: no model 'openai/large' is here, only qdrant/bm25 and bm25; send the vector instead`,
      [
        500,
        "Service internal error: InferenceService URL not configured - please provide valid address in config",
      ],
    ],
  ] as const) {
    for (const wait of [true, false]) {
      it(`documents that are refused leave nothing stored, wait ${wait}: ${what}`, async () => {
        await server.call("PUT", "/collections/c", { sparse_vectors: { body: {} } });
        try {
          const write = { points: [{ id: 1, vector: { body: given } }] };
          const path = `/collections/c/points?wait=${wait}`;
          const first = await server.call("PUT", path, write);
          expect(first.status).to.equal(400);
          expectText(first.body.status.error, native);
          const second = await server.call("PUT", path, write, AS_QDRANT);
          expect(second.status).to.equal(dialect[0]);
          expectText(second.body.status.error, dialect[1]);
          const { body } = await server.call("POST", "/collections/c/points/count", {});
          expect(body.result.count).to.equal(0);
        } finally {
          await server.call("DELETE", "/collections/c");
        }
      });
    }
  }
});

function expectText(text: string, wanted: string | RegExp): void {
  if (typeof wanted === "string") expect(text).to.equal(wanted);
  else expect(text).to.match(wanted);
}
