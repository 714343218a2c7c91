// Unusual texts over every transport and in both dialects: in queries, in documents for BM25 and in payloads with an
// index on the text.
// The decision: the answers over gRPC are those over REST, also where proto3 has no value for what is missing. Bytes
// that are not UTF-8 cannot be sent by a client, so they replace a mark in the bytes of its request.

import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { asQdrant } from "../../../src/grpc/server.ts";
import { MAX_BATCH_POINTS, MAX_DOCUMENT_BYTES } from "../../../src/schema/limits.ts";
import { framed, RawGrpc } from "../../support/raw-grpc.ts";
import { AS_QDRANT } from "../../support/rest.ts";
import { type Call, Contract } from "../../support/transports/contract.ts";
import { CODECS } from "../../support/transports/grpc-codecs.ts";
import { SERVED } from "../../support/transports/over-grpc.ts";
import { OverHttp } from "../../support/transports/over-http.ts";
import { spelledOut } from "../../support/transports/spelled-out.ts";
import { asRead, operationOf, Refused } from "../../support/transports/transport.ts";
import { itWeekly } from "../../support/weekly.ts";

const c = { collection_name: "c" };
const document = (text: string) => ({ text, model: "qdrant/bm25" });
/** The length of a text in a payload that has the largest size. */
const LONG = MAX_DOCUMENT_BYTES - 1024;
const STOP_WORDS = "a text of stop words only";
/** Texts that `npm test` does not send: they are like others, or as long, which takes seconds over every transport. */
const WEEKLY_QUERIES = [
  "a text of white space only",
  "a text of nearly a MiB without a space",
  "a text of nearly a MiB of words",
];
const WEEKLY_DOCUMENTS = ["a text of white space only", "a text of nearly a MiB without a space"];
const UNREADABLE = "the message cannot be read: its bytes are not those of this request";

/** Texts by what they are, and whether they have the word fox. */
const TEXTS: Readonly<Record<string, readonly [text: string, isFound: boolean]>> = {
  "an empty text": ["", false],
  [STOP_WORDS]: ["The of AND the", false],
  "a text of white space only": [" \n\t\u3000", false],
  "a text of 64 KiB of words": [`${"word ".repeat(13_106)}a fox`, true],
  "a text of nearly a MiB without a space": ["x".repeat(LONG), false],
  "a text of nearly a MiB of words": [`${"word ".repeat(209_714)}foxes fox`.slice(-LONG), true],
  "a text with the characters NUL and BOM": ["\ufeff\0fox\0", true],
};

async function fill(call: Call): Promise<void> {
  const vectors = { vectors_config: { image: { size: 1, distance: "Dot" } }, sparse_vectors: { words: {} } };
  await call("createCollection", { ...c, ...vectors });
  const field_schema = { type: "text", scoring: true, stopwords: "english" };
  await call("createFieldIndex", { ...c, field_name: "body", field_schema, wait: true });
  const points = [pointOf(1, "a fox"), pointOf(2, "a dog")];
  await call("upsertPoints", { ...c, points, wait: true });
}

const pointOf = (id: number, text: string) => ({
  ...{ id, vector: { image: [id], words: document(text) } },
  payload: { body: text },
});

/** Queries by the places of their texts. */
const queriesOf = (text: string) => ({
  "the query": { query: { text }, using: "body" },
  "a document": { query: { nearest: document(text) }, using: "words" },
  "a prefetch": { prefetch: [{ query: { text }, using: "body" }], query: { fusion: "rrf" } },
});
const hybridOf = (text: string) => ({
  query: { hybrid: { text, vector: [1], vector_using: "image" } },
});

