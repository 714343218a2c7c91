// The memory of the machine, and the texts that say how much of it the process may use.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { machineMemory, readMemorySize } from "../../../src/memory/machine-memory.ts";

describe("a memory size of the configuration", () => {
  for (const [text, bytes] of [
    ["1500000000", 1_500_000_000],
    ["300MiB", 300 * 2 ** 20],
    ["2GiB", 2 ** 31],
    ["1.5gib", 1.5 * 2 ** 30],
    ["64 KiB", 65_536],
    ["2GB", 2e9],
    ["80%", 8000],
    ["12.5 %", 1250],
  ] as const) {
    it(`a memory size of the configuration is read from ${text}`, () => {
      expect(readMemorySize(text, 10_000)).to.equal(bytes);
    });
  }

  for (const text of ["", "much", "-1", "0", "0%", "101%", "1e9", "2Gi", "1 2", "MiB", "99999999TiB"]) {
    it(`a memory size of the configuration is refused as ${JSON.stringify(text)}`, () => {
      expect(readMemorySize(text, 10_000)).to.equal(null);
    });
  }
});

describe("the memory of the machine", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "azimuth-cgroup-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  };

  it("the memory of the machine is that of the hardware without cgroups", () => {
    expect(machineMemory(root, 5000)).to.equal(5000);
  });

  it("the memory of the machine is the limit of the cgroup, or of any group above it (version 2)", () => {
    write("proc/self/cgroup", "0::/outer/inner");
    write("sys/fs/cgroup/outer/inner/memory.max", "4000");
    expect(machineMemory(root, 5000)).to.equal(4000);
    write("sys/fs/cgroup/outer/memory.max", "3000");
    expect(machineMemory(root, 5000)).to.equal(3000);
  });

  it("the memory of the machine is the limit of the container, whose group is the root or has the host's path (version 2)", () => {
    write("sys/fs/cgroup/memory.max", "2000");
    for (const path of ["/", "/docker/0123abcd"]) {
      write("proc/self/cgroup", `0::${path}`);
      expect(machineMemory(root, 5000), path).to.equal(2000);
    }
  });

  it("the memory of the machine is the limit of the memory controller's group (version 1)", () => {
    write("proc/self/cgroup", "5:cpu:/c\n4:hugetlb,memory:/m\n0::/");
    write("sys/fs/cgroup/memory/m/memory.limit_in_bytes", "4096");
    write("sys/fs/cgroup/memory/c/memory.limit_in_bytes", "1");
    expect(machineMemory(root, 5000)).to.equal(4096);
  });

  it("the memory of the machine is not limited by groups without a limit, in any notation", () => {
    write("proc/self/cgroup", "4:memory:/\n0::/");
    write("sys/fs/cgroup/memory.max", "max");
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
    expect(machineMemory(root, 5000)).to.equal(5000);
  });
});
