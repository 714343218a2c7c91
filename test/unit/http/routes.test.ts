// The operation of a path, as found with the patterns of @koa/router.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import Koa from "koa";
import type { Operation } from "../../../src/api/operation.ts";
import { routes } from "../../../src/http/routes.ts";

function row(id: string, method: Operation["rest"]["method"], path: string): Operation {
  return { id, rest: { method, path }, onUi: null } as unknown as Operation;
}

describe("the operation of an HTTP path", () => {
  let server: Server;
  let url: string;

  before(async () => {
    const operations = [
      row("root", "get", "/"),
      row("one", "get", "/collections/{name}"),
      row("drop", "delete", "/collections/{name}"),
      row("exists", "get", "/collections/{name}/exists"),
      row("search", "post", "/collections/{name}/points/search"),
      row("point", "get", "/collections/{name}/points/{id}"),
    ];
    const app = new Koa();
    app.use(
      routes(operations, "rest", async ({ id }, ctx) => {
        ctx.body = { name: id, params: ctx.params };
      }),
    );
    app.use((ctx) => {
      ctx.body = (ctx.matched ?? []).flatMap((layer: { methods: string[] }) => layer.methods);
    });
    server = createServer(app.callback());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  async function ask(method: string, path: string): Promise<unknown> {
    return (await fetch(url + path, { method })).json();
  }

  it("the operation of an HTTP path is found by the whole path", async () => {
    expect(await ask("GET", "/")).to.deep.equal({ name: "root", params: {} });
    expect(await ask("POST", "/collections/a/points/search")).to.deep.equal({
      name: "search",
      params: { name: "a" },
    });
  });

  it("the operation of an HTTP path is found by a parameter at the end of the path, whatever its decoded value is", async () => {
    expect(await ask("GET", "/collections/search")).to.deep.equal({
      name: "one",
      params: { name: "search" },
    });
    expect(await ask("GET", "/collections/a/points/exists")).to.deep.equal({
      name: "point",
      params: { name: "a", id: "exists" },
    });
    expect(await ask("DELETE", "/collections/%C3%A4%2Fb")).to.deep.equal({
      name: "drop",
      params: { name: "ä/b" },
    });
  });

  it("the operation of an HTTP path is the same when the path is asked for again, with its parameters and by its method", async () => {
    for (let time = 0; time < 2; time++) {
      expect(await ask("GET", "/collections/again")).to.deep.equal({
        name: "one",
        params: { name: "again" },
      });
      expect(await ask("DELETE", "/collections/again")).to.deep.equal({
        name: "drop",
        params: { name: "again" },
      });
      expect(await ask("PUT", "/collections/again")).to.have.members(["HEAD", "GET", "DELETE"]);
    }
  });

  it("the operation of an HTTP path answers HEAD if it answers GET", async () => {
    const { status, headers } = await fetch(`${url}/collections/a/exists`, { method: "HEAD" });
    expect([status, Number(headers.get("content-length"))]).to.deep.equal([200, 39]);
  });

  it("the operation of an HTTP path is not found for another method, which the router answers with the methods of the path", async () => {
    expect(await ask("PUT", "/collections/a")).to.have.members(["HEAD", "GET", "DELETE"]);
    expect(await ask("GET", "/collections/a/points/search/x")).to.deep.equal([]);
    expect(await ask("GET", "/Collections/a")).to.deep.equal([]);
  });
});
