// The sample of queries with which recall is measured. The decision: queries are numbered vectors, so that a test can
// tell which ones are in the sample.
import { expect } from "chai";
import { QuerySample } from "../../../../src/core/recall/query-sample.ts";

const queryOf = (i: number) => Float32Array.of(i, 1);
const SIZE = 256;

function sampleOf(queries: number): QuerySample {
  const sample = new QuerySample();
  for (let i = 0; i < queries; i++) sample.offer(queryOf(i));
  return sample;
}

const numbersIn = (sample: QuerySample) => sample.take(1_000).map(([first]) => first!);

describe("the sample of queries", () => {
  it("the sample of queries has all of them while they are few", () => {
    expect(numbersIn(sampleOf(100))).to.deep.equal(Array.from({ length: 100 }, (_, i) => i));
  });

  it("the sample of queries is limited and is spread over the newest thousands", () => {
    const numbers = numbersIn(sampleOf(50_000));
    expect(numbers).to.have.length(SIZE);
    const mean = numbers.reduce((sum, number) => sum + number) / SIZE;
    expect(50_000 - mean).to.be.within(1_000, 10_000);
  });

  it("the sample of queries copies them, since a caller may change its vector", () => {
    const sample = new QuerySample();
    const query = Float32Array.of(1, 2);
    sample.offer(query);
    query.fill(0);
    expect([...sample.take(1)[0]!]).to.deep.equal([1, 2]);
  });

  it("the sample of queries does not count one that is repeated", () => {
    const sample = sampleOf(10);
    for (let i = 0; i < 1_000; i++) sample.offer(queryOf(3));
    expect(sample.asked).to.equal(10);
    expect(numbersIn(sample)).to.have.length(10);
  });

  it("the sample of queries has different ones whose numbers have the same sum", () => {
    const sample = new QuerySample();
    for (const query of [
      [1, 2],
      [2, 1],
      [0, 3],
      [2, 1],
    ])
      sample.offer(Float32Array.from(query));
    expect(sample.take(4).map((query) => [...query])).to.deep.equal([
      [1, 2],
      [2, 1],
      [0, 3],
    ]);
    expect(sample.asked).to.equal(3);
  });

  it("the sample of queries calls back once when there are enough", () => {
    const sample = new QuerySample();
    let calls = 0;
    sample.whenAsked(64, () => calls++);
    for (let i = 0; i < 63; i++) sample.offer(queryOf(i));
    expect(calls).to.equal(0);
    for (let i = 63; i < 200; i++) sample.offer(queryOf(i));
    expect(calls).to.equal(1);
  });
});
