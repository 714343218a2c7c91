// Completion in the request editor of the console: from the position of the cursor, and from the OpenAPI document of
// the server.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { requestAt, requestsIn, withRequest } from "../../../src/ui/app/screens/console/document.ts";
import { errorPosition, ITEM, positionAt } from "../../../src/ui/app/screens/console/json-place.ts";
import {
  bodySchemaOf,
  isDestructive,
  type OpenApi,
  operationOf,
  suggestionsFor,
  templatesOf,
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

describe("the document of requests", () => {
  const TEXT = 'GET /a\n\n# about\npost b/c?x=1\n{\n  // inside\n  "n": 1\n}\nDELETE /d';

  it("the document has requests with method, path and body, comments left out", () => {
    expect(requestsIn(TEXT).map(({ method, path, body }) => [method, path, body])).to.deep.equal([
      ["GET", "/a", ""],
      ["POST", "/b/c?x=1", '{\n\n  "n": 1\n}'],
      ["DELETE", "/d", ""],
    ]);
  });

  it("the document has no request in texts, bodies and words that only begin like a method", () => {
    expect(requestsIn("")).to.deep.equal([]);
    expect(requestsIn('GETS /a\nGET\n{"GET /a": 1}\nGET /a b')).to.deep.equal([]);
  });

  it("the request at a position is that of its line or body, or the first one", () => {
    expect(requestAt(TEXT, 0)!.path).to.equal("/a");
    expect(requestAt(TEXT, TEXT.indexOf('"n"'))!.path).to.equal("/b/c?x=1");
    expect(requestAt(TEXT, TEXT.length)!.path).to.equal("/d");
    expect(requestAt(`\n${TEXT}`, 0)!.path).to.equal("/a");
    expect(requestAt("no request", 3)).to.equal(undefined);
  });

  it("a request is added at the end, or found if the document has it", () => {
    const request = { method: "POST", path: "/e", body: "{}" } as const;
    const { text, at } = withRequest("GET /a\n", request);
    expect(text).to.equal("GET /a\n\nPOST /e\n{}\n");
    expect(at).to.equal(8);
    expect(withRequest(text, request)).to.deep.equal({ text, at });
    expect(withRequest("", request)).to.deep.equal({ text: "POST /e\n{}\n", at: 0 });
  });
});

describe("the position of an error in a JSON text", () => {
  it("the position of an error is what the message of the parser names, otherwise the end", () => {
    const text = '{"a": 1,\n"b" 2}';
    expect(errorPosition("Expected ':' after property name in JSON at position 13", text)).to.equal(13);
    expect(errorPosition("JSON.parse: expected ':' at line 2 column 5 of the JSON data", text)).to.equal(13);
    expect(errorPosition("Unexpected end of JSON input", text)).to.equal(text.length - 1);
  });
});

describe("endpoints of the console", () => {
  it("every endpoint is a request for a collection, with the required members of its body", () => {
    const all = templatesOf(API, "wares");
    expect(all.length).to.be.above(60);
    const search = all.find(({ path }) => path === "/collections/wares/points/search")!;
    expect(search.method).to.equal("POST");
    for (const { body } of all) if (body !== "") JSON.parse(body);
  });
});

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
    expect(id).to.deep.include({ label: "id", isRequired: true, type: "integer | string" });
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
