// Sparse vectors over gRPC, in both packages: what is refused with which status and text, and that nothing of it is
// stored, whether the client waits or not.
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { OverGrpc, SERVED } from "../../support/transports/over-grpc.ts";
import { Refused } from "../../support/transports/transport.ts";

const PACKAGES = ["azimuth.v1", "qdrant"] as const;
const LENGTHS = "must be the same length as indices";
const NO_CONVERSION = "Conversion between sparse and regular vectors failed";
const WRONG = "Wrong input: ";
const INVALID = "Validation error in JSON body: ";
const AT = "points[0].vector";
const UNFIT = "Sparse indices does not match sparse vector conditions: ";
const TOO_MANY = 65_537;

const sparse = (indices: number[], values: number[]) => ({
  vector: { $case: "sparse", value: { indices, values: Float32Array.from(values) } },
});
const dense = (...data: number[]) => ({
  vector: { $case: "dense", value: { data: Float32Array.from(data) } },
});
const named = (vectors: object) => ({
  vectors_options: { $case: "vectors", value: { vectors: new Map(Object.entries(vectors)) } },
});
const unnamed = (vector: object) => ({ vectors_options: { $case: "vector", value: vector } });
const many = sparse(
  Array.from({ length: TOO_MANY }, (_, i) => i),
  Array(TOO_MANY).fill(1),
);
const notFinite = "Sparse vector 'text' contains a value that is not finite";
const tooMany = `Sparse vector 'text' has ${TOO_MANY} indices, at most 65536 are supported`;

/** The mistake, the vectors, and the texts of both packages. */
const REFUSED: readonly (readonly [string, object, string | RegExp, string])[] = [
  ["65,537 entries", named({ text: many }), `${AT}.text: ${tooMany}`, WRONG + tooMany],
  ["NaN", named({ text: sparse([1], [Number.NaN]) }), `${AT}.text: ${notFinite}`, WRONG + notFinite],
  ["infinity", named({ text: sparse([1], [1 / 0]) }), `${AT}.text: ${notFinite}`, WRONG + notFinite],
  [
    "an index twice",
    named({ text: sparse([1, 1], [1, 2]) }),
    `${AT}.text.indices: must be unique`,
    `${INVALID}[${AT}.?.indices: Validation error: must be unique [{}]]`,
  ],
  [
    "lists of different lengths",
    named({ text: sparse([1, 2], [1]) }),
    `${AT}.text.values: ${LENGTHS}`,
    `${INVALID}[${AT}.?.values: Validation error: ${LENGTHS} [{}]]`,
  ],
  [
    "no name",
    unnamed(sparse([1], [1])),
    `${AT}: Sparse vector must be named`,
    `${WRONG}Sparse vector must be named`,
  ],
  [
    "a sparse vector under a dense name",
    named({ image: sparse([1], [1]) }),
    `${AT}.image: ${NO_CONVERSION}`,
    WRONG + NO_CONVERSION,
  ],
  [
    "a dense vector under a sparse name",
    named({ text: dense(1, 2) }),
    `${AT}.text: ${NO_CONVERSION}`,
    WRONG + NO_CONVERSION,
  ],
  [
    "an unknown name",
    named({ other: sparse([1], [1]) }),
    /no vector named 'other'/,
    `${WRONG}Not existing vector name error: other`,
  ],
];

for (const [at, name] of PACKAGES.entries()) {
  describe(`sparse vectors over gRPC, ${name}`, () => {
    let server: TestServer;
    let grpc: OverGrpc;
    before(async () => {
      server = await startTestServer({ extendedApi: true });
      grpc = new OverGrpc(server.grpcAddress, name);
      await server.call("PUT", "/collections/c", {
        vectors_config: { image: { size: 2, distance: "Dot" } },
        sparse_vectors: { text: {}, title: {} },
      });
      const vector = { text: { indices: [5, 7], values: [1, 2] }, image: [1, 1] };
      await server.call("PUT", "/collections/c/points", { points: [{ id: 1, vector }] });
    });
    after(async () => {
      grpc.close();
      await server.close();
    });

    function ask(operation: string, message: object): Promise<unknown> {
      return grpc.start(SERVED.get(operation)!, { collection_name: "c", ...message }).answered;
    }

    async function refusal(operation: string, message: object): Promise<[number, string]> {
      try {
        await ask(operation, message);
      } catch (error) {
        if (error instanceof Refused) return [error.code as number, error.message];
        throw error;
      }
      throw new Error(`${operation} was answered`);
    }

    for (const [what, vectors, ...texts] of REFUSED) {
      it(`sparse vectors over gRPC, ${name}, are refused with ${what}, and nothing is stored`, async () => {
        const written = (await server.services.server.status()).log.last_lsn;
        const id = { point_id_options: { $case: "num", value: 1n } };
        for (const operation of ["upsertPoints", "updateVectors"]) {
          for (const wait of [true, false]) {
            const [code, text] = await refusal(operation, { wait, points: [{ id, vectors }] });
            expect(code).to.equal(status.INVALID_ARGUMENT);
            const expected = texts[at]!;
            if (expected instanceof RegExp) expect(text).to.match(expected);
            else expect(text, operation).to.equal(expected);
          }
        }
        expect((await server.services.server.status()).log.last_lsn).to.equal(written);
      });
    }

    for (const [member, sentence, indices, values] of [
      ["values", LENGTHS, [1, 2], [1]],
      ["indices", "must be unique", [1, 1], [1, 2]],
    ] as const) {
      it(`sparse vectors over gRPC, ${name}, are refused in searches: ${member} ${sentence}`, async () => {
        const search = {
          ...{ collection_name: "c", vector: Float32Array.from(values), vector_name: "text", limit: 1n },
          sparse_indices: { data: indices },
        };
        for (const [operation, message] of [
          ["searchPoints", search],
          ["searchBatch", { search_points: [search] }],
          ["searchGroups", { ...search, limit: 1, group_by: "n", group_size: 1 }],
        ] as const) {
          const [code, text] = await refusal(operation, message);
          expect(code).to.equal(status.INVALID_ARGUMENT);
          const theirs = `${UNFIT}${member}: Validation error: ${sentence} [{}]`;
          expect(text).to.equal(name === "qdrant" ? theirs : `vector.${member}: ${sentence}`);
        }
      });
    }

    it(`sparse vectors over gRPC, ${name}, are all named in one refusal as far as Qdrant names them`, async () => {
      const vectors = named({ text: sparse([1, 2], [1]), title: sparse([2, 2], [1, 1]) });
      const points = [{ id: { point_id_options: { $case: "num", value: 1n } }, vectors }];
      const [, text] = await refusal("upsertPoints", { points });
      const theirs =
        `${INVALID}[${AT}.?[0].values: Validation error: ${LENGTHS} [{}]; ` +
        `${AT}.?[1].indices: Validation error: must be unique [{}]]`;
      expect(text).to.equal(name === "qdrant" ? theirs : `${AT}.text.values: ${LENGTHS}`);
    });
  });
}
