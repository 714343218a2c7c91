// Bodies that are sent slowly. The decision: the credential is checked again when the body is complete, and bodies
// without a credential have a memory budget of their own.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import { MAX_STRANGER_BODY_BYTES } from "../../../src/schema/limits.ts";
import { bearer, createToken, guard, type Headers, switchAuth } from "../../support/guarded.ts";
import { createCollection, startTestServer, type TestServer } from "../../support/rest.ts";

const COLLECTION = JSON.stringify({ vectors_config: { size: 4, distance: "Dot" } });
const TOKEN = JSON.stringify({ name: "ghost", permission: "read,write,admin" });
/** At 1 MiB each, these clients exceed the memory budget of bodies. */
const STRANGERS = 300;
const SILENT_BYTES = 1024 * 1024;

describe("bodies that are sent slowly:", () => {
  let server: TestServer;
  let admin: Headers;
  beforeEach(async () => {
    server = await startTestServer();
    admin = await guard(server);
  });
  afterEach(() => server.close());

  interface Slow {
    /** Sends the rest of the body. @returns the status of the response */
    finish(): Promise<number>;
  }

  /** Sends a request without the end of its body, and returns when the server has admitted it. */
  async function slow(line: string, body: string, headers: Headers): Promise<Slow> {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    const sent = {
      ...headers,
      "Content-Length": String(body.length),
      Connection: "close",
      Expect: "100-continue",
    };
    socket.write(`${line} HTTP/1.1\r\nHost: localhost\r\n${linesOf(sent)}\r\n`);
    // The server sends `100 Continue` in the same turn in which it admits or refuses the request.
    await once(socket, "data");
    socket.write(body.slice(0, 5));
    return {
      async finish() {
        const answer = once(socket, "data");
        socket.write(body.slice(5));
        const [text] = await answer;
        socket.destroy();
        return Number(/^HTTP\/1.1 (\d+)/.exec(String(text))?.[1]);
      },
    };
  }

  function linesOf(headers: Headers): string {
    return Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("");
  }

  describe("a request whose body is still being received", () => {
    it("a request whose body is being received is executed when its token stays valid", async () => {
      const { api_key } = await createToken(server, admin, { permission: "write" });
      const request = await slow("PUT /collections/c", COLLECTION, bearer(api_key));
      expect(await request.finish()).to.equal(200);
    });

    it("a request whose body is being received is refused when its token was deleted meanwhile, and creates no token", async () => {
      const { id, api_key } = await createToken(server, admin, { permission: "admin" });
      const request = await slow("POST /auth/api_key", TOKEN, bearer(api_key));
      await server.call("DELETE", `/auth/api_key/${id}`, undefined, admin);
      expect(await request.finish()).to.equal(401);
      expect((await server.call("GET", "/auth/api_keys", undefined, admin)).body).to.deep.equal([]);
    });

    it("a request whose body is being received is refused when its token was rotated meanwhile", async () => {
      const { id, api_key } = await createToken(server, admin, { permission: "write" });
      const request = await slow("PUT /collections/c", COLLECTION, bearer(api_key));
      await server.call("POST", `/auth/api_key/${id}/rotate`, undefined, admin);
      expect(await request.finish()).to.equal(401);
    });

    it("a request whose body is being received is refused when the password was reset meanwhile", async () => {
      const request = await slow("PATCH /auth/enabled", '{"enabled": false}', admin);
      await server.call("POST", "/auth/admin/reset-password", { password: "Red-Lantern-31y" }, admin);
      expect(await request.finish()).to.equal(401);
      expect(server.params.current.authEnabled).to.equal(true);
    });

    it("a request whose body is being received is refused when authentication was switched on meanwhile", async () => {
      await switchAuth(server, admin, false);
      const request = await slow("PUT /collections/c", COLLECTION, {});
      await switchAuth(server, admin, true);
      expect(await request.finish()).to.equal(401);
    });
  });

  describe("clients without a credential that announce bodies and never send them", () => {
    const open: Socket[] = [];
    afterEach(() => {
      for (const socket of open.splice(0)) socket.destroy();
    });

    const announce = async (bytes: number) => {
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      open.push(socket);
      socket.on("error", () => {});
      const head = linesOf({ "Content-Length": String(bytes), Expect: "100-continue" });
      socket.write(`POST /auth/admin/login HTTP/1.1\r\nHost: localhost\r\n${head}\r\n`);
      await once(socket, "data");
    };

    for (const bytes of [SILENT_BYTES, MAX_STRANGER_BODY_BYTES]) {
      it(`clients that never send an announced body do not prevent others from writing: ${bytes} bytes each`, async () => {
        await switchAuth(server, admin, false);
        await createCollection(server);
        await switchAuth(server, admin, true);
        await Promise.all(Array.from({ length: STRANGERS }, () => announce(bytes)));
        const points = [{ id: 1, vector: [1, 2, 3, 4] }];
        const { status } = await server.call("PUT", "/collections/c/points", { points }, admin);
        expect(status).to.equal(200);
      });
    }

    it("clients that never send an announced body get an error that says how long the body of a login may be", async () => {
      const body = " ".repeat(MAX_STRANGER_BODY_BYTES + 1);
      const { status, body: answer } = await server.call("POST", "/auth/admin/login", body);
      const message = `Request body is larger than the limit of ${MAX_STRANGER_BODY_BYTES} bytes; send smaller batches`;
      expect([status, answer]).to.deep.equal([413, { status: "error", message }]);
    });
  });
});
