// Whether this server takes writes.
// The decision: one value, which the writer checks just before a record is logged, so that no path around it exists.
import { FollowsLeader, ServerReplaced } from "../../errors/replication.ts";

export type Role =
  | { readonly kind: "leader" }
  /** The log comes from the server at this URL. */
  | { readonly kind: "follower"; readonly leader: string }
  /** One of the servers of a cluster, all of which write to its log. */
  | { readonly kind: "member" }
  /** Another server has taken its place. */
  | { readonly kind: "replaced"; readonly epoch: number };

export const LEADER: Role = { kind: "leader" };
export const MEMBER: Role = { kind: "member" };

/** @throws FollowsLeader, ServerReplaced */
export function ensureLeads(role: Role): void {
  if (role.kind === "follower") throw new FollowsLeader(role.leader);
  if (role.kind === "replaced") throw new ServerReplaced(role.epoch);
}
