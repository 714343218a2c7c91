// Copies of a data directory that are made to be sent: there is a whole one or none.
import { expect } from "chai";
import { backupsInThread } from "../../../src/assemble/node-storage.ts";
import { BackupCopies } from "../../../src/storage/backup-copies.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { BrokenFs, IoError } from "./broken-fs.ts";
import { dropOf, StoredDirectory } from "./stored-fixtures.ts";

describe("a copy of a data directory", () => {
  let stored: StoredDirectory;
  let downloads: string;
  beforeEach(async () => {
    stored = new StoredDirectory();
    stored.append(20);
    await stored.checkpoint();
    downloads = `${stored.dir}/downloads`;
  });

  const copiesOn = (fs = nodeFs) => new BackupCopies(fs, stored.dir, { version: "0", dropOf });

  it("a copy of a data directory takes the place of the one before, and lists its files with their lengths", async () => {
    const copies = copiesOn();
    const first = await copies.make();
    const second = await copies.make();
    expect(nodeFs.list(downloads)).to.deep.equal([second.name]);
    expect(second.name).not.to.equal(first.name);
    expect(second.files.at(-1)!.name).to.equal("BACKUP.json");
    for (const { name, bytes } of second.files) {
      const file = nodeFs.open(`${downloads}/${second.name}/${name}`, "read");
      expect(file.size(), name).to.equal(bytes);
      file.close();
    }
    await copies.remove();
    expect(nodeFs.exists(downloads)).to.equal(false);
  });

  it("a copy of a data directory leaves nothing when a call of the file system fails", async () => {
    for (let nth = 1; ; nth++) {
      const fs = new BrokenFs();
      let calls = 0;
      fs.before = () => {
        if (++calls === nth) throw new IoError("ENOSPC");
      };
      const isMade = await copiesOn(fs)
        .make()
        .then(
          () => true,
          () => false,
        );
      if (isMade) break;
      expect(nodeFs.exists(downloads), `call ${nth}`).to.equal(false);
    }
  });

  it("a copy of a data directory is given up by ending its thread, and what it left is removed by the next one", async () => {
    const { use } = backupsInThread(stored.dir, "0");
    await use(async (copies) => {
      copies.make().catch(() => {});
    });
    await use((copies) => copies.remove());
    expect(nodeFs.exists(downloads)).to.equal(false);
    const made = await use((copies) => copies.make());
    expect(nodeFs.list(downloads)).to.deep.equal([made.name]);
  });
});
