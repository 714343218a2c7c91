// Requests from the forms of the console: every field that a form can send is one that the API knows, because unknown
// ones are refused. Requests without a form are checked by test/ui, whose pages fail when a body has an unknown field.
import { expect } from "chai";
import { FIELD_TYPES, paramsOf } from "../../../src/shared/payload-indexes.ts";
import {
  NUMBERS,
  patchOf,
  QUANTIZATIONS,
  typedOf,
} from "../../../src/ui/app/screens/collection/config/change.ts";
import { optionsOf, schemaOf } from "../../../src/ui/app/screens/collection/indexes/options.ts";
import { bodyOf as searchOf } from "../../../src/ui/app/screens/collection/search/body.ts";
import { BLANK, type Form, STRATEGIES } from "../../../src/ui/app/screens/collection/search/form.ts";
import { bodyOf, newDraft, newVector } from "../../../src/ui/app/screens/create/draft.ts";
import * as create from "../../../src/ui/app/screens/create/options.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

/** Values for fields in which the user types; every other field gets 100. */
const TYPED: Readonly<Record<string, string>> = {
  "hnsw_config.m": "16",
  "hnsw_config.recall": "0.9",
  "optimizers_config.deleted_threshold": "0.5",
  "optimizers_config.max_segment_size": "2000",
  shard_number: "1",
};

