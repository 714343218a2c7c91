// Waits until the graphs of a collection are complete, and shows how far they are.

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

export async function waitForGraphs({ server, collection, progress, pause }: GraphWaitParts): Promise<void> {
  for (;;) {
    const { status, indexing } = await requestOf<CollectionInfo>(server, "GET", pathOf(collection));
    if (status !== "yellow") return progress.end();
    if (indexing) progress.show(progressText(indexing));
    await pause(POLL_MS);
  }
}
