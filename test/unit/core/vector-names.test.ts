// Vectors that are added to a living collection and removed from it: what points have of them, through rebuilds,
// checkpoints, crashes and snapshots.
import { basename } from "node:path";
import { expect } from "chai";
import { DEFAULT_SEARCH } from "../../../src/core/config/search-params.ts";
import type { CollectionConfig, VectorField } from "../../../src/core/config/types.ts";
import type { EncodedOperation } from "../../../src/core/record/record.ts";
import { recordBuffer, takeSnapshot } from "../../../src/core/snapshot/take.ts";
import { UnknownVector } from "../../../src/errors/request.ts";
import { until } from "../../support/until.ts";
import { rejection } from "../engine/fixtures.ts";
import { copyOf, files } from "./checkpoint-fixtures.ts";
import { found, startUpsert, upsert } from "./fixtures.ts";
import {
  add,
  created,
  DENSE,
  drop,
  isAs,
  openIn,
  pointsOf,
  read,
  SPARSE,
  vectorOf,
} from "./vector-names-fixtures.ts";

describe("vector names of a living collection", () => {
  it("a vector that is removed and added again under its name has nothing of the old one, with another size or kind too", async () => {
    const opened = await created(DENSE, { ...DENSE, name: "b" });
    const { database } = opened;
    await upsert(database, "c", pointsOf(0, 10, DENSE, { ...DENSE, name: "b" }));
    await database.checkpoint();
    for (const again of [DENSE, { ...DENSE, size: 5 }, { ...SPARSE, name: "a" }]) {
      await drop(opened, "a");
      await add(opened, again);
      expect(await found(database, "c", vectorOf(again, 1), 10, "a")).to.deep.equal([]);
      await upsert(database, "c", pointsOf(10, 12, again));
      expect(await found(database, "c", vectorOf(again, 11), 1, "a")).to.have.nested.property("[0].id", 10);
    }
    await database.close();
  });

  it("a removed vector releases its memory, and its files with the second checkpoint", async () => {
    const large: VectorField = { name: "large", size: 512, distance: "Dot" };
    const opened = await created(DENSE, large, { ...SPARSE, name: "t" });
    const { database, engine, dir } = opened;
    await upsert(database, "c", pointsOf(0, 20, DENSE, large, { ...SPARSE, name: "t" }));
    await database.checkpoint();
    const before = engine.wasmBytes;
    await drop(opened, "large");
    await drop(opened, "t");
    await until(() => engine.wasmBytes < before);
    const filesNow = () => files(dir, "collections").filter((file) => /\/[a-z]+-[12][-.]/.test(file));
    expect(filesNow().map((file) => basename(file))).to.deep.equal(["rows-1.f32", "sparse-2.rows"]);
    await database.checkpoint();
    await upsert(database, "c", pointsOf(20, 21, DENSE));
    await database.checkpoint();
    expect(filesNow()).to.deep.equal([]);
    const again = await openIn(copyOf(opened));
    expect(await found(again.database, "c", vectorOf(DENSE, 1), 30, "a")).to.have.length(21);
    for (const one of [opened, again]) await one.database.close();
  });

  it("segments that were made before a vector was added go on without a rebuild", async () => {
    const opened = await created(DENSE);
    const { database } = opened;
    await upsert(database, "c", pointsOf(0, 20, DENSE));
    const [before] = database.collection("c").segments.all;
    await add(opened, SPARSE);
    await database.optimized();
    expect(database.collection("c").segments.all).to.include(before);
    await upsert(database, "c", pointsOf(18, 22, DENSE, SPARSE));
    expect(await found(database, "c", vectorOf(DENSE, 1), 30, "a")).to.have.length(22);
    expect(await found(database, "c", vectorOf(SPARSE, 20), 30, "s")).to.have.length(1);
    await database.close();
  });

  it("sparse vectors count as indexed as soon as they are stored, and slots that lack them do not", async () => {
    const opened = await created(DENSE, SPARSE);
    const { database } = opened;
    await upsert(database, "c", [...pointsOf(0, 5, DENSE, SPARSE), ...pointsOf(5, 10, DENSE)]);
    expect(await database.collection("c").indexState()).to.include({ indexed: 5, busy: false });
    await database.close();
  });

  it("the last vector of a collection can be removed, and its points stay", async () => {
    const opened = await created(DENSE);
    await upsert(opened.database, "c", pointsOf(0, 5, DENSE));
    await drop(opened, "a");
    await opened.database.checkpoint();
    const again = await openIn(copyOf(opened));
    for (const one of [opened, again]) {
      expect(one.database.collection("c").points).to.equal(5);
      expect(one.database.vectors).to.equal(0);
      await one.database.close();
    }
  });

  it("a write that waited while its vector was removed is refused, and nothing of it is stored", async () => {
    const opened = await created(DENSE, { ...DENSE, name: "b" });
    const { database } = opened;
    const gone = drop(opened, "b");
    const late = startUpsert(database, "c", pointsOf(0, 3, { ...DENSE, name: "b" }));
    const failure = await rejection(late);
    await gone;
    expect(failure).to.be.instanceOf(UnknownVector);
    expect(database.collection("c").points).to.equal(0);
    await upsert(database, "c", pointsOf(0, 3, DENSE));
    await database.close();
  });

  it("writes before and after a change of vectors keep their order", async () => {
    const opened = await created(DENSE);
    const { database } = opened;
    const writes = Array.from({ length: 20 }, (_, i) =>
      startUpsert(database, "c", pointsOf(i, i + 1, DENSE)),
    );
    const adding = add(opened, SPARSE);
    const later = Array.from({ length: 20 }, (_, i) => startUpsert(database, "c", pointsOf(i, i + 1, DENSE)));
    await adding;
    for (const { applied } of await Promise.all([...writes, ...later])) await applied;
    await upsert(database, "c", pointsOf(0, 5, SPARSE));
    expect(await found(database, "c", vectorOf(DENSE, 1), 30, "a")).to.have.length(15);
    const again = await openIn(copyOf(opened));
    expect(await found(again.database, "c", vectorOf(DENSE, 1), 30, "a")).to.have.length(15);
    for (const one of [opened, again]) await one.database.close();
  });

  it("a search for a vector that is removed meanwhile ends with its result or says that the vector is unknown", async () => {
    const opened = await created(DENSE, { ...DENSE, name: "b" });
    const { database } = opened;
    await upsert(database, "c", pointsOf(0, 100, DENSE, { ...DENSE, name: "b" }));
    const collection = database.collection("c");
    const field = collection.field("b")!;
    let refused = 0;
    const search = async () => {
      const { reads } = collection;
      const params = { field, k: 5, params: DEFAULT_SEARCH };
      const result = await collection
        .reading(async () => reads.search([vectorOf(DENSE, 1) as Float32Array], params))
        .catch((error: Error) => error);
      if (result instanceof Error) {
        expect(result).to.be.instanceOf(UnknownVector);
        refused++;
      } else expect(result[0]).to.have.length(5);
    };
    const searches = Array.from({ length: 20 }, search);
    const removing = drop(opened, "b");
    while (refused === 0) {
      searches.push(search());
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(searches);
    await removing;
    await database.close();
  });

  it("a snapshot has the vectors that the collection had when it was taken", async () => {
    const opened = await created(DENSE, SPARSE);
    const { database } = opened;
    await upsert(database, "c", pointsOf(0, 10, DENSE, SPARSE));
    const before = await read(opened);
    const records: EncodedOperation[] = [];
    let config: CollectionConfig | undefined;
    const sink = {
      begin: async ({ config: captured }: { config: CollectionConfig }) => {
        config = captured;
        await drop(opened, "s");
        await add(opened, { ...DENSE, name: "new" });
        await upsert(database, "c", pointsOf(0, 3, { ...DENSE, name: "new" }));
      },
      write: async ({ type, body }: EncodedOperation) => {
        records.push({ type, body: body.slice() });
      },
    };
    const points = await takeSnapshot(database.collection("c"), sink, recordBuffer());
    await database.recover({ name: "c", config: config!, points, next: async () => records.splice(0) });
    await isAs(opened, before, "recovered");
    await database.close();
  });

  it("a collection that is deleted and restored counts no vectors of removed names", async () => {
    const opened = await created(DENSE, SPARSE);
    const { database } = opened;
    await upsert(database, "c", pointsOf(0, 10, DENSE, SPARSE));
    await drop(opened, "a");
    await add(opened, { ...DENSE, name: "b" });
    await upsert(database, "c", pointsOf(10, 15, { ...DENSE, name: "b" }));
    await database.mark("c", 60_000);
    await database.checkpoint();
    const counted: number[] = [];
    await database.restore("c", async (more) => void counted.push(more));
    expect(counted).to.deep.equal([15]);
    expect(database.vectors).to.equal(15);
    await database.close();
  });
});
