// A search while a delete is being applied: the ids of the deleted points are gone before the engine marks their slots.
import { expect } from "chai";
import type { Annotated } from "../../../../src/schema/annotated.ts";
import { NATIVE_RULES } from "../../../../src/schema/rules.ts";
import type { ScoredPoint } from "../../../../src/schema/search.ts";
import { SearchService } from "../../../../src/service/search.ts";
import { until } from "../../../support/until.ts";
import { open, remove, unnamed, upsert } from "../../core/fixtures.ts";
import { newEngine } from "../../engine/fixtures.ts";

describe("a search beside a delete", () => {
  it("a search beside a delete finds the points that are not deleted, although the engine still finds the others", async () => {
    const engine = newEngine();
    const { database } = await open({ engine });
    await database.create("c", unnamed(1));
    const points = [1, 2].map((id) => ({ id, vectors: { "": Float32Array.of(id) } }));
    await upsert(database, "c", points);
    const write = engine.write.bind(engine);
    let apply = () => {};
    const held = new Promise<void>((resolve) => {
      apply = resolve;
    });
    engine.write = (writes) => held.then(() => write(writes));
    const deleted = remove(database, "c", [1]);
    await until(() => database.collection("c").points === 1);
    const service = new SearchService(database);
    const searches = [{ vector: Float32Array.of(1), limit: 2 }];
    const found = await service.searchBatch({ collection_name: "c", searches }, NATIVE_RULES);
    const [hits] = (found as Annotated<ScoredPoint[][]>).result;
    expect(hits!.map(({ id }) => id)).to.include(2);
    apply();
    await deleted;
    await database.close();
  });
});
