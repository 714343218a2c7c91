// Writes of many points in several records: each point is written once, no record is too large, and each is applied
// before the next is logged.
import { expect } from "chai";
import fc from "fast-check";
import { portions } from "../../../../src/service/common/portions.ts";
import { inRecords } from "../../../../src/service/writes/records.ts";

const MIB = 1024 * 1024;

describe("the portions of a list of items", () => {
  it("the portions of a list of items contain all items in order, within both limits unless one item is larger", () => {
    const sizes = fc.array(fc.nat(50), { maxLength: 40 });
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 5 }),
        (items, bytes, most) => {
          const all = [...portions(items, (size) => size, bytes, most)];
          expect(all.flat()).to.deep.equal(items);
          for (const portion of all) {
            expect(portion.length).to.be.within(1, most);
            const sum = portion.reduce((a, b) => a + b, 0);
            if (portion.length > 1) expect(sum).to.be.at.most(bytes);
          }
        },
      ),
    );
  });
});

describe("a write of many points", () => {
  /** Writes slots of the given size, and records the order of the steps. */
  async function run(slots: readonly number[], bytes: number): Promise<{ done: string[]; last: number }> {
    const done: string[] = [];
    let lsn = 0;
    const { lsn: last } = await inRecords(
      slots,
      () => bytes,
      async (record) => {
        const number = ++lsn;
        done.push(`write ${record.join(" ")}`.trim());
        const applied = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
          done.push(`applied ${number}`);
        });
        return { lsn: number, applied };
      },
    );
    return { done, last };
  }

  it("a write of many points is one record if it is not too large", async () => {
    expect(await run([1, 2, 3], 1 * MIB)).to.deep.equal({ done: ["write 1 2 3"], last: 1 });
  });

  it("a write of many points is several records beyond 64 MiB, each logged when the one before is applied", async () => {
    expect(await run([1, 2, 3], 30 * MIB)).to.deep.equal({
      done: ["write 1 2", "applied 1", "write 3"],
      last: 2,
    });
  });

  it("a write of many points is a record also without points, so that it has an LSN", async () => {
    expect(await run([], 1)).to.deep.equal({ done: ["write"], last: 1 });
  });
});
