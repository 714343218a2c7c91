// A log all of whose records another log keeps, as that of a server of a cluster: what its disk has lost is appended
// again at the next start. The decision: everything else of the database is as on a server alone, so the tests of power
// cuts judge it by the same rule: no acknowledged write is lost.
import type { Log, NewRecord } from "../../src/storage/log.ts";
import type { Plant } from "./log-rounds.ts";
import { withMethods } from "./planted-bugs.ts";

type Kept = Pick<NewRecord, "type" | "body">;

/** Returns a plant for one history. */
export function keptElsewhere(): Plant {
  /** The records by their LSN; those that were not acknowledged are noted when a start has read them. */
  const kept: Kept[] = [];
  return { log: (log) => withMethods<Log>(log, methodsOf(log, kept)) };
}

/** Returns the same with a bug: a checkpoint is valid before the log is synced from which it was made. */
export function checkpointBeforeLog(): Plant {
  const { log } = keptElsewhere();
  return { log: (inner) => withMethods<Log>(log!(inner), { sync: async () => {} }) };
}

function methodsOf(log: Log, kept: Kept[]): Partial<Log> {
  const note = (lsn: number, { type, body }: Kept) => {
    kept[lsn - 1] ??= { type, body: body.slice() };
  };
  const append = async (record: NewRecord) => {
    const lsn = await log.append({ ...record, isKeptElsewhere: true });
    note(lsn, record);
    return lsn;
  };
  return {
    append,
    open: async (fromLsn) => {
      const report = await log.open(fromLsn);
      for (const record of kept.slice(report.lastLsn)) await append(record);
      return { ...report, lastLsn: Math.max(report.lastLsn, kept.length) };
    },
    read: async (fromLsn) => {
      const records = await log.read(fromLsn);
      for (const record of records) note(record.lsn, record);
      return records;
    },
  };
}
