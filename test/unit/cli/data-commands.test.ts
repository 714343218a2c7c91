// The commands collections, search, token, bench and export, with their output at a terminal.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { runCli } from "../../support/cli.ts";
import { guard } from "../../support/guarded.ts";
import { createCollection, startTestServer, type TestServer } from "../../support/rest.ts";
import { freshDir } from "../storage/fixtures.ts";

describe("a command about data", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    await createCollection(server);
    const points = [1, 2, 3].map((id) => ({ id, vector: [id, 0, 0, 1], payload: { n: id } }));
    await server.call("PUT", "/collections/c/points", { points });
  });
  afterEach(() => server.close());

  const run = (...args: string[]) => runCli([...args, "--url", server.url]);

  it("a command about data creates a missing collection, and prints that it did", async () => {
    const create = (...more: string[]) => run("collections", "create", "e", "--size", "2", ...more);
    expect((await create("--if-not-exists")).stdout).to.equal("e is created\n");
    expect((await create("--if-not-exists")).stdout).to.equal("e exists and was not changed\n");
    expect((await create("--if-not-exists", "--json")).stdout).to.equal("false\n");
    const refused = await create();
    expect([refused.code, refused.stderr]).to.deep.equal([1, "azimuth: Collection already exists: e\n"]);
  });

  it("a command about data lists, creates, shows, deletes and restores collections", async () => {
    expect(
      (await run("collections", "create", "d", "--vector", "a=2", "--vector", "b=3", "--distance", "Dot"))
        .code,
    ).to.equal(0);
    expect((await run("collections", "list")).stdout).to.equal(
      "NAME  POINTS  STATUS  VECTORS\nc          3  green   4 Dot\nd          0  green   a: 2 Dot, b: 3 Dot\n",
    );
    expect((await run("collections", "show", "c")).stdout).to.match(/^c: green\n {2}points: 3, /);
    expect((await run("collections", "delete", "d")).stderr).to.contain(
      "say --undo SECONDS to keep it meanwhile, or --yes",
    );
    expect((await run("collections", "delete", "d", "--undo", "60")).stdout).to.contain(
      "azimuth collections restore d",
    );
    await guard(server);
    const refused = await run("collections", "restore", "d");
    expect(refused.stderr).to.contain("put an access token into AZIMUTH_TOKEN");
  });

  it("a command about data lists the deletions of points that can be undone, and restores one", async () => {
    expect((await run("collections", "deleted", "c")).stdout).to.equal("DELETION  POINTS  UNTIL\n");
    const remove = { points: [1, 2] };
    const { body } = await server.call("POST", "/collections/c/points/delete?undo_seconds=60", remove);
    const { deletion } = body.result;
    const listed = (await run("collections", "deleted", "c")).stdout.split("\n")[1]!;
    expect(listed.split(/ +/).slice(0, 2)).to.deep.equal([deletion, "2"]);
    await server.call("PUT", "/collections/c/points", { points: [{ id: 2, vector: [9, 9, 9, 9] }] });
    expect((await run("collections", "restore", "c", deletion)).stdout).to.equal(
      "points of c: 1 restored, 1 left as they are, because they exist again\n",
    );
    const again = await run("collections", "restore", "c", deletion);
    expect([again.code, again.stderr]).to.deep.equal([
      1,
      `azimuth: Deletion not found: ${deletion}; GET points/deleted lists those that can be undone\n`,
    ]);
  });

  it("a command about data creates a collection with sparse vectors, alone or beside dense ones", async () => {
    const sparse = ["--sparse", "text", "--sparse", "body:idf"];
    expect((await run("collections", "create", "d", ...sparse)).code).to.equal(0);
    expect((await run("collections", "create", "e", "--size", "2", "--sparse", "text")).code).to.equal(0);
    expect((await run("collections", "list")).stdout.split("\n").slice(2, 4)).to.deep.equal([
      "d          0  green   text: sparse, body: sparse idf",
      "e          0  green   2 Cosine, text: sparse",
    ]);
    const { result } = (await server.call("GET", "/collections/d")).body;
    expect(result.config.params).to.deep.include({ sparse_vectors: { text: {}, body: { modifier: "idf" } } });
    const nothing = await run("collections", "create", "f");
    expect([nothing.code, nothing.stderr]).to.deep.equal([
      2,
      "azimuth: say --size N, or --vector NAME=SIZE for each vector, or --sparse NAME\n",
    ]);
  });

  it("a command about data searches with a vector, with the vector of a point, and with a filter", async () => {
    const { stdout } = await run("search", "c", "[1, 0, 0, 0]", "--limit", "2", "--exact");
    expect(stdout).to.equal('ID  SCORE    PAYLOAD\n3   3.00000  {"n":3}\n2   2.00000  {"n":2}\n');
    const like = await run(
      "search",
      "c",
      "--like",
      "3",
      "--filter",
      '{"must": [{"key": "n", "match": {"value": 1}}]}',
      "--json",
    );
    expect(JSON.parse(like.stdout).map(({ id }: { id: number }) => id)).to.deep.equal([1]);
    expect((await run("search", "c")).stderr).to.equal(
      "azimuth: say what to compare with: words, a vector, or --like ID\n",
    );
    expect((await run("search", "c", "[x")).stderr).to.contain('expected a JSON array of numbers, got "[x"');
  });

  it("a command about data searches with a recall, and says what it found out about it", async () => {
    const asked = (...more: string[]) => run("search", "c", "[1, 0, 0, 0]", "--limit", "1", ...more);
    expect((await asked("--recall", ".9")).stdout).to.match(
      /\n3 {3}3\.00000 {2}\{"n":3\}\nrecall: 0\.9 asked, 1 expected; all vectors were compared\n$/,
    );
    const { points, recall } = JSON.parse((await asked("--recall", ".9", "--json")).stdout);
    expect([points[0].id, recall]).to.deep.equal([3, { asked: 0.9, expected: 1, ef: null }]);
    const { code, stderr } = await asked("--recall", ".9", "--ef", "64");
    expect([code, stderr]).to.deep.equal([
      2,
      "azimuth: say --ef N or --recall SHARE: a recall chooses the ef\n",
    ]);
  });

  it("a command about data creates, lists, rotates and deletes tokens", async () => {
    const admin = await guard(server);
    const token = admin.authorization!.slice("Bearer ".length);
    const as = (...args: string[]) => runCli([...args, "--url", server.url], { token });
    const made = await as("token", "create", "ci", "--permission", "read,write", "--days", "3");
    expect(made.stdout).to.match(/^\S+\n$/);
    expect(made.stderr).to.match(/^token \d+ "ci" \(read,write\) counts until \d{4}-/);
    const id = /token (\d+)/.exec(made.stderr)![1]!;
    expect((await as("token", "list")).stdout).to.contain("ci");
    const rotated = await as("token", "rotate", id);
    expect(rotated.stdout)
      .to.match(/^\S+\n$/)
      .and.not.to.equal(made.stdout);
    const refused = await as("token", "delete", rotated.stdout.trim());
    expect(refused.stderr).to.equal(
      "azimuth: expected the number of a token, as azimuth token list shows it\n",
    );
    expect((await as("token", "delete", id)).code).to.equal(0);
    expect((await runCli(["collections", "list", "--url", server.url, "--token", token])).code).to.equal(0);
  });

  it("a command about data measures a server with a collection that is deleted afterwards", async () => {
    const { code, stdout } = await run("bench", "--points", "300", "--searches", "5", "--size", "8");
    expect(code).to.equal(0);
    expect(stdout).to.match(
      /^300 x 8 .*\nupsert, 500 at a time .*\nsearch, best 10 .*\nsearch, exact .*\nrecall@10 1\.0000; /,
    );
    const { body } = await server.call("GET", "/collections");
    expect(body.result.collections).to.have.lengthOf(1);
  });

  it("a command about data exports matching points, never to an incomplete file or over an existing one", async () => {
    const dir = freshDir();
    const path = join(dir, "c.jsonl");
    const filter = ["--no-vectors", "--filter", '{"must": [{"key": "n", "range": {"gt": 1}}]}'];
    expect((await run("export", "c", path, ...filter)).code).to.equal(0);
    expect(readFileSync(path, "utf8")).to.equal('{"id":2,"payload":{"n":2}}\n{"id":3,"payload":{"n":3}}\n');
    expect((await run("export", "c", path)).stderr).to.contain("is there already: say --force to replace it");
    writeFileSync(path, "old");
    const failed = await run("export", "none", path, "--force");
    expect([failed.code, readFileSync(path, "utf8"), existsSync(`${path}.part`)]).to.deep.equal([
      1,
      "old",
      false,
    ]);
    const nowhere = await run("export", "c", join(dir, "no", "c.jsonl"));
    expect(nowhere.stderr).to.contain("cannot be written");
    expect((await run("export", "c", "-")).stdout.split("\n")).to.have.lengthOf(4);
  });
});
