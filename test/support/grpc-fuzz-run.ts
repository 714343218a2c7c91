// The fuzz over gRPC: a server with data, and a number of random calls.
import { expect } from "chai";
import { draw, pathOf, wrongWith } from "./grpc-fuzz.ts";
import { RawGrpc } from "./raw-grpc.ts";
import type { TestServer } from "./rest.ts";

const AT_A_TIME = 16;

/** Creates the data of the calls, which they may change. */
export async function settle(server: TestServer): Promise<void> {
  const size = (of: number) => ({ size: of, distance: "Dot" });
  await server.call("PUT", "/collections/c", { vectors_config: size(2) });
  const named = { vectors_config: { a: size(2), b: size(3) }, sparse_vectors: { s: { modifier: "idf" } } };
  await server.call("PUT", "/collections/n", named);
  const points = [1, 2, 3].map((id) => ({ id, vector: [id, 1], payload: { color: "red", n: id } }));
  await server.call("PUT", "/collections/c/points", { points });
  const sparse = [1, 2, 3].map((id) => ({ id, vector: { s: { indices: [id, 0, 10], values: [1, -2, 0] } } }));
  await server.call("PUT", "/collections/n/points", { points: sparse });
}

/** Runs the calls. @param seed of the first call; the others follow */
export async function fuzzCalls(
  server: TestServer,
  seed: number,
  cases: number,
): Promise<Map<number, number>> {
  const raw = new RawGrpc(server.grpcAddress);
  const codes = new Map<number, number>();
  const ask = async (one: number) => {
    const { method, bytes } = draw(one);
    const answer = await raw.call(pathOf(method), bytes);
    codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1);
    expect(wrongWith(answer), `SEED=${one} ${pathOf(method)} ${bytes.toString("hex")}`).to.equal(undefined);
  };
  for (let next = seed; next < seed + cases; next += AT_A_TIME) {
    const count = Math.min(AT_A_TIME, seed + cases - next);
    await Promise.all(Array.from({ length: count }, (_, index) => ask(next + index)));
    // Collections that a call has deleted are created again.
    if (next % 64 < AT_A_TIME) await settle(server);
  }
  raw.close();
  return codes;
}
