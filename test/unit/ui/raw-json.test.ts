// Parts of JSON as they are written: no digit of a number changes.
import { expect } from "chai";
import fc from "fast-check";
import { compactJson, rawItems, rawMember } from "../../../src/ui/app/api/raw-json.ts";

const TEXT = ' { "a" : [ 1.0 , {"b]": "x\\"}", "c": 1e400}, [] ] , "d":9007199254740993 } ';

describe("the text of a member of JSON", () => {
  it("the text of a member of JSON has every digit and space, and undefined stands for none", () => {
    expect(rawMember(TEXT, "a", 0)).to.equal("1.0");
    expect(rawMember(TEXT, "a", 1, "c")).to.equal("1e400");
    expect(rawMember(TEXT, "a", 1)).to.equal('{"b]": "x\\"}", "c": 1e400}');
    expect(rawMember(TEXT, "d")).to.equal("9007199254740993");
    expect(rawMember(TEXT)).to.equal(TEXT.trim());
    for (const path of [["z"], ["a", 3], ["a", 0, "x"], ["d", 0]])
      expect(rawMember(TEXT, ...path)).to.equal(undefined);
  });

  it("the items and members of any value are those that a parser finds", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (list, object) => {
        const text = JSON.stringify({ list, object }, null, 1);
        expect(rawItems(rawMember(text, "list")!).map((item) => JSON.parse(item))).to.deep.equal(
          JSON.parse(JSON.stringify(list)),
        );
        for (const [key, value] of Object.entries(object))
          expect(JSON.parse(rawMember(text, "object", key)!)).to.deep.equal(
            JSON.parse(JSON.stringify(value)),
          );
        expect(compactJson(text)).to.equal(JSON.stringify({ list, object }));
      }),
    );
  });
});
