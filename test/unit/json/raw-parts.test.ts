// Objects and arrays taken apart into bytes: whatever is not looked into comes out as it went in.
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

describe("raw parts", () => {
  it("are the members of an object, keys decoded and values as received", () => {
    expect(shown('{ "a" : 1.0 ,"\\u0062":[1, 2], "__proto__":{} }')).to.deep.equal([
      ["a", '"a"', "1.0"],
      ["b", '"\\u0062"', "[1, 2]"],
      ["__proto__", '"__proto__"', "{}"],
    ]);
  });

  it("are the items of an array", () => {
    const items = itemsOf(bytes('[ 1e400, {"a":[ ]} ,"x, y" , null ]'))!;
    expect(items.map(text)).to.deep.equal(["1e400", '{"a":[ ]}', '"x, y"', "null"]);
  });

  it("are none of an empty container", () => {
    expect([membersOf(bytes("{ }"))!.size, itemsOf(bytes("[ ]"))!.length]).to.deep.equal([0, 0]);
  });

  for (const scalar of ["1", '"{}"', "null", "true"]) {
    it(`do not exist in ${scalar}`, () => {
      expect([membersOf(bytes(scalar)), itemsOf(bytes(scalar))]).to.deep.equal([null, null]);
    });
  }

  it("keep the last of members with equal keys in any notation, at the first's position", () => {
    expect(shown('{"a":1,"b":2,"\\u0061":3}').map(([name, , value]) => [name, value])).to.deep.equal([
      ["a", "3"],
      ["b", "2"],
    ]);
  });

  it("write the key of a new member with escapes, lone surrogates too", () => {
    const members = membersOf(bytes("{}"))!;
    setMember(members, '"\ud83d\n', bytes("1"));
    expect(text(objectOf(members))).to.equal('{"\\"\\ud83d\\n":1}');
  });

  it("have the same value when they are joined again", () => {
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
