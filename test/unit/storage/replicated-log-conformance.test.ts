// The drivers that need no other process, tested for what the interface `ReplicatedLog` promises.
import { crc32 } from "../../../src/storage/crc32.ts";
import { LocalLog } from "../../../src/storage/local-log.ts";
import { LocalReplicatedLog } from "../../../src/storage/local-replicated-log.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { describeReplicatedLog } from "../../support/replicated-log-conformance.ts";
import { type SimulatedHandle, SimulatedLog } from "../../support/simulated-log.ts";
import { freshDir } from "./fixtures.ts";

const ID = "0b9a8f4e-3c1d-4e2f-8a6b-5c4d3e2f1a0b";
const SECRET = "a secret of a local log";
/** Files of a few entries each, so that the log can be trimmed. */
const OPTIONS = { segmentBytes: 512, reserveBytes: 0 };

describeReplicatedLog("of one process", () => {
  const dir = freshDir();
  return {
    handles: "one",
    start: (neededSeq = 1) => {
      const log = new LocalLog(nodeFs, dir, OPTIONS);
      return new LocalReplicatedLog({ log, sums: { crc32 }, id: ID, secret: SECRET, neededSeq });
    },
  };
});

describeReplicatedLog("of the simulation", () => {
  const log = new SimulatedLog(1);
  return {
    handles: "several",
    start: () => log.handle(),
    loseReply: async (handle, entry) => {
      (handle as SimulatedHandle).loseNextReply();
      await handle.append(entry).catch(() => {});
    },
  };
});
