// The implementations of the log, tested for what the interface `Log` promises.
import { LocalLog } from "../../../src/storage/local-log.ts";
import { ThreadLog } from "../../../src/storage/log-thread.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { describeLog } from "../../support/log-conformance.ts";
import { crashCopy, freshDir } from "./fixtures.ts";

/** Options for files of a few records each. */
const OPTIONS = { segmentBytes: 512, reserveBytes: 0 };

describeLog("on the calling thread", () => {
  const dir = freshDir();
  const over = (place: string) => new LocalLog(nodeFs, place, OPTIONS);
  return { start: () => over(dir), afterCrash: () => over(crashCopy(dir)) };
});

describeLog("on a thread of its own", () => {
  const dir = freshDir();
  const over = (place: string) => ThreadLog.start(place, OPTIONS);
  return { start: () => over(dir), afterCrash: () => over(crashCopy(dir)) };
});
