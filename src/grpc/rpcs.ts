// The RPCs: the methods of the definitions, each with its operation and the conversions of its messages.
// The decision: nothing is stated here about an RPC that its definition and the row of its operation state. The row
// names the method; permissions, validation, texts and statuses come from the row, so a call over gRPC is admitted and
// refused like a request over REST. Codecs are listed for messages whose JSON has another form than their fields.
import type { Permission } from "../api/operation.ts";
import { OPERATIONS } from "../api/operations/index.ts";
import { type Encoding, encoderOf } from "./convert/answers.ts";
import type { Codec } from "./convert/codec.ts";
import * as collections from "./convert/collections.ts";
import { createFieldIndex, deleteFieldIndex } from "./convert/field-indexes.ts";
import { plainQuery, plainSearch } from "./convert/plain-search.ts";
import * as queries from "./convert/queries.ts";
import { record } from "./convert/record.ts";
import * as searches from "./convert/searches.ts";
import { changeCollectionCluster } from "./convert/shards.ts";
import * as writes from "./convert/writes.ts";
import type { Messages } from "./gen/azimuth.d.ts";
import type { MessageCodec } from "./wire/codec.ts";
import { type MessageName, type MethodCodecs, type Methods, nameOf, services } from "./wire/messages.ts";

export interface Rpc {
  /** An id of the operation table. */
  readonly operation: string;
  /** Converts a message to the object that `invoke` takes, which is the parsed body of REST. @throws InvalidArgument */
  readonly decode: (message: never) => object;
  /** Reads a small message of the common kind at once, with the result of `decode`; null: it is of another kind. */
  readonly plain?: ((bytes: Uint8Array) => object | null) | undefined;
  readonly encode: Encoding;
  /** Defaults in the package `qdrant` for fields that a message leaves out. */
  readonly inQdrant?: object | undefined;
}

/** An RPC that clients know and this server lacks. Its callers are checked like those of others. */
export interface UnsupportedRpc {
  readonly unsupported: string;
  readonly permission: Permission;
}

/** A service of the package `azimuth.v1` with its methods. */
export interface Service {
  readonly definition: Methods;
  /** Whether Qdrant has the service, too. */
  readonly isTheirs: boolean;
  readonly rpcs: Readonly<Record<string, Rpc | UnsupportedRpc>>;
}

const REQUESTS: { readonly [Name in MessageName]?: Codec<Messages[Name]> } = {
  CreateCollection: collections.createCollection,
  UpdateCollection: collections.updateCollection,
  DeleteCollection: collections.deleteCollection,
  ChangeAliases: collections.changeAliases,
  CreateVectorNameRequest: collections.createVectorName,
  DeleteVectorNameRequest: collections.deleteVectorName,
  UpdateCollectionClusterSetupRequest: changeCollectionCluster,
  CreateFieldIndexCollection: createFieldIndex,
  DeleteFieldIndexCollection: deleteFieldIndex,
  UpsertPoints: writes.upsertPoints,
  DeletePoints: writes.deletePoints,
  UpdatePointVectors: writes.updatePointVectors,
  DeletePointVectors: writes.deletePointVectors,
  SetPayloadPoints: writes.setPointPayload,
  DeletePayloadPoints: writes.deletePointPayload,
  ClearPayloadPoints: writes.clearPointPayload,
  UpdateBatchPoints: writes.updateBatch,
  GetPoints: searches.getPoints,
  ScrollPoints: searches.scrollPoints,
  CountPoints: searches.countPoints,
  SearchPoints: searches.searchPoints,
  SearchBatchPoints: searches.searchBatch,
  SearchPointGroups: searches.searchGroups,
  RecommendPoints: searches.recommendPoints,
  RecommendBatchPoints: searches.recommendBatch,
  RecommendPointGroups: searches.recommendGroups,
  DiscoverPoints: searches.discoverPoints,
  DiscoverBatchPoints: searches.discoverBatch,
  QueryPoints: queries.queryPoints,
  QueryBatchPoints: queries.queryBatch,
  QueryPointGroups: queries.queryGroups,
  FacetCounts: queries.facet,
  SearchMatrixPoints: queries.matrix,
};

/** Messages whose common kind is read in one pass. */
const PLAIN: { readonly [Name in MessageName]?: (bytes: Uint8Array) => object | null } = {
  SearchPoints: plainSearch,
  QueryPoints: plainQuery,
};

const FULL = {
  unsupported: "snapshots of the whole server; azimuth backup makes a backup of it",
  permission: "write",
} as const;
const UNSUPPORTED: Readonly<Record<string, UnsupportedRpc>> = {
  "Snapshots.CreateFull": FULL,
  "Snapshots.ListFull": { ...FULL, permission: "read_admin" },
  "Snapshots.DeleteFull": FULL,
};

/** Services that Qdrant has, too. */
const THEIRS = ["CollectionsService", "PointsService", "SnapshotsService", "ServerService"];
const DEFAULTS_IN_QDRANT: Readonly<Record<string, object>> = { "Points.Get": { with_payload: false } };

const operations = new Map(OPERATIONS.map(({ rpc, id }) => [rpc, id]));

export const SERVICES: readonly Service[] = Object.entries(services as Readonly<Record<string, Methods>>).map(
  ([name, definition]) => ({
    definition,
    isTheirs: THEIRS.includes(name),
    rpcs: Object.fromEntries(Object.entries(definition).map(([key, method]) => [key, rpcOf(method)])),
  }),
);

function rpcOf({ path, request, response }: Methods[string] & MethodCodecs): Rpc | UnsupportedRpc {
  const name = path.slice("/azimuth.v1.".length).replace("/", ".");
  const operation = operations.get(name);
  if (operation === undefined) {
    const unsupported = UNSUPPORTED[name];
    if (!unsupported) throw new Error(`no operation has the RPC ${name}`);
    return unsupported;
  }
  const { read } = requestCodec(request);
  return {
    operation,
    decode: (message: object) => read(message, "") as object,
    plain: PLAIN[nameOf(request)],
    encode: encoderOf(response),
    inQdrant: DEFAULTS_IN_QDRANT[name],
  };
}

export function requestCodec(definition: MessageCodec): Codec<object> {
  return (REQUESTS[nameOf(definition)] as Codec<object> | undefined) ?? record(definition);
}
