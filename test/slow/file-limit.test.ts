// A server with a low limit of open files, and clients without a credential that hold connections open. The decision:
// connections are limited so that files of the storage can still be opened.
import { connect, type Socket } from "node:net";
import { platform } from "node:process";
import { expect } from "chai";
import { type ServerProcess, startServer } from "../support/process.ts";
import { scratchFolder } from "../support/scratch.ts";
import { until } from "../support/until.ts";

const FILES = 256;
const CONNECTIONS = 300;
/** Sets both limits, because Node raises the soft limit to the hard one. */
const UNDER_LIMIT = ["bash", "-c", `ulimit -n ${FILES}; exec "$@"`, "bash"];

describe("a server with a limit of open files", () => {
  if (platform === "win32") return;
  let server: ServerProcess;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    server = await startServer(["--data-dir", scratchFolder("azimuth-files-")], {}, UNDER_LIMIT);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.stop();
  });

  /** Opens connections. @returns the sockets when each was accepted or closed */
  async function hold(url: string): Promise<Socket[]> {
    const { hostname, port } = new URL(url);
    const held = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(Number(port), hostname)
        .on("error", () => {})
        .resume();
      sockets.push(socket);
      return socket;
    });
    await Promise.all(
      held.map((socket) => new Promise((done) => socket.once("connect", done).once("close", done))),
    );
    return held;
  }

  it("a server with a limit of open files limits idle connections, so that files can be opened, and serves again when the connections are closed", async () => {
    const put = (path: string, body: object) =>
      fetch(`${server.url}${path}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await put("/collections/c", { vectors_config: { size: 2, distance: "Dot" } })).status).to.equal(
      200,
    );
    const held = [...(await hold(server.url)), ...(await hold(`http://${server.grpcAddress}`))];
    const open = () => held.filter(({ destroyed }) => !destroyed).length;
    // The server closes the surplus one after another. A server without a limit would keep all of them.
    await until(() => open() <= FILES / 2);
    expect(open()).to.be.at.least(1);
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
