// The body of a request whose client has disconnected.
import { createServer } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { expect } from "chai";
import { queryOperations } from "../../../src/api/operations/query.ts";
import { bodyReaderFor } from "../../../src/http/body.ts";
import { MemoryLimit } from "../../../src/memory/memory-limit.ts";

describe("the body of a request", () => {
  it("the body of a request cannot be read when its client has disconnected during the check of the credential", async () => {
    const read = bodyReaderFor(queryOperations.find(({ id }) => id === "searchPoints")!, 10_000);
    const outcome = new Promise<string>((resolve) => {
      const server = createServer(async (req) => {
        const left = new Promise((closed) => req.once("close", closed));
        client.destroy();
        await left;
        const reservation = MemoryLimit.unlimited().reservation();
        await (async () => read({ req, set() {} } as never, reservation))().catch((error: Error) =>
          resolve(error.message),
        );
        server.close();
      }).listen(0, "127.0.0.1", () => {
        client.connect((server.address() as AddressInfo).port, "127.0.0.1");
      });
      const client = new Socket();
      client.on("error", () => {});
      client.on("connect", () =>
        client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a"'),
      );
    });
    expect(await outcome).to.contain("could not be read");
  });
});
