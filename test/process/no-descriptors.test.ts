// A server without a free file descriptor, or with too few to start a thread. The decision: a request that needs one is
// refused, changes nothing, and succeeds when descriptors are free again.
import { Agent, request } from "node:http";
import { expect } from "chai";
import { licensed, type ServerProcess, startServer } from "../support/process.ts";
import { scratchFolder } from "../support/scratch.ts";
import { itWeekly } from "../support/weekly.ts";

const PRELOAD = new URL("../support/take-descriptors.mjs", import.meta.url).href;
/** Sets both limits, because Node raises the soft limit to the hard one. */
const UNDER_LIMIT = ["bash", "-c", 'ulimit -n 128; exec "$@"', "bash"];
/** Free descriptors: none, or too few for a thread to load its code. */
const FREE = [0, 2];
const SNAPSHOTS = "/collections/c/snapshots";
const PASSWORD = "Abcdefg1!hijklmn";

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
  readonly bytes: number;
}

describe("a server without a free file descriptor", () => {
  if (process.platform === "win32") return;
  let server: ServerProcess;
  /** Keeps one connection, which is opened before the descriptors are taken. */
  let agent: Agent;

  beforeEach(async () => {
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
    server = await startServer(
      ["--data-dir", scratchFolder("azimuth-descriptors-"), "--workers", "1", "--extended-api"],
      { NODE_OPTIONS: `--import ${PRELOAD}`, FREE_DESCRIPTORS: FREE.join() },
      UNDER_LIMIT,
    );
  });
  afterEach(async () => {
    agent.destroy();
    expect((await server.stop()).code).to.equal(0);
  });

  function call(method: string, path: string, body?: object | string, token?: string): Promise<Answer> {
    const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
    const url = path.startsWith("/api") ? server.uiUrl : server.url;
    const headers = {
      "content-type": typeof body === "string" ? "application/x-ndjson" : "application/json",
      "content-length": Buffer.byteLength(text ?? ""),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    return new Promise((resolve, reject) => {
      request(url + path, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const retryAfter = response.headers["retry-after"];
          resolve({ status: response.statusCode!, retryAfter, text: String(bytes), bytes: bytes.length });
        });
      })
        .on("error", reject)
        .end(text);
    });
  }

  async function done(...of: Parameters<typeof call>): Promise<string> {
    const { status, text } = await call(...of);
    expect(status, `${of[0]} ${of[1]}: ${text}`).to.equal(200);
    return text;
  }

  /** Takes the descriptors, or releases them. */
  async function turn(): Promise<void> {
    const count = () => server.output().split(/descriptors (?:taken|given back)/).length;
    const before = count();
    server.child.kill("SIGUSR2");
    while (count() === before) await new Promise((resolve) => server.child.stdout!.once("data", resolve));
  }

  /** Expects that a call is refused while descriptors are missing, and succeeds afterwards. */
  async function refusedUntilFree(...of: Parameters<typeof call>): Promise<string> {
    // This request opens a new connection if the call before has lost its own.
    await call("GET", of[1].startsWith("/api") ? "/api/service/licenses/status" : "/healthz");
    for (const free of FREE) {
      await turn();
      const { status, retryAfter, text } = await call(...of);
      await turn();
      const what = `${of[0]} ${of[1]} with ${free} free: ${text}`;
      expect({ status, retryAfter }, what).to.deep.equal({ status: 503, retryAfter: "1" });
      expect(text, what).to.contain("too many open files");
    }
    return done(...of);
  }

  async function fill(count: number, payload: object): Promise<void> {
    await done("PUT", "/collections/c", { vectors_config: { size: 2, distance: "Dot" } });
    const points = Array.from({ length: count }, (_, id) => ({ id, vector: [id, 1], payload }));
    await done("PUT", "/collections/c/points", { points });
  }

  const counted = async () => JSON.parse(await done("POST", "/collections/c/points/count", {})).result.count;

  itWeekly(
    "a server without a free file descriptor refuses snapshots and checkpoints with 503 and Retry-After, leaves no incomplete one, and makes them afterwards",
    async () => {
      await fill(3, { n: 1 });
      const { name } = JSON.parse(await refusedUntilFree("POST", SNAPSHOTS)).result;
      expect(JSON.parse(await refusedUntilFree("GET", SNAPSHOTS)).result).to.have.length(1);
      await refusedUntilFree("GET", `${SNAPSHOTS}/${name}`);
      await done("PUT", "/collections/c/points", { points: [{ id: 9, vector: [1, 1] }] });
      await refusedUntilFree("POST", "/checkpoint");
      expect(await counted()).to.equal(4);
      await refusedUntilFree("PUT", `${SNAPSHOTS}/${name}/recover`);
      expect(await counted()).to.equal(3);
      await refusedUntilFree("DELETE", `${SNAPSHOTS}/${name}`);
      expect(JSON.parse(await done("GET", SNAPSHOTS)).result).to.deep.equal([]);
    },
  );

  itWeekly(
    "a server without a free file descriptor refuses changes of credentials with 503, changes nothing, and accepts them afterwards",
    async () => {
      await refusedUntilFree("POST", "/auth/admin", { password: PASSWORD });
      const login = JSON.parse(await done("POST", "/auth/admin/login", { password: PASSWORD }));
      const { token } = login;
      await refusedUntilFree("PATCH", "/auth/enabled", { enabled: true }, token);
      await refusedUntilFree("POST", "/auth/api_key", { name: "x", permission: "read" }, token);
    },
  );

  it("a server without a free file descriptor continues with writes, searches, import, the console, its status and its metrics", async () => {
    await fill(3, { n: 1 });
    for (const path of ["/healthz", "/api/service/licenses/status"]) await done("GET", path);
    await turn();
    await done("PUT", "/collections/c/points", { points: [{ id: 7, vector: [1, 1] }] });
    await done("POST", "/collections/c/points/import", '{"id": 8, "vector": [1, 2]}\n');
    expect(await counted()).to.equal(5);
    await done("POST", "/collections/c/points/search", { vector: [1, 1], limit: 5, with_payload: true });
    for (const path of ["/readyz", "/", "/status", "/metrics"]) await done("GET", path);
    expect(await done("GET", "/api/service/licenses/status")).to.contain("community");
    await turn();
  });

  itWeekly(
    "a server without a free file descriptor sends the rest of a snapshot that a client is downloading",
    async () => {
      await licensed(server);
      await fill(3_000, { text: "x".repeat(5_000) });
      const { name, size } = JSON.parse(await done("POST", SNAPSHOTS)).result;
      const got = await new Promise<number>((resolve, reject) => {
        request(`${server.url}${SNAPSHOTS}/${name}`, { agent }, async (response) => {
          response.on("error", reject);
          let bytes = 0;
          // The response has begun, so the server has opened the file; most of it is not sent yet.
          await turn();
          response.on("data", (chunk: Buffer) => {
            bytes += chunk.length;
          });
          response.on("end", () => resolve(bytes));
        })
          .on("error", reject)
          .end();
      });
      await turn();
      expect(got).to.equal(size);
    },
  );
});
