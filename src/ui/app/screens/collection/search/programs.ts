// A search as a program: with our client, with the library, in curl, and for Python with qdrant-client, LangChain and
// LlamaIndex.
// The decision: programs read the credential from their environment, so that no copied text contains a secret. Every
// program runs as it is shown. What qdrant-client cannot express (ranking by words) is written as the request itself
// (python-request.ts), as is what the frameworks cannot search, because it has no dense vector.
import { writeJson } from "../../../api/json.ts";
import { prettyJson } from "../../../api/pretty.ts";
import { curlOf } from "../../../kit/curl.ts";
import type { Body } from "./body.ts";
import { pythonLiteral } from "./python-literal.ts";
import { isInClient, pythonRequest } from "./python-request.ts";

interface Program {
  /** The address of the REST API. */
  readonly url: string;
  readonly collection: string;
  readonly body: Body;
  /** The ef that was chosen for the recall of the body, null for an exact scan; absent if it is not known. */
  readonly chosen?: { readonly ef: number | null } | null;
  /** The payload field with the text of a point, for frameworks. */
  readonly textField: string;
  /** The name of the dense vectors that are searched, "" for those without a name; undefined: it searches no such. */
  readonly dense: string | undefined;
  /** Whether the server requires a credential. */
  readonly isGuarded: boolean;
}

interface Language {
  readonly name: string;
  /** Returns the commands before the program; "": none are needed. */
  install(program: Program): string;
  write(program: Program): string;
}

const STRING_OR = (pattern: string) => new RegExp(`"(?:[^"\\\\]|\\\\.)*"|${pattern}`, "g");
const BIG_INTEGER = STRING_OR(String.raw`-?\d{16,}(?![\d.eE])`);
/** The model of the examples; the vectors of the collection have to be of the same one. */
const EXAMPLE_MODEL = "sentence-transformers/all-MiniLM-L6-v2";

/** The library and the data, because the program would begin with an empty folder. */
function embeddedSetup({ url, isGuarded }: Program): string {
  return `npm install azimuth-db
${isGuarded ? "# AZIMUTH_TOKEN: a token with the permissions read and admin\n" : ""}npx azimuth backup azimuth-backup --url ${url}
npx azimuth restore azimuth-backup --data-dir azimuth-data`;
}

function curl({ url, collection, body, isGuarded }: Program): string {
  const path = `/collections/${encodeURIComponent(collection)}/points/query`;
  return `${curlOf({ method: "POST", url: url + path, body, isGuarded })}\n`;
}

/** Writes a value for JavaScript: integers that a number cannot hold are bigints. */
function literal(value: unknown): string {
  const isBig = (token: string): boolean => !token.startsWith('"') && !Number.isSafeInteger(Number(token));
  return prettyJson(writeJson(value)).replace(BIG_INTEGER, (token) => (isBig(token) ? `${token}n` : token));
}

function javascript({ collection, body }: Program, imports: string, opening: string): string {
  return `${imports}
${opening}
const { points } = await db.queryPoints(${literal({ collection_name: collection, ...body })});
for (const { id, score, payload } of points) console.log(id, score, payload);
await db.close();
`;
}

function typescript(program: Program): string {
  const { url, isGuarded } = program;
  const token = isGuarded ? ', token: env.AZIMUTH_TOKEN ?? ""' : "";
  const imports = isGuarded ? 'import { env } from "node:process";\n' : "";
  const opening = `const db = connect({ url: ${JSON.stringify(url)}${token} });`;
  return javascript(program, `${imports}import { connect } from "azimuth-db/client";\n`, opening);
}

function embedded(program: Program): string {
  const opening = `// A copy of the data of the server; the program needs no server.
const db = await open({ dataDir: "azimuth-data" });`;
  return javascript(program, 'import { open } from "azimuth-db";\n', opening);
}

/** The client, which the frameworks use, too. The port is always explicit, because its default is another one. */
function pythonClient({ url, isGuarded, body }: Program, imports = "QdrantClient"): string {
  const { protocol, hostname, port, pathname } = new URL(url);
  const address = `${protocol}//${hostname}:${port || (protocol === "https:" ? "443" : "80")}`;
  const prefix = pathname === "/" ? "" : `, prefix=${JSON.stringify(pathname.slice(1))}`;
  const key = isGuarded ? `, api_key=os.environ["AZIMUTH_TOKEN"]` : "";
  // Otherwise the client makes the vector itself, with models of its own.
  const server = isDocument(body) ? ", cloud_inference=True" : "";
  return `${isGuarded ? "import os\n\n" : ""}from qdrant_client import ${imports}

client = QdrantClient(url=${JSON.stringify(address)}${prefix}${key}${server})
`;
}

function isDocument({ query }: Body): boolean {
  return typeof query === "object" && "model" in query;
}

function python(program: Program): string {
  const { body } = program;
  if (!isInClient(body)) return pythonRequest(program, "qdrant-client has no ranking by words.");
  const margin = "    ";
  const named: (string | false)[] = [
    `collection_name=${JSON.stringify(program.collection)}`,
    `query=${pythonQuery(body, margin)}`,
    body.using !== undefined && `using=${JSON.stringify(body.using)}`,
    body.filter !== undefined && `query_filter=${pythonFilter(body, margin)}`,
    ...pythonParams(program, margin),
    body.score_threshold !== undefined && `score_threshold=${body.score_threshold}`,
    `limit=${body.limit}`,
    body.offset !== undefined && `offset=${body.offset}`,
    `with_payload=${pythonLiteral(body.with_payload)}`,
    `with_vectors=${pythonLiteral(body.with_vector ?? false)}`,
  ];
  return `${pythonClient(program, "QdrantClient, models")}response = client.query_points(
    ${named.filter((argument) => argument !== false).join(`,\n${margin}`)},
)
for point in response.points:
    print(point.id, point.score, point.payload)
`;
}

