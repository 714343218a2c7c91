// Which row is meant, by what @koa/router makes of its pattern.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import Koa from "koa";
import { Routes } from "../../../src/http/routes.ts";

describe("routes", () => {
  let server: Server;
  let url: string;

  before(async () => {
    const routes = new Routes<(ctx: Koa.Context) => Promise<void>>();
    const say = (name: string) => async (ctx: Koa.Context) => {
      ctx.body = { name, params: ctx.params };
    };
    routes.add("get", "/", say("root"));
    routes.add("get", "/collections/{name}", say("one"));
    routes.add("delete", "/collections/{name}", say("drop"));
    routes.add("get", "/collections/{name}/exists", say("exists"));
    routes.add("post", "/collections/{name}/points/search", say("search"));
    routes.add("get", "/collections/{name}/points/{id}", say("point"));
    const app = new Koa();
    app.use(routes.middleware((row, ctx) => row(ctx)));
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

  it("are found by how they end", async () => {
    expect(await ask("GET", "/")).to.deep.equal({ name: "root", params: {} });
    expect(await ask("POST", "/collections/a/points/search")).to.deep.equal({
      name: "search",
      params: { name: "a" },
    });
  });

  it("are found by a parameter at their end, whatever it is, decoded", async () => {
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

  it("answer HEAD where they answer GET", async () => {
    const { status, headers } = await fetch(`${url}/collections/a/exists`, { method: "HEAD" });
    expect([status, Number(headers.get("content-length"))]).to.deep.equal([200, 39]);
  });

  it("leave it to the router to say what else a path takes", async () => {
    expect(await ask("PUT", "/collections/a")).to.have.members(["HEAD", "GET", "DELETE"]);
    expect(await ask("GET", "/collections/a/points/search/x")).to.deep.equal([]);
    expect(await ask("GET", "/Collections/a")).to.deep.equal([]);
  });
});
