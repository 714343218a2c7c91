// Completion in the request editor of the console: from the position of the cursor, and from the OpenAPI document of
// the server.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { ITEM, positionAt } from "../../../src/ui/app/screens/console/json-place.ts";
import {
  bodySchemaOf,
  isDestructive,
  type OpenApi,
  operationOf,
  suggestionsFor,
} from "../../../src/ui/app/screens/console/openapi.ts";
import { offersAt } from "../../../src/ui/app/screens/console/schema.ts";

const API = JSON.parse(
  readFileSync(new URL("../../golden/openapi.json", import.meta.url), "utf8"),
) as OpenApi;

function offered(method: string, path: string, before: string): string[] {
  const schema = bodySchemaOf(operationOf(API, method, path));
  const place = positionAt(before);
  return schema && place ? offersAt(API, schema, place).map(({ label }) => label) : [];
}

describe("a position in a JSON text", () => {
  it("a position in a JSON text is a key after a brace and after a comma, and has the keys before it", () => {
    expect(positionAt("{")).to.deep.include({ trail: [], kind: "key", from: 1 });
    const place = positionAt('{"limit": 3, "fil')!;
    expect(place).to.deep.include({ trail: [], kind: "key", from: 13 });
    expect([...place.taken]).to.deep.equal(["limit"]);
  });

  it("a position in a JSON text is a value after a colon and in a list", () => {
    expect(positionAt('{"a": {"b": ')).to.deep.include({ trail: ["a", "b"], kind: "value" });
    expect(positionAt('{"a": [1, tr')).to.deep.include({ trail: ["a", ITEM], kind: "value", from: 10 });
  });

  it("a position in a JSON text is below the item of a list", () => {
    expect(positionAt('{"must": [{"key": "a"}, {"')).to.deep.include({ trail: ["must", ITEM], kind: "key" });
  });

  it("a position in a JSON text is none when a value has just ended", () => {
    expect(positionAt('{"a": "b"')).to.equal(null);
    expect(positionAt('{"a": {}')).to.equal(null);
  });

  it("a position in a JSON text is found despite braces in strings, and invalid text before it", () => {
    expect(positionAt('{"a": "}{[", "b')).to.deep.include({ trail: [], kind: "key", from: 13 });
    expect(positionAt('}}{"a" "b": [')).to.not.equal(undefined);
  });
});

describe("completion of a request's body", () => {
  const QUERY = "/collections/wares/points/query";

  it("completion of a request's body offers the keys of the body, except for existing ones", () => {
    const keys = offered("POST", QUERY, '{"limit": 3, ');
    expect(keys).to.include.members(["query", "filter", "params", "with_payload"]);
    expect(keys).not.to.include("limit");
  });

  it("completion of a request's body offers keys behind references and of alternatives", () => {
    expect(offered("POST", QUERY, '{"params": {"')).to.include.members(["hnsw_ef", "exact"]);
    expect(offered("POST", QUERY, '{"query": {"')).to.include.members(["nearest", "recommend"]);
    expect(offered("POST", QUERY, '{"filter": {"must": [{"')).to.include.members(["key", "has_id", "should"]);
    expect(offered("POST", QUERY, '{"prefetch": {"prefetch": [{"')).to.include("query");
  });

  it("completion of a request's body offers the values of an enumeration and of booleans", () => {
    const size = '{"vectors_config": {"size": 4, "distance": ';
    // A vector might be called "distance", too: then an object comes.
    expect(offered("PUT", "/collections/new", size)).to.include.members(
      ["Cosine", "Dot", "Euclid", "Manhattan"].map((one) => `"${one}"`),
    );
    expect(offered("POST", QUERY, '{"params": {"exact": ')).to.deep.equal(["true", "false"]);
    expect(offered("POST", QUERY, '{"query": {"recommend": {"strategy": "')).to.include('"best_score"');
  });

  it("completion of a request's body shows which keys are required, their types, and their descriptions", () => {
    const schema = bodySchemaOf(operationOf(API, "PUT", "/collections/a/points"))!;
    const [id] = offersAt(API, schema, positionAt('{"points": [{')!);
    expect(id).to.deep.include({ label: "id", isRequired: true, type: "integer or string" });
    expect(id!.description).to.match(/64-bit integer/);
  });

  it("completion of a request's body offers nothing where the API has nothing", () => {
    expect(offered("POST", "/nowhere", "{")).to.deep.equal([]);
    expect(offered("POST", QUERY, '{"unheard": {')).to.deep.equal([]);
  });
});

describe("completion of a request's path", () => {
  it("completion of a request's path offers a path for each collection, encoded", () => {
    const paths = suggestionsFor(API, "POST", ["a", "b c"]).map(({ path }) => path);
    expect(paths).to.include.members(["/collections/a/points/query", "/collections/b%20c/points/query"]);
    expect(paths).not.to.include("/collections");
  });

  it("completion of a request's path names the parameter while there is no collection", () => {
    const paths = suggestionsFor(API, "GET", []).map(({ path }) => path);
    expect(paths).to.include.members(["/collections", "/collections/{collection_name}"]);
  });

  it("completion of a request's path finds the operation of a path, with fixed parts before parameters", () => {
    expect(operationOf(API, "POST", "/collections/aliases")).to.equal(
      API.paths["/collections/aliases"]!.post,
    );
    expect(operationOf(API, "GET", "/collections/a?x=1")).to.equal(
      API.paths["/collections/{collection_name}"]!.get,
    );
    expect(operationOf(API, "GET", "/collections/")).to.equal(undefined);
  });

  it("completion of a request's path marks operations that delete", () => {
    expect(isDestructive("DELETE", "/collections/a")).to.equal(true);
    expect(isDestructive("POST", "/collections/a/points/delete?wait=true")).to.equal(true);
    expect(isDestructive("POST", "/collections/a/points/query")).to.equal(false);
  });
});
