// Results about the last hour of the server.
import Type, { type Static } from "typebox";

export const HistoryRequestSchema = Type.Object({
  /** Seconds since 1970: only later samples are wanted. A text, because query parameters are. */
  since: Type.Optional(Type.String()),
});
export type HistoryRequest = Static<typeof HistoryRequestSchema>;

/**
 * The subject of a line: requests a second by route, status, gRPC call and collection, failed ones by route, seconds of
 * a request, of a timer that is late and of a commit, mean seconds of a request by collection, bytes, and vectors.
 */
const ChartSchema = Type.Union([
  Type.Literal("routes"),
  Type.Literal("statuses"),
  Type.Literal("latency"),
  Type.Literal("errors"),
  Type.Literal("calls"),
  Type.Literal("collections"),
  Type.Literal("collection_latency"),
  Type.Literal("memory"),
  Type.Literal("event_loop"),
  Type.Literal("fsync"),
  Type.Literal("vectors"),
]);
export type ChartName = Static<typeof ChartSchema>;

export const HistorySchema = Type.Object({
  /** Seconds since 1970. */
  times: Type.Array(Type.Number()),
  lines: Type.Array(
    Type.Object({
      chart: ChartSchema,
      name: Type.String(),
      /** One for each time; null: there was none. */
      values: Type.Array(Type.Union([Type.Number(), Type.Null()])),
    }),
  ),
});
export type ServerHistory = Static<typeof HistorySchema>;

export const SlowRequestsSchema = Type.Object({
  /** From how many milliseconds on a request is slow, as slow_request_ms says; 0: none is. */
  slow_ms: Type.Integer(),
  /** The last 100, the newest first. */
  requests: Type.Array(
    Type.Object({
      /** RFC 3339. */
      at: Type.String(),
      api: Type.Union([Type.Literal("rest"), Type.Literal("ui"), Type.Literal("grpc")]),
      method: Type.String(),
      /** The pattern of the path, or the name of the call. */
      route: Type.String(),
      collection: Type.Union([Type.String(), Type.Null()]),
      status: Type.Integer(),
      ms: Type.Number(),
    }),
  ),
});
export type SlowRequests = Static<typeof SlowRequestsSchema>;
