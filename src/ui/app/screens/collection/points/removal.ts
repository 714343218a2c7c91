// Deletes points and restores them.
import type { PointId } from "../../../api/types.ts";
import { plural } from "../../../kit/format.ts";
import { tell } from "../../../kit/toast.tsx";
import { deletePoints, readPoints, writePoints } from "./point.ts";

/** Reads the points with their vectors before deleting them, so that an undo restores exactly them. */
export async function removeWithUndo(
  collection: string,
  ids: readonly PointId[],
  onDone: () => void,
): Promise<void> {
  const before = await readPoints(collection, ids);
  await deletePoints(collection, ids);
  onDone();
  const what = before.length === 1 ? `Point ${before[0]!.id}` : plural(before.length, "point");
  tell(`${what} deleted`, async () => {
    await writePoints(collection, before);
    onDone();
  });
}