describe("the forms of the console", () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ extendedApi: true });
  });
  after(() => server.close());

  let made = 0;
  async function expectTaken(method: string, path: string, body: object, what: string): Promise<void> {
    const { status, text } = await server.call(method, path, body);
    expect(status, `${what}: ${JSON.stringify(body)}: ${text}`).to.equal(200);
  }

  function valuesFor({ path, choices, isJson }: create.Option, place = path): readonly string[] {
    return choices ?? [TYPED[place] ?? (isJson ? "{}" : "100")];
  }

  it("the forms of the console create a collection with each option of the dialog", async () => {
    for (const option of create.GROUPS.flatMap(({ options }) => options))
      for (const value of valuesFor(option)) {
        const draft = {
          ...newDraft(),
          vectors: [{ ...newVector(), size: "4" }],
          values: { [option.path]: value },
        };
        await expectTaken("PUT", `/collections/c${made++}`, bodyOf(draft), option.path);
      }
    for (const { kind, options } of create.QUANTIZATIONS)
      for (const option of [undefined, ...options])
        for (const value of option ? valuesFor(option, `${kind}.${option.path}`) : [""]) {
          const values = {
            [create.QUANTIZATION]: kind,
            ...(option && { [`${create.QUANTIZATION}.${kind}.${option.path}`]: value }),
          };
          const draft = { ...newDraft(), vectors: [{ ...newVector(), size: "4" }], values };
          await expectTaken("PUT", `/collections/c${made++}`, bodyOf(draft), `${kind} ${option?.path}`);
        }
  });

  it("the forms of the console create a collection with each option of one unnamed and of several named vectors", async () => {
    for (const isNamed of [false, true]) {
      for (const option of isNamed ? create.VECTOR_OPTIONS : create.SINGLE_OPTIONS)
        for (const value of valuesFor(option)) {
          const vector = { ...newVector(), name: "v", size: "4", values: { [option.path]: value } };
          const body = bodyOf({ ...newDraft(), isNamed, vectors: [vector] });
          await expectTaken("PUT", `/collections/c${made++}`, body, option.path);
        }
    }
  });

  it("the forms of the console offer no option without an effect", async () => {
    const ofCollection = create.GROUPS.flatMap(({ options }) => options);
    const options = [...ofCollection, ...create.VECTOR_OPTIONS, ...create.SINGLE_OPTIONS].filter(
      ({ isOfCluster }) => !isOfCluster,
    );
    for (const option of options)
      for (const value of valuesFor(option)) {
        const isVector = !create.GROUPS.some(({ options }) => options.includes(option));
        const given = { [option.path]: value };
        const vector = { ...newVector(), size: "4", ...(isVector && { values: given }) };
        const body = bodyOf({ ...newDraft(), vectors: [vector], ...(!isVector && { values: given }) });
        const path = `/collections/w${made++}`;
        await server.call("PUT", path, body);
        const { warnings = [] } = (await server.call("GET", path)).body.result;
        const idle = warnings.filter(({ message }: { message: string }) => message.includes("no effect"));
        expect(idle, option.path).to.deep.equal([]);
      }
    for (const type of FIELD_TYPES)
      for (const [name, { idle }] of paramsOf(type))
        if (idle) expect(optionsOf(type).map((option) => option.name)).not.to.include(name);
  });

  it("the forms of the console change each setting of a collection", async () => {
    await server.call("PUT", "/collections/p", { vectors: { v: { size: 4, distance: "Dot" } } });
    const vectors = new Map([["v", { on_disk: false }]]);
    const before = typedOf({ hnsw_config: {}, metadata: { old: 1 } }, vectors);
    const numbers = {
      m: "16",
      recall: "0.9",
      deleted_threshold: "0.5",
      max_segment_size: "2000",
    } as Readonly<Record<string, string>>;
    const changes = [
      ...NUMBERS.map(({ name }) => ({ numbers: { ...before.numbers, [name]: numbers[name] ?? "100" } })),
      ...Object.keys(QUANTIZATIONS).map((quantization) => ({ quantization })),
      { onDisk: { v: true } },
      { metadata: '{"new":2}' },
    ];
    for (const change of changes)
      await expectTaken(
        "PATCH",
        "/collections/p",
        patchOf({ ...before, quantization: "" }, { ...before, quantization: "", ...change }),
        Object.keys(change)[0]!,
      );
  });

  it("the forms of the console take a recall away that was set", async () => {
    const hnsw_config = { recall: 0.9 };
    await server.call("PUT", "/collections/t", { vectors: { size: 4, distance: "Dot" }, hnsw_config });
    const { config } = (await server.call("GET", "/collections/t")).body.result;
    const before = typedOf(config, new Map());
    const after = { ...before, numbers: { ...before.numbers, recall: "" } };
    await expectTaken("PATCH", "/collections/t", patchOf(before, after), "no recall");
    const changed = (await server.call("GET", "/collections/t")).body.result.config;
    expect(changed.hnsw_config).not.to.have.property("recall");
  });

  it("the forms of the console create an index of each type with each of its options", async () => {
    await server.call("PUT", "/collections/i", { vectors: { size: 4, distance: "Dot" } });
    const typed = { flag: "yes", whole: "2", list: "und, oder", choice: "", path: "items" };
    for (const type of FIELD_TYPES)
      for (const option of [undefined, ...optionsOf(type)])
        for (const value of option ? (option.choices ?? [typed[option.kind]]) : [""]) {
          const chosen = option ? { [option.name]: value } : {};
          const body = { field_name: `items[].f${made++}`, field_schema: schemaOf(type, chosen) };
          await expectTaken("PUT", "/collections/i/index?wait=true", body, `${type} ${option?.name}`);
        }
  });

  it("the forms of the console send a search of each kind and with each option", async () => {
    await server.call("PUT", "/collections/s", { vectors: { v: { size: 2, distance: "Dot" } } });
    await server.call("PUT", "/collections/s/points?wait=true", {
      points: [1, 2, 3].map((id) => ({ id, vector: { v: [id, 1] } })),
    });
    const ways: readonly Partial<Form>[] = [
      { way: "vector", vector: "[1, 2]" },
      { way: "like", like: "1" },
      ...STRATEGIES.map(
        (strategy) => ({ way: "these", positive: ["1"], negative: ["2"], strategy }) as const,
      ),
    ];
    const options = [
      { recall: "0.8" },
      { fixed: true, ef: "20" },
      { exact: true },
      { threshold: "0.1" },
      { filter: '{"must":[{"has_id":[1]}]}' },
      { offset: "1", vectors: true },
    ];
    for (const way of ways)
      for (const option of options) {
        const body = searchOf({ ...BLANK, using: "v", ...way, ...option });
        await expectTaken("POST", "/collections/s/points/query", body, way.way!);
      }
  });
});
