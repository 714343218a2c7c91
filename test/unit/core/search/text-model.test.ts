// Ranking by text against a plain computation from the payloads: collections of several segments are written, changed,
// rebuilt and opened again, and every query has to find the same points, in the same order, with the same scores.
// Each round draws the options of an index. ROUNDS sets their number, SEED the random cases.
import { expect } from "chai";
import type { Collection } from "../../../../src/core/collection/collection.ts";
import { parseFilter } from "../../../../src/core/filter/parse.ts";
import type { TextPart } from "../../../../src/core/search/text/query-by-text.ts";
import type { PointId } from "../../../../src/schema/leaf.ts";
import type { FieldSchema } from "../../../../src/schema/payload-index.ts";
import { type Tokenizer, tokenizerOf } from "../../../../src/text/tokenize.ts";
import { countOf, pick } from "../../../support/chance.ts";
import { integer, type Random, withSeed } from "../../engine/fixtures.ts";
import { copyOf } from "../checkpoint-fixtures.ts";
import { configOf, type Opened, open, remove, setPayloads, upsert } from "../fixtures.ts";

const ROUNDS = countOf("ROUNDS", 1);
const STEPS = 24;
const QUERIES = 6;
const IDS = 200;
const CONFIG = configOf({ name: "", size: 1, distance: "Dot" });
/** Segments so small that they are filled and rebuilt. */
const SEGMENTS = { maxSlots: 150, vacuumMinSlots: 60, deletedThreshold: 0.3, spareSegments: 2 };

const WORDS = [
  "a",
  "the",
  "fox",
  "foxes",
  "quick",
  "Quick",
  "brown",
  "lazy",
  "dog",
  "éclair",
  "x1",
  "rare",
  "fox-trot",
];
const OPTIONS: readonly object[] = [
  {},
  { tokenizer: "whitespace" },
  { tokenizer: "prefix", min_token_len: 2, max_token_len: 4 },
  { language: "english" },
  { lowercase: false, stopwords: { custom: ["the"] } },
  { ascii_folding: true, min_token_len: 2 },
];

type Payload = { t?: unknown; n?: number };
type Model = Map<number, Payload>;

function drawnText(random: Random): string {
  const kind = random();
  if (kind < 0.05) return "";
  if (kind < 0.1) return "the the";
  if (kind < 0.13) return "fox ".repeat(integer(random, 250, 600));
  // So long that writes leave it to be read in the background.
  if (kind < 0.15) return `${pick(random, WORDS)} ${"lazy dog brown ".repeat(integer(random, 300, 1500))}`;
  const words = Array.from({ length: integer(random, 1, 12) }, () =>
    random() < 0.1 ? `w${integer(random, 0, 400)}` : WORDS[integer(random, 0, WORDS.length - 1)]!,
  );
  return words.join(random() < 0.1 ? ", " : " ");
}

function drawnPayload(random: Random): Payload {
  const n = integer(random, 0, 3);
  const kind = random();
  if (kind < 0.02) return {};
  if (kind < 0.05) return { n };
  if (kind < 0.1) return { t: [null, 7, {}][integer(random, 0, 2)], n };
  if (kind < 0.2) return { t: [drawnText(random), 3, drawnText(random)], n };
  return { t: drawnText(random), n };
}

const bytes = (payload: Payload) => new TextEncoder().encode(JSON.stringify(payload));
const drawnIds = (random: Random, most: number) => [
  ...new Set(Array.from({ length: integer(random, 1, most) }, () => integer(random, 0, IDS))),
];

interface Dividing {
  readonly tokenizer: Tokenizer;
  readonly tokensOf: (text: string) => string[][];
}

/** Divides each text once. */
function dividing(options: object): Dividing {
  const tokenizer = tokenizerOf(options);
  const known = new Map<string, string[][]>();
  const tokensOf = (text: string) => {
    const tokens = known.get(text) ?? tokenizer.valueTokens(text);
    known.set(text, tokens);
    return tokens;
  };
  return { tokenizer, tokensOf };
}

