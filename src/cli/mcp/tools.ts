// The tools for an assistant: store, find, list_collections.
// The decision: they take vectors, because a database contains no model that makes them. The payload holds a text and
// any other fields, so a payload filter alone can find points, too.
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import type { CollectionInfo } from "../../schema/collection.ts";
import { requestOf, type Server } from "../common/request.ts";
import { pathOf } from "../common/server-flags.ts";
import { type Fields, isFields, type Tool } from "./protocol.ts";

interface ToolParts {
  readonly server: Server;
  /** The collection of calls that name none; null: calls must name one. */
  readonly collection: string | null;
  /** True if there is no tool that writes. */
  readonly readOnly: boolean;
  readonly newId: () => string;
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
        "Find points: those nearest to a vector, or, without one, those whose payload matches a filter. " +
        "Returns ids, payloads and, for a vector, scores, the nearest first.",
      inputSchema: schema({
        collection: where,
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
      description: "List the collections, with their vectors (name, size, distance) and number of points.",
      inputSchema: { type: "object", properties: {}, additionalProperties: false },
      call: () => listCollections(parts),
    },
  ];
  if (parts.readOnly) return tools;
  const store: Tool = {
    name: "store",
    description:
      "Store a point: a vector, a text, and further fields of its payload. Returns its id once it is durable.",
    inputSchema: schema(
      {
        collection: where,
        vector: VECTOR,
        using,
        text: { type: "string", description: "The text of the vector; stored in the payload as text." },
        payload: { type: "object", description: "Further fields of the payload." },
        id: {
          type: ["integer", "string"],
          description:
            "An unsigned integer or a UUID; an existing point with it is replaced. The default is a new UUID.",
        },
      },
      ["vector"],
    ),
    call: (input) => storePoint(parts, input),
  };
  return [store, ...tools];
}

async function storePoint(parts: ToolParts, input: Fields): Promise<object> {
  const { text, payload = {}, id = parts.newId(), using } = input;
  const collection = collectionIn(parts, input);
  if (!isFields(payload)) throw new InvalidArgument("payload: expected an object");
  if (text !== undefined && typeof text !== "string") throw new InvalidArgument("text: expected a string");
  const vector = vectorIn(input);
  if (vector === undefined) throw new InvalidArgument("vector is required");
  const point = {
    id,
    vector: typeof using === "string" ? { [using]: vector } : vector,
    payload: { ...payload, ...(text !== undefined && { text }) },
  };
  await requestOf(parts.server, "PUT", pathOf(collection, "/points?wait=true"), { points: [point] });
  return { id, collection };
}

async function find(parts: ToolParts, input: Fields): Promise<object> {
  const { filter, using, limit = LIMIT } = input;
  const collection = collectionIn(parts, input);
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1 || limit > MAX_HITS)
    throw new InvalidArgument(`limit: expected an integer from 1 to ${MAX_HITS}, got ${String(limit)}`);
  const vector = vectorIn(input);
  if (vector === undefined && !isFields(filter)) throw new InvalidArgument("vector or filter is required");
  const request = {
    ...(vector !== undefined && { query: vector }),
    ...(filter !== undefined && { filter }),
    ...(using !== undefined && { using }),
    limit,
    with_payload: true,
  };
  const { server } = parts;
  const rest = vector === undefined ? "/points/scroll" : "/points/query";
  const { points } = await requestOf<{ points: object[] }>(server, "POST", pathOf(collection, rest), request);
  return { points };
}

async function listCollections({ server }: ToolParts): Promise<object> {
  const { collections } = await requestOf<{ collections: { name: string }[] }>(server, "GET", "/collections");
  const told = collections.map(async ({ name }) => {
    const { points_count, config } = await requestOf<CollectionInfo>(server, "GET", pathOf(name));
    return { name, points_count, vectors: config.params.vectors };
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
