// Converts a request of a program to an HTTP request, and the response to a result.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { parseExact, writePlain } from "../json/plain.ts";
import { failureOf } from "./failure.ts";
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
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => take(name));
  const given = query.filter((name) => left[name] !== undefined && left[name] !== null);
  const search = given.map((name) => `${name}=${take(name)}`).join("&");
  const takesBody = method !== "GET" && method !== "DELETE";
  return {
    path: search === "" ? place : `${place}?${search}`,
    type: isLines ? "application/x-ndjson" : "application/json",
    body: isLines
      ? (left.lines as string)
      : takesBody
        ? writePlain(left, "float", lenientNumbersIn)
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
  const body = parseExact(await response.text());
  const result = success === "bare" ? body : (body as { result: unknown }).result;
  return vectors === "float32" ? packed(result) : result;
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
  if (Array.isArray(vector)) return new Float32Array(vector);
  if (typeof vector !== "object" || vector === null) return vector;
  return Object.fromEntries(Object.entries(vector).map(([name, one]) => [name, packedVector(one)]));
}

function fileOf(response: Response): unknown {
  const { headers, body } = response;
  const [, name = ""] = /filename="?([^";]+)"?/.exec(headers.get("content-disposition") ?? "") ?? [];
  return { name, bytes: Number(headers.get("content-length")), chunks: chunksOf(body) };
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
