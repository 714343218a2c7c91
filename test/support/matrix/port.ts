// The interface of a port for the matrix of permissions; ports.ts lists the ports.
import type { Agent } from "node:http";
import type { Client } from "@grpc/grpc-js";
import { OPERATIONS } from "../../../src/api/operations/index.ts";
import type { TestServer } from "../rest.ts";
import type { Credential } from "./credentials.ts";
import type { Verdict } from "./oracle.ts";

/** One way to call an operation: its path, or one of its aliases. */
export interface Door {
  readonly operation: string;
  readonly method: string;
  /** The path with parameters in braces. */
  readonly path: string;
  readonly isAlias: boolean;
  readonly isOnUi: boolean;
}

/** All paths, generated from the table, so that new operations are included. */
export const DOORS: readonly Door[] = OPERATIONS.flatMap(({ id, rest, onUi }) =>
  [rest.path, ...(rest.aliases ?? [])].map((path, i) => ({
    operation: id,
    method: rest.method.toUpperCase(),
    path,
    isAlias: i > 0,
    isOnUi: onUi !== null,
  })),
);

/** The notations of a credential. */
export const SPELLINGS = [
  "bearer",
  "bearer in lower case",
  "api-key",
  "bearer beside a void api-key",
] as const;
/** The variants of a request. */
export const MANNERS = ["plainly", "through a proxy", "with doubled slashes", "as HEAD"] as const;

export interface Asked {
  readonly door: Door;
  readonly credential: Credential;
  readonly spelling: (typeof SPELLINGS)[number];
  readonly manner: (typeof MANNERS)[number];
}

export interface World {
  readonly server: TestServer;
  /** The agent of all requests over HTTP. */
  readonly agent: Agent;
  /** The client of all calls over gRPC. */
  readonly client: Client;
}

export interface Port {
  readonly name: string;
  /** Whether it is port 6575, where a few operations require less. */
  readonly isUi: boolean;
  /** Returns whether this port supports the request. */
  takes(some: Partial<Asked>): boolean;
  /** Sends a request. @returns the error of the response; null if it is correct */
  check(world: World, asked: Asked, verdict: Verdict): Promise<string | null>;
}

/** Returns the headers with the credential and, for some variants, those of a proxy. */
export function headersOf({ credential: { value }, spelling, manner }: Asked): Record<string, string> {
  const headers: Record<string, string> = {};
  if (manner === "through a proxy") headers["x-forwarded-for"] = "203.0.113.9";
  if (value === null) return headers;
  if (spelling === "api-key") return { ...headers, "api-key": value };
  if (spelling === "bearer in lower case") return { ...headers, authorization: `bearer ${value}` };
  if (spelling === "bearer beside a void api-key") headers["api-key"] = "void";
  return { ...headers, authorization: `Bearer ${value}` };
}
