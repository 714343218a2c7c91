// The check of a graph: it finds no faults in an intact graph, and every fault that a test plants.
import { expect } from "chai";
import { itOnceIn } from "../../support/weekly.ts";
import { kill, METRIC_NAMES } from "./fixtures.ts";
import { Links } from "./links.ts";
import { DATA_SETS, type DataSet, dataSet, indexed } from "./vectors.ts";

const M = 4;

async function linked() {
  const { rows } = dataSet("clusters", 800, 2);
  const { engine, store } = await indexed(rows, { metric: "Euclid", m: M });
  const links = new Links((await engine.share(store)).memory, M);
  expect(links.count).to.equal(800);
  return { links, validate: () => engine.validate(store) };
}

describe("the counted faults of a graph", () => {
  const itSampled = itOnceIn(3);
  for (const metric of METRIC_NAMES) {
    itSampled(
      `the counted faults of a new graph are 0 for every data set, dead nodes included (${metric})`,
      async () => {
        for (const name of Object.keys(DATA_SETS) as DataSet[]) {
          const { rows } = dataSet(name, 1000, 13);
          const { engine, store } = await indexed(rows, { metric });
          expect(await engine.validate(store), name).to.include({ unreachable: 0, broken: 0 });
          await kill(engine, store, [...rows.keys()].slice(100, 900));
          expect(await engine.validate(store), `${name}, dead`).to.include({ unreachable: 0, broken: 0 });
        }
      },
    );
  }

  it("the counted faults of a graph are 0 if it is empty, and if it has a single node, live or dead", async () => {
    const { rows } = dataSet("clusters", 30, 2);
    const { engine, store } = await indexed(rows.slice(0, 1), { metric: "Dot" });
    const none = { unreachable: 0, oneWay: 0, broken: 0 };
    expect(await engine.validate(store)).to.deep.equal(none);
    await kill(engine, store, [0]);
    expect(await engine.validate(store)).to.deep.equal(none);
    const empty = await engine.create({
      ...{ dimension: 3, metric: "Dot", encoding: "int8", m: M },
      ...{ efConstruct: 10, indexFrom: 0 },
    });
    expect(await engine.validate(empty)).to.deep.equal(none);
  });

  it("the counted faults of a graph include each node that no link leads to any more, and its links as one-way", async () => {
    const { links, validate } = await linked();
    const before = await validate();
    const victims = [5, 6, 700].filter((slot) => slot !== links.entry);
    let oneWay = before.oneWay;
    for (const victim of victims) {
      for (let slot = 0; slot < links.count; slot++) {
        const list = links.of(slot);
        if (!list.includes(victim + 1)) continue;
        const linkedBack = links.of(victim).includes(slot + 1);
        links.set(
          slot,
          list.filter((link) => link !== victim + 1),
        );
        oneWay += linkedBack ? 1 : -1;
      }
    }
    expect(await validate()).to.deep.equal({ unreachable: victims.length, oneWay, broken: 0 });
  });

  it("the counted faults of a graph include lists with invalid links, links to their own node, and repeated links", async () => {
    const { links, validate } = await linked();
    const faults = [
      (slot: number) => links.count + 1 + slot,
      (slot: number) => slot + 1,
      (slot: number) => links.of(slot)[0]!,
    ];
    for (const [i, fault] of faults.entries()) {
      const slot = 100 + i;
      const list = links.of(slot);
      links.set(slot, [...list.slice(0, 2 * M - 1), fault(slot)]);
      expect((await validate()).broken, `fault ${i}`).to.equal(1);
      links.set(slot, list);
      expect((await validate()).broken).to.equal(0);
    }
  });
});
