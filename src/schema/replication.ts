// Requests and results about leaders and followers.
import Type, { type Static } from "typebox";

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const LOG_TYPE = "application/octet-stream";

export const LogRequestSchema = Type.Object({
  /** The LSN of the first record that the follower needs. */
  from: Type.Integer({ minimum: 1 }),
  /** The id of the log that the follower has; absent: it has no records. */
  log: Type.Optional(Type.String({ maxLength: 64 })),
  /** The id of the promotion before its last record; absent: there was none. */
  promotion: Type.Optional(Type.String({ maxLength: 64 })),
  /** Any text by which the leader knows the follower again, so that its log keeps what this one needs. */
  follower: Type.Optional(Type.String({ maxLength: 64 })),
});
export type LogRequest = Static<typeof LogRequestSchema>;

export const PromotionSchema = Type.Object({
  /** The epoch that begins. Its server takes writes, and those of earlier epochs refuse them when they learn of it. */
  epoch: Type.Integer(),
});
export type PromotionResult = Static<typeof PromotionSchema>;

export const ReplaceRequestSchema = Type.Object({
  /** The id of the log, and the epoch at which another server takes over. */
  log: Type.String({ maxLength: 64 }),
  epoch: Type.Integer({ minimum: 2 }),
});
export type ReplaceRequest = Static<typeof ReplaceRequestSchema>;

export const ReplacedSchema = Type.Object({
  epoch: Type.Integer(),
  /** The LSN of the last record of the server that was replaced. */
  last_lsn: Type.Integer(),
});
export type ReplacedResult = Static<typeof ReplacedSchema>;

/** Which server writes the log, and how far this one is. */
export const ReplicationSchema = Type.Object({
  role: Type.Union([
    Type.Literal("leader"),
    Type.Literal("follower"),
    Type.Literal("replaced"),
    Type.Literal("member"),
  ]),
  epoch: Type.Integer(),
  /** All records up to this LSN have been applied. */
  applied_lsn: Type.Integer(),
  /** The URL of the leader that this server follows. */
  leader: Nullable(Type.String()),
  /** Null: this server follows none, or has never reached its leader. */
  lag: Nullable(
    Type.Object({
      /** Seconds for which this server has lacked records of the leader, or has not heard of it; 0: it has all. */
      seconds: Type.Number(),
      records: Type.Integer(),
    }),
  ),
  /** Why the follower does not get records, in a sentence. */
  problem: Nullable(Type.String()),
  /** The followers that are connected, by the LSN of the record that they get next. */
  followers: Type.Array(Type.Object({ next_lsn: Type.Integer() })),
});
export type ReplicationStatus = Static<typeof ReplicationSchema>;
