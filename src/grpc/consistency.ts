// The consistency that a call asks for, which is that of `?consistency=` over REST.
// The decision: it is read from the message and not from the converted request, since it is no part of what an
// operation does. As over REST it counts only where it has an effect, which is in a cluster; within a batch, that of
// the batch does.
import type { Services } from "../api/operation.ts";
import { word } from "./convert/codec.ts";
import type { ReadConsistency, ReadConsistencyType } from "./gen/azimuth.d.ts";
import { enums } from "./wire/messages.ts";

const FIELD = "read_consistency";

const types = word<ReadConsistencyType>({
  all: enums.ReadConsistencyType.All,
  majority: enums.ReadConsistencyType.Majority,
  quorum: enums.ReadConsistencyType.Quorum,
});

/** Returns the field of a request; null: it has none. */
export function consistencyIn(message: object): ReadConsistency | null {
  return (message as { readonly [FIELD]?: ReadConsistency })[FIELD] ?? null;
}

/** Waits as long as the call asks for, in a cluster. @throws InvalidArgument, LogUnavailable */
export async function agree({ value }: ReadConsistency, { replication }: Services): Promise<void> {
  if (value === undefined || !replication.isShared) return;
  const isType = value.$case === "type";
  const consistency = isType ? types.read(value.value, `${FIELD}.type`) : String(value.value);
  await replication.agree(consistency as string, FIELD);
}
