// Results as Qdrant's clients expect them where the native ones differ in spelling.
// The decision: what is done to a result follows from its schema, not from its operation, so that an operation that
// answers with a known kind of result needs nothing here.
import type { Operation } from "../../api/operation.ts";
import { type CollectionInfo, CollectionInfoSchema } from "../../schema/collection.ts";
import { type UpdateResult, UpdateResultSchema } from "../../schema/point.ts";
import { HealthSchema, type ServerInfo, ServerInfoSchema } from "../../schema/server.ts";

/** Its clients warn when their own minor version is more than one away from this. */
const VERSION = "1.18.2";

const NO_QUANTIZATION = new Set(['"Disabled"', '{"scalar":{"type":"int8"}}']);

type Adapt = (result: never) => unknown;

const BY_SCHEMA = new Map<object, Adapt>([
  [UpdateResultSchema, updateResult],
  [CollectionInfoSchema, collectionInfo],
  [ServerInfoSchema, (info: ServerInfo) => ({ ...info, version: VERSION })],
  [HealthSchema, (text: string) => (text === "all collections are ready" ? "all shards are ready" : text)],
]);

/** The result of an operation, or a list of such, in Qdrant's spelling. */
export function adapted({ result: schema }: Operation, result: unknown): unknown {
  const adapt = BY_SCHEMA.get(schema);
  if (adapt) return adapt(result as never);
  const { items } = schema as { items?: object };
  const each = items && BY_SCHEMA.get(items);
  return each ? (result as never[]).map(each) : result;
}

function updateResult({ status, ...rest }: UpdateResult): object {
  return { ...rest, status: status.toLowerCase() };
}

/** In Qdrant's sense there is no quantization where the index has the codes that every index has. */
function collectionInfo(info: CollectionInfo): object {
  const { config } = info;
  const isNone = NO_QUANTIZATION.has(JSON.stringify(config.quantization_config));
  return isNone ? { ...info, config: { ...config, quantization_config: null } } : info;
}
