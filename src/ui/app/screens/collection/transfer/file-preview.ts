// Reads the beginning of a file to import and guesses the roles of its columns.
// The decision: reading several files, or one file with several separators, may overlap. The result of the newest one
// is shown, in whatever order they end, and the import cannot start before that.
import { useEffect, useRef, useState } from "preact/hooks";
import { firstFree } from "./existing.ts";
import { FileRows } from "./file-rows.ts";
import type { OnExisting } from "./import-plan.ts";
import { guess, type Mapping, type Sizes } from "./mapping.ts";
import type { Row } from "./rows.ts";
import { type Reading, sniff } from "./sniff.ts";

const PREVIEW = { rows: 5, bytes: 1024 * 1024 };

/** A file with its first rows. */
export interface FilePreview {
  readonly file: File;
  /** How the file is read; undefined if it is of no known format. */
  readonly reading?: Reading;
  readonly rows: readonly Row[];
  readonly error?: string;
  /** The smallest integer above all integer ids of the collection; null if there is none or it is unknown. */
  readonly free: bigint | null;
}

export type ImportState = ReturnType<typeof useFilePreview>;

export function useFilePreview(collection: string, sizes: Sizes) {
  const [preview, setPreview] = useState<FilePreview>();
  const [mapping, setMapping] = useState<Mapping>();
  const [choice, setChoice] = useState<OnExisting>("skip");
  /** Whether a newer file is being read than the one that is shown. */
  const [isLoading, setLoading] = useState(false);
  const newest = useRef(0);
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);
  const load = async (file: File, reading?: Reading): Promise<void> => {
    const number = ++newest.current;
    setLoading(true);
    const [found, free] = await Promise.all([
      firstRows(file, reading),
      firstFree(collection, gone.current.signal).catch(() => null),
    ]);
    if (number !== newest.current) return;
    setLoading(false);
    setPreview({ ...found, free });
    setMapping({ ...guess(columnsOf(found.rows), sizes), start: free ?? "uuid" });
    setChoice("skip");
  };
  const clear = (): void => {
    newest.current++;
    setLoading(false);
    setPreview(undefined);
  };
  return { preview, mapping, choice, isLoading, load, setMapping, setChoice, clear };
}

function columnsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
}

async function firstRows(file: File, chosen: Reading | undefined): Promise<Omit<FilePreview, "free">> {
  let reader: FileRows | undefined;
  let reading = chosen;
  try {
    reading ??= sniff(new Uint8Array(await file.slice(0, PREVIEW.bytes).arrayBuffer()));
    reader = new FileRows({ file, ...reading });
    const { rows, error } = await reader.next(PREVIEW);
    return { file, reading, rows, ...(error !== undefined && { error }) };
  } catch (error) {
    return { file, ...(reading && { reading }), rows: [], error: (error as Error).message };
  } finally {
    reader?.close();
  }
}
