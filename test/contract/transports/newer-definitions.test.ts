// Messages of clients whose definitions are newer than the server's. The decision: azimuth.v1 refuses an unknown field,
// and the package qdrant lists it in the metadata of the response.

import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { messages } from "../../../src/grpc/wire/messages.ts";
import { framed, RawGrpc } from "../../support/raw-grpc.ts";
import { createCollection, startTestServer, type TestServer } from "../../support/rest.ts";

const { CountPoints, SearchPoints, UpsertPoints } = messages;

const { OK, INVALID_ARGUMENT } = status;
const FIELD = (number: number, text = "x") =>
  new BinaryWriter().tag(number, WireType.LengthDelimited).string(text).finish();
const within = (number: number, inside: Uint8Array) =>
  new BinaryWriter().tag(number, WireType.LengthDelimited).bytes(inside).finish();

describe("a field that the server's definitions do not have", () => {
  let server: TestServer;
  let raw: RawGrpc;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
    raw = new RawGrpc(server.grpcAddress);
  });
  afterEach(async () => {
    raw.close();
    await server.close();
  });

  const count = Buffer.from(
    CountPoints.encode({ ...CountPoints.decode(new Uint8Array()), collection_name: "c" }),
  );
  const ask = (path: string, ...parts: Uint8Array[]) => raw.call(path, framed(Buffer.concat(parts)));

  it("a field that the server's definitions do not have is refused by azimuth.v1 with the message and the number of the field", async () => {
    const { code, details } = await ask("/azimuth.v1.Points/Count", count, FIELD(99));
    expect([code, details]).to.deep.equal([
      INVALID_ARGUMENT,
      "azimuth.v1.CountPoints: unknown field number 99; the client's definitions are not those of this server",
    ]);
  });

  it("a field that the server's definitions do not have is refused in nested messages, in lists and in maps", async () => {
    const condition = within(2, within(1, FIELD(88)));
    const filtered = await ask("/azimuth.v1.Points/Count", count, within(2, condition));
    expect(filtered.details).to.include("azimuth.v1.FieldCondition: unknown field number 88");
    const entry = Buffer.concat([FIELD(1, "key"), within(2, FIELD(77))]);
    const empty = { ...UpsertPoints.decode(new Uint8Array()), collection_name: "c" };
    const upsert = UpsertPoints.encode(empty);
    const payload = await ask("/azimuth.v1.Points/Upsert", upsert, within(3, within(3, entry)));
    expect([payload.code, payload.details]).to.deep.equal([
      INVALID_ARGUMENT,
      "azimuth.v1.Value: unknown field number 77; the client's definitions are not those of this server",
    ]);
  });

  it("a field that the server's definitions do not have is refused if its number is known with another type", async () => {
    const { details } = await ask("/azimuth.v1.Points/Count", count, FIELD(3));
    expect(details).to.include("azimuth.v1.CountPoints: the field exact (3) is not of the type");
  });

  it("a field that the server's definitions do not have is ignored by the package qdrant, and listed in the metadata of the response", async () => {
    const answer = await ask("/qdrant.Points/Count", count, FIELD(99), FIELD(99), within(2, FIELD(98)));
    expect([answer.code, answer.ignored]).to.deep.equal([OK, "CountPoints.99, Filter.98"]);
    expect((await ask("/qdrant.Points/Count", count)).ignored).to.equal("");
  });

  it("a field that the server's definitions do not have is refused as over REST if it belongs to a search by sparse vectors", async () => {
    const search = SearchPoints.encode({
      ...SearchPoints.decode(new Uint8Array()),
      collection_name: "c",
      vector: [1, 2, 3, 4],
      limit: 1n,
      params: { idf: { corpus: undefined } } as never,
    });
    const sentence = "search param `idf` requires a sparse vector with the `idf` modifier";
    for (const path of ["/azimuth.v1.Points/Search", "/qdrant.Points/Search"])
      expect((await ask(path, search)).details).to.include(sentence);
  });
});
