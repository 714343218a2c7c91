// Fixtures of the tests of deletions that can be undone: services over a database, and what a collection contains.
import type { Database } from "../../../src/core/database/database.ts";
import type { Selection } from "../../../src/schema/point-write.ts";
import { NATIVE_RULES } from "../../../src/schema/rules.ts";
import { DeletionsService } from "../../../src/service/deletions.ts";
import { PointsService } from "../../../src/service/points.ts";
import { ScrollService } from "../../../src/service/scroll.ts";
import type { VectorCap } from "../../../src/service/writes/vector-cap.ts";

export const C = { collection_name: "c" };
export const UNDO_SECONDS = 3600;

export function servicesOver(database: Database, cap: VectorCap | null = null) {
  const points = new PointsService(database, cap);
  const deletions = new DeletionsService(database, points, cap);
  return {
    points,
    deletions,
    /** Deletes points so that it can be undone. @returns the id of the deletion */
    async remove(selected: Selection, undo_seconds = UNDO_SECONDS): Promise<string> {
      const result = await deletions.delete({ ...C, ...selected, undo_seconds }, NATIVE_RULES);
      return (result as { deletion: string }).deletion;
    },
    restore: (deletion: string) => deletions.restore({ ...C, deletion }),
    listed: async () => (await deletions.list(C)).deletions.map(({ deletion }) => deletion),
  };
}

/** Returns a line for each point, with the bytes of its payload. */
export async function contentsOf(database: Database): Promise<string[]> {
  const request = { ...C, with_vector: true, with_payload: true, limit: 1_000 };
  const { points } = await new ScrollService(database).scroll(request, NATIVE_RULES);
  return points.map(({ id, payload, vector }) => {
    const text = payload ? Buffer.from(payload.bytes).toString() : "";
    return `${id} [${[...(vector as Float32Array)]}] ${text}`;
  });
}
