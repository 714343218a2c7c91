// The queue that is read from its beginning on.
import { expect } from "chai";
import { Fifo } from "../../../src/scheduling/fifo.ts";
import { seedOf } from "../../support/chance.ts";
import { seededRandom } from "../../support/random.ts";

describe("a queue", () => {
  it("a queue has the same items in the same order as an array, whatever is added and removed", () => {
    const seed = seedOf();
    const random = seededRandom(seed);
    const queue = new Fifo<number>();
    let expected: number[] = [];
    for (let step = 0; step < 50; step++) {
      for (let i = Math.floor(random() * 2_000); i > 0; i--) {
        queue.push(i);
        expected.push(i);
      }
      const removed = Array.from({ length: Math.floor(random() * 2_000) }, () => queue.shift());
      const shown = Array.from(removed, (_, i) => expected[i]);
      expect(removed, `SEED=${seed}`).to.deep.equal(shown);
      expected = expected.slice(removed.length);
      expect(queue.length, `SEED=${seed}`).to.equal(expected.length);
      expect(queue.slice(3, 9)).to.deep.equal(expected.slice(3, 9));
      expect([queue.at(0), queue.at(5)]).to.deep.equal([expected[0], expected[5]]);
    }
    queue.clear();
    expect([queue.length, queue.shift()]).to.deep.equal([0, undefined]);
  });
});
