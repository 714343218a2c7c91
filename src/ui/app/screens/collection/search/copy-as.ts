// The search as a program: the same request in curl, TypeScript and Python, and with the clients of Qdrant.
// The decision: programs use the console's own port, whose address is known to be correct because the page came from
// it. They read the credential from their environment, so that no copied text contains a secret.
import { writeJson } from "../../../api/json.ts";
import { prettyJson } from "../../../api/pretty.ts";
import { curlOf } from "../../../kit/curl.ts";
import type { Body } from "./body.ts";

interface Program {
  readonly origin: string;
  readonly collection: string;
  readonly body: Body;
  /** The ef that was chosen for the recall of the body, null for an exact search; absent if it is not known. */
  readonly chosen?: { readonly ef: number | null } | null;
  /** Whether the server requires a credential. */
  readonly isGuarded: boolean;
}

export const KINDS = ["curl", "typescript", "qdrant-js", "python", "qdrant-python"] as const;
export type Kind = (typeof KINDS)[number];
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  curl: "curl",
  typescript: "TypeScript",
  "qdrant-js": "@qdrant/js-client-rest",
  python: "Python",
  "qdrant-python": "qdrant-client (Python)",
};

/** The first line of programs in JavaScript. */
const ENVIRONMENT = 'import { env } from "node:process";\n';
const BEARER = "`Bearer $\u007benv.AZIMUTH_TOKEN}`";
const PREFIX = "/api/proxy";
const STRING_OR = (pattern: string) => new RegExp(`"(?:[^"\\\\]|\\\\.)*"|${pattern}`, "g");
const BIG_INTEGER = STRING_OR(String.raw`-?\d{16,}(?![\d.eE])`);
const WORDS = STRING_OR(String.raw`\b(?:true|false|null)\b`);
const PYTHON: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" };

export function programOf(kind: Kind, program: Program): string {
  return WRITERS[kind](program);
}

function urlOf({ origin, collection }: Program): string {
  return `${origin}${PREFIX}/collections/${encodeURIComponent(collection)}/points/query`;
}

function curl(program: Program): string {
  const { body, isGuarded } = program;
  return curlOf({ method: "POST", url: urlOf(program), body, isGuarded });
}

/** Returns whether the JSON has integers that a number of JavaScript cannot hold. */
function hasBigInteger(json: string): boolean {
  return json.replace(BIG_INTEGER, (token) => (isBig(token) ? "\u0001" : "")).includes("\u0001");
}

function isBig(token: string): boolean {
  return !token.startsWith('"') && !Number.isSafeInteger(Number(token));
}

function typescript(program: Program): string {
  const json = writeJson(program.body);
  const body = hasBigInteger(json)
    ? `${JSON.stringify(json)}, // as text: a number would lose digits of the id`
    : `JSON.stringify(${indented(prettyJson(json), "  ")}),`;
  const authorization = program.isGuarded ? `\n    authorization: ${BEARER},` : "";
  const imports = program.isGuarded ? ENVIRONMENT : "";
  return `${imports && `${imports}\n`}const response = await fetch(${JSON.stringify(urlOf(program))}, {
  method: "POST",
  headers: {
    "content-type": "application/json",${authorization}
  },
  body: ${body}
});
if (!response.ok) throw new Error(await response.text());
// The text, because JSON.parse would round ids above 2^53.
console.log(await response.text());
`;
}

function qdrantJs(program: Program): string {
  const json = writeJson(program.body);
  const literal = prettyJson(json).replace(BIG_INTEGER, (token) => (isBig(token) ? `${token}n` : token));
  const note = hasBigInteger(json) ? "// Ids above 2^53 are bigints: this needs Node 22 or newer.\n" : "";
  const key = program.isGuarded ? "\n  apiKey: env.AZIMUTH_TOKEN," : "";
  const imports = program.isGuarded ? ENVIRONMENT : "";
  return `${note}${imports}import { QdrantClient } from "@qdrant/js-client-rest";

const client = new QdrantClient({
  url: ${JSON.stringify(program.origin)},
  port: ${portOf(program.origin)},
  prefix: "${PREFIX}",${key}
  checkCompatibility: false,
});
const { points } = await client.query(${JSON.stringify(program.collection)}, ${literal});
console.log(points);
`;
}

