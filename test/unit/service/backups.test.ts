// Downloads of backups: what they hold is given back, wherever they end.
import { expect } from "chai";
import type { CancelSignal } from "../../../src/scheduling/cancel.ts";
import type { AdmittedCaller } from "../../../src/schema/caller.ts";
import { BackupsService } from "../../../src/service/backups.ts";

const COPY = {
  name: "backup-00000000",
  created: "2026-01-02T03:04:05.678Z",
  files: [{ name: "BACKUP.json", bytes: 3 }],
};

const LOG = { name: () => {}, hold: () => () => {} };

/** A caller on this machine, who may leave. */
function by(signal: CancelSignal): AdmittedCaller {
  const caller = { address: null, surface: "rest" } as unknown as AdmittedCaller["caller"];
  return { caller, by: null, signal };
}

/** Copies that are made of nothing, and files that a test can break. */
class Parts {
  removed = 0;
  readonly closed: string[] = [];
  make: () => Promise<typeof COPY> = async () => COPY;
  read = async (_key: string, _offset: number, into: Uint8Array): Promise<number> => into.length;
  readonly service = new BackupsService(
    {
      use: (work) =>
        work({
          make: () => this.make(),
          remove: async () => {
            this.removed++;
          },
        }),
      files: { read: (...of) => this.read(...of), close: (key) => this.closed.push(key) },
    },
    LOG,
  );

  /** Returns the code of the error of another download, or "served", which ends it. */
  async another(): Promise<string> {
    const removed = this.removed;
    try {
      const { chunks } = await this.service.download(by(undefined));
      await chunks[Symbol.asyncIterator]().return!();
      this.removed = removed;
      return "served";
    } catch (error) {
      return (error as { code: string }).code;
    }
  }
}

describe("a download of a backup", () => {
  let parts: Parts;
  beforeEach(() => {
    parts = new Parts();
  });

  it("a download of a backup has the time of the copy in its name, and ends when the copy is removed", async () => {
    const { name, chunks } = await parts.service.download(by(undefined));
    expect(name).to.equal("azimuth-backup-2026-01-02-03-04-05.tar");
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      expect(await parts.another()).to.equal("TOO_MANY_REQUESTS");
    }
    expect([bytes, parts.removed]).to.deep.equal([4 * 512, 1]);
    expect(parts.closed).to.deep.equal(["backup-00000000/BACKUP.json"]);
    expect(await parts.another()).to.equal("served");
  });

  it("a download of a backup removes the copy once if the reader stops before the first chunk or behind it", async () => {
    for (const taken of [0, 1, 2]) {
      parts = new Parts();
      const chunks = (await parts.service.download(by(undefined))).chunks[Symbol.asyncIterator]();
      for (let i = 0; i < taken; i++) await chunks.next();
      await chunks.return!();
      await chunks.return!();
      expect(await chunks.next()).to.deep.equal({ done: true, value: undefined });
      expect(parts.removed).to.equal(1);
      expect(parts.closed).to.have.length(taken === 2 ? 1 : 0);
      expect(await parts.another()).to.equal("served");
    }
  });

  it("a download of a backup removes the copy when a file cannot be read", async () => {
    parts.read = async () => {
      throw new Error("EIO");
    };
    const chunks = (await parts.service.download(by(undefined))).chunks[Symbol.asyncIterator]();
    await chunks.next();
    const failure = await chunks.next().catch((error: Error) => error.message);
    expect([failure, parts.removed]).to.deep.equal(["EIO", 1]);
    expect(await parts.another()).to.equal("served");
  });

  it("a download of a backup removes what a failed copy left, and lets the next one begin", async () => {
    parts.make = async () => {
      throw new Error("no");
    };
    const failure = await parts.service.download(by(undefined)).catch((error: Error) => error.message);
    expect([failure, parts.removed]).to.deep.equal(["no", 1]);
    parts.make = async () => COPY;
    expect(await parts.another()).to.equal("served");
  });

  it("a download of a backup gives up the copy that is being made when its client has left", async () => {
    const signal = { aborted: false };
    parts.make = () => {
      signal.aborted = true;
      return new Promise(() => {});
    };
    const failure = await parts.service.download(by(signal)).catch((error: { code: string }) => error.code);
    expect([failure, parts.removed]).to.deep.equal(["DEADLINE_EXCEEDED", 1]);
    parts.make = async () => COPY;
    expect(await parts.another()).to.equal("served");
  });

  it("a download of a backup is not implemented for a database without a data directory", async () => {
    const refused = await new BackupsService(null, LOG)
      .download(by(undefined))
      .catch((error: Error) => error);
    expect(refused).to.include({
      code: "NOT_IMPLEMENTED",
      message: "Not implemented: a backup of a database that has no data directory",
    });
  });
});
