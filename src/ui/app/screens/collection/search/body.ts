// Converts the form to the request: POST /collections/{name}/points/query, one body for all three kinds of query.
import { noIdText, parseId } from "../../../api/ids.ts";
import { parseJson } from "../../../api/json.ts";
import { readSparse, type SparseVector } from "../../../api/sparse.ts";
import type { PointId } from "../../../api/types.ts";
import type { Form, Strategy } from "./form.ts";

interface Recommend {
  readonly positive?: readonly PointId[];
  readonly negative?: readonly PointId[];
  readonly strategy: Strategy;
}

/** Words that the server makes a sparse vector of. */
interface Words {
  readonly text: string;
  readonly model: typeof WORDS_MODEL;
}

/** Words to look for in a text index. */
interface ByText {
  readonly text: string;
}

interface ByTextAndVector {
  readonly hybrid: {
    readonly text: string;
    readonly vector: readonly number[];
    readonly alpha: number;
    readonly k: number;
    readonly text_using: string;
    readonly vector_using?: string;
  };
}

const WORDS_MODEL = "qdrant/bm25";
/**
 * The constant of the fusion of words and vector. With 60, the default of the server, a weight changes hardly any rank.
 */
const FUSION_K = 2;

interface Params {
  readonly recall?: number;
  readonly hnsw_ef?: number;
  readonly exact?: boolean;
  readonly explain?: boolean;
}

export interface Body {
  readonly query:
    | readonly number[]
    | SparseVector
    | Words
    | ByText
    | ByTextAndVector
    | PointId
    | { readonly recommend: Recommend };
  readonly using?: string;
  readonly filter?: unknown;
  readonly params: Params;
  readonly score_threshold?: number;
  readonly limit: number;
  readonly offset?: number;
  readonly with_highlights?: boolean;
  readonly with_payload: boolean;
  readonly with_vector?: boolean | readonly string[];
}

/** The inputs at which an error can be shown. */
export type Input =
  | "vector"
  | "words"
  | "field"
  | "like"
  | "these"
  | "limit"
  | "offset"
  | "recall"
  | "ef"
  | "threshold"
  | "filter"
  | "using";

/** An error of an input, because of which the form cannot be sent. */
export class Unclear extends Error {
  readonly input: Input;

  constructor(input: Input, message: string) {
    super(message);
    this.input = input;
  }
}

/** Returns the body of the request. @param isSparse whether the searched vectors are sparse. @throws Unclear */
export function bodyOf(form: Form, isSparse = false): Body {
  const offset = wholeNumber(form.offset, "offset");
  const threshold = form.threshold.trim() === "" ? undefined : Number(form.threshold);
  if (Number.isNaN(threshold)) throw new Unclear("threshold", "Type a number, or nothing");
  const filter = filterOf(form.filter);
  const isByWords = form.way === "words";
  const using = isByWords ? (form.alpha === "" ? form.field : "") : form.using;
  const hasEffort = isByWords ? form.alpha !== "" : !isSparse;
  return {
    query: queryOf(form, isSparse),
    ...(using !== "" && { using }),
    ...(filter !== undefined && { filter }),
    params: hasEffort ? paramsOf(form) : {},
    ...(threshold !== undefined && { score_threshold: threshold }),
    limit: wholeNumber(form.limit, "limit") ?? 10,
    ...(offset !== undefined && offset > 0 && { offset }),
    ...(isByWords && { with_highlights: true }),
    with_payload: true,
    ...(form.vectors && { with_vector: form.using === "" ? true : [form.using] }),
  };
}

/** A search is exact, or has a fixed ef, or asks for a recall. */
function paramsOf(form: Form): Params {
  if (form.exact) return { exact: true };
  if (!form.fixed) return { recall: recallIn(form.recall) };
  const ef = wholeNumber(form.ef, "ef");
  if (ef === undefined) throw new Unclear("ef", "Type a number of candidates");
  return { hnsw_ef: ef };
}

function recallIn(text: string): number {
  const recall = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isNaN(recall)) throw new Unclear("recall", "Type a share from 0.5 to 1");
  return recall;
}

