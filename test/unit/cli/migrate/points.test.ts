// How rows of other databases become points, and how a point is compared with its row.
import { expect } from "chai";
import { addField, fieldsOf, idOfText, isU64, rowOf } from "../../../../src/cli/migrate/point-line.ts";
import { differenceOf } from "../../../../src/cli/migrate/same-point.ts";
import { uuid5 } from "../../../../src/cli/migrate/uuid5.ts";
import { InvalidArgument } from "../../../../src/errors/invalid-argument.ts";
import type { Distance } from "../../../../src/shared/distances.ts";

const UUID = "550e8400-e29b-41d4-a716-446655440000";

describe("ids of another database", () => {
  it("ids of another database become the UUIDs that Python's uuid5 makes of them", () => {
    // uuid.uuid5(uuid.NAMESPACE_OID, text)
    expect(uuid5("film-1")).to.equal("16e30df1-a54f-5ec4-b6b4-3307420d10e5");
    expect(uuid5("Ünï/код")).to.equal("803006d3-5f57-506c-b25e-51799223e0da");
    expect(uuid5("")).to.equal("0a68eb57-c88a-5f34-9e9d-27f85e68af4f");
  });

  it("ids of another database stay when they are UUIDs in their usual spelling, and only then", () => {
    expect(idOfText(UUID)).to.deep.equal({ id: UUID, isDerived: false });
    for (const other of [UUID.toUpperCase(), UUID.replaceAll("-", ""), `{${UUID}}`, ` ${UUID}`, "7", ""])
      expect(idOfText(other), other).to.deep.equal({ id: uuid5(other), isDerived: true });
  });

  it("ids of another database are numbers up to 64 bits without sign", () => {
    for (const text of ["0", "7", "18446744073709551615"]) expect(isU64(text), text).to.equal(true);
    for (const text of ["-1", "18446744073709551616", "01", "1.0", "1e3", "", " 1", "99999999999999999999"])
      expect(isU64(text), text).to.equal(false);
  });
});

describe("a row of another database", () => {
  it("a row of another database becomes one line with the digits of its numbers", () => {
    const payload = fieldsOf(Buffer.from('{"a":\n  1.50,\r\n"b":[9007199254740993]}'), "payload");
    const at = { key: "k", after: "k", source: '{\n"x": 1}' };
    expect(rowOf(at, () => ({ id: "7", vectors: new Map([["", "[1.0,2e0]"]]), payload }))).to.deep.equal({
      ...{ key: "k", after: "k", id: "7", fault: null, source: '{ "x": 1}' },
      line: '{"id":7,"vector":[1.0,2e0],"payload":{"a":1.50,"b":[9007199254740993]}}',
    });
  });

  it("a row of another database whose field would be replaced has a fault and no line", () => {
    const row = rowOf({ key: "k", after: "k", source: "{}" }, () => {
      const payload = new Map([["original_id", "1"]]);
      addField(payload, "original_id", '"k"', "--id-field");
      return { id: UUID, vectors: new Map(), payload };
    });
    expect([row.line, row.id, row.fault]).to.deep.equal([
      null,
      null,
      'it has a field "original_id" already: say --id-field NAME',
    ]);
    expect(() => fieldsOf(Buffer.from("[]"), "metadata")).to.throw(
      InvalidArgument,
      "metadata: expected an object",
    );
  });
});

describe("the comparison of a point", () => {
  const difference = (line: string, actual: string, distance: Distance = "Dot") =>
    differenceOf(line, JSON.parse(actual), new Map([["", distance]]));

  it("the comparison of a point finds the path of a different payload", () => {
    const line = '{"id":1,"vector":[1],"payload":{"a":{"b":[1,{"c":null}]},"n":1.0}}';
    const same = '{"id":1,"vector":[1],"payload":{"n":1,"a":{"b":[1,{"c":null}]}}}';
    expect(difference(line, same)).to.equal(null);
    expect(difference(line, same.replace('"c":null', '"c":0'))).to.equal("payload.a.b.1.c");
    expect(difference(line, same.replace('{"c":null}', "{}"))).to.equal("payload.a.b.1.c");
    expect(difference(line, same.replace('"n":1', '"n":1,"x":null'))).to.equal("payload.x");
    expect(difference(line, same.replace('[1,{"c":null}]', '{"0":1,"1":{"c":null}}'))).to.equal(
      "payload.a.b",
    );
    expect(difference(line, '{"id":1,"vector":[1]}')).to.equal("payload.a");
  });

  it("the comparison of a point takes vectors as 32-bit floats", () => {
    const line = '{"vector":[0.1,1e-9]}';
    expect(difference(line, `{"vector":[${Math.fround(0.1)},1e-9]}`)).to.equal(null);
    expect(difference(line, '{"vector":[0.10001,1e-9]}')).to.equal("vector");
    expect(difference(line, '{"vector":[0.1,1e-9,0]}')).to.equal("vector");
    expect(difference(line, '{"vector":{}}')).to.equal("vector");
    expect(difference('{"vector":{}}', line)).to.equal("vector");
  });

  it("the comparison of a point takes directions where the distance is Cosine", () => {
    expect(difference('{"vector":[30,40]}', '{"vector":[0.6,0.8]}', "Cosine")).to.equal(null);
    expect(difference('{"vector":[0,0]}', '{"vector":[0,0]}', "Cosine")).to.equal(null);
    expect(difference('{"vector":[30,40]}', '{"vector":[0.6001,0.8]}', "Cosine")).to.equal("vector");
    expect(difference('{"vector":[30,40]}', '{"vector":[0.6,0.8]}', "Euclid")).to.equal("vector");
  });

  it("the comparison of a point takes sparse vectors in any order of their indices", () => {
    const line = '{"vector":{"s":{"indices":[9,1],"values":[0.5,2]}}}';
    expect(difference(line, '{"vector":{"s":{"indices":[1,9],"values":[2,0.5]}}}')).to.equal(null);
    expect(difference(line, '{"vector":{"s":{"indices":[1,9],"values":[0.5,2]}}}')).to.equal("vector s");
    expect(difference(line, '{"vector":{"s":[1,2]}}')).to.equal("vector s");
  });
});
