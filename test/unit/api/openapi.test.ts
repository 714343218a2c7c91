// The OpenAPI document: it is frozen, complete and valid, and `judge` refuses responses that violate it.
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import Type from "typebox";
import { Components } from "../../../src/api/openapi/schema.ts";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import { VectorSchema } from "../../../src/schema/leaf.ts";
import { documentOf, goldenDocument, judge, OPENAPI_FILE } from "../../support/openapi.ts";

describe("the OpenAPI document", () => {
  const document = documentOf("1.2.3");

  it("the OpenAPI document equals the golden one; if the API is meant to change, run: npx tsx test/golden/openapi.ts", () => {
    expect(goldenDocument() === readFileSync(OPENAPI_FILE, "utf8"), "test/golden/openapi.json").to.equal(
      true,
    );
  });

  it("the OpenAPI document contains every row of the operation table", () => {
    for (const { id, rest } of OPERATIONS) {
      expect(document.paths[rest.path][rest.method].operationId).to.equal(id);
    }
  });

  it("the OpenAPI document refers only to existing components, and every component is used", () => {
    const text = JSON.stringify(document);
    const used = new Set(Array.from(text.matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name]) => name));
    expect([...used].sort()).to.deep.equal(Object.keys(document.components.schemas).sort());
  });

  it("the OpenAPI document consists of valid JSON schemas without custom keywords", () => {
    const ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      strictRequired: false,
      validateFormats: false,
    });
    ajv.addVocabulary(["openapi", "info", "servers", "tags", "paths", "components"]);
    ajv.addSchema(document, "openapi.json");
    for (const name of Object.keys(document.components.schemas)) {
      ajv.compile({ $ref: `openapi.json#/components/schemas/${name}` });
    }
    expect(JSON.stringify(document)).not.to.match(/"(?:leaf|expected|message|~\w+)":(?!\{)/);
  });

  it("the OpenAPI document offers only Authorization: Bearer, and explains the header api-key", () => {
    const schemes = document.components.securitySchemes;
    expect(Object.keys(schemes)).to.deep.equal(["bearer"]);
    expect(schemes.bearer.description).to.include("api-key").and.include("X-Azimuth-Dialect: qdrant");
    for (const { id, rest, permission } of OPERATIONS) {
      const { security } = document.paths[rest.path][rest.method];
      expect(security, id).to.deep.equal(permission === "none" ? [] : [{ bearer: [] }]);
    }
  });

  it("the OpenAPI document describes every tag that operations have, and no others", () => {
    const used = new Set(OPERATIONS.map(({ rest }) => document.paths[rest.path][rest.method].tags[0]));
    expect(document.tags.map(({ name }: { name: string }) => name)).to.have.members([...used]);
    for (const { name, description } of document.tags) expect(description, name).to.match(/\.$/);
  });

  it("the OpenAPI document contains the contact and the license of package.json", () => {
    const about = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
    expect(document.info.contact.url).to.equal(about.bugs.url);
    expect(document.info.license.identifier).to.equal(about.license);
  });

  it("the OpenAPI document describes the fields of most requests and their defaults", () => {
    const bodyOf = (path: string) => {
      const { schema } = document.paths[path].post.requestBody.content["application/json"];
      return schema.$ref ? document.components.schemas[schema.$ref.split("/").pop()] : schema;
    };
    const points = "/collections/{collection_name}/points";
    for (const path of [`${points}/search`, `${points}/query`]) {
      const { properties } = bodyOf(path);
      for (const [name, text] of [
        ["limit", "Default 10."],
        ["offset", "Default 0."],
        ["score_threshold", "Default: none"],
        ["with_payload", "Default true."],
        ["with_vector", "Default false."],
      ] as const) {
        expect(properties[name].description, `${path} ${name}`).to.include(text);
      }
    }
    expect(bodyOf(`${points}/scroll`).properties.limit.description).to.include("Default 100.");
    const { SearchParams, HnswConfig, VectorParams } = document.components.schemas;
    expect(SearchParams.properties.hnsw_ef.description).to.include("ef_search");
    expect(HnswConfig.properties.m.description).to.include("Default 16.");
    expect(HnswConfig.properties.full_scan_threshold.description).to.include("Default 10000.");
    expect(VectorParams.properties.size.description).to.include("dimension");
    const wait = document.paths[points].put.parameters.find((one: { name: string }) => one.name === "wait");
    expect(wait.schema.description).to.include("Default true.");
  });

  it("the OpenAPI document names every parameter of a path", () => {
    for (const { rest } of OPERATIONS) {
      const { parameters = [] } = document.paths[rest.path][rest.method];
      const named = parameters.filter((one: { in: string }) => one.in === "path");
      expect(named.map(({ name }: { name: string }) => `{${name}}`)).to.deep.equal(
        rest.path.match(/\{\w+\}/g) ?? [],
      );
    }
  });
});

