// Reads queries by the words of a text index.
// The decision: `using` is the key of the index and not the name of a vector. What the text means depends on the
// dialect: natively a part in quotes is a phrase, and a word with a star at its end stands for all that begin with it.
import type { Collection } from "../../core/collection/collection.ts";
import type { IndexedField } from "../../core/index/indexed-fields.ts";
import type { QueryByText, TextPart } from "../../core/search/text/query-by-text.ts";
import { InvalidTextQuery, NoTextIndex } from "../../errors/text.ts";
import { isTooLong } from "../../schema/document.ts";
import { MAX_DOCUMENT_BYTES, MAX_TEXT_PATTERNS } from "../../schema/limits.ts";
import { indexParams, type TextIndexParams } from "../../schema/payload-index.ts";
import type { TextInput } from "../../schema/query.ts";
import type { Rules } from "../../schema/rules.ts";

const DEFAULT_K = 1.2;
const DEFAULT_B = 0.75;

interface TextSite {
  readonly collection: Collection;
  /** The key of the text index; null: the only one that scores. */
  readonly using: string | null;
  readonly rules: Pick<Rules, "queryText">;
  /** The path of the query in the request, and that of the key. */
  readonly path: string;
  readonly usingPath: string;
}

/** @throws InvalidTextQuery */
export function readText(given: TextInput, site: TextSite): QueryByText {
  const { query: text, scoring = null } = typeof given === "string" ? { query: given } : given;
  if (isTooLong(text))
    throw new InvalidTextQuery(site.path, `a text of a query has at most ${MAX_DOCUMENT_BYTES} bytes`);
  const k = scoring?.bm25?.k ?? DEFAULT_K;
  const b = scoring?.bm25?.b ?? DEFAULT_B;
  const where = `${site.path}.scoring.bm25`;
  if (!(k >= 0))
    throw new InvalidTextQuery(`${where}.k`, `BM25 k1 must be finite and non-negative, got ${k}`);
  if (!(b >= 0 && b <= 1))
    throw new InvalidTextQuery(`${where}.b`, `BM25 b must be finite and within [0, 1], got ${b}`);
  const field = scoredField(site.collection, site.using, site.usingPath);
  const parts: TextPart[] = site.rules.queryText === "phrases" ? partsOf(text) : [{ kind: "words", text }];
  const patterns = parts.filter(({ kind }) => kind !== "words").length;
  if (patterns > MAX_TEXT_PATTERNS) {
    const reason = `a query has at most ${MAX_TEXT_PATTERNS} phrases and beginnings of words, not ${patterns}`;
    throw new InvalidTextQuery(site.path, reason);
  }
  const phrase = parts.find(({ kind }) => kind === "phrase");
  if (phrase && !(field.params as TextIndexParams).phrase_matching) {
    const reason =
      `the phrase "${phrase.text}" needs an index with \`phrase_matching\`, which the one on ` +
      `\`${field.path.text}\` has not; leave out the quotes, or set it`;
    throw new InvalidTextQuery(site.path, reason);
  }
  return { field, parts, k, b };
}

/** Whether a text index can answer queries by its words. */
function scores(params: object): boolean {
  const { type, scoring } = params as TextIndexParams;
  return type === "text" && scoring !== undefined && scoring !== null && scoring !== false;
}

/**
 * Returns the text index to ask.
 * @param using the key that the request names; null: the only text index that scores
 * @throws InvalidTextQuery
 */
export function scoredField(collection: Collection, using: string | null, usingPath: string): IndexedField {
  const key = using ?? onlyKey(collection, usingPath);
  const field = collection.reads.textField(key);
  if (field === null) throw new NoTextIndex(usingPath, key);
  if (scores(field.params)) return field;
  const reason = `The text index on \`${key}\` does not score: set \`scoring\` on it to query it`;
  throw new InvalidTextQuery(usingPath, reason);
}

function onlyKey({ config: { payload_schema } }: Collection, usingPath: string): string {
  const scored = Object.keys(payload_schema).filter((key) => scores(indexParams(payload_schema[key]!)));
  if (scored.length === 1) return scored[0]!;
  const reason =
    scored.length === 0
      ? 'no text index of the collection scores; create one: {"field_schema": {"type": "text", "scoring": true}}'
      : `name one of the text indexes that score: ${scored.join(", ")}`;
  throw new InvalidTextQuery(usingPath, reason);
}

const QUOTED = /"([^"]*)"/g;
const SPACE = /\s/;

/** Divides the text of a query into words, phrases and beginnings of words. */
function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(QUOTED)) {
    addWords(text.slice(end, match.index), parts);
    parts.push({ kind: "phrase", text: match[1]! });
    end = match.index + match[0].length;
  }
  addWords(text.slice(end), parts);
  return parts;
}

/** Adds words, and what ends with a star as a beginning of words. */
function addWords(text: string, parts: TextPart[]): void {
  let end = 0;
  const addUpTo = (at: number) => {
    const words = text.slice(end, at);
    if (words.trim() !== "") parts.push({ kind: "words", text: words });
  };
  const isSpace = (at: number) => at === text.length || SPACE.test(text[at]!);
  for (let star = text.indexOf("*"); star >= 0; star = text.indexOf("*", star + 1)) {
    if (!isSpace(star + 1)) continue;
    let start = star;
    while (start > end && !isSpace(start - 1)) start--;
    if (start === star) continue;
    addUpTo(start);
    parts.push({ kind: "prefix", text: text.slice(start, star) });
    end = star + 1;
  }
  addUpTo(text.length);
}
