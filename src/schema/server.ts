// Results about the server itself.
import Type, { type Static } from "typebox";

export const ServerInfoSchema = Type.Object({
  title: Type.String(),
  version: Type.String(),
  /** Warnings for operators, such as a server open to the network without authentication. */
  warnings: Type.Optional(Type.Array(Type.String())),
});
export type ServerInfo = Static<typeof ServerInfoSchema>;

export const ReadyRequestSchema = Type.Object({
  /** Seconds by which a follower may be behind its leader; a text, because query parameters are. */
  max_lag: Type.Optional(Type.String()),
});
export type ReadyRequest = Static<typeof ReadyRequestSchema>;

export const HealthSchema = Type.String();
