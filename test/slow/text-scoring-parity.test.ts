// Rankings by text compared with Qdrant's engine (the package qdrant-edge-py from PyPI): the same points with the same
// scores, for several indexes, parameters, filters and corpora. QDRANT_EDGE_PYTHON names a Python with the package;
// without it, a virtual environment is made. No point is deleted, because the engine goes on counting deleted ones.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { StopwordLanguage } from "../../src/shared/text-languages.ts";
import { loadLanguages, stopwordsOf } from "../../src/text/loaded.ts";
import { LineProcess } from "../bench/sparse/line-process.ts";
import { between, countOf, pick, type Random, seedOf } from "../support/chance.ts";
import { drawnWords } from "../support/drawn-texts.ts";
import { pythonWith } from "../support/python.ts";
import { seededRandom } from "../support/random.ts";
import { AS_QDRANT, startTestServer, type TestServer } from "../support/rest.ts";
import { scratchFolder } from "../support/scratch.ts";

const SCRIPT = fileURLToPath(new URL("../support/qdrant-python/ranking.py", import.meta.url));
const DOCUMENTS = countOf("DOCUMENTS", 3_000);
const QUERIES = countOf("QUERIES", 40);
const NO_WORDS = { languages: [], custom: [] };
/** The values of `n`, and one that no point has. */
const [GROUPS, NO_GROUP] = [7, 99];

const snowball = (language: StopwordLanguage) => ({
  ...{ language, options: { stopwords: language, stemmer: { type: "snowball", language } } },
});
const CASES: readonly { readonly language: StopwordLanguage; readonly options: object }[] = [
  { language: "english", options: {} },
  { language: "english", options: { tokenizer: "whitespace", lowercase: false } },
  { language: "english", options: { tokenizer: "prefix", min_token_len: 2, max_token_len: 6 } },
  { language: "english", options: { tokenizer: "code", stopwords: NO_WORDS } },
  { language: "english", options: { tokenizer: "multilingual", ascii_folding: true } },
  { language: "english", options: { phrase_matching: true, min_token_len: 3, max_token_len: 9 } },
  {
    language: "french",
    options: { ascii_folding: true, stopwords: { languages: [], custom: ["le", "la"] } },
  },
  ...(["english", "french", "russian", "italian", "swedish"] as const).map(snowball),
];

interface Asked {
  readonly text: string;
  readonly k?: number;
  readonly b?: number;
  /** The value of `n` that points, or the points that count, have to have. */
  readonly filter?: number;
  readonly corpus?: number;
}
type Scores = readonly (readonly [id: number, score: number])[];

/** Words of which the first are frequent. */
function textOf(random: Random, words: readonly string[]): string {
  const length = random() < 0.02 ? between(random, 300, 2000) : between(random, 0, 20);
  const drawn = Array.from({ length }, () => words[Math.floor(words.length * random() ** 4)]!);
  return drawn.join(random() < 0.2 ? ", " : " ");
}

function payloadOf(random: Random, words: readonly string[]): object {
  const n = between(random, 0, GROUPS - 1);
  const kind = random();
  if (kind < 0.03) return { n };
  if (kind < 0.05) return { n, t: pick(random, [null, 7, true]) };
  if (kind < 0.2) return { n, t: [textOf(random, words), 7, textOf(random, words)] };
  return { n, t: textOf(random, words) };
}

function drawnQuery(random: Random, words: readonly string[]): Asked {
  const group = () => (random() < 0.1 ? NO_GROUP : between(random, 0, GROUPS - 1));
  return {
    text: random() < 0.05 ? "" : textOf(random, words).slice(0, 200),
    ...(random() < 0.5 && { k: pick(random, [0, 0.5, 1.2, 2, 100]) }),
    ...(random() < 0.5 && { b: pick(random, [0, 0.3, 0.75, 1]) }),
    ...(random() < 0.3 && { filter: group() }),
    ...(random() < 0.3 && { corpus: group() }),
  };
}

