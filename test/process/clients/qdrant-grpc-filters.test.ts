// Qdrant's own gRPC client, unchanged, with a server in this process: filters of all kinds, with and without
// payload indexes.
import { Distance, FieldType, type QdrantClient, TokenizerType } from "@qdrant/js-client-grpc";
import { expect } from "chai";
import { clientOf } from "../../support/qdrant-grpc.ts";
import { field, id, ids, keyword, named, plainPayload, value } from "../../support/qdrant-messages.ts";
import { Servers } from "../../support/servers.ts";

const films = { collectionName: "films" };
const UUID = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

const FILMS = [
  {
    title: "The quick brown fox",
    year: 1999n,
    stars: 4.5,
    seen: true,
    key: UUID,
    tags: ["a", "b"],
    shot: { lat: 52.5, lon: 13.4 },
    at: "2020-01-01T00:00:00Z",
    cast: [{ name: "Ann", age: 30n }],
  },
  {
    title: "The lazy brown dog",
    year: 2005n,
    stars: 2.5,
    seen: false,
    tags: ["c"],
    shot: { lat: 48.8, lon: 2.3 },
    at: "2024-01-01T00:00:00Z",
    cast: [
      { name: "Ann", age: 50n },
      { name: "Bob", age: 30n },
    ],
  },
  { title: "", year: -7n, tags: [], nothing: null },
];

const match = (key: string, kind: object) => field(key, { match: { matchValue: kind as never } });
const condition = (kind: string, inner: object) => ({
  conditionOneOf: { case: kind, value: inner } as never,
});
const seconds = (text: string) => ({ seconds: BigInt(Date.parse(text)) / 1000n, nanos: 0 });
const square = [
  [13, 52],
  [14, 52],
  [14, 53],
  [13, 53],
  [13, 52],
].map(([lon, lat]) => ({ lon: lon!, lat: lat! }));
const ann = keyword("name", "Ann");
const young = field("age", { range: { lt: 40 } });

const CONDITIONS: Readonly<Record<string, [condition: object, found: readonly bigint[]]>> = {
  "match a keyword": [keyword("tags", "a"), [1n]],
  "match an integer": [match("year", { case: "integer", value: -7n }), [3n]],
  "match a boolean": [match("seen", { case: "boolean", value: false }), [2n]],
  "match a UUID": [keyword("key", UUID), [1n]],
  "match words": [match("title", { case: "text", value: "quick brown" }), [1n]],
  "match any of some words": [match("title", { case: "textAny", value: "quick lazy" }), [1n, 2n]],
  "match one of some keywords": [
    match("tags", { case: "keywords", value: { strings: ["b", "c"] } }),
    [1n, 2n],
  ],
  "match one of some integers": [match("year", { case: "integers", value: { integers: [1999n, 1n] } }), [1n]],
  "match none of some keywords": [
    match("tags", { case: "exceptKeywords", value: { strings: ["a", "b"] } }),
    [2n],
  ],
  "match none of some integers": [
    match("year", { case: "exceptIntegers", value: { integers: [1999n] } }),
    [2n, 3n],
  ],
  "are in a range": [field("stars", { range: { gte: 2.5, lt: 4.5 } }), [2n]],
  "are in a range of moments": [
    field("at", { datetimeRange: { gt: seconds("2021-01-01T00:00:00Z") } }),
    [2n],
  ],
  "are in a box": [
    field("shot", { geoBoundingBox: { topLeft: { lon: 13, lat: 53 }, bottomRight: { lon: 14, lat: 52 } } }),
    [1n],
  ],
  "are near a place": [field("shot", { geoRadius: { center: { lon: 2.3, lat: 48.8 }, radius: 1000 } }), [2n]],
  "are within a polygon": [field("shot", { geoPolygon: { exterior: { points: square } } }), [1n]],
  "have so many values": [field("tags", { valuesCount: { gte: 2n } }), [1n]],
  "have nothing": [condition("isEmpty", { key: "tags" }), [3n]],
  "have null": [condition("isNull", { key: "nothing" }), [3n]],
  "have nothing, as a part of a field": [field("tags", { isEmpty: true }), [3n]],
  "have one of some ids": [condition("hasId", { hasId: [id(2n), id(9n)] }), [2n]],
  "have a vector": [condition("hasVector", { hasVector: "poster" }), [1n]],
  "have an element that does": [condition("nested", { key: "cast", filter: { must: [ann, young] } }), [1n]],
  "have elements that do together": [
    condition("filter", {
      must: [keyword("cast[].name", "Ann"), field("cast[].age", { range: { lt: 40 } })],
    }),
    [1n, 2n],
  ],
};

