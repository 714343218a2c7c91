// Searches the sections of the documentation: a collection without vectors, ranked by BM25.
// The decision: headings and texts have an index each, and a formula adds their scores, so a word in a heading counts
// more. The last word is also the beginning of one, because it is still being typed.
import type { VectorDb } from "../../embedded/types.ts";
import type { SearchSection } from "../sections.ts";
import { type Piece, pieces, type Range, snippet } from "./snippet.ts";

export interface FoundSection {
  readonly href: string;
  /** The heading and the page. */
  readonly title: readonly Piece[];
  readonly text: readonly Piece[];
}

const NAME = "sections";
/** A word in a heading counts like this many in a text. */
const HEADING_WEIGHT = 2;
/** Sections of which each index finds at most this many. */
const MAX_CANDIDATES = 100;
const SNIPPET_LENGTH = 170;
/** A word of more letters is made shorter, this often at most, when nothing begins with it. */
const MIN_PREFIX = 3;
const MAX_SHORTENED = 4;
/** More characters than these are ignored. */
const MAX_QUERY = 200;

export class SectionSearch {
  readonly #db: VectorDb;

  private constructor(db: VectorDb) {
    this.#db = db;
  }

  /** Makes the collection in an empty database. */
  static async over(db: VectorDb, sections: readonly SearchSection[]): Promise<SectionSearch> {
    await db.createCollection({ collection_name: NAME, vectors_config: {} });
    for (const field_name of ["title", "body"]) {
      await db.createFieldIndex({
        collection_name: NAME,
        field_name,
        field_schema: {
          type: "text",
          tokenizer: "code",
          stemmer: { type: "snowball", language: "english" },
          phrase_matching: true,
        },
      });
    }
    const points = sections.map(({ href, page, heading, body, weight }, id) => {
      const title = heading === page ? page : `${heading} · ${page}`;
      return { id, vector: {}, payload: { href, title, body, weight } };
    });
    await db.upsertPoints({ collection_name: NAME, points });
    return new SectionSearch(db);
  }

  /** Returns the best sections for the words. Words in quotes are a phrase. */
  async find(text: string, limit: number): Promise<FoundSection[]> {
    let query = text.slice(0, MAX_QUERY).trim();
    for (let shortened = 0; ; shortened++, query = query.slice(0, -1)) {
      const found = query === "" ? [] : await this.#query(withPrefix(query), limit);
      // No word of the pages may begin with what is typed although one has its stem: "searchi" means "search".
      const last = /[\p{L}\p{N}]+$/u.exec(query)?.[0] ?? "";
      if (found.length > 0 || last.length <= MIN_PREFIX || shortened === MAX_SHORTENED) return found;
    }
  }

  async #query(text: string, limit: number): Promise<FoundSection[]> {
    const prefetch = ["title", "body"].map((using) => ({ query: { text }, using, limit: MAX_CANDIDATES }));
    const { points } = await this.#db.queryPoints({
      ...{ collection_name: NAME, prefetch, limit },
      query: {
        formula: { mult: ["weight", { sum: [{ mult: [HEADING_WEIGHT, "$score[0]"] }, "$score[1]"] }] },
        defaults: { "$score[0]": 0, "$score[1]": 0 },
      },
      with_payload: true,
      with_highlights: true,
    });
    return points.map(({ payload, highlights }) => {
      const { href, title, body } = payload as { href: string; title: string; body: string };
      const found = highlights as { title?: Range[]; body?: Range[] } | undefined;
      return {
        href,
        title: pieces(title, found?.title ?? []),
        text: snippet(body, found?.body ?? [], SNIPPET_LENGTH),
      };
    });
  }
}

/** Returns the query with its last word as the beginning of a word, too, unless it is in quotes. */
function withPrefix(query: string): string {
  const isQuoted = (query.match(/"/g) ?? []).length % 2 === 1;
  const last = /[\p{L}\p{N}_-]*[\p{L}\p{N}]$/u.exec(query)?.[0];
  return last === undefined || isQuoted ? query : `${query} ${last}*`;
}
