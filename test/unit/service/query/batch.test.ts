// Batches of searches: their filters are read in slices.
import { expect } from "chai";
import { DeadlineExceeded } from "../../../../src/errors/query.ts";
import { NATIVE_RULES } from "../../../../src/schema/rules.ts";
import type { Search } from "../../../../src/schema/search.ts";
import { SearchService } from "../../../../src/service/search.ts";
import { type Opened, open, unnamed } from "../../core/fixtures.ts";

const SEARCHES = 1_000;
const CONDITIONS = 300;

describe("a batch of searches", () => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
    await opened.database.create("c", unnamed(1, "Dot"));
  });
  afterEach(() => opened.database.close());

  it("a batch of searches is read in slices, and no further when its caller has left", async () => {
    const read = new Set<number>();
    const must = Array.from({ length: CONDITIONS }, (_, value) => ({ key: "n", match: { value } }));
    const searches = Array.from({ length: SEARCHES }, (_, i): Search => {
      const filter = {
        get must() {
          read.add(i);
          return must;
        },
      };
      return { vector: Float32Array.of(1), limit: 1, filter };
    });
    const service = new SearchService(opened.database);
    const work = async () =>
      service.searchBatch({ collection_name: "c", searches }, NATIVE_RULES, { aborted: true });
    const error = await work().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(DeadlineExceeded);
    expect(read.size).to.be.below(SEARCHES);
  });
});
