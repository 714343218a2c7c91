// A server with an admin for tests of credentials.

import type { TestServer } from "./rest.ts";
import type { Answer } from "./rest-call.ts";

export const PASSWORD = "Blue-Kettle-77x";

export type Headers = Record<string, string>;

export const bearer = (credential: string): Headers => ({ authorization: `Bearer ${credential}` });

/** Creates the admin and logs in. @returns the headers of an admin */
export async function becomeAdmin(server: TestServer): Promise<Headers> {
  await mustSucceed(server.call("POST", "/auth/admin", { password: PASSWORD }));
  return login(server);
}

export async function login(server: TestServer, password = PASSWORD): Promise<Headers> {
  const { body } = await mustSucceed(server.call("POST", "/auth/admin/login", { password }));
  return bearer(body.token);
}

export async function switchAuth(server: TestServer, admin: Headers, enabled: boolean): Promise<void> {
  await mustSucceed(server.call("PATCH", "/auth/enabled", { enabled }, admin));
}

/** Creates the admin and switches authentication on. @returns the headers of the admin */
export async function guard(server: TestServer): Promise<Headers> {
  const admin = await becomeAdmin(server);
  await switchAuth(server, admin, true);
  return admin;
}

/** Creates a token. @returns the response */
export async function createToken(
  server: TestServer,
  admin: Headers,
  request: object = { permission: "read" },
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
): Promise<any> {
  const { body } = await mustSucceed(
    server.call("POST", "/auth/api_key", { name: "test", ...request }, admin),
  );
  return body;
}

async function mustSucceed(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return answer;
}
