// Brings a collection to a given content on a way that is drawn: in any order, in parts of any size, over former
// vectors and payloads of the same points, among points that are deleted again, with rebuilds in between.
// The decision: only the content at the end is fixed. Which slots and segments the points are in, what they replaced
// and when their payload indexes were made differs from one random source to the next.
import { between, pick, type Random, shuffled } from "../chance.ts";
import type { Answers } from "./compare.ts";
import { type DrawnPoint, FIELD_INDEXES, PointDrawer } from "./points.ts";

/** How a point gets to its content. */
type Way = "at once" | "replaced" | "payload later" | "vector later";
const WAYS: readonly Way[] = ["at once", "at once", "replaced", "payload later", "vector later"];

/** The payload key that only points have which are deleted again. */
const DECOY = "decoy";

/** @param answers the database, in which the collection exists and is empty */
export async function fill(
  answers: Answers,
  collection_name: string,
  points: readonly DrawnPoint[],
  random: Random,
): Promise<void> {
  const c = { collection_name };
  const drawer = new PointDrawer(random);
  const early = FIELD_INDEXES.filter(() => random() < 0.5);
  for (const index of early) await answers("createFieldIndex", { ...c, ...index });
  const taken = new Set(points.map(({ id }) => String(id)));
  const decoys = drawer.points(Math.ceil(points.length / 4)).filter(({ id }) => !taken.has(String(id)));
  const first = points.map((point) => begun(point, pick(random, WAYS), drawer));
  const marked = decoys.map((point) => ({ ...point, payload: { ...point.payload, [DECOY]: 1 } }));
  const upserted = shuffled([...first.map(({ point }) => point), ...marked], random);
  for (const part of partsOf(upserted, random)) {
    await answers("upsertPoints", { ...c, points: part });
    if (random() < 0.1) await answers("optimizeCollection", c);
  }
  const rest = shuffled(
    first.flatMap(({ completion }) => completion ?? []),
    random,
  );
  const half = Math.ceil(decoys.length / 2);
  const deletions: Completion[] = [
    { operation: "deletePoints", request: { points: decoys.slice(0, half).map(({ id }) => id) } },
    { operation: "deletePoints", request: { filter: { must: [{ key: DECOY, match: { value: 1 } }] } } },
  ];
  const middle = between(random, 0, rest.length);
  for (const { operation, request } of [...rest.slice(0, middle), ...deletions, ...rest.slice(middle)])
    await answers(operation, { ...c, ...request });
  for (const index of FIELD_INDEXES)
    if (!early.includes(index)) await answers("createFieldIndex", { ...c, ...index });
  if (random() < 0.5) await answers("optimizeCollection", c);
}

interface Completion {
  readonly operation: string;
  readonly request: object;
}

/** Returns what is written of a point at first, and the request after which it is as wanted; null: it is already. */
function begun(
  point: DrawnPoint,
  way: Way,
  drawer: PointDrawer,
): { readonly point: object; readonly completion: Completion | null } {
  const { id, vector, payload } = point;
  switch (way) {
    case "at once":
      return { point, completion: null };
    case "replaced": {
      const completion = { operation: "upsertPoints", request: { points: [point] } };
      return { point: drawer.point(id), completion };
    }
    case "payload later": {
      const completion = { operation: "overwritePayload", request: { points: [id], payload } };
      return { point: { id, vector, payload: drawer.payload() }, completion };
    }
    case "vector later": {
      const former = drawer.vectors();
      const known = Object.keys(vector).filter((name) => name in former);
      const kept = Object.fromEntries(known.map((name) => [name, former[name as keyof typeof former]]));
      if (Object.keys(vector).length === 0) return { point, completion: null };
      const completion = { operation: "updateVectors", request: { points: [{ id, vector }] } };
      return { point: { id, vector: kept, payload }, completion };
    }
  }
}

function* partsOf<T>(items: readonly T[], random: Random): Generator<readonly T[]> {
  for (let from = 0; from < items.length; ) {
    const to = from + between(random, 1, 40);
    yield items.slice(from, to);
    from = to;
  }
}