/** Returns the port. It is always explicit, because clients of Qdrant use 6333 if an address has no port. */
function portOf(origin: string): string {
  const { port, protocol } = new URL(origin);
  return port || (protocol === "https:" ? "443" : "80");
}

function python(program: Program): string {
  const authorization = program.isGuarded
    ? `,\n    "authorization": f"Bearer {os.environ['AZIMUTH_TOKEN']}"`
    : "";
  return `import json
${program.isGuarded ? "import os\n" : ""}from urllib.request import Request, urlopen

body = ${pythonLiteral(program.body)}
headers = {
    "content-type": "application/json"${authorization},
}
request = Request(
    ${JSON.stringify(urlOf(program))},
    data=json.dumps(body).encode(), headers=headers, method="POST",
)
with urlopen(request) as response:
    for point in json.load(response)["result"]["points"]:
        print(point["id"], point["score"], point.get("payload"))
`;
}

function pythonLiteral(value: unknown, margin = ""): string {
  const text = prettyJson(writeJson(value)).replace(WORDS, (token) => PYTHON[token] ?? token);
  return indented(text, margin);
}

function indented(text: string, margin: string): string {
  return text.replaceAll("\n", `\n${margin}`);
}

function qdrantPython(program: Program): string {
  const { body } = program;
  const margin = "    ";
  const named: (string | false)[] = [
    `collection_name=${JSON.stringify(program.collection)}`,
    `query=${pythonQuery(body, margin)}`,
    body.using !== undefined && `using=${JSON.stringify(body.using)}`,
    body.filter !== undefined &&
      `query_filter=models.Filter.model_validate(${pythonLiteral(body.filter, margin)})`,
    ...qdrantPythonParams(program, margin),
    body.score_threshold !== undefined && `score_threshold=${body.score_threshold}`,
    `limit=${body.limit}`,
    body.offset !== undefined && `offset=${body.offset}`,
    `with_payload=${pythonLiteral(body.with_payload)}`,
    `with_vectors=${pythonLiteral(body.with_vector ?? false)}`,
  ];
  const url = new URL(program.origin);
  const address = `${url.protocol}//${url.hostname}:${portOf(program.origin)}`;
  const key = program.isGuarded ? `\n    api_key=os.environ["AZIMUTH_TOKEN"],` : "";
  return `${program.isGuarded ? "import os\n\n" : ""}from qdrant_client import QdrantClient, models

client = QdrantClient(
    url=${JSON.stringify(address)}, prefix="${PREFIX.slice(1)}",${key}
    check_compatibility=False,
)
response = client.query_points(
    ${named.filter((argument) => argument !== false).join(`,\n${margin}`)},
)
for point in response.points:
    print(point.id, point.score, point.payload)
`;
}

/** Returns the argument. The client refuses a recall, so the program has the ef that was chosen for it. */
function qdrantPythonParams({ body: { params }, chosen }: Program, margin: string): string[] {
  const { recall } = params;
  const { ef } = chosen ?? {};
  const known = recall === undefined ? params : ef === null ? { exact: true } : { hnsw_ef: ef };
  if (recall !== undefined && ef === undefined) return [];
  const note = recall === undefined ? "" : `# What the server chose for a recall of ${recall}.\n${margin}`;
  return [`${note}search_params=models.SearchParams.model_validate(${pythonLiteral(known, margin)})`];
}

function pythonQuery({ query }: Body, margin: string): string {
  if (typeof query === "object" && "indices" in query) {
    return `models.SparseVector.model_validate(${pythonLiteral(query, margin)})`;
  }
  if (typeof query === "object" && ("hybrid" in query || ("text" in query && !("model" in query)))) {
    return `${pythonLiteral(query, margin)}, # not known to every version of the client: see Python`;
  }
  if (typeof query === "object" && "model" in query) {
    return `models.Document.model_validate(${pythonLiteral(query, margin)})`;
  }
  if (typeof query !== "object" || !("recommend" in query)) return pythonLiteral(query, margin);
  return `models.RecommendQuery.model_validate(${pythonLiteral(query, margin)})`;
}

const WRITERS: Readonly<Record<Kind, (program: Program) => string>> = {
  curl,
  typescript,
  "qdrant-js": qdrantJs,
  python,
  "qdrant-python": qdrantPython,
};
