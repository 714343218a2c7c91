// A server in a process of its own (`node --expose-gc --import tsx`) that collects garbage on a request to a second
// port, in the same turn of the event loop. It prints both addresses.
import { type AddressInfo, createServer } from "node:net";
import { startTestServer } from "./rest.ts";

const bell = createServer((socket) => {
  socket.on("error", () => {});
  socket.on("data", (bytes) => {
    globalThis.gc!();
    socket.write(bytes);
  });
});

async function start(): Promise<void> {
  const { grpcAddress } = await startTestServer();
  bell.listen(0, "127.0.0.1", () => {
    process.stdout.write(JSON.stringify({ grpcAddress, bellPort: (bell.address() as AddressInfo).port }));
  });
}

void start();
