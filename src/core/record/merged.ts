// Joins operations on points that follow each other in the log, so that many small writes cost one application.
// The decision: they are joined as they are, point for point and in their order, so the result of the joined operation
// is that of one after another. Each point keeps the version of its own operation.
import { PackedIds } from "../slots/point-id.ts";
import type { FieldVectors, PointOperation, UpsertPoints } from "./operation.ts";
import { joinedRows } from "./vector-rows.ts";

/** An operation with its position in the log. */
export interface LoggedOperation {
  readonly operation: PointOperation;
  readonly lsn: number;
}

/** An operation and the version of its points: one for all, or one for each. */
interface VersionedOperation {
  readonly operation: PointOperation;
  readonly version: number | Float64Array;
}

/** @param all at least one operation, all of the same kind and of the same collection */
export function merged(all: readonly LoggedOperation[]): VersionedOperation {
  const [first] = all;
  if (all.length === 1) return { operation: first!.operation, version: first!.lsn };
  const operations = all.map(({ operation }) => operation);
  const ids = PackedIds.joined(operations.map((operation) => operation.ids));
  const version = new Float64Array(ids.length);
  let point = 0;
  for (const { operation, lsn } of all) {
    version.fill(lsn, point, point + operation.ids.length);
    point += operation.ids.length;
  }
  return { operation: { ...joined(operations), ids }, version };
}

function joined([first, ...others]: readonly PointOperation[]): PointOperation {
  if (first!.kind === "delete_points") return first!;
  const same = [first, ...others] as UpsertPoints[];
  const payloads = same.flatMap((operation) => operation.payloads);
  if (first!.kind === "set_payloads") return { ...first!, payloads };
  return { ...first!, payloads, fields: joinedFields(same) };
}

function joinedFields(upserts: readonly UpsertPoints[]): FieldVectors[] {
  const names = new Set(upserts.flatMap(({ fields }) => fields.map(({ name }) => name)));
  return Array.from(names, (name) => {
    const rows: number[] = [];
    const parts: FieldVectors[] = [];
    let points = 0;
    for (const { ids, fields } of upserts) {
      const field = fields.find((one) => one.name === name);
      if (field) {
        parts.push(field);
        const count = field.rows?.length ?? ids.length;
        for (let i = 0; i < count; i++) rows.push(points + (field.rows?.[i] ?? i));
      }
      points += ids.length;
    }
    const all = rows.length === points ? null : Uint32Array.from(rows);
    return { name, rows: all, vectors: joinedRows(parts.map(({ vectors }) => vectors)) };
  });
}
