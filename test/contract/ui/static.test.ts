// The console on port 6575: its built files at their paths, compressed and with headers for caches, and no other file.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect } from "chai";
import { readAssets } from "../../../src/ui/assets.ts";
import { type RawAnswer, rawRequest } from "../../support/raw-request.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";

const PAGE = "<!doctype html><title>Azimuth</title>";
const SCRIPT = `console.info("${"x".repeat(500)}");`;
const SCRIPT_PATH = "/assets/main-ABCD1234.js";
const AS_BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const JSON_TYPE = "application/json; charset=utf-8";

describe("the console on port 6575:", () => {
  let folder: string;
  let server: TestServer;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "azimuth-ui-"));
    mkdirSync(join(folder, "ui/assets"), { recursive: true });
    const write = (path: string, text: string | Buffer) => writeFileSync(join(folder, "ui", path), text);
    writeFileSync(join(folder, "secret.txt"), "secret");
    symlinkSync(join(folder, "secret.txt"), join(folder, "ui/assets/link.txt"));
    write("index.html", PAGE);
    write("icon.svg", "<svg/>");
    write(`${SCRIPT_PATH}.br`, brotliCompressSync(SCRIPT));
    write("assets/font-ABCD1234.woff2", "font");
    write("assets/style-ABCD1234.css", "a{}");
    // The log is not replayed: the console is available before the data is.
    server = await startTestServer({ starting: true, assets: readAssets(join(folder, "ui")) });
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  type Headers = Readonly<Record<string, string>>;

  function ask(path: string, headers: Headers = {}, method = "GET"): Promise<RawAnswer> {
    return rawRequest(server.uiUrl, { method, path, headers });
  }

  describe("GET / on port 6575", () => {
    it("GET / on port 6575 returns the page, before the log is replayed and without a credential", async () => {
      const { status, headers, text } = await ask("/");
      expect([status, text]).to.deep.equal([200, PAGE]);
      expect(headers["content-type"]).to.equal("text/html; charset=utf-8");
      expect(headers["content-length"]).to.equal(String(PAGE.length));
      await server.params.change((now) => ({ next: { ...now, authEnabled: true }, result: undefined }));
      expect((await ask("/")).status).to.equal(200);
    });

    it("GET / on port 6575 allows the page to load resources of this server only", async () => {
      const { headers } = await ask("/");
      expect(headers["content-security-policy"]).to.equal(
        "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; " +
          "frame-ancestors 'none'; object-src 'none'",
      );
      expect(headers["x-content-type-options"]).to.equal("nosniff");
      expect(headers["referrer-policy"]).to.equal("no-referrer");
    });

    it("GET / on port 6575 returns the page with an ETag, and 304 when it is unchanged", async () => {
      const { headers } = await ask("/");
      expect(headers["cache-control"]).to.equal("no-cache");
      for (const tag of [headers.etag!, `"other", ${headers.etag}`, `W/${headers.etag}`, "*"]) {
        const again = await ask("/", { "if-none-match": tag });
        expect([again.status, again.text], tag).to.deep.equal([304, ""]);
        expect([again.headers.etag, again.headers["cache-control"]]).to.deep.equal([
          headers.etag,
          "no-cache",
        ]);
      }
      expect((await ask("/", { "if-none-match": '"other"' })).status).to.equal(200);
    });

    it("GET / on port 6575 returns the page under its own name, too, and for every navigation of a browser", async () => {
      for (const path of ["/index.html", "/", "//", "/?x=1"])
        expect((await ask(path)).text, path).to.equal(PAGE);
      for (const path of ["/collections", "/nowhere/at/all", "/collections/"])
        expect((await ask(path, AS_BROWSER)).text, path).to.equal(PAGE);
    });

    it("GET / on port 6575 is refused for a host name that is not allowed", async () => {
      for (const path of ["/", SCRIPT_PATH])
        expect((await ask(path, { host: "evil.example.com" })).status, path).to.equal(403);
    });
  });

  describe("a path without a file of the console", () => {
    it("a path without a file of the console answers 404 to tools, and in /assets and /api to browsers, too", async () => {
      const gone: [string, Headers][] = [
        ["/nowhere", {}],
        ["/nowhere", { accept: "*/*" }],
        ["/assets/main-0.js", AS_BROWSER],
        ["/api/nowhere", AS_BROWSER],
        ["/api/proxy/nowhere", AS_BROWSER],
        ["/assets", {}],
        [`${SCRIPT_PATH}.br`, AS_BROWSER],
        ["/assets/link.txt", AS_BROWSER],
      ];
      for (const [path, headers] of gone) {
        const answer = await ask(path, headers);
        expect([answer.status, answer.headers["content-type"]], path).to.deep.equal([404, JSON_TYPE]);
      }
    });

    it("a path without a file of the console gives access to no other file in any notation", async () => {
      const up = ["..", "%2e%2e", ".%2e", "%2E.", "..%00", "%252e%252e", "..;"];
      const slashes = ["/", "%2f", "%5c", "\\", "//"];
      for (const dots of up)
        for (const slash of slashes)
          for (const start of ["/", "/assets/", "/assets/main-ABCD1234.js/"]) {
            const path = `${start}${dots}${slash}secret.txt`;
            const answer = await ask(path);
            expect(answer.status, path).to.equal(404);
            expect(answer.text, path).not.to.contain('"secret"');
          }
    });

    it("a path without a file of the console answers 404 also when it is the name of a property of every object", async () => {
      for (const path of ["/__proto__", "/constructor", "/toString"])
        expect((await ask(path)).status, path).to.equal(404);
    });

    it("a path without a file of the console cannot be written: other methods have no such route", async () => {
      for (const method of ["POST", "PUT", "DELETE"])
        for (const path of ["/", SCRIPT_PATH])
          expect((await ask(path, AS_BROWSER, method)).status, `${method} ${path}`).to.equal(404);
    });

    it("a path without a file of the console does not hide the operations of this port", async () => {
      expect((await ask("/api/proxy/livez", AS_BROWSER)).text).not.to.equal(PAGE);
      const root = JSON.parse((await ask("/api/proxy", AS_BROWSER)).text);
      expect(root).to.have.property("version");
      expect(JSON.parse((await ask("/api/service/licenses/status", AS_BROWSER)).text)).to.have.property(
        "edition",
      );
      const wrong = await ask("/auth/admin", AS_BROWSER);
      expect([wrong.status, wrong.headers.allow]).to.deep.equal([405, "POST"]);
    });

    it("a path without a file of the console has no page on port 6573", async () => {
      for (const path of ["/index.html", SCRIPT_PATH])
        expect((await rawRequest(server.url, { method: "GET", path, headers: AS_BROWSER })).status).to.equal(
          404,
        );
    });
  });

  describe("files of the console", () => {
    it("files of the console have the types that browsers require", async () => {
      const types = {
        [SCRIPT_PATH]: "text/javascript; charset=utf-8",
        "/assets/style-ABCD1234.css": "text/css; charset=utf-8",
        "/assets/font-ABCD1234.woff2": "font/woff2",
        "/icon.svg": "image/svg+xml",
      };
      for (const [path, type] of Object.entries(types))
        expect((await ask(path)).headers["content-type"], path).to.equal(type);
    });

    it("files of the console are cached without limit if their name has a digest, and validated otherwise", async () => {
      expect((await ask(SCRIPT_PATH)).headers["cache-control"]).to.equal(
        "public, max-age=31536000, immutable",
      );
      expect((await ask("/icon.svg")).headers["cache-control"]).to.equal("no-cache");
    });

    it("files of the console answer HEAD with the headers of GET and no body", async () => {
      const { headers: shown } = await ask(SCRIPT_PATH);
      const { status, headers, text } = await ask(SCRIPT_PATH, {}, "HEAD");
      expect([status, text]).to.deep.equal([200, ""]);
      for (const name of ["content-length", "content-type", "etag", "vary", "cache-control"])
        expect(headers[name], name).to.equal(shown[name]);
    });
  });

  describe("the header Accept-Encoding", () => {
    const chosen: [string | undefined, string | undefined][] = [
      [undefined, undefined],
      ["", undefined],
      ["gzip, deflate, br, zstd", "br"],
      ["br", "br"],
      ["gzip", "gzip"],
      ["GZIP", "gzip"],
      ["x-gzip", "gzip"],
      ["deflate", undefined],
      ["*", "br"],
      ["br;q=0, *", "gzip"],
      ["br;q=0.5, gzip;q=0.9", "gzip"],
      ["br; q=1.0, gzip; q=1.0", "br"],
      ["br;q=0, gzip;q=0", undefined],
      ["gzip;q=0.001", "gzip"],
      ["identity, br;q=0.5", undefined],
      ["identity;q=0.5, br", "br"],
      ["identity;q=0, gzip", "gzip"],
      ["*;q=0", undefined],
      ["br;q=2, gzip;q=0.1", "gzip"],
      ["br;q=nonsense, gzip", "gzip"],
    ];

    for (const [header, encoding] of chosen)
      it(`the header Accept-Encoding ${JSON.stringify(header) ?? "left out"} is answered with ${encoding ?? "the plain file"}`, async () => {
        const response = await fetchBytes(header);
        expect(response.encoding).to.equal(encoding);
        const unpack =
          { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""] ?? ((all: Buffer) => all);
        expect(unpack(response.bytes).toString()).to.equal(SCRIPT);
      });

    it("the header Accept-Encoding selects the encoding of the response, and each encoding has its own ETag", async () => {
      const forms = await Promise.all(
        ["br", "gzip", "identity"].map((one) => ask(SCRIPT_PATH, { "accept-encoding": one }, "HEAD")),
      );
      expect(new Set(forms.map(({ headers }) => headers.etag)).size).to.equal(3);
      for (const { headers } of forms) expect(headers.vary).to.equal("Accept-Encoding");
      const [br] = forms;
      const again = (encoding: string) =>
        ask(SCRIPT_PATH, { "accept-encoding": encoding, "if-none-match": br!.headers.etag! });
      expect((await again("br")).status).to.equal(304);
      expect((await again("gzip")).status).to.equal(200);
    });

    it("the header Accept-Encoding selects the plain file if there is no compressed one", async () => {
      const { headers, text } = await ask("/icon.svg", { "accept-encoding": "br, gzip" });
      expect([headers["content-encoding"], text]).to.deep.equal([undefined, "<svg/>"]);
    });

    async function fetchBytes(header: string | undefined) {
      const { port } = new URL(server.uiUrl);
      const headers = header === undefined ? {} : { "accept-encoding": header };
      return new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
        const outgoing = request(
          { host: "127.0.0.1", port, path: SCRIPT_PATH, headers },
          async (response) => {
            const parts: Buffer[] = [];
            for await (const part of response) parts.push(part);
            resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(parts) });
          },
        );
        outgoing.on("error", reject);
        outgoing.end();
      });
    }
  });

  describe("a console that has not been built", () => {
    let bare: TestServer;
    before(async () => {
      bare = await startTestServer({ assets: readAssets(join(folder, "nowhere")) });
    });
    after(() => bare.close());

    it("a console that has not been built is replaced by a page that says how to build it", async () => {
      for (const [path, headers] of [
        ["/", {}],
        ["/collections", AS_BROWSER],
      ] as const) {
        const answer = await rawRequest(bare.uiUrl, { method: "GET", path, headers });
        expect([answer.status, answer.headers["content-type"]]).to.deep.equal([
          404,
          "text/html; charset=utf-8",
        ]);
        expect(answer.text).to.contain("<code>npm run build</code>");
      }
    });

    it("a console that has not been built does not affect the API", async () => {
      expect(
        (await rawRequest(bare.uiUrl, { method: "GET", path: "/api/proxy/collections" })).status,
      ).to.equal(200);
      expect((await rawRequest(bare.uiUrl, { method: "GET", path: "/nowhere" })).status).to.equal(404);
    });
  });
});
