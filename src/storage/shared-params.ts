// The part of the parameters that all servers of a cluster share, and its text in the log of the cluster.
// The decision: what says who may do what, and what may be done, is shared. What belongs to one machine is not: the key
// that signs logins, which must be in no log, the clock, and when tokens were used. The text has everything, so a
// server that has read the newest one needs no other.
import type { ModelRecord, Params, TokenRecord } from "./params.ts";
import { checkParams } from "./params-shape.ts";

/** A token as all servers have it. */
type SharedToken = Omit<TokenRecord, "lastUsedAt">;

type SharedFields = Pick<Params, "authEnabled" | "admin" | "adminVersion" | "nextTokenId" | "licenses">;

export interface SharedParams extends SharedFields {
  readonly tokens: readonly SharedToken[];
  readonly models: readonly ModelRecord[];
}

/** Returns the shared part. Equal ones have equal texts. */
export function sharedPartOf(params: Params | Omit<Params, "generation">): SharedParams {
  const { authEnabled, admin, adminVersion, tokens, nextTokenId, licenses, models = [] } = params;
  const shared = tokens.map(({ lastUsedAt: _, ...token }) => token);
  return { authEnabled, admin, adminVersion, tokens: shared, nextTokenId, licenses, models };
}

/** Whether there is anything in it that a server does not have from the beginning, but for the switch. */
export function hasContent({ admin, tokens, licenses, models }: SharedParams): boolean {
  return admin !== null || [tokens, licenses, models].some(({ length }) => length > 0);
}

export function isSameShared(a: SharedParams, b: SharedParams): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * Returns the parameters with another shared part. What is as in one of the `known` parameters is the same object, by
 * which others tell whether it has changed.
 */
export function withShared<T extends Omit<Params, "generation">>(
  own: T,
  { tokens, ...shared }: SharedParams,
  known: readonly Omit<Params, "generation">[],
): T {
  const admins = known.flatMap(({ admin }) => admin ?? []);
  const models = known.flatMap((params) => params.models ?? []);
  const licenses = known.map((params) => params.licenses);
  const before = new Map(own.tokens.map((token) => [token.id, token]));
  return {
    ...own,
    ...shared,
    admin: shared.admin && knownOr(shared.admin, admins),
    licenses: knownOr(shared.licenses, licenses),
    models: shared.models.map((model) => knownOr(model, models)),
    tokens: tokens.map((token) => {
      const same = before.get(token.id);
      // A server that joins may have had another token of this id.
      const lastUsedAt = same?.createdAt === token.createdAt ? same.lastUsedAt : null;
      return { ...token, lastUsedAt };
    }),
  };
}

/** Returns the equal one of the known objects, or the given one. */
function knownOr<T>(given: T, known: readonly T[]): T {
  const text = JSON.stringify(given);
  return known.find((one) => JSON.stringify(one) === text) ?? given;
}

/** Reads the text of a shared part. @throws Error that names the first wrong field, as of another version */
export function parseShared(text: string): SharedParams {
  const { tokens, ...rest } = JSON.parse(text) as SharedParams;
  const own = { generation: 1, jwtSecret: "-", latestTime: 0 };
  const used = tokens.map((token) => ({ ...token, lastUsedAt: null }));
  return sharedPartOf(checkParams({ ...rest, ...own, tokens: used }));
}
