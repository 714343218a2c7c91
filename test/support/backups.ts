// Backups of a data directory for a download, made in the calling thread.
import { join } from "node:path";
import { droppedCollection } from "../../src/core/record/record.ts";
import type { BackupParts } from "../../src/service/backups.ts";
import { BackupCopies, DOWNLOADS } from "../../src/storage/backup-copies.ts";
import type { FileSystem } from "../../src/storage/fs.ts";
import { NodePayloadFiles } from "../../src/storage/node-payload-files.ts";

export function backupsIn(fs: FileSystem, dataDir: string): BackupParts {
  const copies = new BackupCopies(fs, dataDir, { version: "0.0.0", dropOf: droppedCollection });
  return {
    use: (work) => work(copies),
    files: new NodePayloadFiles(join(dataDir, DOWNLOADS)),
  };
}
