// Shows how many ids of a file exist in the collection, and asks what to do with their rows.
// The decision: rows whose id exists are skipped by default, so an import may start while the ids are still being
// compared, and it replaces no point without the consent of the user.
import { useEffect, useState } from "preact/hooks";
import { count, percent } from "../../../kit/format.ts";
import { Notice } from "../../../kit/notice.tsx";
import { Segmented } from "../../../kit/segmented.tsx";
import { countExisting, type Existing } from "./existing.ts";
import { FileRows } from "./file-rows.ts";
import type { OnExisting } from "./import-plan.ts";
import type { Begin } from "./import-worker.ts";
import { hasIds, type Mapping } from "./mapping.ts";

const CHOICES: readonly { readonly id: OnExisting; readonly name: string }[] = [
  { id: "skip", name: "Skip" },
  { id: "replace", name: "Replace" },
  { id: "new", name: "New ids" },
];
const EFFECTS: Readonly<Record<OnExisting, string>> = {
  skip: "Rows whose id exists are left out. The points stay as they are.",
  replace: "The points are replaced whole, payload and vectors, and kept in this tab for Undo.",
  new: "Rows whose id exists are added under new UUIDs. The points stay as they are.",
};

interface Props {
  readonly name: string;
  readonly begin: Begin;
  readonly mapping: Mapping;
  /** The smallest integer above all integer ids of the collection. */
  readonly free: bigint | null;
  readonly choice: OnExisting;
  onChoose(choice: OnExisting): void;
}

export function Collisions({ name, begin, mapping, free, choice, onChoose }: Props) {
  const { found, error } = useExisting(name, begin, mapping, free);
  if (error) return <Notice kind="warning">The ids could not be compared: {error}</Notice>;
  if (!found) return null;
  const progress = percent(begin.file.size === 0 ? 1 : found.read / begin.file.size);
  if (found.existing === 0)
    return (
      <p class="small muted" aria-live="polite">
        {found.isEnd
          ? `None of the ${count(found.ids)} ids exist in ${name}.`
          : `Comparing ids, ${progress} …`}
      </p>
    );
  return (
    <Notice kind="warning">
      <div class="stack">
        <span>
          <strong>
            {count(found.existing)} of {count(found.ids)} ids exist
          </strong>{" "}
          in {name}
          {found.isEnd ? "." : `, ${progress} of the file compared …`}
        </span>
        <Segmented label="Rows whose id exists" choices={CHOICES} current={choice} onChange={onChoose} />
        <span class="small">{EFFECTS[choice]}</span>
      </div>
    </Notice>
  );
}

/** Compares the ids; undefined if there is nothing to compare. */
function useExisting(
  name: string,
  { file, format, comma, encoding }: Begin,
  mapping: Mapping,
  free: bigint | null,
): { found?: Existing; error?: string } {
  const [state, setState] = useState<{ found?: Existing; error?: string }>({});
  const { roles, start } = mapping;
  const column = Object.keys(roles).find((key) => roles[key] === "id");
  const isFree = !hasIds(roles) && (start === "uuid" || start === null || (free !== null && start >= free));
  useEffect(() => {
    setState({});
    if (isFree) return;
    const rows = new FileRows({ file, format, comma, encoding });
    const abort = new AbortController();
    countExisting(name, rows, mapping, abort.signal, (found) => setState({ found }))
      .catch((error: Error) => abort.signal.aborted || setState({ error: error.message }))
      .finally(() => rows.close());
    return () => {
      abort.abort();
      rows.close();
    };
  }, [name, file, format, comma, encoding, column, start, isFree]);
  return state;
}
