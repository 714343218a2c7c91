// A random point of a collection, with which screens begin that nothing was asked of yet.
import { ask } from "../../../api/request.ts";
import type { PointId } from "../../../api/types.ts";
import { pathOf } from "../info.ts";

interface Drawn {
  readonly id: PointId;
  readonly vector?: unknown;
}

/** Returns a random point that has a vector of this name, "" for the one without a name; null if there is none. */
export async function anyPoint(
  collection: string,
  using: string,
  signal?: AbortSignal,
): Promise<PointId | null> {
  return (await drawn(collection, using, false, signal))?.id ?? null;
}

/** Returns the vector of a random point as JSON. @throws Error if there is none */
export async function randomVector(collection: string, using: string): Promise<string> {
  const vector = (await drawn(collection, using, true))?.vector;
  if (vector === undefined) throw new Error("No point has such a vector");
  const own = vectorNamed(vector, using);
  return Array.isArray(own) ? `[${own.join(", ")}]` : JSON.stringify(own);
}

async function drawn(
  collection: string,
  using: string,
  hasVector: boolean,
  signal?: AbortSignal,
): Promise<Drawn | undefined> {
  const body = {
    query: { sample: "random" },
    // The filter is needed because points may lack a vector.
    ...(using !== "" && { filter: { must: [{ has_vector: using }] } }),
    limit: 1,
    with_payload: false,
    with_vector: hasVector && (using === "" ? true : [using]),
  };
  const options = { body, signal };
  const { points } = await ask<{ points: Drawn[] }>("POST", pathOf(collection, "/points/query"), options);
  return points[0];
}

/** Returns the vector of a name from an answer, "" for the one without a name; undefined if it is not there. */
export function vectorNamed(vector: unknown, name: string): unknown {
  return Array.isArray(vector) ? vector : (vector as Readonly<Record<string, unknown>> | undefined)?.[name];
}
