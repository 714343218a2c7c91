// Downloads of files: when a file is opened and closed.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { FileChunks } from "../../../../src/service/common/file-chunks.ts";
import { NodePayloadFiles } from "../../../../src/storage/node-payload-files.ts";
import { scratchFolder } from "../../../support/scratch.ts";

const NAME = "file";
const BYTES = 600_000;

describe("the chunks of a downloaded file", () => {
  let folder: string;
  let files: NodePayloadFiles;
  beforeEach(() => {
    folder = scratchFolder("chunks-");
    writeFileSync(join(folder, NAME), Buffer.alloc(BYTES, "abcdefg"));
    files = new NodePayloadFiles(folder);
  });
  afterEach(() => {
    files.close(NAME);
  });
  const opened = (bytes = BYTES) => FileChunks.open(files, NAME, bytes, () => files.close(NAME));

  it("the chunks of a downloaded file are the bytes of the file, which is closed after the last of them", async () => {
    const read: Uint8Array[] = [];
    for await (const chunk of await opened()) {
      expect(files.open).to.equal(1);
      read.push(chunk);
    }
    expect(Buffer.concat(read).equals(Buffer.alloc(BYTES, "abcdefg"))).to.equal(true);
    expect(files.open).to.equal(0);
  });

  it("the chunks of a downloaded file close the file if the reader stops before the first of them", async () => {
    const chunks = await opened();
    expect(files.open).to.equal(1);
    await chunks.return();
    expect(files.open).to.equal(0);
    expect(await chunks.next()).to.deep.equal({ done: true, value: undefined });
  });

  it("the chunks of a downloaded file refuse a file that does not exist before any chunk is sent", async () => {
    rmSync(join(folder, NAME));
    let closed = 0;
    const refused = await FileChunks.open(files, NAME, BYTES, () => closed++).catch((error) => error.code);
    expect([refused, closed]).to.deep.equal(["ENOENT", 1]);
  });
});
