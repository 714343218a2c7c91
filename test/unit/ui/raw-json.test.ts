// Parts of JSON as they are written: no digit of a number changes.
import { expect } from "chai";
import fc from "fast-check";
import { writeJson } from "../../../src/ui/app/api/json.ts";
import {
  compactJson,
  isKeptByParsing,
  parseExactly,
  rawItems,
  rawMember,
  rawMembers,
} from "../../../src/ui/app/api/raw-json.ts";

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
        expect([...rawMembers(rawMember(text, "object")!).keys()]).to.have.members(Object.keys(object));
        for (const [key, value] of Object.entries(object))
          expect(JSON.parse(rawMember(text, "object", key)!)).to.deep.equal(
            JSON.parse(JSON.stringify(value)),
          );
        expect(compactJson(text)).to.equal(JSON.stringify({ list, object }));
      }),
    );
  });

  it("the text of a member of JSON is kept by parsing exactly if every number is written in the usual way", () => {
    for (const text of ["1", "-2.5", "0", "9007199254740993", '["1.0"]', '{"1.0":true}', "0.1"])
      expect(isKeptByParsing(text), text).to.equal(true);
    for (const text of [
      "1.0",
      "-0",
      "1e400",
      "1e2",
      "[0.10]",
      '{"a":{"b":[1,2.0]}}',
      "0.1000000000000000055",
    ])
      expect(isKeptByParsing(text), text).to.equal(false);
    const text = '[{"a": 1.0, "b": "\\u0001 \\"x"}, 2, 18446744073709551615]';
    const values = rawItems(text).map(parseExactly);
    expect(values.slice(1)).to.deep.equal([2, 18446744073709551615n]);
    expect(writeJson({ values, mark: "\u0001" })).to.equal(
      `{"values":${compactJson(text)},"mark":"\\u0001"}`,
    );
    expect(() => parseExactly("1.0.0")).to.throw();
  });
});
