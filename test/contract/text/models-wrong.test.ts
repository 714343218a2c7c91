// Models whose endpoint answers what is no list of vectors: 502 natively and Qdrant's 500, with nothing stored.
import { expect } from "chai";
import { FailingModels, SAID } from "../../support/failing-models.ts";
import { type Behaviour, dead, json, text } from "../../support/model-endpoint.ts";
import { AS_QDRANT } from "../../support/rest.ts";

const embedding = (values: unknown) => json({ data: [{ index: 0, embedding: values }] });

/** The behaviour of the endpoint, and the reason in the answer. */
const WRONG: readonly (readonly [what: string, behaviour: Behaviour, reason: string])[] = [
  ["bad JSON", text('{"data": ['), "its answer is not JSON"],
  ["a page", text(`<p>${SAID}</p>`, "text/html"), "its answer is not JSON"],
  ["JSON of another form", json({ error: SAID }), "its answer has no list of vectors"],
  ["no vector", json({ data: [] }), "its answer has 0 vectors for 1 texts"],
  ["a vector too many", json({ data: [{}, {}] }), "its answer has 2 vectors for 1 texts"],
  [
    "an index twice",
    json({ data: [{ index: 1, embedding: [1] }] }),
    "the indices in its answer are not those of the texts",
  ],
  ["a vector of another length", embedding([1, 2, 3]), "a vector in its answer has 3 numbers instead of 4"],
  ["an empty vector", embedding([]), "a vector in its answer is empty"],
  [
    "a vector of 65,537 numbers",
    embedding(new Array(65_537).fill(1)),
    "a vector in its answer has 65537 numbers, more than 65536",
  ],
  ["NaN", text('{"data": [{"index": 0, "embedding": [1, NaN, 1, 1]}]}'), "its answer is not JSON"],
  ["null", embedding([1, null, 1, 1]), "a vector in its answer has other values than finite 32-bit floats"],
  ["1e39", embedding([1, 1e39, 1, 1]), "a vector in its answer has other values than finite 32-bit floats"],
  ["a text", embedding("1,2,3,4"), "its answer has no vectors"],
  ["compressed", json({}, 200, { "content-encoding": "gzip" }), "its answer is compressed"],
  ["401", json({ error: SAID }, 401), "its endpoint does not accept the key of this server"],
  ["404", json({ error: SAID }, 404), "its endpoint answered 404"],
  ["500 each time", json({ error: SAID }, 500), "its endpoint answered 500"],
  [
    "a redirection",
    json({}, 307, { location: "http://127.0.0.1:1/elsewhere" }),
    "its endpoint refers to another address, which is not followed",
  ],
  ["no answer", dead, "it cannot be reached (ECONNRESET)"],
];

describe("a model with a wrong answer", () => {
  let models: FailingModels;
  beforeEach(async () => {
    models = await FailingModels.open();
  });
  afterEach(() => models.close());

  for (const [what, behaviour, reason] of WRONG) {
    it(`a model with a wrong answer is a 502 natively and a 500 in the qdrant dialect: ${what}`, async () => {
      models.endpoint.next = [behaviour, behaviour];
      const native = await models.write();
      const error = `model 'model' made no vector: ${reason}`;
      expect([native.status, native.body.status]).to.deep.equal([502, { error, code: "MODEL_FAILED" }]);
      models.endpoint.next = [behaviour, behaviour];
      const qdrant = await models.write(AS_QDRANT);
      expect([qdrant.status, qdrant.body.status.error]).to.deep.equal([
        500,
        `Service internal error: ${error}`,
      ]);
      await models.expectNothing();
    });
  }
});
