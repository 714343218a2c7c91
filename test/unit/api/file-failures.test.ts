// Errors of the file system as clients get them: the reason comes from a closed list, and the status says whether to
// retry.
import { expect } from "chai";
import { publicError } from "../../../src/api/invoke.ts";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { DamagedFile } from "../../../src/errors/failures.ts";
import { startFailureText } from "../../../src/errors/files.ts";
import { fromErrorMessage, toErrorMessage } from "../../../src/errors/message.ts";
import { kindOf } from "../../../src/errors/table.ts";
import { VectorDbError } from "../../../src/errors/vector-db-error.ts";

const operation = (id: string) => OPERATIONS.find((one) => one.id === id)!;
const refused = (code: string) => Object.assign(new Error(`${code}: a test, open '/data/x'`), { code });

const REASONS = [
  ["ENOSPC", "DISK_FULL", "no space left on device"],
  ["EDQUOT", "DISK_FULL", "no space left on device"],
  ["EIO", "IO_ERROR", "input/output error"],
  ["EMFILE", "TOO_MANY_OPEN_FILES", "too many open files"],
  ["ENFILE", "TOO_MANY_OPEN_FILES", "too many open files"],
] as const;

/** Ways in which an error of the file system reaches a transport. */
const WAYS: Readonly<Record<string, (error: Error) => Error>> = {
  "as it is": (error) => error,
  "as the cause of another": (cause) => new Error("cannot make x durable", { cause }),
  "from another thread": (error) => fromErrorMessage(toErrorMessage(error)),
  "from another thread as a cause": (cause) =>
    fromErrorMessage(toErrorMessage(new VectorDbError("INTERNAL", "x could not be removed", { cause }))),
};

describe("an error of the file system", () => {
  for (const [code, ours, reason] of REASONS) {
    for (const [way, wrapped] of Object.entries(WAYS)) {
      it(`an error of the file system is reported with the failed operation and its reason: ${code} ${way}`, () => {
        for (const [id, failure] of [
          ["takeCheckpoint", "Checkpoint failed"],
          ["flushCollection", "Flush failed"],
          ["upsertPoints", "Upsert failed"],
        ] as const) {
          const error = publicError(operation(id), wrapped(refused(code)));
          expect(error).to.include({ code: ours, message: `${failure}: ${reason}` });
        }
      });
    }
  }

  it("an error of the file system is answered with 503 and a time to retry when no descriptor is free, and with 500 otherwise", () => {
    const statuses = REASONS.map(([, ours]) => [kindOf(ours).http, kindOf(ours).retryAfterSeconds]);
    expect(statuses).to.deep.equal([
      [500, undefined],
      [500, undefined],
      [500, undefined],
      [503, 1],
      [503, 1],
    ]);
  });

  it("an error of the file system is recognised when a thread cannot be started for lack of descriptors", () => {
    const error = Object.assign(new Error("Worker initialization failure: EMFILE"), {
      code: "ERR_WORKER_INIT_FAILED",
    });
    expect(publicError(operation("takeCheckpoint"), error).code).to.equal("TOO_MANY_OPEN_FILES");
  });

  it("an error of the file system is reported at a start with the failed system call", () => {
    const texts = REASONS.map(([code, , reason]) => [
      startFailureText(fromErrorMessage(toErrorMessage(refused(code)))),
      `${reason}: ${code}: a test, open '/data/x'`,
    ]);
    for (const [text, expected] of texts) expect(text).to.equal(expected);
    expect(startFailureText(new VectorDbError("INVALID_ARGUMENT", "x", { cause: refused("EIO") }))).to.equal(
      "x",
    );
  });

  it("an error of the file system does not hide that a file is damaged", () => {
    const damaged = new DamagedFile("c/0/rows-0.f32", 7, "it cannot be read", { cause: refused("EIO") });
    expect(fromErrorMessage(toErrorMessage(damaged)).code).to.equal("COLLECTION_DAMAGED");
  });

  it("an error of the file system has a reason, and other errors have none", () => {
    for (const error of [new Error("EMFILE"), refused("ENOTDIR"), new TypeError("x")]) {
      expect(publicError(operation("takeCheckpoint"), error)).to.include({
        code: "INTERNAL",
        message: "Checkpoint failed",
      });
    }
  });
});
