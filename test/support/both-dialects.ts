// Compares the errors of one invalid request in the native and the qdrant dialect.
import { expect } from "chai";
import { AS_QDRANT, createCollection, startTestServer, type TestServer } from "./rest.ts";

type Told = readonly [status: number, text: string];

export interface Mistake {
  readonly request: readonly [method: string, path: string, body?: unknown];
  readonly native: Told;
  readonly qdrant: Told;
}

/**
 * Starts a server with the collection `c` (alias `other`), which has a vector without a name and the point 1, and the
 * collection `n` with vectors `a` and `b` and the point 2, which has only `b`.
 */
export async function startWithPoints(): Promise<TestServer> {
  const server = await startTestServer({ extendedApi: true });
  await createCollection(server);
  const b = { size: 2, distance: "Dot" };
  await server.call("PUT", "/collections/n", { vectors: { a: b, b } });
  const alias = { create_alias: { collection_name: "c", alias_name: "other" } };
  await server.call("POST", "/aliases", { actions: [alias] });
  await server.call("PUT", "/collections/c/points", { points: [{ id: 1, vector: [1, 2, 3, 4] }] });
  await server.call("PUT", "/collections/n/points", { points: [{ id: 2, vector: { b: [1, 1] } }] });
  return server;
}

export async function isTold(server: TestServer, { request, native, qdrant }: Mistake): Promise<void> {
  const [method, path, body] = request;
  for (const [told, headers] of [
    [native, {}],
    [qdrant, AS_QDRANT],
  ] as const) {
    const answer = await server.call(method, path, body, headers);
    expect([answer.status, answer.body.status.error]).to.deep.equal(told);
  }
}

/** Qdrant's errors for a wrong form, and for a value out of range. */
export const format = (text: string): Told => [400, `Format error in JSON body: ${text}`];
export const validation = (text: string): Told => [422, `Validation error in JSON body: [${text}]`];
export const wrongInput = (text: string): Told => [400, `Wrong input: ${text}`];
export const badRequest = (text: string): Told => [400, `Bad request: ${text}`];