describe("odd texts over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open({ vectors: 100_000 });
  });
  after(() => contract.close());

  const idsOf = (answer: { points: { id: number }[] }) => answer.points.map(({ id }) => id);

  for (const [what, [text, isFound]] of Object.entries(TEXTS)) {
    const itQueried = WEEKLY_QUERIES.includes(what) ? itWeekly : it;
    itQueried(`odd texts over every transport are answered alike in queries: ${what}`, async () => {
      const queries = Object.values(queriesOf(text));
      const script = (more: readonly object[]) => async (call: Call) => {
        await fill(call);
        for (const query of [...queries, ...more]) await call("queryPoints", { ...c, ...query });
      };
      const native = (await contract.same(script([hybridOf(text)]))).slice(3);
      const qdrant = (await contract.sameAsQdrant(script([]), { left: ["status"] })).slice(3);
      const wanted = isFound ? [1] : [];
      for (const answer of [...native.slice(0, queries.length), ...qdrant])
        expect(idsOf(answer)).to.deep.equal(wanted);
      expect(idsOf(native.at(-1))).to.have.members([1, 2]);
    });

    const itStored = WEEKLY_DOCUMENTS.includes(what) ? itWeekly : it;
    itStored(
      `odd texts over every transport are stored alike in documents and payloads: ${what}`,
      async () => {
        const script = async (call: Call) => {
          await fill(call);
          await call("upsertPoints", { ...c, points: [pointOf(3, text)], wait: true });
          await call("scrollPoints", { ...c, with_vectors: ["words"] });
          for (const query of Object.values(queriesOf("fox"))) await call("queryPoints", { ...c, ...query });
        };
        for (const answers of [
          await contract.same(script),
          await contract.sameAsQdrant(script, { left: ["status"] }),
        ]) {
          const [stored, ...found] = answers.slice(4);
          const { payload, vector } = stored.points[2];
          expect(payload.body === text, "the text is stored as it is").to.equal(true);
          expect(vector.words.indices.length > 0).to.equal(/\w/.test(text) && what !== STOP_WORDS);
          for (const answer of found) expect(idsOf(answer)).to.have.members(isFound ? [1, 3] : [1]);
        }
      },
    );
  }

  it("odd texts over every transport are refused alike in queries and documents above a MiB", async () => {
    const long = "fox ".repeat(MAX_DOCUMENT_BYTES / 4 + 1);
    const script = (more: readonly object[]) => async (call: Call) => {
      await fill(call);
      for (const query of [...Object.values(queriesOf(long)), ...more])
        await call("queryPoints", { ...c, ...query });
      await call("upsertPoints", { ...c, points: [pointOf(3, long)], wait: true });
      await call("countPoints", { ...c, exact: true });
    };
    for (const answers of [
      await contract.same(script([hybridOf(long)])),
      await contract.sameAsQdrant(script([]), { left: ["status"] }),
    ]) {
      for (const answer of answers.slice(3, -1)) {
        expect(answer).to.be.instanceOf(Refused);
        expect(answer.message).to.match(/at most 1048576 bytes/);
      }
      expect(answers.at(-1).count).to.equal(2);
    }
  });

  it("odd texts over every transport are refused alike in filters with more than 65,536 characters", async () => {
    const filterOf = (text: string) => ({ must: [{ key: "body", match: { text } }] });
    const script = async (call: Call) => {
      await fill(call);
      for (const text of ["", "the of", "fox ".repeat(2 ** 14), "fox ".repeat(2 ** 14 + 1)])
        await call("countPoints", { ...c, exact: true, filter: filterOf(text) });
    };
    for (const answers of [
      await contract.same(script),
      await contract.sameAsQdrant(script, { left: ["status"] }),
    ]) {
      const counts = answers.slice(3, -1).map(({ count }) => count);
      expect(counts).to.deep.equal([0, 0, 1]);
      expect(answers.at(-1)).to.be.instanceOf(Refused);
      expect(answers.at(-1).message).to.match(/at most 65536 characters in all text, text_any and phrase/);
    }
  });

  /** Upserts one document more than an upsert may have, then as many as it may. */
  const upsertMost = async (call: Call) => {
    const points = Array.from({ length: MAX_BATCH_POINTS + 1 }, (_, id) =>
      pointOf(id, id === 7 ? "fox" : `w${id}`),
    );
    await fill(call);
    await call("upsertPoints", { ...c, points, wait: true });
    await call("upsertPoints", { ...c, points: points.slice(1), wait: true });
    await call("countPoints", { ...c, exact: true });
    for (const query of Object.values(queriesOf("fox"))) await call("queryPoints", { ...c, ...query });
  };
  // biome-ignore lint/suspicious/noExplicitAny: the answers of a script, of every shape.
  const expectMost = (answers: any[]) => {
    const [refused, , counted, ...found] = answers.slice(3);
    expect(refused).to.be.instanceOf(Refused);
    expect(counted.count).to.equal(MAX_BATCH_POINTS);
    for (const answer of found) expect(idsOf(answer)).to.deep.equal([7]);
  };

  it("odd texts over every transport are stored alike in Qdrant's dialect: as many documents as an upsert may have, and no more", async () => {
    expectMost(await contract.sameAsQdrant(upsertMost, { left: ["status"] }));
  });

  itWeekly(
    "odd texts over every transport are stored alike: as many documents as an upsert may have, and no more",
    async () => {
      expectMost(await contract.same(upsertMost));
    },
  );

  /** As long as the bytes that replace it, so that lengths in messages stay right. */
  const MARK = "MARK";
  /** Requests with a mark in the place of bytes that no text has. */
  const MARKED: readonly (readonly [
    where: string,
    operation: string,
    method: string,
    path: string,
    body: object,
  ])[] = [
    ...Object.entries({ ...queriesOf(MARK), "a hybrid query": hybridOf(MARK) }).map(
      ([where, query]) => [where, "queryPoints", "POST", "/points/query", query] as const,
    ),
    ["a point", "upsertPoints", "PUT", "/points", { points: [pointOf(3, MARK)] }],
    [
      "a point, and in a long text",
      ...(["upsertPoints", "PUT", "/points"] as const),
      { points: [pointOf(3, `${"long ".repeat(20_000)}${MARK}`)] },
    ],
  ];
  const BYTES = {
    "a lone surrogate": "eda08078",
    "a byte of no character": "66ff6f78",
    "a cut character": "666fe298",
  };
  for (const [what, hex] of Object.entries(BYTES)) {
    it(`odd texts over every transport are refused with bytes that are not UTF-8: ${what}`, async () => {
      const { server } = contract;
      const put = (bytes: Buffer) =>
        Buffer.from(bytes.toString("latin1").replaceAll(MARK, latin1(hex)), "latin1");
      const raw = new RawGrpc(server.grpcAddress);
      try {
        await fill((id, request) => new OverHttp(server).call(id, request ?? {}));
        for (const [where, operation, method, path, body] of MARKED) {
          const json = put(Buffer.from(JSON.stringify(body)));
          for (const headers of [{}, AS_QDRANT]) {
            const { status: http } = await server.call(method, `/collections/c${path}`, json, headers);
            expect(http, where).to.equal(400);
          }
          const { service, method: rpc } = SERVED.get(operation)!;
          const request = asRead(operationOf(operation), { ...c, ...body });
          const message = CODECS[operation]!.request.write(spelledOut(request)) as object;
          for (const definition of [service.definition, asQdrant(service.definition)]) {
            if (where === "a hybrid query" && definition !== service.definition) continue;
            const { path: called, requestSerialize } = definition[rpc]!;
            const { code, details } = await raw.call(called, framed(put(requestSerialize(message))));
            expect(code, where).to.equal(status.INVALID_ARGUMENT);
            expect(details, where).to.equal(
              definition === service.definition ? UNREADABLE : `Wrong input: ${UNREADABLE}`,
            );
          }
        }
        const { body } = await server.call("POST", "/collections/c/points/count", { exact: true });
        expect(body.result.count).to.equal(2);
      } finally {
        raw.close();
        await server.call("DELETE", "/collections/c");
      }
    });
  }
});

const latin1 = (hex: string): string => Buffer.from(hex, "hex").toString("latin1");
