// Hints for requests with a method that their path does not support, or to a path that does not exist.
// The decision: the error text stays as it is; the hint beside it names the operation that was probably meant, with the
// path as the client wrote it.
import { isPointId } from "../schema/leaf.ts";

interface Case {
  readonly methods: readonly string[];
  readonly path: RegExp;
  /** @param base the path up to the part that the pattern names @param id of a point, as in the path */
  readonly hint: (base: string, id: string) => string;
}

const POINT = /^(.*\/collections\/[^/]+\/points)\/([^/]+)$/;
const POINTS = /^(.*\/collections\/[^/]+\/points)$/;
const CASES: readonly Case[] = [
  {
    methods: ["GET"],
    path: POINTS,
    hint: (base) =>
      `to list points, send POST ${base}/scroll; to read some by their ids, send POST ${base} with {"ids": [...]}`,
  },
  {
    methods: ["DELETE"],
    path: POINTS,
    hint: (base) => `to delete points, send POST ${base}/delete with {"points": [...]} or {"filter": {...}}`,
  },
  { methods: ["PATCH"], path: POINTS, hint: (base) => `to change payloads, send POST ${base}/payload` },
  {
    methods: ["DELETE"],
    path: POINT,
    hint: (base, id) => `to delete a point, send POST ${base}/delete with {"points": [${idText(id)}]}`,
  },
  {
    methods: ["PUT", "POST", "PATCH"],
    path: POINT,
    hint: (base) => `to write points, send PUT ${base} with {"points": [{"id": ..., "vector": [...]}]}`,
  },
  {
    methods: ["POST"],
    path: /^(.*\/collections)(?:\/[^/]+)?$/,
    hint: (base) =>
      `to create a collection, send PUT ${base}/NAME with {"vectors_config": {"size": ..., "distance": "Cosine"}}`,
  },
  {
    methods: ["GET"],
    path: /^()\/(?:docs|redoc|swagger|swagger-ui|api-docs)(?:\/.*|\.html)?$/,
    hint: () =>
      "GET /openapi.json describes the API: give its address to Swagger UI, Redoc, Postman or a generator",
  },
];

/** Returns undefined if no hint is known. */
export function hintFor(method: string, path: string): string | undefined {
  for (const { methods, path: pattern, hint } of CASES) {
    const [, base, id = ""] = (methods.includes(method) && pattern.exec(path)) || [];
    if (base !== undefined) return hint(base, id);
  }
  return undefined;
}

function idText(text: string): string {
  if (/^\d{1,20}$/.test(text)) return text;
  return isPointId(text) ? JSON.stringify(text) : "...";
}
