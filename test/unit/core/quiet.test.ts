// A database some seconds after its last write.
import { expect } from "chai";
import { newEngine } from "../engine/fixtures.ts";
import { open, unnamed, upsert } from "./fixtures.ts";

const QUIET_MS = 3_000;

describe("a database without further writes", () => {
  it("a database without further writes does not collect garbage in its own thread", async () => {
    let collections = 0;
    const engine = newEngine({ collectGarbage: () => collections++ });
    const { database, clock } = await open({ engine });
    await database.create("a", unnamed(2));
    await upsert(database, "a", [{ id: 1, vectors: { "": Float32Array.of(1, 2) } }]);
    clock.advance(QUIET_MS);
    await database.settled();
    expect(collections).to.equal(0);
    await database.close();
  });
});
