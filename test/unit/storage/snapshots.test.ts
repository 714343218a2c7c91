// Snapshots on a file system that refuses one call: there is a complete snapshot or none, and no incomplete file is
// left.
import { expect } from "chai";
import { MemoryFs } from "../../../src/storage/memory-fs.ts";
import { END, HEAD } from "../../../src/storage/snapshot-file.ts";
import { Snapshots } from "../../../src/storage/snapshots.ts";
import { BrokenFs, IoError } from "./broken-fs.ts";

const HEAD_OF = {
  created: "2026-01-02T03:04:05.000Z",
  by: "test",
  collection: "c",
  config: {},
  points: 1,
};
const RECORD = { type: END + HEAD + 1, body: Uint8Array.of(1, 2, 3) };

interface Disk {
  readonly fs: BrokenFs;
  readonly memory: MemoryFs;
  readonly snapshots: Snapshots;
  /** The number of files that were opened and not closed. */
  readonly open: () => number;
}

function disk(): Disk {
  const memory = new MemoryFs();
  let open = 0;
  const counting = new Proxy(memory, {
    get(target, name) {
      if (name !== "open")
        return Reflect.get(target, name, target).bind?.(target) ?? Reflect.get(target, name);
      return (...of: Parameters<MemoryFs["open"]>) => {
        const file = target.open(...of);
        open++;
        const close = file.close.bind(file);
        return Object.assign(file, {
          close: () => {
            open--;
            close();
          },
        });
      };
    },
  });
  const fs = new BrokenFs(counting);
  return { fs, memory, snapshots: new Snapshots(fs, "/data"), open: () => open };
}

/** Makes a snapshot as the service does. */
async function make(snapshots: Snapshots): Promise<string> {
  const name = await snapshots.begin(HEAD_OF);
  try {
    await snapshots.append(name, [RECORD]);
    await snapshots.finish(name, 1);
    return name;
  } catch (error) {
    await snapshots.abandon(name);
    throw error;
  }
}

describe("a snapshot on a file system that refuses one call", () => {
  for (const code of ["EMFILE", "ENOSPC", "EIO"]) {
    it(`a snapshot on a file system that refuses one call leaves no file and no open handle, whichever call it is, and works the next time: ${code}`, async () => {
      const { fs, snapshots } = disk();
      await make(snapshots);
      const calls = fs.calls.length;
      expect(calls).to.be.above(6);
      for (let nth = 1; nth <= calls; nth++) {
        const one = disk();
        one.fs.before = () => {
          if (one.fs.calls.length === nth) throw new IoError(code);
        };
        const failure = await make(one.snapshots).then(
          () => null,
          (error: Error) => error,
        );
        expect(failure, `call ${nth}`).to.be.an("error");
        const left = one.memory.exists("/data/snapshots") ? one.memory.list("/data/snapshots") : [];
        expect(left, `call ${nth}`).to.deep.equal([]);
        expect(one.open(), `files left open by call ${nth}`).to.equal(0);
        const name = await make(one.snapshots);
        expect((await one.snapshots.list()).map((each) => each.name)).to.deep.equal([name]);
      }
    });
  }
});
