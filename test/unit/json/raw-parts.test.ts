// The parts of JSON objects and arrays as bytes: each value has the bytes in which it was received.
import { expect } from "chai";
import fc from "fast-check";
import {
  arrayOf,
  itemsOf,
  membersOf,
  objectInSlices,
  type RawMembers,
  setMember,
} from "../../../src/json/raw-parts.ts";
import { runWhole } from "../../../src/scheduling/slices.ts";

const objectOf = (members: RawMembers) => runWhole(objectInSlices(members.values()));
const bytes = (text: string) => Buffer.from(text);
const text = (value: Uint8Array) => Buffer.from(value).toString();
const shown = (json: string) =>
  [...(membersOf(bytes(json)) ?? [])].map(([name, { key, value }]) => [name, text(key), text(value)]);

describe("the division of JSON into raw parts", () => {
  it("the division of JSON into raw parts divides an object into its members, with decoded keys and the received bytes of the values", () => {
    expect(shown('{ "a" : 1.0 ,"\\u0062":[1, 2], "__proto__":{} }')).to.deep.equal([
      ["a", '"a"', "1.0"],
      ["b", '"\\u0062"', "[1, 2]"],
      ["__proto__", '"__proto__"', "{}"],
    ]);
  });

  it("the division of JSON into raw parts divides an array into the received bytes of its items", () => {
    const items = itemsOf(bytes('[ 1e400, {"a":[ ]} ,"x, y" , null ]'))!;
    expect(items.map(text)).to.deep.equal(["1e400", '{"a":[ ]}', '"x, y"', "null"]);
  });

  it("the division of JSON into raw parts returns no parts for an empty object or array", () => {
    expect([membersOf(bytes("{ }"))!.size, itemsOf(bytes("[ ]"))!.length]).to.deep.equal([0, 0]);
  });

  for (const scalar of ["1", '"{}"', "null", "true"]) {
    it(`the division of JSON into raw parts returns null for ${scalar}, which has no parts`, () => {
      expect([membersOf(bytes(scalar)), itemsOf(bytes(scalar))]).to.deep.equal([null, null]);
    });
  }

  it("the division of JSON into raw parts keeps the last of members with equal keys in any notation, at the position of the first", () => {
    expect(shown('{"a":1,"b":2,"\\u0061":3}').map(([name, , value]) => [name, value])).to.deep.equal([
      ["a", "3"],
      ["b", "2"],
    ]);
  });

  it("the division of JSON into raw parts writes the key of a new member with escapes, lone surrogates too", () => {
    const members = membersOf(bytes("{}"))!;
    setMember(members, '"\ud83d\n', bytes("1"));
    expect(text(objectOf(members))).to.equal('{"\\"\\ud83d\\n":1}');
  });

  it("the division of JSON into raw parts has the same JSON value when the parts are joined again", () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const members = membersOf(bytes(json));
        const items = itemsOf(bytes(json));
        const again = members ? objectOf(members) : items ? arrayOf(items) : bytes(json);
        expect(JSON.parse(text(again))).to.deep.equal(JSON.parse(json));
      }),
    );
  });
});
