// Finds the documents of a request: everywhere a vector may stand.
// The decision: a document is found with the object that has it and its key there, so that the vector can be put where
// the document was, and nothing after that knows of documents. The request is the server's own copy (json/pack.ts).
import { type Document, isDocument } from "../../schema/document.ts";
import type { Prefetch, QueryBody } from "../../schema/query-points.ts";

type Holder = Record<string | number, unknown>;

export interface FoundDocument {
  /** The object or list that has it, under `key`. */
  readonly holder: Holder;
  readonly key: string | number;
  /** The path of the document in the request. */
  readonly path: string;
  readonly document: Document;
}

/** The members of a write that have vectors. */
export interface WithVectors {
  readonly points?: unknown;
  readonly batch?: { readonly vectors?: unknown } | null | undefined;
}

/** Returns the documents of a write. @param where the path of the write in the request, with a dot at its end */
export function documentsInWrite({ points, batch }: WithVectors, where: string): FoundDocument[] {
  const found: FoundDocument[] = [];
  if (Array.isArray(points)) {
    for (const [row, point] of points.entries()) {
      // The points of other writes are ids.
      if (typeof point !== "object" || point === null) break;
      note(point as Holder, "vector", `${where}points[${row}].vector`, found);
    }
  }
  if (batch) note(batch as Holder, "vectors", `${where}batch.vectors`, found);
  return found;
}

/**
 * Returns the documents of queries and of their prefetches.
 * @param isBatch whether the queries are the `searches` of a request
 */
export function documentsInQueries(bodies: readonly QueryBody[], isBatch = false): FoundDocument[] {
  const found: FoundDocument[] = [];
  for (let i = 0; i < bodies.length; i++) noteQuery(bodies[i]!, isBatch ? `searches[${i}].` : "", found);
  return found;
}

function noteQuery(body: QueryBody | Prefetch, where: string, found: FoundDocument[]): void {
  const { query, prefetch } = body;
  if (!ArrayBuffer.isView(query)) note(body as unknown as Holder, "query", `${where}query`, found);
  if (Array.isArray(prefetch)) {
    prefetch.forEach((step, i) => {
      noteQuery(step, `${where}prefetch[${i}].`, found);
    });
  } else if (prefetch) noteQuery(prefetch, `${where}prefetch.`, found);
}

/** Members of queries that have no vectors, and may be large. */
const WITHOUT_VECTORS = new Set(["formula", "defaults", "order_by"]);

/** Notes the documents in a member, which may be a vector, a list of them, or an object with some. */
function note(holder: Holder, key: string | number, path: string, found: FoundDocument[]): void {
  const value = holder[key];
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  if (isDocument(value)) {
    found.push({ holder, key, path, document: value });
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) note(value as unknown as Holder, i, `${path}[${i}]`, found);
  } else {
    for (const name of Object.keys(value)) {
      if (!WITHOUT_VECTORS.has(name)) note(value as Holder, name, `${path}.${name}`, found);
    }
  }
}