describe("a schema in the OpenAPI document", () => {
  const shown = (schema: object, names: Record<string, object> = {}) => {
    const components = new Components();
    for (const [name, named] of Object.entries(names)) components.name(name, named as never);
    const shown = components.show(schema as never);
    return { schema: shown, components: Object.keys(components.used(shown)) };
  };

  it("a schema in the OpenAPI document is shown as a reference where it equals a named schema, optional or not", () => {
    const Size = Type.Integer({ minimum: 1 });
    const { schema } = shown(Type.Object({ size: Type.Optional(Size) }), { Size });
    expect(schema).to.deep.equal({
      type: "object",
      properties: { size: { $ref: "#/components/schemas/Size" } },
    });
  });

  it("a schema in the OpenAPI document is shown as a component if it is a leaf", () => {
    expect(shown(VectorSchema)).to.deep.equal({
      schema: { $ref: "#/components/schemas/Vector" },
      components: ["Vector"],
    });
  });

  it("a schema in the OpenAPI document is shown as an enumeration if it is a union of literals", () => {
    const { schema } = shown(Type.Union([Type.Literal("a"), Type.Literal("b")]));
    expect(schema).to.deep.equal({ type: "string", enum: ["a", "b"] });
  });

  it("a schema in the OpenAPI document is shown as one component for each definition if it is recursive", () => {
    const tree = {
      $defs: { Tree: { type: "object", properties: { next: { $ref: "#/$defs/Tree" } } } },
      $ref: "#/$defs/Tree",
    };
    expect(shown(tree)).to.deep.equal({
      schema: { $ref: "#/components/schemas/Tree" },
      components: ["Tree"],
    });
  });
});

describe("a response that violates the OpenAPI document", () => {
  const answer = {
    method: "GET",
    path: "/collections/c/exists",
    status: 200,
    contentType: "application/json",
    body: { usage: { hardware: null }, time: 0.1, status: "ok", result: { exists: true } } as object,
  };

  it("a response that violates the OpenAPI document is detected by a wrong status, type, envelope or result, or by a missing or unknown field", () => {
    judge(answer, "native");
    const { body } = answer;
    for (const lie of [
      { status: 404 },
      { contentType: "text/plain" },
      { body: { ...body, usage: {} } },
      { body: { ...body, result: { exists: "yes" } } },
      { body: { ...body, result: {} } },
      { body: { ...body, result: { exists: true, also: 1 } } },
    ]) {
      expect(() => judge({ ...answer, ...lie }, "native"), JSON.stringify(lie)).to.throw("openapi.json");
    }
  });

  it("a response that violates the OpenAPI document is detected in the qdrant dialect by a native envelope, a wrong result or an unlisted status", () => {
    const body = { result: { exists: true }, status: "ok", time: 0.1 };
    judge({ ...answer, body }, "qdrant");
    for (const lie of [{ body: answer.body }, { body: { ...body, result: 1 } }, { status: 412 }]) {
      expect(() => judge({ ...answer, body, ...lie }, "qdrant"), JSON.stringify(lie)).to.throw(
        "openapi.json",
      );
    }
  });
});
