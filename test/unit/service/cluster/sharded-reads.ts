// Reads of points at one of several servers that have some of the shards each, and what they must find at any time.
import { NATIVE_RULES } from "../../../../src/schema/rules.ts";
import { ScrollService } from "../../../../src/service/scroll.ts";
import type { Judge } from "../../../support/cluster-judge.ts";
import type { ShardedNode } from "./sharded-servers.ts";

export const NAME = "c";
export const C = { collection_name: NAME };
/** Points that are written once and never changed. */
export const FIRST_STABLE = 1_000;
export const STABLE = 48;

export interface Found {
  readonly version: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Returns points by their ids; null for one that is not there. Their vectors and payloads must be of one write. */
export async function found(
  { points }: ShardedNode,
  ids: readonly number[],
  judge: Judge,
): Promise<(Found | null)[]> {
  const rules = { ...NATIVE_RULES, absentIds: "left_out" } as const;
  const records = await points.retrieve({ ...C, ids: [...ids], with_vector: true }, rules);
  const byId = new Map(records.map((record) => [Number(record.id), record]));
  return ids.map((id) => {
    const record = byId.get(id);
    if (!record) return null;
    const payload = record.payload ? JSON.parse(Buffer.from(record.payload.bytes).toString()) : {};
    const [first] = record.vector as unknown as Float32Array;
    if (typeof payload.token === "string" && first !== payload.version)
      judge.blame(`point ${id} has version ${payload.version} and the vector of ${first}`);
    return { version: Number(payload.version ?? 0), payload };
  });
}

/** Reads the points that never change. @param way 0: they are counted; 1, 2: scrolled in one page, or in several */
export async function readStable(
  { database, points }: ShardedNode,
  way: number,
  judge: Judge,
): Promise<void> {
  const filter = { must: [{ key: "group", match: { value: "stable" } }] };
  if (way === 0) {
    const { count } = await points.count({ ...C, filter, exact: true });
    if (count !== STABLE) judge.blame(`${count} of ${STABLE} points are counted`);
    return;
  }
  const scroll = new ScrollService(database);
  const limit = way === 1 ? STABLE + 5 : 10;
  const ids: number[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page = await scroll.scroll({ ...C, filter, limit, offset, with_vector: true }, NATIVE_RULES);
    for (const { id, payload } of page.points) {
      ids.push(Number(id));
      if (payload === null) judge.blame(`point ${id} has no payload`);
    }
    offset = page.next_page_offset === null ? null : Number(page.next_page_offset);
  }
  const expected = Array.from({ length: STABLE }, (_, i) => FIRST_STABLE + i);
  if (JSON.stringify(ids) !== JSON.stringify(expected))
    judge.blame(`a scroll with pages of ${limit} has found ${ids.length} of ${STABLE}: ${ids}`);
}
