// The languages of text indexes in programs as users start them: loaded at a start before any text is indexed or asked
// for, and in pages when an index first needs one.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { ServerProcess } from "../support/process.ts";
import { call, Servers } from "../support/servers.ts";

const LIBRARY = fileURLToPath(new URL("../../dist/lib/", import.meta.url));
const GERMAN = { type: "text", stopwords: "german", stemmer: { type: "snowball", language: "german" } };

describe("the languages of text indexes", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  const count = async (server: ServerProcess, text: string) => {
    const filter = { must: [{ key: "text", match: { text } }] };
    const { result } = await call(server, "POST", "/collections/c/points/count", { filter });
    return (result as { count: number }).count;
  };
  const insert = (server: ServerProcess, id: number, text: string) =>
    call(server, "PUT", "/collections/c/points", { points: [{ id, vector: [1, 2], payload: { text } }] });

  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    it(`the languages of text indexes are those of before in a start after ${signal}`, async () => {
      let server = await servers.start();
      await call(server, "PUT", "/collections/c", { vectors_config: { size: 2, distance: "Dot" } });
      await call(server, "PUT", "/collections/c/index", { field_name: "text", field_schema: GERMAN });
      await insert(server, 1, "die Häuser im Garten");
      expect(await count(server, "das Haus")).to.equal(1);
      await server.stop(signal);
      server = await servers.start();
      expect(await count(server, "das Haus")).to.equal(1);
      await insert(server, 2, "ein Haus");
      expect(await count(server, "Häusern")).to.equal(2);
      expect(await count(server, "die")).to.equal(0);
    });
  }

  it("the languages of text indexes are in no file that a page loads at first", () => {
    const first = new Set<string>();
    const follow = (file: string): void => {
      if (first.has(file)) return;
      first.add(file);
      const code = readFileSync(`${LIBRARY}${file}`, "utf8");
      for (const [, next] of code.matchAll(/(?:from|^import)\s*"\.\/([\w.-]+)"/gm)) follow(next!);
    };
    for (const entry of ["browser.js", "browser-worker.js", "browser-engine.js"]) follow(entry);
    const all = [...first].map((file) => readFileSync(`${LIBRARY}${file}`, "utf8")).join("\n");
    expect(first.size).to.be.greaterThan(4);
    for (const part of ["yourselves", "findAmongBefore", "amiento"])
      expect(all.includes(part), part).to.equal(false);
  });
});
