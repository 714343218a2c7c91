// Reads the beginning of a file to import and guesses the roles of its columns.
// The decision: reading several files, or one file with several separators, may overlap. The result of the newest one
// is shown, in whatever order they end, and the import cannot start before that.
import { useEffect, useRef, useState } from "preact/hooks";
import { firstFree } from "./existing.ts";
import { FileRows } from "./file-rows.ts";
import { guess, type Mapping, type Sizes } from "./mapping.ts";
import { type Format, formatOf, type Row } from "./rows.ts";

const PREVIEW = { rows: 5, bytes: 1024 * 1024 };

/** A file with its first rows. */
export interface FilePreview {
  readonly file: File;
  readonly format: Format;
  readonly comma: string;
  readonly rows: readonly Row[];
  readonly error?: string;
  /** The smallest integer above all integer ids of the collection; null if there is none or it is unknown. */
  readonly free: bigint | null;
}

interface FilePreviewState {
  readonly preview: FilePreview | undefined;
  readonly mapping: Mapping | undefined;
  /** Whether a newer file is being read than the one that is shown. */
  readonly isLoading: boolean;
  load(file: File, format?: Format, comma?: string): Promise<void>;
  setMapping(mapping: Mapping): void;
  clear(): void;
}

export function useFilePreview(collection: string, sizes: Sizes): FilePreviewState {
  const [preview, setPreview] = useState<FilePreview>();
  const [mapping, setMapping] = useState<Mapping>();
  const [isLoading, setLoading] = useState(false);
  const newest = useRef(0);
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);
  const load: FilePreviewState["load"] = async (
    file,
    format = formatOf(file.name),
    comma = commaOf(file.name),
  ) => {
    const number = ++newest.current;
    setLoading(true);
    const [found, free] = await Promise.all([
      firstRows(file, format, comma),
      firstFree(collection, gone.current.signal).catch(() => null),
    ]);
    if (number !== newest.current) return;
    setLoading(false);
    setPreview({ ...found, free });
    setMapping({ ...guess(columnsOf(found.rows), sizes), start: free ?? "uuid" });
  };
  const clear = (): void => {
    newest.current++;
    setLoading(false);
    setPreview(undefined);
  };
  return { preview, mapping, isLoading, load, setMapping, clear };
}

function commaOf(name: string): string {
  return /\.tsv$/i.test(name) ? "\t" : ",";
}

function columnsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
}

async function firstRows(file: File, format: Format, comma: string): Promise<Omit<FilePreview, "free">> {
  const reader = new FileRows({ file, format, comma });
  try {
    const { rows, error } = await reader.next(PREVIEW);
    return { file, format, comma, rows, ...(error !== undefined && { error }) };
  } catch (error) {
    return { file, format, comma, rows: [], error: (error as Error).message };
  } finally {
    reader.close();
  }
}
