// The progress of the HNSW graphs, and the actions for them.
import { useState } from "preact/hooks";
import { progressText } from "../../../../../shared/indexing.ts";
import { askWhole } from "../../../api/request.ts";
import { Button } from "../../../kit/button.tsx";
import { Card } from "../../../kit/card.tsx";
import { count, milliseconds } from "../../../kit/format.ts";
import { Meter } from "../../../kit/meter.tsx";
import { Notice } from "../../../kit/notice.tsx";
import { pathOf, vectorsOf } from "../info.ts";
import type { TabProps } from "../tabs.ts";

const WORKS = [
  {
    path: "optimize",
    name: "Optimize",
    done: "Optimized",
    about: "Frees the space of deleted points and merges small segments",
  },
  {
    path: "rebuild_index",
    name: "Rebuild index",
    done: "Rebuilt",
    about: "Rebuilds every segment and its graph",
  },
  {
    path: "flush",
    name: "Flush",
    done: "Flushed",
    about: "Takes a checkpoint, so that the next start replays no log",
  },
] as const;

interface Result {
  readonly kind: "good" | "danger";
  readonly text: string;
}

export function VectorIndex({ name, info, onChange }: TabProps) {
  const [busy, setBusy] = useState<string>();
  const [result, setResult] = useState<Result>();
  const run = async ({ path, done }: (typeof WORKS)[number]): Promise<void> => {
    setBusy(path);
    setResult(undefined);
    try {
      const { ms } = await askWhole("POST", pathOf(name, `/operations/${path}`));
      setResult({ kind: "good", text: `${done} in ${milliseconds(ms)}.` });
    } catch (error) {
      setResult({ kind: "danger", text: (error as Error).message });
    }
    setBusy(undefined);
    onChange();
  };
  const vectors = vectorsOf(info);
  const total = info.points_count * vectors.size;
  return (
    <Card
      title="Vector index"
      aside={
        <span class="small muted">
          {count(info.indexed_vectors_count)} of {vectors.size > 1 ? "up to " : ""}
          {count(total)} vectors indexed
        </span>
      }
    >
      <div class="indexes-meter">
        <Meter goal label="Vectors indexed" used={info.indexed_vectors_count} of={Math.max(1, total)} />
      </div>
      <p class="small muted">
        {sentence(info.indexed_vectors_count, total, Number(info.config.hnsw_config.full_scan_threshold))}
      </p>
      {info.indexing && <p class="small">{progressText(info.indexing)}</p>}
      <div class="row">
        {WORKS.map((work) => (
          <Button
            key={work.path}
            title={work.about}
            disabled={busy !== undefined}
            onClick={() => run(work)}
            needs="write"
            text={busy === work.path ? `${work.name} …` : work.name}
          />
        ))}
      </div>
      {result && <Notice kind={result.kind}>{result.text}</Notice>}
    </Card>
  );
}

function sentence(indexed: number, total: number, threshold: number): string {
  if (total === 0) return "There are no vectors yet.";
  if (indexed >= total) return "All vectors are in the graph.";
  const small = `The graph of a segment is built once it has ${count(threshold)} KB of vectors`;
  return `${small}. Until then, and for the newest points, searches use an exact scan.`;
}
