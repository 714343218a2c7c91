// Removes files of a segment that is in use.
import { type FileSystem, joinPath } from "./fs.ts";

interface Kept {
  /** The keys of the files of all kept checkpoints. */
  readonly files: ReadonlySet<string>;
  /** The ids of the vectors of the collection. */
  readonly vectors: readonly number[];
}

/**
 * Removes graphs and payload indexes, which have a new name each time, and files of vectors that the collection no
 * longer has, whose names have the id of the vector: `rows-2.f32`. Kept files stay.
 */
export function sweepSegment(fs: FileSystem, dir: string, key: string, { files, vectors }: Kept): void {
  for (const name of fs.list(dir)) {
    const [, kind, id] = /^([a-z]+)-(\d+)[-.]/.exec(name) ?? [];
    const isDerived = kind === "graph" || kind === "index";
    const isOfRemoved = kind !== undefined && !vectors.includes(Number(id));
    if ((isDerived || isOfRemoved) && !files.has(`${key}/${name}`)) fs.remove(joinPath(dir, name));
  }
}
