// Reads a log batch by batch, as a start does.
import type { Log, LogRecord } from "../../src/storage/log.ts";

/** Returns the batches from an LSN on, or from the oldest record. */
export async function* batchesOf(log: Log, fromLsn?: number): AsyncGenerator<LogRecord[]> {
  const { firstLsn } = await log.stats();
  let batch = await log.read(fromLsn ?? firstLsn);
  while (batch.length > 0) {
    yield batch;
    batch = await log.read(batch.at(-1)!.lsn + 1);
  }
}

/** Reads to the end; afterwards everything may be trimmed. */
export async function readToEnd(log: Log, fromLsn?: number): Promise<void> {
  for await (const _ of batchesOf(log, fromLsn));
}
