// Converts the form to the request: POST /collections/{name}/points/query, one body for all three kinds of query.
import { noIdText, parseId } from "../../../api/ids.ts";
import { parseJson } from "../../../api/json.ts";
import { readSparse, type SparseVector } from "../../../api/sparse.ts";
import type { PointId } from "../../../api/types.ts";
import { count, plural } from "../../../kit/format.ts";
import type { Form, Strategy } from "./form.ts";

interface Recommend {
  readonly positive?: readonly PointId[];
  readonly negative?: readonly PointId[];
  readonly strategy: Strategy;
}

/** A text that a model makes a vector of. */
interface Document {
  readonly text: string;
  readonly model: string;
}

/** Words to look for in a text index. */
interface ByText {
  readonly text: string;
}

interface ByTextAndVector {
  readonly hybrid: {
    readonly text: string;
    /** Absent: that of the best match of the words, which is not known yet (see best-match.ts). */
    readonly vector?: readonly number[] | PointId | Document;
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
    | Document
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

/** The inputs at which an error can be shown: those of the form, and that for the examples. */
export type Input = keyof Form | "these";

/** An error of an input, because of which the form cannot be sent. */
export class Unclear extends Error {
  readonly input: Input;

  constructor(input: Input, message: string) {
    super(message);
    this.input = input;
  }
}

/**
 * Returns the body of the request.
 * @param size the dimension of the searched vectors, 0 for sparse ones; undefined: not known
 * @throws Unclear
 */
export function bodyOf(form: Form, size?: number): Body {
  const offset = wholeNumber(form.offset, "offset");
  const threshold = form.threshold.trim() === "" ? undefined : Number(form.threshold);
  if (Number.isNaN(threshold)) throw new Unclear("threshold", "Type a number, or nothing");
  const filter = filterOf(form.filter);
  const isByText = form.way === "words" && form.match !== "model";
  const using = !isByText ? form.using : form.match === "words" ? form.field : "";
  const hasEffort = isByText ? form.match === "hybrid" : size !== 0;
  return {
    query: queryOf(form, size),
    ...(using !== "" && { using }),
    ...(filter !== undefined && { filter }),
    params: hasEffort ? paramsOf(form) : {},
    ...(threshold !== undefined && { score_threshold: threshold }),
    limit: wholeNumber(form.limit, "limit") ?? 10,
    ...(offset !== undefined && offset > 0 && { offset }),
    ...(isByText && { with_highlights: true }),
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

function queryOf(form: Form, size: number | undefined): Body["query"] {
  if (form.way === "words") return textQuery(form, size);
  if (form.way === "vector") return queryVector(form.vector, size);
  if (form.way === "like") return likeOf(form);
  const { positive, negative, strategy } = form;
  const exampleId = (text: string) => idOf("these", text, "“Similar to a point” finds points by their text");
  if (positive.length + negative.length === 0) throw new Unclear("these", "Add an example");
  return {
    recommend: {
      ...(positive.length > 0 && { positive: positive.map(exampleId) }),
      ...(negative.length > 0 && { negative: negative.map(exampleId) }),
      strategy,
    },
  };
}

function likeOf({ like }: Form): PointId {
  if (like.trim() === "") throw new Unclear("like", "Type the id or the text of a point");
  return idOf("like", like);
}

function textQuery(form: Form, size: number | undefined): ByText | ByTextAndVector | Document {
  const { words, field, alpha, using, match, model, dense } = form;
  const text = words.trim();
  if (text === "") throw new Unclear("words", "Type a text to search for");
  const document = (): Document => {
    if (model.trim() === "") throw new Unclear("model", "Name a model of the server");
    return { text, model: model.trim() };
  };
  if (match === "model") return document();
  if (field === "") throw new Unclear("field", "Choose a text index that scores");
  if (match === "words") return { text };
  const vectorOf = {
    best: () => undefined,
    like: () => likeOf(form),
    model: document,
    vector: () => readVector(form.vector, size),
  };
  const vector = vectorOf[dense]();
  const names = { text_using: field, ...(using !== "" && { vector_using: using }) };
  return {
    hybrid: { text, ...(vector !== undefined && { vector }), alpha: Number(alpha), k: FUSION_K, ...names },
  };
}

/** Whether a search is by the words of a text, alone or with a vector: no exact search can be compared with it. */
export function isByText({ query }: Body): boolean {
  return typeof query === "object" && ("hybrid" in query || ("text" in query && !("model" in query)));
}

/** Reads an id. @throws Unclear, with a text that says what to do instead */
function idOf(input: Input, text: string, advice?: string): PointId {
  const id = parseId(text);
  if (id === null) throw new Unclear(input, noIdText(text, advice));
  return id;
}

/** Reads a dense vector, or a sparse one where the text is an object; other texts are words. @throws Unclear */
function queryVector(text: string, size: number | undefined): number[] | SparseVector | Document {
  if (!text.trim().startsWith("{")) {
    if (size !== 0) return readVector(text, size);
    if (text.trim() === "") throw new Unclear("vector", "Type words, or a sparse vector as JSON");
    return { text: text.trim(), model: WORDS_MODEL };
  }
  return read("vector", () => readSparse(text));
}

/** Reads an input. @throws Unclear with the message of the error, and what is before it */
function read<T>(input: Input, work: () => T, before = ""): T {
  try {
    return work();
  } catch (error) {
    throw new Unclear(input, before + (error as Error).message);
  }
}

/** Reads a vector; brackets are optional. @param size the number of values that it must have @throws Unclear */
export function readVector(text: string, size?: number): number[] {
  const typed = text.trim();
  if (typed === "") throw new Unclear("vector", "Paste a vector as a JSON array");
  const array = typed.startsWith("[") ? typed : `[${typed.replace(/,$/, "")}]`;
  const value = read("vector", () => parseJson(array), "This is not a JSON array: ") as unknown[];
  const numbers = value.map((item) => (typeof item === "bigint" ? Number(item) : item));
  const wrong = numbers.findIndex((number) => typeof number !== "number");
  if (wrong >= 0) throw new Unclear("vector", `Value ${wrong + 1} is not a number`);
  if (size && numbers.length !== size)
    throw new Unclear(
      "vector",
      `This vector has ${plural(numbers.length, "number")}, and ${count(size)} are needed`,
    );
  return numbers as number[];
}

/** Reads a filter. @throws Unclear */
function filterOf(text: string): unknown {
  return text.trim() === "" ? undefined : read("filter", () => parseJson(text), "This is not JSON: ");
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
  [/\bmodel\b/, "model"],
];

/** Returns the input that an error of the server is about; undefined: the request as a whole. */
export function inputOf(message: string, { way, match, dense }: Form): Input | undefined {
  const named = INPUT_PATTERNS.find(([pattern]) => pattern.test(message))?.[1];
  if (named) return named;
  if (!/^(query|recommend)\b|Dimension mismatch|Point not found/.test(message)) return undefined;
  const isOfVector = way === "words" && match === "hybrid" && !/text/.test(message);
  return isOfVector ? (dense === "best" ? "words" : dense) : way;
}