function queryOf(form: Form, isSparse: boolean): Body["query"] {
  if (form.way === "words") return wordsQuery(form);
  if (form.way === "vector") return queryVector(form.vector, isSparse);
  if (form.way === "like") {
    if (form.like.trim() === "") throw new Unclear("like", "Type the id of a point");
    return idOf("like", form.like);
  }
  const { positive, negative, strategy } = form;
  if (positive.length + negative.length === 0) throw new Unclear("these", "Add an example");
  return {
    recommend: {
      ...(positive.length > 0 && { positive: positive.map(exampleId) }),
      ...(negative.length > 0 && { negative: negative.map(exampleId) }),
      strategy,
    },
  };
}

function wordsQuery({ words, field, alpha, vector, using }: Form): ByText | ByTextAndVector {
  const text = words.trim();
  if (text === "") throw new Unclear("words", "Type words to look for");
  if (field === "") throw new Unclear("field", "Choose a text index that scores");
  if (alpha === "") return { text };
  const names = { text_using: field, ...(using !== "" && { vector_using: using }) };
  return { hybrid: { text, vector: readVector(vector), alpha: Number(alpha), k: FUSION_K, ...names } };
}

/** Whether a search is by words, alone or with a vector: there is no exact search to compare it with. */
export function isByWords({ query }: Body): boolean {
  return typeof query === "object" && ("hybrid" in query || ("text" in query && !("model" in query)));
}

function exampleId(text: string): PointId {
  return idOf("these", text, "“Like a point” finds points by their text");
}

/** Reads an id. @throws Unclear, with a text that says what to do instead */
function idOf(input: Input, text: string, advice?: string): PointId {
  const id = parseId(text);
  if (id === null) throw new Unclear(input, noIdText(text, advice));
  return id;
}

/** Reads a dense vector, or a sparse one where the text is an object; other texts are words. @throws Unclear */
function queryVector(text: string, isSparse: boolean): number[] | SparseVector | Words {
  if (!text.trim().startsWith("{")) {
    if (!isSparse) return readVector(text);
    if (text.trim() === "") throw new Unclear("vector", "Type words, or a sparse vector as JSON");
    return { text: text.trim(), model: WORDS_MODEL };
  }
  try {
    return readSparse(text);
  } catch (error) {
    throw new Unclear("vector", (error as Error).message);
  }
}

/** Reads a vector; brackets are optional. @throws Unclear */
export function readVector(text: string): number[] {
  const typed = text.trim();
  if (typed === "") throw new Unclear("vector", "Paste a vector as a JSON array");
  let value: unknown;
  try {
    value = parseJson(typed.startsWith("[") ? typed : `[${typed.replace(/,$/, "")}]`);
  } catch (error) {
    throw new Unclear("vector", `This is not a JSON array: ${(error as Error).message}`);
  }
  const numbers = (value as unknown[]).map((item) => (typeof item === "bigint" ? Number(item) : item));
  const wrong = numbers.findIndex((number) => typeof number !== "number");
  if (wrong >= 0) throw new Unclear("vector", `Value ${wrong + 1} is not a number`);
  return numbers as number[];
}

/** Reads a filter. @throws Unclear */
function filterOf(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    throw new Unclear("filter", `This is not JSON: ${(error as Error).message}`);
  }
}

function wholeNumber(text: string, input: Input): number | undefined {
  if (text.trim() === "") return undefined;
  if (!/^\d+$/.test(text.trim())) throw new Unclear(input, "Type a whole number, or nothing");
  return Number(text);
}

const INPUT_PATTERNS: readonly (readonly [RegExp, Input])[] = [
  [/\bfilter\b/i, "filter"],
  [/^limit\b/, "limit"],
  [/^offset\b/, "offset"],
  [/hnsw_ef/, "ef"],
  [/^params\.recall/, "recall"],
  [/^score_threshold/, "threshold"],
  [/^using\b/, "using"],
];

/** Returns the input that an error of the server is about; undefined: the request as a whole. */
export function inputOf(message: string, { way }: Form): Input | undefined {
  const named = INPUT_PATTERNS.find(([pattern]) => pattern.test(message))?.[1];
  if (named) return named;
  if (way === "words" && /text/.test(message)) return "words";
  return /^(query|recommend)\b|Dimension mismatch|Point not found/.test(message) ? way : undefined;
}
