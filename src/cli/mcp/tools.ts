// The tools for an assistant: store, find, list_collections.
// The decision: they take texts, which are ranked by their words, so an assistant has a memory without a model. With a
// model of the server a text is also found by its meaning. The caller may give vectors of its own instead. The first
// text makes the collection (memory.ts).
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { CollectionInfo } from "../../schema/collection.ts";
import { requestOf, type Server } from "../common/request.ts";
import { pathOf } from "../common/server-flags.ts";
import { byText, createMemory, documentOf, isAbsent, type Model } from "./memory.ts";
import { type Fields, isFields, type Tool } from "./protocol.ts";

interface ToolParts {
  readonly server: Server;
  /** The collection of calls that name none; null: calls must name one. */
  readonly collection: string | null;
  /** True if there is no tool that writes. */
  readonly readOnly: boolean;
  readonly newId: () => string;
  /** The model of the server that makes vectors of texts; null: none. */
  readonly model: Model | null;
  /** Options of the text index of a new collection. */
  readonly texts: { readonly language?: string };
}

const VECTOR = {
  type: "array",
  items: { type: "number" },
  description: "The vector; its length is that of the collection's vectors.",
};
const LIMIT = 10;
const MAX_HITS = 100;

export function toolsOf(parts: ToolParts): Tool[] {
  const { collection } = parts;
  const where = {
    type: "string",
    description: `The collection${collection === null ? "" : `; ${JSON.stringify(collection)} unless given`}.`,
  };
  const required = collection === null ? ["collection"] : [];
  const using = {
    type: "string",
    description: "The name of the vector, in a collection with several.",
  };
  const schema = (properties: object, more: readonly string[] = []) => ({
    type: "object",
    properties,
    required: [...required, ...more],
    additionalProperties: false,
  });
  const tools: Tool[] = [
    {
      name: "find",
      description:
        "Find what was stored: by the words of a text, by a vector, or by a filter over payloads alone. " +
        "Returns ids, payloads and scores, the best first.",
      inputSchema: schema({
        collection: where,
        text: {
          type: "string",
          description:
            'What to look for. A part in quotes is a phrase, and a word with a star, as in "rout*", stands for all that begin with it.',
        },
        vector: VECTOR,
        using,
        filter: {
          type: "object",
          description:
            'What payloads have to be, such as {"must": [{"key": "city", "match": {"value": "Berlin"}}, {"key": "text", "match": {"text": "museum"}}]}.',
        },
        limit: { type: "integer", minimum: 1, maximum: MAX_HITS, default: LIMIT },
      }),
      call: (input) => find(parts, input),
    },
    {
      name: "list_collections",
      description:
        "List the collections, with their vectors (name, size, distance), texts that are indexed, and number of points.",
      inputSchema: { type: "object", properties: {}, additionalProperties: false },
      call: () => listCollections(parts),
    },
  ];
  if (parts.readOnly) return tools;
  return [storeTool(parts, { where, using, schema }), ...tools];
}

interface ToolForms {
  /** The schemas of the collection and of the name of a vector. */
  readonly where: object;
  readonly using: object;
  readonly schema: (properties: object, more: readonly string[]) => object;
}

function storeTool(parts: ToolParts, { where, using, schema }: ToolForms): Tool {
  return {
    name: "store",
    description:
      "Store a text to be found again by its words, with further fields of its payload. Returns its id once it is durable.",
    inputSchema: schema(
      {
        collection: where,
        vector: { ...VECTOR, description: `${VECTOR.description} Left out: found by its text.` },
        using,
        text: { type: "string", description: "The text; stored in the payload as text." },
        payload: { type: "object", description: "Further fields of the payload." },
        id: {
          type: ["integer", "string"],
          description:
            "An unsigned integer or a UUID; an existing point with it is replaced. The default is a new UUID.",
        },
      },
      ["text"],
    ),
    call: (input) => storePoint(parts, input),
  };
}

async function storePoint(parts: ToolParts, input: Fields): Promise<object> {
  const { text, payload = {}, id = parts.newId(), using } = input;
  const collection = collectionIn(parts, input);
  if (!isFields(payload)) throw new InvalidArgument("payload: expected an object");
  if (typeof text !== "string") {
    throw new InvalidArgument(text === undefined ? "text is required" : "text: expected a string");
  }
  const { server, model, texts } = parts;
  const vector = vectorIn(input) ?? (model === null ? null : documentOf(text, model));
  const own = vector === null ? {} : typeof using === "string" ? { [using]: vector } : vector;
  const point = { id, vector: own, payload: { ...payload, text } };
  const store = () => requestOf(server, "PUT", pathOf(collection, "/points?wait=true"), { points: [point] });
  await store().catch(async (error) => {
    if (!isAbsent(error)) throw error;
    const size = vectorIn(input)?.length ?? model?.size ?? null;
    await createMemory(server, collection, { size, using, texts });
    await store();
  });
  return { id, collection };
}

async function find(parts: ToolParts, input: Fields): Promise<object> {
  const { text, filter, using, limit = LIMIT } = input;
  const collection = collectionIn(parts, input);
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > MAX_HITS)
    throw new InvalidArgument(`limit: expected an integer from 1 to ${MAX_HITS}, got ${String(limit)}`);
  if (text !== undefined && typeof text !== "string") throw new InvalidArgument("text: expected a string");
  const vector = vectorIn(input);
  if (text !== undefined && vector !== undefined)
    throw new InvalidArgument("give either text or vector, not both");
  const isListed = text === undefined && vector === undefined;
  if (isListed && !isFields(filter)) throw new InvalidArgument("text, vector or filter is required");
  const request = {
    ...(text === undefined
      ? { ...(vector && { query: vector }), ...(using !== undefined && { using }) }
      : byText(text, parts.model)),
    ...(filter !== undefined && { filter }),
    limit,
    with_payload: true,
  };
  const { server } = parts;
  const rest = isListed ? "/points/scroll" : "/points/query";
  const { points } = await requestOf<{ points: object[] }>(server, "POST", pathOf(collection, rest), request);
  return { points };
}

async function listCollections({ server }: ToolParts): Promise<object> {
  const { collections } = await requestOf<{ collections: { name: string }[] }>(server, "GET", "/collections");
  const told = collections.map(async ({ name }) => {
    const { points_count, config, payload_schema } = await requestOf<CollectionInfo>(
      server,
      "GET",
      pathOf(name),
    );
    const texts = Object.keys(payload_schema).filter((key) => payload_schema[key]!.data_type === "text");
    return { name, points_count, vectors: config.params.vectors, texts };
  });
  return { collections: await Promise.all(told) };
}

function collectionIn(parts: ToolParts, { collection = parts.collection }: Fields): string {
  if (typeof collection === "string" && collection !== "") return collection;
  throw new InvalidArgument("collection is required; list_collections says which there are");
}

function vectorIn({ vector }: Fields): readonly number[] | undefined {
  if (vector === undefined) return undefined;
  const isVector =
    Array.isArray(vector) && vector.length > 0 && vector.every((value) => typeof value === "number");
  if (!isVector) throw new InvalidArgument("vector: expected an array of numbers");
  return vector as number[];
}