const INDEXES: Readonly<Record<string, object>> = {
  tags: { fieldType: FieldType.FieldTypeKeyword },
  year: {
    fieldType: FieldType.FieldTypeInteger,
    fieldIndexParams: { indexParams: { case: "integerIndexParams", value: { lookup: true, range: true } } },
  },
  stars: { fieldType: FieldType.FieldTypeFloat },
  seen: { fieldType: FieldType.FieldTypeBool },
  key: { fieldType: FieldType.FieldTypeUuid },
  at: { fieldType: FieldType.FieldTypeDatetime },
  shot: { fieldType: FieldType.FieldTypeGeo },
  title: {
    fieldType: FieldType.FieldTypeText,
    fieldIndexParams: {
      indexParams: { case: "textIndexParams", value: { tokenizer: TokenizerType.Word, lowercase: true } },
    },
  },
};

describe("filters of @qdrant/js-client-grpc", () => {
  let servers: Servers;
  let client: QdrantClient;

  before(async () => {
    servers = new Servers();
    client = clientOf(await servers.here());
    const params = { size: 2n, distance: Distance.Dot };
    const map = { plot: params, poster: params };
    await client
      .api("collections")
      .create({ ...films, vectorsConfig: { config: { case: "paramsMap", value: { map } } } });
    const points = FILMS.map((film, index) => ({
      id: id(BigInt(index + 1)),
      vectors: named(index === 0 ? { plot: [1, 2], poster: [3, 4] } : { plot: [1, 2] }),
      payload: Object.fromEntries(Object.entries(film).map(([key, part]) => [key, value(part)])),
    }));
    await client.api("points").upsert({ ...films, wait: true, points });
  });
  after(() => servers.close());

  const matches = async (filter: object) =>
    ids((await client.api("points").scroll({ ...films, filter })).result);
  const schema = async () => (await client.api("collections").get(films)).result!.payloadSchema;

  function findsAll(): void {
    for (const [what, [one, found]] of Object.entries(CONDITIONS)) {
      it(`filters of @qdrant/js-client-grpc find points that ${what}, and exclude them under must_not`, async () => {
        expect(await matches({ must: [one] })).to.deep.equal(found);
        const others = [1n, 2n, 3n].filter((other) => !found.includes(other));
        expect(await matches({ mustNot: [one] })).to.deep.equal(others);
      });
    }

    it("filters of @qdrant/js-client-grpc find points that match all, some, none, and enough of several conditions", async () => {
      const [brown, a, c] = [
        match("title", { case: "text", value: "brown" }),
        keyword("tags", "a"),
        keyword("tags", "c"),
      ];
      expect(await matches({ must: [brown], mustNot: [a] })).to.deep.equal([2n]);
      expect(await matches({ should: [a, c] })).to.deep.equal([1n, 2n]);
      expect(await matches({ minShould: { conditions: [brown, a, c], minCount: 2n } })).to.deep.equal([
        1n,
        2n,
      ]);
      expect(await matches({ minShould: { conditions: [brown, a, c], minCount: 3n } })).to.deep.equal([]);
      expect(await matches({})).to.deep.equal([1n, 2n, 3n]);
    });
  }

  describe("without an index", findsAll);

  describe("with payload indexes", () => {
    const createAll = async () => {
      for (const [fieldName, kind] of Object.entries(INDEXES))
        await client.api("points").createFieldIndex({ ...films, wait: true, fieldName, ...kind });
    };
    const deleteAll = async () => {
      for (const fieldName of Object.keys(INDEXES))
        await client.api("points").deleteFieldIndex({ ...films, wait: true, fieldName });
    };
    before(createAll);
    after(deleteAll);

    findsAll();

    it("calls of @qdrant/js-client-grpc list the payload indexes with their numbers of points", async () => {
      const shown = Object.entries(await schema()).map(([name, { dataType, points }]) => [
        name,
        dataType,
        points,
      ]);
      expect(shown).to.have.deep.members([
        ["tags", 1, 2n],
        ["year", 2, 3n],
        ["stars", 3, 2n],
        ["seen", 6, 2n],
        ["key", 8, 1n],
        ["at", 7, 2n],
        ["shot", 4, 2n],
        ["title", 5, 3n],
      ]);
      expect((await schema()).year!.params!.indexParams.value).to.include({ lookup: true, range: true });
    });

    it("calls of @qdrant/js-client-grpc delete the payload indexes", async () => {
      await deleteAll();
      expect(await schema()).to.deep.equal({});
      await createAll();
    });
  });

  it("filters of @qdrant/js-client-grpc do not change payloads", async () => {
    const { result } = await client.api("points").get({
      ...films,
      ids: [id(1n)],
      withPayload: { selectorOptions: { case: "exclude", value: { fields: ["cast", "tags"] } } },
    });
    const { cast, tags, ...rest } = FILMS[0]!;
    expect(plainPayload(result[0]!.payload)).to.deep.equal(rest);
  });
});
