// The beginning of a file that is to be imported, and what its columns are taken for.
// The decision: readings of several files, or of one by several separators, may overlap; what the newest has found is shown,
// whichever ends last, and nothing is imported until it has.
import { useEffect, useRef, useState } from "preact/hooks";
import { firstFree } from "./existing.ts";
import { FileRows } from "./file-rows.ts";
import { guess, type Mapping, type Sizes } from "./mapping.ts";
import { type Format, formatOf, type Row } from "./rows.ts";

const PREVIEW = { rows: 5, bytes: 1024 * 1024 };

/** A file and the first of its rows. */
export interface Looked {
  readonly file: File;
  readonly format: Format;
  readonly comma: string;
  readonly rows: readonly Row[];
  readonly error?: string;
  /** The smallest integer beyond all integer ids of the collection; null: there is none, or it is not known. */
  readonly free: bigint | null;
}

interface Look {
  readonly looked: Looked | undefined;
  readonly mapping: Mapping | undefined;
  /** Whether something newer is being read than what is shown. */
  readonly isLooking: boolean;
  look(file: File, format?: Format, comma?: string): Promise<void>;
  setMapping(mapping: Mapping): void;
  putLookAway(): void;
}

export function useLook(collection: string, sizes: Sizes): Look {
  const [looked, setLooked] = useState<Looked>();
  const [mapping, setMapping] = useState<Mapping>();
  const [isLooking, setLooking] = useState(false);
  const newest = useRef(0);
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);
  const look: Look["look"] = async (file, format = formatOf(file.name), comma = commaOf(file.name)) => {
    const number = ++newest.current;
    setLooking(true);
    const [found, free] = await Promise.all([
      firstRows(file, format, comma),
      firstFree(collection, gone.current.signal).catch(() => null),
    ]);
    if (number !== newest.current) return;
    setLooking(false);
    setLooked({ ...found, free });
    setMapping({ ...guess(columnsOf(found.rows), sizes), start: free ?? "uuid" });
  };
  const putLookAway = (): void => {
    newest.current++;
    setLooking(false);
    setLooked(undefined);
  };
  return { looked, mapping, isLooking, look, setMapping, putLookAway };
}

function commaOf(name: string): string {
  return /\.tsv$/i.test(name) ? "\t" : ",";
}

function columnsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
}

async function firstRows(file: File, format: Format, comma: string): Promise<Omit<Looked, "free">> {
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