/** The points and scores that the payloads say. */
function scoresOf(
  model: Model,
  parts: readonly TextPart[],
  ask: Asked,
  { tokenizer, tokensOf }: Dividing,
): Map<number, number> {
  const texts = ({ t }: Payload) => [t].flat().filter((value): value is string => typeof value === "string");
  const positions = new Map<number, string[][]>();
  for (const [id, payload] of model) {
    const own = texts(payload).flatMap(tokensOf);
    if (own.length > 0) positions.set(id, own);
  }
  const clauses = new Map<string, (own: string[][], payload: Payload) => number>();
  const holds = (own: string[][], is: (token: string) => boolean) => own.flat().filter(is).length;
  for (const { kind, text } of parts) {
    const tokens = tokenizer.queryTokens(text);
    if (kind === "prefix") {
      const { prefix } = tokenizer.divided(text);
      clauses.set(`${prefix}*`, (own) => holds(own, (token) => token.startsWith(prefix)));
    } else if (kind === "phrase" && tokens.length > 1) {
      clauses.set(`"${tokens}"`, (_, payload) =>
        texts(payload).reduce((sum, value) => {
          const all = tokensOf(value);
          const starts = all.filter((_, at) => tokens.every((token, i) => all[at + i]?.includes(token)));
          return sum + starts.length;
        }, 0),
      );
    } else for (const token of tokens) clauses.set(token, (own) => holds(own, (other) => other === token));
  }
  const corpus = [...positions].filter(([id]) => ask.corpus === null || model.get(id)!.n === ask.corpus);
  const lengthOf = (own: string[][]) => own.flat().length;
  const average = corpus.reduce((sum, [, own]) => sum + lengthOf(own), 0) / corpus.length;
  const k = Math.min(ask.k, 1e30);
  const sums = new Map<number, number>();
  for (const count of clauses.values()) {
    const df = corpus.filter(([id, own]) => count(own, model.get(id)!) > 0).length;
    const idf = Math.log(1 + (corpus.length - df + 0.5) / (df + 0.5));
    for (const [id, own] of positions) {
      const n = count(own, model.get(id)!);
      if (n === 0 || (ask.n !== null && model.get(id)!.n !== ask.n)) continue;
      const ratio = corpus.length === 0 ? 1 : lengthOf(own) / average;
      const saturation = corpus.length === 0 ? k : k * (1 - ask.b + ask.b * ratio);
      sums.set(id, (sums.get(id) ?? 0) + (idf * n * (k + 1)) / (n + saturation));
    }
  }
  return sums;
}

interface Found {
  readonly id: PointId;
  readonly score: number;
}

/** All points of these scores, best first, those with equal scores by id. */
function ranked(scores: ReadonlyMap<number, number>): Found[] {
  const found = [...scores].map(([id, score]) => ({ id, score: Math.fround(score) }));
  return found.sort((a, b) => b.score - a.score || a.id - b.id);
}

interface Asked {
  readonly k: number;
  readonly b: number;
  /** The value of `n` that points, or the points that count, have to have. */
  readonly n: number | null;
  readonly corpus: number | null;
}

function drawnParts(random: Random): TextPart[] {
  return Array.from({ length: integer(random, 1, 3) }, () => {
    const kind = random();
    if (kind < 0.15)
      return { kind: "phrase", text: `${WORDS[integer(random, 0, 8)]} ${WORDS[integer(random, 0, 8)]}` };
    if (kind < 0.3)
      return { kind: "prefix", text: ["fo", "w1", "qui", "Q", "nothing"][integer(random, 0, 4)]! };
    return { kind: "words", text: drawnText(random).slice(0, 60) };
  });
}

const where = (n: number | null) =>
  n === null ? null : parseFilter({ must: [{ key: "n", match: { value: n } }] });

