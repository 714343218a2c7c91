// JSON formatted for people: only white space between values changes.
import { expect } from "chai";
import { parseId } from "../../../src/ui/app/api/ids.ts";
import { prettyJson } from "../../../src/ui/app/api/pretty.ts";

describe("formatted JSON", () => {
  it("formatted JSON keeps every digit, and the contents of strings", () => {
    const text = '{"id":18446744073709551615,"x":1.0,"s":"a{b,c}:\\"[","e":-1e-7}';
    expect(prettyJson(text)).to.equal(
      '{ "id": 18446744073709551615, "x": 1.0, "s": "a{b,c}:\\"[", "e": -1e-7 }',
    );
  });

  it("formatted JSON has a line for each member when the members are too long for one", () => {
    const long = "x".repeat(90);
    expect(prettyJson(`{"a":{"b":1},"c":"${long}","d":[]}`)).to.equal(
      `{\n  "a": { "b": 1 },\n  "c": "${long}",\n  "d": []\n}`,
    );
  });

  it("formatted JSON keeps a vector on one line however long it is", () => {
    const vector = Array.from({ length: 100 }, (_, i) => i / 100);
    expect(prettyJson(JSON.stringify({ vector })).split("\n")).to.have.length(3);
  });

  it("formatted JSON is the text itself if that is not JSON", () => {
    expect(prettyJson("nothing")).to.equal("nothing");
  });
});

describe("an id that a user types", () => {
  it("an id that a user types is a number if that is exact, otherwise a bigint, a UUID, or invalid", () => {
    expect(parseId(" 7 ")).to.equal(7);
    expect(parseId("9007199254740993")).to.equal(9007199254740993n);
    expect(parseId("18446744073709551616")).to.equal(null);
    expect(parseId("Paris")).to.equal(null);
    expect(parseId("550E8400E29B41D4A716446655440000")).to.equal("550e8400-e29b-41d4-a716-446655440000");
  });
});
