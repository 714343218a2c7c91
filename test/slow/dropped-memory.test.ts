// The address space of deleted collections, which a server process releases.
import { readFileSync } from "node:fs";
import { call, Servers } from "../support/servers.ts";

describe("a server process", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers({ isOnDisk: true });
  });
  afterEach(() => servers.close());

  it("a server process releases the memory of deleted collections when it is idle", async () => {
    const server = await servers.start();
    const vector = Array.from({ length: 256 }, () => 1);
    const points = Array.from({ length: 1000 }, (_, id) => ({ id, vector }));
    const cycle = async () => {
      await call(server, "PUT", "/collections/c", { vectors_config: { size: 256, distance: "Dot" } });
      await call(server, "PUT", "/collections/c/points", { points });
      await call(server, "DELETE", "/collections/c");
    };
    const virtualGiB = () =>
      Number(/VmSize:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8"))![1]) / 2 ** 20;
    await cycle();
    const before = virtualGiB();
    for (let i = 0; i < 150; i++) await cycle();
    // Each memory reserves 10 GiB of address space. The server releases the memories of 64 and more deleted collections
    // when nothing is written for a second.
    while (virtualGiB() - before >= 75 * 10) await call(server, "GET", "/collections");
  });
});
