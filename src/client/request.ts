// From a request as a program has it to one over HTTP, and from the answer back.
import { InvalidArgument } from "../errors/invalid-argument.ts";
import { parseExact, writePlain } from "../json/plain.ts";
import { failureOf } from "./failure.ts";
import type { Route } from "./routes.ts";

type Fields = Record<string, unknown>;

interface Sent {
  readonly path: string;
  /** Of the body. */
  readonly type: string;
  readonly body: string | undefined;
}

/** Where each field goes. @throws InvalidArgument when one of the path is missing */
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

/** A large number is no id, and the server is to say so; in a payload it is what it is. */
export function lenientNumbersIn(key: string): "integer" | undefined {
  return key === "payload" || key === "payloads" ? "integer" : undefined;
}

/** @throws VectorDbError for an answer that says no */
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

/** Of an import of which nothing was accepted: what became of its lines, which is for whoever sent them to judge. */
function reportIn(text: string): unknown {
  try {
    return (parseExact(text) as { readonly result?: unknown }).result;
  } catch {
    return undefined;
  }
}

/** Vectors of records as Float32Arrays. Nothing else in a result is called so, payloads aside. */
function packed(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(packed);
  if (typeof result !== "object" || result === null) return result;
  const members = Object.entries(result).map(([key, member]) => {
    if (key === "payload") return [key, member];
    return [key, key === "vector" ? packedVector(member) : packed(member)];
  });
  return Object.fromEntries(members);
}

/** The unnamed vector, or vectors by name. */
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
