// Requests to servers that have one collection of points, and what replication adds to their answers.
import { expect } from "chai";
import type { ServerHere } from "./server-here.ts";

export const POINTS = "/collections/c/points";
export const VECTORS = { vectors: { size: 2, distance: "Dot" } };

interface Reply {
  readonly status: number;
  readonly applied: string | null;
  readonly retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare its members
  readonly body: any;
}

export async function ask(
  { url }: Pick<ServerHere, "url">,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(url + path, init);
  const text = await response.text();
  return {
    status: response.status,
    applied: response.headers.get("x-applied"),
    retryAfter: response.headers.get("retry-after"),
    body: text.startsWith("{") ? JSON.parse(text) : text,
  };
}

export const point = (id: number) => ({ id, vector: [id, 1], payload: { id } });
export const upsert = (server: ServerHere, ...ids: number[]) =>
  ask(server, "PUT", POINTS, { points: ids.map(point) });
export const replicationOf = async (server: ServerHere) =>
  (await ask(server, "GET", "/status")).body.result.replication;

/** Returns all points of a server that has at least the writes up to a position. */
export async function pointsOf(server: ServerHere, position: string | null): Promise<unknown> {
  const scroll = { limit: 1_000, with_payload: true, with_vector: true };
  const { status, body } = await ask(server, "POST", `${POINTS}/scroll`, scroll, {
    "x-at-least": position ?? "0:0",
  });
  expect(status, JSON.stringify(body)).to.equal(200);
  return body.result.points;
}
