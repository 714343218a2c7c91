// What `azimuth migrate pgvector` makes of tables, with rows that were recorded from PostgreSQL 18 with pgvector 0.8.5
// (test/golden/record-source.ts). test/slow/migrate-sources.test.ts runs the command against such a server.
import { expect } from "chai";
import { PgvectorSource } from "../../../../src/cli/migrate/pgvector.ts";
import type { SourceCollection } from "../../../../src/cli/migrate/source-database.ts";
import { uuid5 } from "../../../../src/cli/migrate/uuid5.ts";
import { runCli } from "../../../support/cli.ts";
import { type ReadCollection, readAll, recordedQueries } from "../../../support/recorded-queries.ts";

describe("azimuth migrate pgvector", () => {
  const source = () =>
    new PgvectorSource(recordedQueries("migrate-pgvector.json"), {
      idField: "original_id",
      batch: 2,
      distance: null,
    });
  const read = async (name: string): Promise<ReadCollection> => (await readAll(source())).get(name)!;
  const pointsOf = ({ rows }: ReadCollection) =>
    rows.map(({ line }) => JSON.parse(line!) as { id: unknown; vector: unknown; payload: unknown });

  it("azimuth migrate pgvector takes integer keys as ids, and the other columns as payload", async () => {
    const items = await read("items");
    const [first, second, third] = items.rows.map(({ line }) => line!);
    expect(first).to.equal(
      '{"id":1,"vector":[1,2,3,0.1],"payload":{"title":"A submarine","year":1987,"price":12.5000,"tags":["a","b"],' +
        '"meta":{"n": null, "ü": [1, {"x": 1.0}], "big": 9007199254740993},"made":"2024-02-03T02:05:06.789+00:00",' +
        '"raw":{ "b" : 1, "a": 2 },"ok":true}}',
    );
    expect(second).to.contain('"vector":{}').and.to.contain('"price":"NaN"').and.to.contain('"tags":null');
    expect(third).to.contain('"id":9223372036854775807').and.to.contain("[0,0,0,1e-09]");
    expect(items.collection.dense.get("")).to.deep.equal({ size: 4, distance: "Cosine" });
    expect([...items.collection.indexes]).to.deep.equal([
      ["year", "integer"],
      ["made", "datetime"],
    ]);
  });

  it("azimuth migrate pgvector takes half and sparse vectors, and text keys as UUIDs", async () => {
    const docs = await read("docs");
    const points = pointsOf(docs);
    const of = (id: string) => points.find((point) => point.id === id);
    expect(of(uuid5("a"))).to.deep.equal({
      id: uuid5("a"),
      vector: { "": [1, 2, 3], words: { indices: [0, 9], values: [0.5, 2] } },
      payload: { body: "x", original_id: "a" },
    });
    expect(of("550e8400-e29b-41d4-a716-446655440000")).to.deep.equal({
      id: "550e8400-e29b-41d4-a716-446655440000",
      vector: { words: { indices: [], values: [] } },
      payload: { body: "z" },
    });
    const { dense, sparse, notes } = docs.collection;
    expect([...dense, ...sparse]).to.deep.equal([
      ["", { size: 3, distance: "Dot" }],
      ["words", {}],
    ]);
    expect(notes).to.deep.equal([
      "emb becomes float32; it was halfvec",
      "words is compared by products; its index is for Cosine",
    ]);
  });

  it("azimuth migrate pgvector takes several vectors by name, and keys of several columns as UUIDs", async () => {
    const pairs = await read("pairs");
    const points = pointsOf(pairs);
    expect(points.map(({ payload }) => payload)).to.deep.equal([
      { a: 1, b: "" },
      { a: 1, b: "x" },
      { a: 9, b: "y" },
      { a: 10, b: "y" },
    ]);
    expect(points[1]).to.deep.include({ id: uuid5('["1","x"]'), vector: { v1: [1, 2], v2: [3, 4] } });
    expect(points[0]).to.deep.include({ vector: { v1: [5, 6] } });
    expect([...pairs.collection.dense]).to.deep.equal([
      ["v1", { size: 2, distance: "Manhattan" }],
      ["v2", { size: 2, distance: "Euclid" }],
    ]);
  });

  it("azimuth migrate pgvector continues after any row, and reads single rows", async () => {
    for (const [name, { rows, rest, ids, picked }] of await readAll(source())) {
      expect([name, rest]).to.deep.equal([name, rows.slice(1)]);
      expect([name, ids]).to.deep.equal([name, rows.map(({ id }) => id)]);
      const ends = rows.filter((_, i) => i === 0 || i === rows.length - 1);
      expect([name, [...picked].sort(byKey)]).to.deep.equal([name, ends.sort(byKey)]);
    }
  });

  it("azimuth migrate pgvector says which tables it cannot take, and why", async () => {
    const all = await source().collections(null);
    const refusals = all.flatMap(({ name, refusal }: SourceCollection) => (refusal ? [[name, refusal]] : []));
    expect(refusals).to.deep.equal([
      ["no_index", "the column v has no index that tells a distance: say --distance"],
      ["no_key", "it has no primary key, and so no ids"],
      ["no_size", "the column v has no dimension and no vector that would tell it"],
      ["two_distances", "the column v has indexes of several distances: say --distance"],
    ]);
    expect(all.map(({ name }) => name))
      .to.include("other.empty_one")
      .and.to.include('odd/na"me');
  });

  it("azimuth migrate pgvector asks for the URL of a database, and says that none answers", async () => {
    const wrong = await runCli(["migrate", "pgvector", "http://x"]);
    expect([wrong.code, wrong.stderr]).to.deep.equal([
      2,
      "azimuth: expected the URL of a database such as postgres://user@host:5432/database\n",
    ]);
    const secret = "geheim";
    const none = await runCli(["migrate", "pgvector", `postgres://u:${secret}@127.0.0.1:9/db?x=${secret}`]);
    expect(none.code).to.equal(1);
    expect(none.stderr).to.match(/^azimuth: postgres:\/\/127\.0\.0\.1:9\/db cannot be asked: .*ECONNREFUSED/);
    expect(none.stderr).not.to.contain(secret);
  });
});

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : 1;
}