async function ours(server: TestServer, { text, k, b, filter, corpus }: Asked): Promise<Scores> {
  const where = (value: number) => ({ must: [{ key: "n", match: { value } }] });
  const bm25 = { ...(k !== undefined && { k }), ...(b !== undefined && { b }) };
  const request = {
    query: { text: { query: text, scoring: { bm25 } } },
    using: "t",
    limit: DOCUMENTS,
    ...(filter !== undefined && { filter: where(filter) }),
    ...(corpus !== undefined && { params: { idf: { corpus: where(corpus) } } }),
  };
  const {
    status,
    body,
    text: raw,
  } = await server.call(...(["POST", "/collections/c/points/query", request, AS_QDRANT] as const));
  expect(status, raw.slice(0, 500)).to.equal(200);
  return body.result.points.map(({ id, score }: { id: number; score: number }) => [id, score]);
}

describe("rankings by text beside Qdrant's engine", function () {
  this.timeout(30 * 60 * 1000);
  let server: TestServer;
  let engine: LineProcess;

  beforeEach(async () => {
    const python = pythonWith(
      ...(["qdrant-edge", "QDRANT_EDGE_PYTHON", ["qdrant-edge-py==0.9.0"], ["qdrant_edge"]] as const),
    );
    engine = new LineProcess(python, [SCRIPT]);
    server = await startTestServer();
  });
  afterEach(async () => {
    engine.end();
    await server.close();
  });

  for (const { language, options } of CASES) {
    it(`rankings by text beside Qdrant's engine have its points and scores in ${language} with ${JSON.stringify(options)}`, async () => {
      await loadLanguages({ stopwords: [language], stemmer: null });
      const random = seededRandom(seedOf());
      const stopwords = stopwordsOf(language);
      const words = [...stopwords.slice(0, 40), ...drawnWords(language as never, stopwords, 3000, random)];
      const payloads = Array.from({ length: DOCUMENTS }, () => payloadOf(random, words));
      await server.call("PUT", "/collections/c", { vectors: {} });
      const field_schema = { type: "text", scoring: true, ...options };
      for (const index of [
        { field_name: "t", field_schema },
        { field_name: "n", field_schema: "integer" },
      ]) {
        const { status, text } = await server.call("PUT", "/collections/c/index", index, AS_QDRANT);
        expect(status, text).to.equal(200);
      }
      for (let first = 0; first < DOCUMENTS; first += 500) {
        const some = payloads.slice(first, first + 500);
        const points = some.map((payload, i) => ({ id: first + i, vector: {}, payload }));
        expect((await server.call("PUT", "/collections/c/points", { points })).status).to.equal(200);
      }
      const folder = join(scratchFolder("azimuth-ranking-"), "shard");
      mkdirSync(folder);
      await engine.ask(JSON.stringify({ build: { folder, options, payloads } }));
      let [compared, most] = [0, 0];
      for (let i = 0; i < QUERIES; i++) {
        const query = drawnQuery(random, words);
        const theirs = new Map(
          await engine.ask<Scores>(JSON.stringify({ query: { ...query, limit: DOCUMENTS } })),
        );
        const found = await ours(server, query);
        const told = JSON.stringify(query);
        expect(
          found.map(([id]) => id),
          told,
        ).to.have.members([...theirs.keys()]);
        for (const [id, score] of found) {
          const other = theirs.get(id)!;
          most = Math.max(most, Math.abs(score - other) / Math.abs(other));
          expect(score, `point ${id} for ${told}`).to.be.closeTo(other, 1e-6 * Math.abs(other));
        }
        compared += found.length;
      }
      process.stdout.write(
        `      ${compared} scores compared, which differ by ${most.toExponential(1)} at most\n`,
      );
      expect(compared).to.be.above(QUERIES);
    });
  }
});