async function compare(
  random: Random,
  collection: Collection,
  model: Model,
  divided: Dividing,
): Promise<number> {
  let hits = 0;
  for (let i = 0; i < QUERIES; i++) {
    const parts = drawnParts(random);
    const ask = {
      k: pick(random, [1.2, 0, 3, 1e9, 1e30, 1e308]),
      b: pick(random, [0.75, 0, 1]),
      n: random() < 0.4 ? integer(random, 0, 3) : null,
      corpus: random() < 0.3 ? integer(random, 0, 4) : null,
    };
    const told = JSON.stringify({ parts, ask, options: divided.tokenizer.settings });
    const field = collection.reads.textField("t")!;
    const query = { field, parts, k: ask.k, b: ask.b };
    const found = (limit: number): Promise<Found[]> =>
      collection.reading(async () => {
        const search = { query, limit, filter: where(ask.n), corpus: where(ask.corpus) };
        const all = await collection.reads.searchTexts(search);
        return all.map(({ ref, score }) => ({ id: collection.reads.idOf(ref), score }));
      });
    const limit = integer(random, 1, IDS);
    const all = await found(IDS + 1);
    const few = await found(limit);
    const wanted = ranked(scoresOf(model, parts, ask, divided));
    expect(all, told).to.deep.equal(wanted);
    expect(few, `${told} limit ${limit}`).to.deep.equal(wanted.slice(0, limit));
    hits += all.length;
  }
  return hits;
}

/** Does something to the database and the model, or stops it and opens a copy of its directory. */
async function step(random: Random, opened: Opened, model: Model): Promise<Opened> {
  const { database } = opened;
  const ids = drawnIds(random, random() < 0.7 ? 5 : 60);
  const kind = random();
  if (kind < 0.35) {
    const drawn = ids.map((id) => [id, drawnPayload(random)] as const);
    for (const [id, payload] of drawn) model.set(id, payload);
    const points = drawn.map(([id, payload]) => ({
      id,
      vectors: { "": Float32Array.of(1) },
      payload: bytes(payload),
    }));
    await upsert(database, "a", points);
  } else if (kind < 0.5) {
    const present = ids.filter((id) => model.has(id));
    for (const id of present) model.delete(id);
    await remove(database, "a", present);
  } else if (kind < 0.75) {
    const changed = ids.filter((id) => model.has(id)).map((id) => [id, drawnPayload(random)] as const);
    for (const [id, payload] of changed) model.set(id, payload);
    await setPayloads(database, "a", new Map(changed.map(([id, payload]) => [id, bytes(payload)])));
  } else if (kind < 0.9) await database.checkpoint();
  else {
    const killed = random() < 0.5;
    if (!killed) await database.close();
    const next = await open({ dir: copyOf(opened), segments: SEGMENTS });
    if (killed) await database.close();
    return next;
  }
  if (random() < 0.3) await database.optimized();
  return opened;
}

describe("a ranking by text", () => {
  it("a ranking by text is what the payloads of the points say, after writes, rebuilds, kills and stops", () =>
    withSeed(async (random) => {
      let hits = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const options = OPTIONS[integer(random, 0, OPTIONS.length - 1)]!;
        const params = { type: "text", phrase_matching: true, scoring: true, ...options };
        let opened = await open({ segments: SEGMENTS });
        const payload_schema: Record<string, FieldSchema> = { t: params as FieldSchema };
        if (random() < 0.5) payload_schema.n = "integer";
        await opened.database.create("a", { ...CONFIG, payload_schema });
        const model: Model = new Map();
        const divided = dividing(options);
        for (let at = 0; at < STEPS; at++) {
          opened = await step(random, opened, model);
          hits += await compare(random, opened.database.collection("a"), model, divided);
        }
        await opened.database.close();
      }
      expect(hits).to.be.above(0);
    })).timeout(60_000 + ROUNDS * 10_000);
});
