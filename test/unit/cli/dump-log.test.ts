// The output of `azimuth dump-log`: the operation of each record, its target, and its payloads on request.
import { expect } from "chai";
import { type DumpOptions, dumpLog } from "../../../src/cli/dump-log.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { open, setPayloads, unnamed, upsert } from "../core/fixtures.ts";

async function dumped(wish: Partial<DumpOptions> = {}): Promise<string[]> {
  const { database, dir } = await open();
  await database.create("a", unnamed(2));
  await upsert(database, "a", [{ id: 1, vectors: { "": Float32Array.of(1, 2) } }]);
  const payloads = [[1, new TextEncoder().encode('{"n":1}')] as const, [2, null] as const];
  await setPayloads(database, "a", new Map(payloads));
  await database.configure("a", (config) => ({ ...config, metadata: { m: 1 } }));
  await database.changeAliases([
    { kind: "create", alias: "b", collection: "a" },
    { kind: "delete", alias: "c" },
  ]);
  await database.close();
  let text = "";
  const all = { from: 1, to: Number.MAX_SAFE_INTEGER, json: false, payloads: false, ...wish };
  const write = (part: string) => {
    text += part;
    return true;
  };
  expect(await dumpLog(nodeFs, dir, all, { write })).to.equal(true);
  return text.trimEnd().split("\n");
}

describe("azimuth dump-log", () => {
  it("azimuth dump-log prints the points whose payloads a record replaces, and the payloads on request", async () => {
    const [line, first, second] = await dumped({ from: 3, to: 3, payloads: true });
    expect(line).to.match(/^ +3 {2}set_payloads +\S{36} "a" {2}2 points: 1, 2 {2}\d+ bytes$/);
    expect([first, second]).to.deep.equal(['            1: {"n":1}', "            2: null"]);
  });

  it("azimuth dump-log prints the collections of the aliases that a record changes", async () => {
    const lines = await dumped({ from: 4 });
    expect(lines[0]).to.match(/^ +4 {2}update_collection +\S{36} "a" {2}\d+ bytes$/);
    expect(lines[1]).to.match(/^ +5 {2}update_aliases +"b" -> \S{36}, "c" -> none {2}\d+ bytes$/);
    const [json] = await dumped({ from: 5, json: true });
    expect(JSON.parse(json!).aliases[1]).to.deep.equal({ alias: "c", collection: null });
  });
});
