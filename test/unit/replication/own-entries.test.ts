// The entries that a server has appended and need not read again.
import { expect } from "chai";
import { OwnEntries } from "../../../src/replication/postgres/own-entries.ts";
import { crc32 } from "../../../src/storage/crc32.ts";
import { chainOf, FIRST_CHAIN, NO_PLACES, sumOf } from "../../../src/storage/replicated-log.ts";

const entry = (text: string, place: string | null = null) => ({
  id: `00000000-0000-4000-8000-00000000000${text}`,
  body: Buffer.from(text),
  place,
});
const MIB = 2 ** 20;
const BEGIN = { seq: 0, chain: FIRST_CHAIN };
const PLACE = "00000000-0000-4000-8000-00000000000c/1";

describe("the own entries of a server", () => {
  let own: OwnEntries;
  beforeEach(() => {
    own = new OwnEntries({ crc32 });
  });

  it("the own entries of a server are taken in order, with their check sums, and once", () => {
    own.keep(2, entry("2"));
    own.keep(1, entry("1"));
    const taken = own.takeBehind(BEGIN, NO_PLACES);
    const one = chainOf({ crc32 }, FIRST_CHAIN, entry("1"));
    const chains = [one, chainOf({ crc32 }, one, entry("2"))];
    expect(taken.map(({ seq, chain }) => [seq, chain])).to.deep.equal(
      chains.map((chain, i) => [i + 1, chain]),
    );
    expect(own.takeBehind(BEGIN, NO_PLACES)).to.deep.equal([]);
  });

  it("the own entries of a server end where another server has appended", () => {
    own.keep(1, entry("1"));
    own.keep(3, entry("3"));
    const [one] = own.takeBehind(BEGIN, NO_PLACES);
    expect(own.takeBehind(one!, NO_PLACES)).to.deep.equal([]);
    expect(own.takeBehind({ seq: 2, chain: 7 }, NO_PLACES).map(({ seq }) => seq)).to.deep.equal([3]);
  });

  it("the own entries of a server are not taken behind a position whose check sum is not known", () => {
    own.keep(1, entry("1"));
    expect(own.takeBehind({ seq: 0, chain: null }, NO_PLACES)).to.deep.equal([]);
  });

  it("the own entries of a server have at most 8 MiB, and room again when they were taken", () => {
    const large = { ...entry("1"), body: new Uint8Array(5 * MIB) };
    own.keep(1, large);
    own.keep(2, large);
    expect(own.takeBehind(BEGIN, NO_PLACES)).to.have.lengthOf(1);
    own.keep(2, large);
    expect(own.takeBehind({ seq: 1, chain: 1 }, NO_PLACES)).to.have.lengthOf(1);
  });

  it("the own entries of a server leave out what was read already", () => {
    own.takeBehind({ seq: 5, chain: 1 }, NO_PLACES);
    own.keep(3, entry("3"));
    expect(own.takeBehind({ seq: 2, chain: 1 }, NO_PLACES)).to.deep.equal([]);
  });

  it("the own entries of a server have no body if it lacks their place when they are taken, and the same check sums", () => {
    const [one, two] = [entry("1", PLACE), entry("2")];
    for (const places of [NO_PLACES, new Set([PLACE])]) {
      own = new OwnEntries({ crc32 });
      own.keep(1, one);
      own.keep(2, two);
      const [first, second] = own.takeBehind(BEGIN, places);
      const chain = chainOf({ crc32 }, FIRST_CHAIN, one);
      const common = { seq: 1, id: one.id, chain, place: PLACE };
      const bare = { ...common, body: null, sum: sumOf({ crc32 }, one) };
      expect(first).to.deep.equal(places === NO_PLACES ? bare : { ...common, body: one.body });
      expect(second).to.deep.include({ chain: chainOf({ crc32 }, chain, two), body: two.body });
    }
  });
});
