// `azimuth collections deleted` and `restore` of points: the deletions of points that can be undone.
import type { DeletionList, RestoredPoints } from "../schema/deletion.ts";
import { writeResult } from "./common/output.ts";
import { requestOf } from "./common/request.ts";
import { pathOf, type ServerFlags, type ServerParts, serverOf } from "./common/server-flags.ts";
import { tableOf } from "./common/table.ts";

export async function listDeletions(parts: ServerParts, name: string, flags: ServerFlags): Promise<boolean> {
  const path = pathOf(name, "/points/deleted");
  const { deletions } = await requestOf<DeletionList>(serverOf(flags, parts), "GET", path);
  const rows = deletions.map((one) => [one.deletion, one.points, one.deleted_until]);
  return writeResult(parts.stdout, flags, deletions, tableOf(["DELETION", "POINTS", "UNTIL"], rows));
}

export async function restorePoints(
  parts: ServerParts,
  name: string,
  deletion: string,
  flags: ServerFlags,
): Promise<boolean> {
  const path = pathOf(name, "/points/restore");
  const counts = await requestOf<RestoredPoints>(serverOf(flags, parts), "POST", path, { deletion });
  const { restored, existing } = counts;
  const left = existing === 0 ? "" : `, ${existing} left as they are, because they exist again`;
  return writeResult(parts.stdout, flags, counts, `points of ${name}: ${restored} restored${left}\n`);
}
