// What the matrix of permissions needs of an edge: a port is one entry of a list (ports.ts), whatever it speaks.
import type { Agent } from "node:http";
import type { Client } from "@grpc/grpc-js";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import type { TestServer } from "../rest.ts";
import type { Credential } from "./credentials.ts";
import type { Verdict } from "./oracle.ts";

/** One way to an operation: its path, or one of its aliases. */
export interface Door {
  readonly operation: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly isAlias: boolean;
  readonly isOnUi: boolean;
}

/** Generated from the table, so that what is added there is asked for here. */
export const DOORS: readonly Door[] = OPERATIONS.flatMap(({ id, rest, onUi }) =>
  [rest.path, ...(rest.aliases ?? [])].map((path, i) => ({
    operation: id,
    method: rest.method.toUpperCase(),
    path,
    isAlias: i > 0,
    isOnUi: onUi !== null,
  })),
);

/** One door for each way in which doors differ to whoever looks at credentials. */
export const KINDS_OF_DOOR: readonly Door[] = [
  ...new Map(DOORS.toReversed().map((door) => [kindOf(door), door])).values(),
];

function kindOf({ operation, method, isOnUi }: Door): string {
  const { permission, whileOff, onUi } = OPERATIONS.find(({ id }) => id === operation)!;
  const hasBody = method !== "GET" && method !== "DELETE";
  return JSON.stringify([permission, whileOff, onUi, hasBody, isOnUi]);
}

/** How the credential is spelled. */
export const SPELLINGS = [
  "bearer",
  "bearer in lower case",
  "api-key",
  "bearer beside a void api-key",
] as const;
/** How the request is made besides. */
export const MANNERS = ["plainly", "through a proxy", "with doubled slashes", "as HEAD"] as const;

export interface Asked {
  readonly door: Door;
  readonly credential: Credential;
  readonly spelling: (typeof SPELLINGS)[number];
  readonly manner: (typeof MANNERS)[number];
}

export interface World {
  readonly server: TestServer;
  /** Of all requests over HTTP. */
  readonly agent: Agent;
  /** Of all calls over gRPC. */
  readonly client: Client;
}

export interface Port {
  readonly name: string;
  /** It is port 6575, where a few operations ask for less. */
  readonly isUi: boolean;
  /** Whether there is such a request on this port. */
  takes(some: Partial<Asked>): boolean;
  /** Asks. @returns what is wrong with the answer; null: nothing */
  check(world: World, asked: Asked, verdict: Verdict): Promise<string | null>;
}

/** How the credential is presented, and that the request came through a proxy. */
export function headersOf({ credential: { value }, spelling, manner }: Asked): Record<string, string> {
  const headers: Record<string, string> = {};
  if (manner === "through a proxy") headers["x-forwarded-for"] = "203.0.113.9";
  if (value === null) return headers;
  if (spelling === "api-key") return { ...headers, "api-key": value };
  if (spelling === "bearer in lower case") return { ...headers, authorization: `bearer ${value}` };
  if (spelling === "bearer beside a void api-key") headers["api-key"] = "void";
  return { ...headers, authorization: `Bearer ${value}` };
}
