// A server that may open few files, and clients that do nothing but hold connections open, without any credential.
import { connect, type Socket } from "node:net";
import { platform } from "node:process";
import { expect } from "chai";
import { type ServerProcess, startServer } from "../support/process.ts";
import { scratchFolder } from "../support/scratch.ts";

const FILES = 256;
const CONNECTIONS = 300;
/** Both limits: Node raises the soft one to the other. */
const UNDER_LIMIT = ["bash", "-c", `ulimit -n ${FILES}; exec "$@"`, "bash"];

describe("a server with a limit of open files", function () {
  if (platform === "win32") return;
  this.timeout(60_000);
  let server: ServerProcess;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    server = await startServer(["--data-dir", scratchFolder("azimuth-files-")], {}, UNDER_LIMIT);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.stop();
  });

  /** Opens as many connections as are asked for, of which the server keeps some. */
  async function hold(url: string): Promise<number> {
    const { hostname, port } = new URL(url);
    const held = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(Number(port), hostname)
        .on("error", () => {})
        .resume();
      sockets.push(socket);
      return socket;
    });
    // Those that the server does not keep are closed one after another: until none has been for as long as all took.
    await Promise.all(
      held.map((socket) => new Promise((done) => socket.once("connect", done).once("close", done))),
    );
    let open = -1;
    while (open !== held.filter(({ destroyed }) => !destroyed).length) {
      open = held.filter(({ destroyed }) => !destroyed).length;
      await fetch(`${server.uiUrl}/healthz`).catch(() => {});
    }
    return open;
  }

  it("limits idle connections to leave files for storage, continues, and serves again when they are closed", async () => {
    const put = (path: string, body: object) =>
      fetch(`${server.url}${path}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await put("/collections/c", { vectors_config: { size: 2, distance: "Dot" } })).status).to.equal(
      200,
    );
    const open = (await hold(server.url)) + (await hold(`http://${server.grpcAddress}`));
    expect(open).to.be.within(1, FILES / 2);
    expect(server.child.exitCode).to.equal(null);
    for (const socket of sockets.splice(0)) socket.destroy();
    let status = 0;
    while (status !== 200) {
      const answer = await put("/collections/c/points", { points: [{ id: 1, vector: [1, 2] }] }).catch(
        () => null,
      );
      status = answer?.status ?? 0;
    }
    expect(server.output()).to.not.contain("Another server has taken the data directory");
  });
});
