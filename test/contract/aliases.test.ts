// Aliases over REST: they are created, listed, changed by several actions in one request, and accepted wherever a
// request takes the name of a collection. The decision: all actions of a request take effect, or none.
import { expect } from "chai";
import { createCollection, startTestServer, type TestServer } from "../support/rest.ts";

const VECTORS = { size: 2, distance: "Dot" };

describe("aliases", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ extendedApi: true, checkpoints: true });
    for (const name of ["a", "b"]) await server.call("PUT", `/collections/${name}`, { vectors: VECTORS });
  });
  afterEach(() => server.close());

  const change = (...actions: unknown[]) => server.call("POST", "/collections/aliases", { actions });
  const make = (alias_name: string, collection_name: string) => ({
    create_alias: { alias_name, collection_name },
  });
  const rename = (old_alias_name: string, new_alias_name: string) => ({
    rename_alias: { old_alias_name, new_alias_name },
  });
  const remove = (alias_name: string) => ({ delete_alias: { alias_name } });
  const list = async (path = "/aliases"): Promise<[string, string][]> =>
    (await server.call("GET", path)).body.result.aliases.map(
      ({ alias_name, collection_name }: Record<string, string>) => [alias_name, collection_name],
    );

  for (const path of ["/aliases", "/collections/aliases"]) {
    it(`aliases are created with POST ${path} and listed in the order of their names`, async () => {
      const { status, body } = await server.call("POST", path, { actions: [make("z", "a"), make("y", "b")] });
      expect([status, body.result]).to.deep.equal([200, true]);
      expect(await list()).to.deep.equal([
        ["y", "b"],
        ["z", "a"],
      ]);
      expect(await list("/collections/a/aliases")).to.deep.equal([["z", "a"]]);
    });
  }

  it("aliases can be used instead of the collection's name in every operation", async () => {
    await change(make("z", "a"));
    const point = { id: 1, vector: [1, 2], payload: { n: 1 } };
    expect((await server.call("PUT", "/collections/z/points", { points: [point] })).status).to.equal(200);
    expect((await server.call("POST", "/collections/a/points/count", {})).body.result.count).to.equal(1);
    expect((await server.call("GET", "/collections/z/points/1")).body.result).to.deep.equal(point);
    const search = { vector: [1, 0], limit: 1 };
    expect((await server.call("POST", "/collections/z/points/search", search)).body.result[0].id).to.equal(1);
    expect((await server.call("GET", "/collections/z")).body.result.points_count).to.equal(1);
    expect((await server.call("GET", "/collections/z/exists")).body.result).to.deep.equal({ exists: true });
    expect((await server.call("PATCH", "/collections/z", { metadata: { n: 1 } })).status).to.equal(200);
    const index = { field_name: "n", field_schema: "integer" };
    expect((await server.call("PUT", "/collections/z/index", index)).status).to.equal(200);
    expect(await list("/collections/z/aliases")).to.deep.equal([["z", "a"]]);
  });

  it("aliases are not listed among the collections by GET /collections", async () => {
    await change(make("z", "a"));
    const { collections } = (await server.call("GET", "/collections")).body.result;
    expect(collections).to.deep.equal([{ name: "a" }, { name: "b" }]);
  });

  it("aliases can be swapped by the actions of one request", async () => {
    await change(make("x", "a"), make("y", "b"));
    expect((await change(rename("x", "tmp"), rename("y", "x"), rename("tmp", "y"))).body.result).to.equal(
      true,
    );
    expect(await list()).to.deep.equal([
      ["x", "b"],
      ["y", "a"],
    ]);
  });

  it("aliases move to another collection when they are created again for it", async () => {
    await change(make("x", "a"));
    await change(make("x", "b"));
    expect(await list()).to.deep.equal([["x", "b"]]);
  });

  it("aliases point to the collection of another alias when that alias is given as their target", async () => {
    await change(make("x", "a"), make("y", "x"));
    expect(await list()).to.deep.equal([
      ["x", "a"],
      ["y", "a"],
    ]);
  });

  it("aliases stay unchanged when one action of a request is refused", async () => {
    await change(make("x", "a"));
    expect((await change(remove("x"), make("y", "b"), make("z", "absent"))).status).to.equal(404);
    expect(await list()).to.deep.equal([["x", "a"]]);
  });

  it("aliases can be deleted without an error when they do not exist", async () => {
    expect((await change(remove("nobody"))).body.result).to.equal(true);
    expect((await change()).body.result).to.equal(true);
  });

  for (const [what, actions, status, error] of [
    ["an action for an absent collection", [make("x", "c")], 404, "Collection not found: c"],
    ["using the name of a collection", [make("b", "a")], 409, "Collection already exists: b"],
    [
      "renaming to the name of a collection",
      [make("x", "a"), rename("x", "b")],
      409,
      "Collection already exists: b",
    ],
    ["renaming an absent alias", [rename("x", "y")], 404, "Alias not found: x"],
    [
      "a name that is not valid for a collection",
      [make("x/y", "a")],
      400,
      /^actions\[0\]\.create_alias\.alias_name: expected 1 to/,
    ],
    [
      "a new name that is not valid for a collection",
      [make("x", "a"), rename("x", "")],
      400,
      /^actions\[1\]\.rename_alias\.new_alias/,
    ],
    ["an action of no kind", [{}], 400, /^actions\[0\]/],
    [
      "an action without a name",
      [{ create_alias: { collection_name: "a" } }],
      400,
      "actions[0].create_alias.alias_name is required",
    ],
    ["an action that is not an object", [5], 400, /^actions\[0\]: expected an object with "create_alias"/],
  ] as const) {
    it(`aliases cannot be changed by ${what}`, async () => {
      const answer = await change(...actions);
      expect(answer.status, answer.text).to.equal(status);
      if (typeof error === "string") expect(answer.body.status.error).to.equal(error);
      else expect(answer.body.status.error).to.match(error);
      expect(await list()).to.deep.equal([]);
    });
  }

  it("aliases prevent a collection from being created with their name", async () => {
    await change(make("x", "a"));
    const { status, body } = await server.call("PUT", "/collections/x", { vectors: VECTORS });
    expect([status, body.status.error]).to.deep.equal([
      400,
      "collection_name: 'x' is an alias; delete the alias first or choose another name",
    ]);
    await change(remove("x"));
    expect((await server.call("PUT", "/collections/x", { vectors: VECTORS })).status).to.equal(200);
  });

  it("aliases are deleted with their collection, and do not return with a new collection of its name", async () => {
    await change(make("x", "a"), make("y", "b"));
    await server.call("DELETE", "/collections/a");
    expect(await list()).to.deep.equal([["y", "b"]]);
    expect((await server.call("GET", "/collections/x")).status).to.equal(404);
    await server.call("PUT", "/collections/a", { vectors: VECTORS });
    expect((await server.call("GET", "/collections/x")).status).to.equal(404);
  });

  it("aliases can be deleted by DELETE /collections/{name} without deleting the collection", async () => {
    await change(make("x", "a"));
    const { status, body } = await server.call("DELETE", "/collections/x");
    expect([status, body.result]).to.deep.equal([200, false]);
    expect((await server.call("GET", "/collections/a")).status).to.equal(200);
  });

  it("aliases are kept but refused with 412 while their collection is marked as deleted", async () => {
    await change(make("x", "a"));
    await server.call("DELETE", "/collections/a?undo_seconds=60");
    const { status, body } = await server.call("POST", "/collections/x/points/count", {});
    expect([status, body.status.error]).to.deep.equal([412, "Collection deleted: a"]);
    expect(await list()).to.deep.equal([]);
    expect((await change(make("y", "a"))).status).to.equal(412);
    await server.call("POST", "/collections/a/restore");
    expect(await list()).to.deep.equal([["x", "a"]]);
  });

  it("aliases point to the recovered collection after a recovery from a snapshot", async () => {
    await change(make("x", "a"));
    const { name } = (await server.call("POST", "/collections/x/snapshots")).body.result;
    expect((await server.call("GET", "/collections/x/snapshots")).body.result).to.have.length(1);
    const { status, text } = await server.call("PUT", `/collections/x/snapshots/${name}/recover`);
    expect(status, text).to.equal(200);
    expect(await list()).to.deep.equal([["x", "a"]]);
    expect((await server.call("GET", "/collections/x")).status).to.equal(200);
  });

  it("aliases are limited to 10,000 on one server", async () => {
    const actions = Array.from({ length: 10_000 }, (_, i) => make(`x${i}`, "a"));
    expect((await change(...actions)).status).to.equal(200);
    const { status, body } = await change(make("one more", "a"));
    expect([status, body.status.error]).to.deep.equal([
      400,
      "This server holds 10000 aliases, the most it can; delete some first",
    ]);
    expect((await change(remove("x1"), make("one more", "a"))).status).to.equal(200);
  });

  it("aliases cannot be listed for a missing collection, which answers 404", async () => {
    expect((await server.call("GET", "/collections/none/aliases")).status).to.equal(404);
  });
});

describe("aliases in the native dialect", () => {
  it("aliases in the native dialect answer 501, and the error names the setting that enables them", async () => {
    const server = await startTestServer();
    await createCollection(server);
    for (const [method, path] of [
      ["GET", "/aliases"],
      ["POST", "/aliases"],
      ["GET", "/collections/c/aliases"],
      ["POST", "/collections/aliases"],
    ] as const) {
      const { status, body } = await server.call(
        method,
        path,
        method === "POST" ? { actions: [] } : undefined,
      );
      expect([status, body.status.error], path).to.satisfy(
        ([code, text]: [number, string]) => code === 501 && text.includes("extended_api"),
      );
    }
    await server.close();
  });
});
