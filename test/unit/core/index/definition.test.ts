// What a saved payload index is made for: a start builds an index again if it was made for something else.
import { expect } from "chai";
import { definitionOf } from "../../../../src/core/index/index-file.ts";
import { IndexedFields } from "../../../../src/core/index/indexed-fields.ts";
import { TOKENIZER_VERSION } from "../../../../src/text/tokenize.ts";

describe("the definition of a saved index", () => {
  const definition = (schema: Parameters<IndexedFields["set"]>[0][string]) => {
    const fields = new IndexedFields();
    fields.set({ a: schema });
    return definitionOf(fields.get("a")!) as Record<string, unknown>;
  };

  it("the definition of a saved index of text has the version of the rules for words", () => {
    expect(definition("text").words).to.equal(TOKENIZER_VERSION);
    expect(TOKENIZER_VERSION).to.be.greaterThan(1);
  });

  it("the definition of a saved index of another type has no rules for words", () => {
    expect(definition("keyword")).to.deep.equal({ params: { type: "keyword" } });
  });

  it("the definition of a saved index has its parameters", () => {
    const params = { type: "text", stemmer: { type: "snowball", language: "german" } } as const;
    expect(definition(params).params).to.deep.equal(params);
  });
});
