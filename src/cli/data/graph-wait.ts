// Waits until the graphs of a collection are complete, and shows how far they are.
// The decision: the wait fails when nothing has changed for minutes, since vectors for which there is no memory stay
// outside of the graphs until the server has more of it.

import { VectorDbError } from "../../errors/vector-db-error.ts";
import type { CollectionInfo } from "../../schema/collection.ts";
import { progressText } from "../../shared/indexing.ts";
import { requestOf, type Server } from "../common/request.ts";
import { pathOf } from "../common/server-flags.ts";
import type { Progress } from "./progress.ts";

interface GraphWaitParts {
  readonly server: Server;
  readonly collection: string;
  readonly progress: Progress;
  readonly pause: (ms: number) => Promise<void>;
}

const POLL_MS = 500;
/** Longer than a rebuild copies points or indexes of payload fields are built, during which no graph grows. */
const MAX_STALLED_MS = 300_000;

/** @throws DEADLINE_EXCEEDED if the graphs are not complete and have not grown for `MAX_STALLED_MS` */
export async function waitForGraphs({ server, collection, progress, pause }: GraphWaitParts): Promise<void> {
  let last = "";
  for (let stalledMs = 0; ; stalledMs += POLL_MS) {
    const info = await requestOf<CollectionInfo>(server, "GET", pathOf(collection));
    const { status, indexing, indexed_vectors_count } = info;
    if (status !== "yellow") return progress.end();
    if (indexing) progress.show(progressText(indexing));
    const reached = `${indexed_vectors_count} ${indexing?.vectors_done}`;
    if (reached !== last) stalledMs = 0;
    last = reached;
    if (stalledMs >= MAX_STALLED_MS) throw new GraphsStalled(collection, indexed_vectors_count);
    await pause(POLL_MS);
  }
}

class GraphsStalled extends VectorDbError {
  constructor(collection: string, indexed: number) {
    super(
      "DEADLINE_EXCEEDED",
      `the graphs of ${collection} have not grown for ${MAX_STALLED_MS / 60_000} minutes, at ${indexed} indexed ` +
        "vectors; all points are stored and found, the others by comparing them one by one. Look in the log of the " +
        "server whether it lacks memory",
    );
  }
}