function pythonFilter({ filter }: Body, margin: string): string {
  return `models.Filter.model_validate(${pythonLiteral(filter, margin)})`;
}

/** Returns the argument. The client refuses a recall, so the program has the ef that was chosen for it. */
function pythonParams({ body: { params }, chosen }: Program, margin: string): string[] {
  const { recall } = params;
  const { ef } = chosen ?? {};
  const known = recall === undefined ? params : ef === null ? { exact: true } : { hnsw_ef: ef };
  if ((recall !== undefined && ef === undefined) || Object.keys(known).length === 0) return [];
  const note = recall === undefined ? "" : `# What the server chose for a recall of ${recall}.\n${margin}`;
  return [`${note}search_params=models.SearchParams.model_validate(${pythonLiteral(known, margin)})`];
}

function pythonQuery({ query }: Body, margin: string): string {
  const value = pythonLiteral(query, margin);
  if (typeof query !== "object" || Array.isArray(query)) return value;
  if ("indices" in query) return `models.SparseVector.model_validate(${value})`;
  if ("model" in query) return `models.Document.model_validate(${value})`;
  return `models.RecommendQuery.model_validate(${value})`;
}

/** Writes a program of a framework, which searches by the text of the search or by an example of one. */
function framework(name: string, packages: string, write: (store: Store) => string): Language {
  const insteadOf = (program: Program) => {
    if (!isInClient(program.body)) return pythonRequest(program, `${name} has no ranking by words.`);
    if (program.dense !== undefined) return undefined;
    return pythonRequest(program, `${name} searches dense vectors, and this search has none.`);
  };
  return {
    name,
    install: (program) => (insteadOf(program) === undefined ? `pip install ${packages}` : ""),
    write: (program) => insteadOf(program) ?? withFramework(program, write),
  };
}

function withFramework(program: Program, write: (store: Store) => string): string {
  const { body, textField, dense } = program;
  const { query, filter, limit } = body;
  const text = typeof query === "object" && "text" in query ? query.text : "what to search for";
  return `${pythonClient(program, filter === undefined ? "QdrantClient" : "QdrantClient, models")}
${write({
  collection: JSON.stringify(program.collection),
  text: JSON.stringify(text),
  vector: JSON.stringify(dense ?? ""),
  field: JSON.stringify(textField),
  limit,
  filter: filter === undefined ? null : pythonFilter(body, ""),
})}
`;
}

/** The parts that programs of frameworks share, as literals. */
interface Store {
  readonly collection: string;
  readonly text: string;
  /** The name of the vector. */
  readonly vector: string;
  /** The payload field with the texts. */
  readonly field: string;
  readonly limit: number;
  readonly filter: string | null;
}

function langchain({ collection, text, vector, field, limit, filter }: Store): string {
  return `from langchain_huggingface import HuggingFaceEmbeddings
from langchain_qdrant import QdrantVectorStore

store = QdrantVectorStore(
    client=client,
    collection_name=${collection},
    vector_name=${vector},
    content_payload_key=${field},
    # The model that made the vectors of this collection.
    embedding=HuggingFaceEmbeddings(model_name="${EXAMPLE_MODEL}"),
)
for document, score in store.similarity_search_with_score(${text}, k=${limit}${filter ? `, filter=${filter}` : ""}):
    print(score, document.page_content)`;
}

function llamaindex({ collection, text, vector, field, limit, filter }: Store): string {
  const filters = filter ? `, vector_store_kwargs={"qdrant_filters": ${filter}}` : "";
  return `from llama_index.core import VectorStoreIndex
from llama_index.embeddings.huggingface import HuggingFaceEmbedding
from llama_index.vector_stores.qdrant import QdrantVectorStore

store = QdrantVectorStore(
    client=client, collection_name=${collection}, dense_vector_name=${vector}, text_key=${field}
)
# The model that made the vectors of this collection.
model = HuggingFaceEmbedding(model_name="${EXAMPLE_MODEL}")
retriever = VectorStoreIndex.from_vector_store(store, embed_model=model).as_retriever(
    similarity_top_k=${limit}${filters}
)
for node in retriever.retrieve(${text}):
    print(node.score, node.text)`;
}

export const LANGUAGES = {
  typescript: { name: "TypeScript", install: () => "npm install azimuth-db", write: typescript },
  embedded: { name: "Embedded", install: embeddedSetup, write: embedded },
  curl: { name: "curl", install: () => "", write: curl },
  python: {
    name: "Python",
    install: ({ body }) => (isInClient(body) ? "pip install qdrant-client" : ""),
    write: python,
  },
  langchain: framework("LangChain", "langchain-qdrant langchain-huggingface", langchain),
  llamaindex: framework(
    "LlamaIndex",
    "llama-index-vector-stores-qdrant llama-index-embeddings-huggingface",
    llamaindex,
  ),
} satisfies Readonly<Record<string, Language>>;
export type Kind = keyof typeof LANGUAGES;
export const KINDS = Object.keys(LANGUAGES) as Kind[];

export function programOf(kind: Kind, program: Program): string {
  return LANGUAGES[kind].write(program);
}

export function installOf(kind: Kind, program: Program): string {
  return LANGUAGES[kind].install(program);
}
