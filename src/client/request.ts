// Converts a request of a program to an HTTP request, and the response to a result.
import { withBeside } from "../embedded/beside.ts";
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { ERROR_CODE_HEADER } from "../errors/request.ts";
import { ERROR_STATUS, type ErrorCode } from "../errors/table.ts";
import { type ErrorId, VectorDbError } from "../errors/vector-db-error.ts";
import { parseExact, writePlain } from "../json/plain.ts";
import type { Route } from "./routes.ts";

type Fields = Record<string, unknown>;

interface Sent {
  readonly path: string;
  /** The content type of the body. */
  readonly type: string;
  readonly body: string | undefined;
}

/** Distributes the fields over path, query and body. @throws InvalidArgument if a field of the path is missing */
export function sentOf({ method, path, query, isLines }: Route, request: object): Sent {
  const left: Fields = { ...request };
  const take = (name: string): string => {
    const value = left[name];
    delete left[name];
    if (value === undefined || value === null) throw new InvalidArgument(`${name} is required`);
    return encodeURIComponent(typeof value === "string" ? value : writePlain(value, "float"));
  };
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => take(name));
  const given = query.filter((name) => left[name] !== undefined && left[name] !== null);
  const search = given.map((name) => `${name}=${take(name)}`).join("&");
  const takesBody = method !== "GET" && method !== "DELETE";
  return {
    path: search === "" ? filledPath : `${filledPath}?${search}`,
    type: isLines ? "application/x-ndjson" : "application/json",
    body: isLines
      ? (left.lines as string)
      : takesBody
        ? writePlain(left, "strict", lenientNumbersIn)
        : undefined,
  };
}

/**
 * Tells how a whole number above 2^53 is written: as an integer in payloads, elsewhere as a float, which the server
 * refuses as an id.
 */
export function lenientNumbersIn(key: string): "integer" | undefined {
  return key === "payload" || key === "payloads" ? "integer" : undefined;
}

/** @throws VectorDbError for an error response */
export async function resultOf(
  { success }: Route,
  response: Response,
  vectors: "array" | "float32",
): Promise<unknown> {
  if (!response.ok) {
    const text = await response.text();
    const report = success === "progress" ? reportIn(text) : undefined;
    if (report !== undefined) return report;
    throw failureOf(response.status, response.headers, text);
  }
  if (success === "text" || success === "metrics") return response.text();
  if (success === "binary") return new Uint8Array(await response.arrayBuffer());
  if (success === "file") return fileOf(response);
  if (success === "stream") return streamOf(response);
  const body = parseExact(await response.text());
  const whole = success === "bare" ? { result: body } : (body as Answer);
  return withBeside(vectors === "float32" ? packed(whole.result) : whole.result, whole);
}

interface Answer {
  readonly result: unknown;
  readonly explain?: unknown;
  readonly recall?: unknown;
}

/** Returns the report of an import of which no line was accepted. It is a result, which the caller judges. */
function reportIn(text: string): unknown {
  try {
    return (parseExact(text) as { readonly result?: unknown }).result;
  } catch {
    return undefined;
  }
}

/**
 * Converts the vectors of records to Float32Arrays. Outside payloads no other member of a result is called `vector`.
 */
function packed(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(packed);
  if (typeof result !== "object" || result === null) return result;
  const members = Object.entries(result).map(([key, member]) => {
    if (key === "payload") return [key, member];
    return [key, key === "vector" ? packedVector(member) : packed(member)];
  });
  return Object.fromEntries(members);
}

/** Converts the unnamed vector, or vectors by name. */
function packedVector(vector: unknown): unknown {
  if (typeof vector !== "object" || vector === null || Array.isArray(vector)) return packedNumbers(vector);
  return Object.fromEntries(Object.entries(vector).map(([name, value]) => [name, packedNumbers(value)]));
}

/** Converts a dense or a sparse vector. */
function packedNumbers(vector: unknown): unknown {
  if (Array.isArray(vector)) return new Float32Array(vector);
  if (typeof vector !== "object" || vector === null) return vector;
  const { indices, values } = vector as { readonly indices: number[]; readonly values: number[] };
  return { indices: new Uint32Array(indices), values: new Float32Array(values) };
}

function fileOf(response: Response): unknown {
  const { headers, body } = response;
  return {
    name: nameIn(headers) ?? "",
    bytes: Number(headers.get("content-length")),
    chunks: chunksOf(body),
  };
}

function streamOf(response: Response): unknown {
  const { headers, body } = response;
  return { contentType: headers.get("content-type"), name: nameIn(headers), chunks: chunksOf(body) };
}

function nameIn(headers: Headers): string | null {
  return /filename="?([^";]+)"?/.exec(headers.get("content-disposition") ?? "")?.[1] ?? null;
}

async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
  } finally {
    await reader.cancel();
  }
}

// Converts error responses of a server to the errors of the library. The code is taken from a header or from the
// body. If a proxy has removed both, it follows from the status: it is the first code of that status, or the one
// whose wording the text has.
interface Said {
  readonly error?: string | undefined;
  readonly code?: unknown;
  readonly missing?: readonly ErrorId[];
  readonly hint?: string;
}

interface Envelope {
  readonly status?: string | Said;
  readonly message?: string;
}

/** Wordings of codes that share their status with another code that comes first. */
const WORDS: readonly (readonly [text: RegExp, code: ErrorCode])[] = [
  [/^Collection deleted/, "COLLECTION_DELETED"],
  [/expired access token/, "TOKEN_EXPIRED"],
  [/: out of memory$/, "OUT_OF_MEMORY"],
  [/: no space left on device$/, "DISK_FULL"],
  [/: input\/output error$/, "IO_ERROR"],
];

/** @param text the body, in either of the two envelopes */
function failureOf(status: number, headers: Headers, text: string): VectorDbError {
  const said = saidIn(text);
  const message = said.error ?? `the server answered with status ${status}`;
  const code = codeOf(status, [headers.get(ERROR_CODE_HEADER), said.code], message);
  const { missing, hint } = said;
  return Object.assign(new VectorDbError(code, message), missing && { missing }, hint && { hint });
}

/** Parses the body of an error. Ids in it are exact. */
function saidIn(text: string): Said {
  try {
    const { status, message } = parseExact(text) as Envelope;
    return typeof status === "object" ? status : { error: message };
  } catch {
    // A proxy answered in its own format, such as an HTML page.
    return {};
  }
}

function codeOf(status: number, given: readonly unknown[], message: string): ErrorCode {
  const known = given.find((code) => typeof code === "string" && Object.hasOwn(ERROR_STATUS, code));
  if (known !== undefined) return known as ErrorCode;
  // The statuses of models are those of proxies, too, which send no code.
  const same = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter(
    (code) => ERROR_STATUS[code].http === status && !code.startsWith("MODEL_"),
  );
  const worded = WORDS.find(([text, code]) => same.includes(code) && text.test(message));
  return worded?.[1] ?? same[0] ?? "INTERNAL";
}
