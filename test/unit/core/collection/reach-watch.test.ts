// Nodes of a graph that no search reaches: they are linked again while the graph grows, and the log and the
// collection's information report it.
import { expect } from "chai";
import { relinkedText, unreachableText } from "../../../../src/core/collection/reach-watch.ts";
import { newEngine } from "../../engine/fixtures.ts";
import { Links } from "../../engine/links.ts";
import { dataSet } from "../../engine/vectors.ts";
import { configOf, open, upsert } from "../fixtures.ts";

const ROWS = 800;
const SEED = 41;
const M = 4;

describe("nodes that no search reaches", () => {
  it("nodes that no search reaches are linked again when the graph has grown, reported once in the log and counted in the index state", async () => {
    let tell: (text: string) => void;
    const said = new Promise<string>((resolve) => {
      tell = resolve;
    });
    const engine = newEngine({ later: setImmediate });
    const { database } = await open({ engine, more: { onNotice: (text) => tell(text) } });
    const { rows } = dataSet("clusters", ROWS, SEED);
    const config = configOf({
      ...{ name: "", size: rows[0]!.length, distance: "Euclid" },
      hnsw_config: { m: M, full_scan_threshold: 10 },
    });
    await database.create("c", config);
    const add = (from: number, to: number) =>
      upsert(
        database,
        "c",
        rows.slice(from, to).map((vector, i) => ({ id: BigInt(from + i), vectors: { "": vector } })),
      );
    await add(0, 600);
    const collection = database.collection("c");
    const { vectors } = collection.segments.all[0]!;
    await vectors.indexed();
    const { handle } = vectors.inEngine(collection.field("")!)!;
    new Links((await engine.share(handle)).memory, M).cutOff([7, 8, 300]);
    await add(600, ROWS);
    await vectors.indexed();
    expect(await said).to.match(
      /^Collection 'c': vectors_config: no search came to \d vectors? in the graph: linked again$/,
    );
    const { reached } = await collection.indexState();
    expect(reached.get("")).to.include({ unreachable: 0 });
    expect(reached.get("")!.relinked).to.be.within(1, 3);
    await database.close();
  });

  it("nodes that no search reaches are reported with the vector name, and with advice if they could not be linked", () => {
    expect(relinkedText("title", { relinked: 2, unreachable: 0 })).to.equal(
      "vectors_config.title: no search came to 2 vectors in the graph: linked again",
    );
    expect(unreachableText("", 0)).to.equal(null);
    expect(unreachableText("", 1)).to.equal(
      "vectors_config: searches that walk the graph do not come to 1 vector; raise hnsw_config.m, or search with exact",
    );
    expect(relinkedText("", { relinked: 0, unreachable: 1 })).to.equal(unreachableText("", 1));
  });
});
