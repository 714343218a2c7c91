// Sends requests with credentials to a server.
import { expect } from "chai";
import { bearer, type Headers } from "./guarded.ts";

type Server = { readonly url: string };

export interface Asking {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Headers;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export async function ask({ url }: Server, asking: Asking): Promise<{ status: number; body: any }> {
  const { method, path, body, headers } = asking;
  const response = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null });
  return { status: response.status, body: await response.json() };
}

/** Sends a request that must be answered with 200. */
export async function demand(server: Server, asking: Asking) {
  const { status, body } = await ask(server, asking);
  expect(status, `${asking.path}: ${JSON.stringify(body)}`).to.equal(200);
  return body;
}

export function makeAdmin(server: Server, password: string) {
  return demand(server, { method: "POST", path: "/auth/admin", body: { password } });
}

export function tryLogin(server: Server, password: string) {
  return ask(server, { method: "POST", path: "/auth/admin/login", body: { password } });
}

/** Logs in. @returns the headers of an admin */
export async function logIn(server: Server, password: string): Promise<Headers> {
  const { status, body } = await tryLogin(server, password);
  expect(status, JSON.stringify(body)).to.equal(200);
  return bearer(body.token);
}

export function switchTo(server: Server, headers: Headers, enabled: boolean) {
  return demand(server, { method: "PATCH", path: "/auth/enabled", body: { enabled }, headers });
}

/** Returns the status of a request that needs the permission `read`. */
export async function readStatus(server: Server, headers: Headers = {}): Promise<number> {
  return (await ask(server, { method: "GET", path: "/collections", headers })).status;
}

/** Returns the status of a request that needs a login or the permission `admin`. */
export async function adminStatus(server: Server, headers: Headers): Promise<number> {
  return (await ask(server, { method: "GET", path: "/auth/api_keys", headers })).status;
}
