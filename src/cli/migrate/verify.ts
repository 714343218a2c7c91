// Compares a collection with its source after a migration.
// The decision: every id of the source is looked up, which costs little beside the vectors, so a lost point is found
// wherever it is. Vectors and payloads are compared for a sample: the ids with the smallest hashes of the seed and the
// id, so the same seed chooses the same points in every run.
import { createHash } from "node:crypto";
import { parseExact } from "../../json/plain.ts";
import { requestOf, type Server } from "../common/request.ts";
import { pathOf } from "../common/server-flags.ts";
import type { Progress } from "../data/progress.ts";
import { type ComparedPoint, differenceOf } from "./same-point.ts";
import type { SourceCollection, SourceDatabase, SourceId } from "./source-database.ts";
import { targetInfo, vectorsOf } from "./target.ts";

interface VerifyParts {
  readonly source: SourceDatabase;
  readonly server: Server;
  readonly progress: Progress;
  /** Points whose vectors and payloads are compared. */
  readonly sample: number;
  readonly seed: number;
}

/** The result of a comparison. */
export interface Compared {
  /** Ids that were read from the source. */
  readonly source: number;
  /** Points as the source counts them: another number if it is written to, or does not show all of them. */
  readonly counted: number;
  readonly target: number;
  /** Ids of the source that the collection does not have. */
  readonly missing: number;
  readonly missingIds: readonly string[];
  /** Points of the collection that the source does not have. */
  readonly extra: number;
  /** Points whose vectors and payloads were compared. */
  readonly compared: number;
  readonly different: number;
  /** For some of them the id and what differs. */
  readonly differences: readonly string[];
}

const MANY_IDS = 1_000;
const PICKED = 50;
const MAX_SHOWN = 10;

export async function compare(
  parts: VerifyParts,
  { name, points }: SourceCollection,
  target: string,
): Promise<Compared> {
  const { source, server, progress, seed } = parts;
  const sample = new HashSample(parts.sample, seed);
  const missingIds: string[] = [];
  let [missing, read] = [0, 0];
  let batch: SourceId[] = [];
  const check = async () => {
    const found = await foundIn(server, target, batch);
    for (const { id } of batch) if (!found.has(id!) && ++missing <= MAX_SHOWN) missingIds.push(id!);
    read += batch.length;
    for (const one of batch) if (found.has(one.id!)) sample.offer(one);
    progress.show(`${target}: ${read} of ${points} ids compared`);
    batch = [];
  };
  for await (const one of source.ids(name)) {
    if (one.id === null) continue;
    batch.push(one);
    if (batch.length >= MANY_IDS) await check();
  }
  if (batch.length > 0) await check();
  const { count } = await requestOf<{ count: number }>(server, "POST", pathOf(target, "/points/count"), {
    exact: true,
  });
  const { compared, differences } = await compareSample(parts, name, target, sample.chosen);
  progress.end();
  return {
    source: read,
    counted: await source.count(name),
    target: count,
    missing,
    missingIds,
    extra: Math.max(0, count - (read - missing)),
    compared,
    different: differences.length,
    differences: differences.slice(0, MAX_SHOWN),
  };
}

async function foundIn(
  server: Server,
  target: string,
  ids: readonly SourceId[],
): Promise<ReadonlySet<string>> {
  const found = await pointsOf(server, target, ids, false);
  return new Set(found.map(({ id }) => String(id)));
}

/** Reads points by id; those that are not there are left out. */
async function pointsOf(server: Server, target: string, ids: readonly SourceId[], isWhole: boolean) {
  const filter = { must: [{ has_id: ids.map(({ id }) => idOf(id!)) }] };
  const request = { filter, limit: ids.length, with_payload: isWhole, with_vector: isWhole };
  const path = pathOf(target, "/points/scroll");
  return (await requestOf<{ points: ComparedPoint[] }>(server, "POST", path, request)).points;
}

async function compareSample(
  { source, server }: VerifyParts,
  name: string,
  target: string,
  chosen: readonly SourceId[],
) {
  const info = await targetInfo(server, target);
  const distances = new Map(
    Array.from(vectorsOf(info!).dense, ([vector, { distance }]) => [vector, distance] as const),
  );
  const differences: string[] = [];
  let compared = 0;
  for (let from = 0; from < chosen.length; from += PICKED) {
    const keys = chosen.slice(from, from + PICKED).map(({ key }) => key);
    const rows = (await source.pick(name, keys)).filter(({ line }) => line !== null);
    const points = rows.length === 0 ? [] : await pointsOf(server, target, rows, true);
    const byId = new Map(points.map((point) => [String(point.id), point]));
    for (const { id, line } of rows) {
      const point = byId.get(id!);
      compared++;
      const difference = point === undefined ? "it is gone" : differenceOf(line!, point, distances);
      if (difference !== null) differences.push(`${id}: ${difference}`);
    }
  }
  return { compared, differences };
}

/** Chooses ids: those with the smallest hashes. */
class HashSample {
  readonly #size: number;
  readonly #seed: number;
  #kept: { readonly hash: string; readonly id: SourceId }[] = [];

  constructor(size: number, seed: number) {
    this.#size = size;
    this.#seed = seed;
  }

  offer(id: SourceId): void {
    this.#kept.push({ hash: createHash("sha1").update(`${this.#seed} ${id.id}`).digest("hex"), id });
    if (this.#kept.length > this.#size + MANY_IDS) this.#reduce();
  }

  get chosen(): readonly SourceId[] {
    this.#reduce();
    return this.#kept.map(({ id }) => id);
  }

  #reduce(): void {
    this.#kept.sort((a, b) => (a.hash < b.hash ? -1 : 1));
    this.#kept = this.#kept.slice(0, this.#size);
  }
}

function idOf(id: string): unknown {
  return /^\d+$/.test(id) ? parseExact(id) : id;
}
