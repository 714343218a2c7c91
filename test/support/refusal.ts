// Checks a refused request: status, text and envelope are as expected, and nothing is changed.
import { expect } from "chai";
import { count, type TestServer } from "./rest.ts";

const POINTS = "/collections/c/points";

export interface Refused {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Sends a request that must be refused. The collection `c` must have only the point 1 with the vector [1, 2, 3, 4]. */
export async function refuses(
  server: TestServer,
  { method, path, body }: Refused,
  status: number,
  error: string,
): Promise<void> {
  const before = (await server.call("GET", "/collections")).body.result;
  const answer = await server.call(method, path, body);
  expect(answer.body.status.error).to.equal(error);
  expect(answer.body.status.code).to.equal(answer.headers.get("x-azimuth-error"));
  expect(answer.status).to.equal(status);
  expect(answer.body).to.have.all.keys("time", "status");
  expect(answer.body.time).to.be.a("number");
  expect((await server.call("GET", "/collections")).body.result).to.deep.equal(before);
  expect(await count(server)).to.equal(1);
  expect((await server.call("GET", `${POINTS}/1`)).body.result.vector).to.deep.equal([1, 2, 3, 4]);
}

/** Makes an upsert of a valid point and the given one; neither may be written when it is refused. */
export function upsertBody(point: string): string {
  return `{"points":[{"id":2,"vector":[1,2,3,4]},${point}]}`;
}
