// How current a read has to be: what a call asks for, as over REST by `?consistency=` and X-At-Least, and the setting
// `max_lag`.
// The decision: the consistency is read from the message and not from the converted request, since it is no part of
// what an operation does. As over REST it counts only where it has an effect, which is in a cluster; within a batch,
// that of the batch does.
import type { Services } from "../api/operation.ts";
import { word } from "./convert/codec.ts";
import type { ReadConsistency, ReadConsistencyType } from "./gen/azimuth.d.ts";
import type { UnaryCall } from "./incoming-call.ts";
import { enums } from "./wire/messages.ts";

const FIELD = "read_consistency";
const AT_LEAST = "x-at-least";

const types = word<ReadConsistencyType>({
  all: enums.ReadConsistencyType.All,
  majority: enums.ReadConsistencyType.Majority,
  quorum: enums.ReadConsistencyType.Quorum,
});

/** Returns the field of a request; null: it has none. */
export function consistencyIn(message: object): ReadConsistency | null {
  return (message as { readonly [FIELD]?: ReadConsistency })[FIELD] ?? null;
}

/** The operation of a call. */
interface Asked {
  /** Whether it is about one collection, and whether it reads it. */
  readonly isOnOne: boolean;
  readonly isRead: boolean;
}

/**
 * Waits until this server is as current as the call asks for; null: there is nothing to wait for.
 * @throws InvalidArgument, NotYetApplied, LogUnavailable, StaleRead
 */
export function becomeCurrent(
  { metadata, consistency }: Pick<UnaryCall, "metadata" | "consistency">,
  { isOnOne, isRead }: Asked,
  services: Services,
): Promise<void> | null {
  const positions = metadata.get(AT_LEAST);
  const asked = isOnOne ? consistency : null;
  const isBounded = isRead && services.replication.isBounded;
  if (positions.length === 0 && asked === null && !isBounded) return null;
  const position = positions.length === 0 ? null : positions.join(",");
  return waitFor(position, asked, isBounded, services);
}

async function waitFor(
  position: string | null,
  asked: ReadConsistency | null,
  isBounded: boolean,
  services: Services,
): Promise<void> {
  const { replication } = services;
  if (position !== null) await replication.reach(position);
  if (asked !== null) await agree(asked, services);
  if (isBounded) replication.ensureFresh();
}

/** Waits as long as the call asks for, in a cluster. @throws InvalidArgument, LogUnavailable */
async function agree({ value }: ReadConsistency, { replication }: Services): Promise<void> {
  if (value === undefined || !replication.isShared) return;
  const isType = value.$case === "type";
  const consistency = isType ? types.read(value.value, `${FIELD}.type`) : String(value.value);
  await replication.agree(consistency as string, FIELD);
}
