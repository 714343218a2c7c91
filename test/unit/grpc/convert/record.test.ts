// The codec of a message follows from its definition, but for fields whose JSON has another form.
import { expect } from "chai";
import { record } from "../../../../src/grpc/convert/record.ts";
import { messages } from "../../../../src/grpc/wire/messages.ts";

describe("the codec of a message", () => {
  it("the codec of a message follows from the definition where the fields are scalars, lists and messages of these", () => {
    const polygon = record(messages.GeoPolygon);
    const square = { points: [{ lon: 1, lat: 2.5 }] };
    expect(polygon.read({ exterior: square, interiors: [square] }, "")).to.deep.equal({
      exterior: square,
      interiors: [square],
    });
    expect(record(messages.TokenRequest).read({ token_id: 7n }, "")).to.deep.equal({ token_id: 7 });
  });

  it("the codec of a message has to be given for an enum, a oneof, a map and a vector", () => {
    const { OrderBy, FieldCondition, CollectionInfo, DenseVector } = messages;
    const needed = "azimuth.v1.OrderBy.direction needs a codec";
    expect(() => record(OrderBy)).to.throw(needed);
    for (const one of [FieldCondition, CollectionInfo, DenseVector]) {
      expect(() => record<object>(one)).to.throw(/needs a codec/);
    }
  });
});
