// How far a migration is, in one file for all of its collections, so that the same command continues where it stopped.
// The decision: the file is begun before the first row is sent. So points that are in a collection when the command
// begins are those of an interrupted run if the file is there, and those of others if it is not.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { type ImportProgress, ImportState, NOTHING_DONE } from "../data/import-state.ts";

/** The progress of one collection; `isComplete`: all of its rows are settled. */
export interface CollectionProgress extends ImportProgress {
  readonly isComplete?: boolean;
}

type Stored = Record<string, CollectionProgress>;

export class MigrationState {
  readonly #file: ImportState<Stored>;
  #stored: Stored;

  /** @param of identifies the migration: source, server, options. @throws InvalidArgument for an unreadable file */
  constructor(folder: string, kind: string, of: object, isRestarted: boolean) {
    const hash = hashOf(JSON.stringify(of));
    this.#file = new ImportState(join(folder, `azimuth-migrate-${kind}-${hash}.state.json`), of);
    if (isRestarted) this.#file.remove();
    this.#stored = this.#file.read() ?? {};
  }

  /** Returns the progress of a collection; null: it was not begun. @param target its name in Azimuth */
  of(target: string): CollectionProgress | null {
    return this.#stored[target] ?? null;
  }

  /** Returns the store for the progress of a collection. */
  storeOf(target: string): Pick<ImportState, "write" | "remove"> {
    const write = (progress: CollectionProgress) => {
      this.#stored = { ...this.#stored, [target]: progress };
      this.#file.write(this.#stored);
    };
    const remove = () => write({ ...(this.of(target) ?? NOTHING_DONE), isComplete: true });
    return { write, remove };
  }

  remove(): void {
    this.#file.remove();
  }
}

/** Returns the file for rejected rows of a collection. */
export function rejectedPath(folder: string, target: string): string {
  // A name may have 255 characters of any script, and a file 255 bytes.
  const plain = encodeURIComponent(target).replaceAll("%", "").slice(0, 100);
  const name = plain === target ? plain : `${plain}-${hashOf(target)}`;
  return join(folder, `azimuth-migrate-${name}.rejected.jsonl`);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
