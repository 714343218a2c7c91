// The ports of a server for the matrix of permissions; those for HTTP are made here.
// The decision: requests fail after the credential was accepted, because the body is no JSON and the path names missing
// things. So nothing is changed, and the credential is checked before anything else.
import { type RawAnswer, rawRequest } from "../raw-request.ts";
import type { TestServer } from "../rest.ts";
import { grpcPort } from "./grpc-port.ts";
import type { Verdict } from "./oracle.ts";
import { type Asked, type Door, headersOf, type Port } from "./port.ts";

/** Values of path parameters that do not exist. */
const ABSENT: Readonly<Record<string, string>> = {
  collection_name: "absent",
  field_name: "absent",
  vector_name: "absent",
  snapshot_name: "absent-2026-01-01-00-00-00-00000000.snapshot",
  id: "1",
  token_id: "999999999",
};
const NO_JSON = "{";
const STATUS = { "let in": undefined, unknown: 401, lacking: 403, off: 403 } as const;
const CHALLENGE = "Bearer";

interface HttpPort {
  readonly name: string;
  readonly isUi?: boolean;
  readonly base: (server: TestServer) => string;
  /** The prefix of the paths of the table. */
  readonly prefix?: string;
  readonly has?: (door: Door) => boolean;
  /** Returns whether responses to such a request are in the qdrant dialect. */
  readonly speaksQdrant: (asked: Asked) => boolean;
}

/** Returns whether the credential is in the form of Qdrant's clients. */
const withApiKey = ({ spelling, credential }: Asked) =>
  credential.value !== null && (spelling === "api-key" || spelling === "bearer beside a void api-key");

export const PORTS: readonly Port[] = [
  http({ name: "6573", base: ({ url }) => url, speaksQdrant: withApiKey }),
  http({ name: "qdrant", base: ({ qdrantUrl }) => qdrantUrl, speaksQdrant: () => true }),
  http({
    name: "6575 behind the proxy",
    isUi: true,
    base: ({ uiUrl }) => uiUrl,
    prefix: "/api/proxy",
    speaksQdrant: () => false,
  }),
  http({
    name: "6575",
    isUi: true,
    base: ({ uiUrl }) => uiUrl,
    has: ({ isOnUi }) => isOnUi,
    speaksQdrant: () => false,
  }),
  grpcPort("azimuth.v1"),
  grpcPort("qdrant"),
];

function http({ name, isUi = false, base, prefix = "", has, speaksQdrant }: HttpPort): Port {
  return {
    name,
    isUi,
    takes({ door, manner }) {
      if (door && has && !has(door)) return false;
      return !door || manner !== "as HEAD" || door.method === "GET";
    },
    async check({ server, agent }, asked, verdict) {
      const { door, manner } = asked;
      const method = manner === "as HEAD" ? "HEAD" : door.method;
      const path = pathOf(prefix + door.path, manner);
      const body = method === "GET" || method === "HEAD" || method === "DELETE" ? undefined : NO_JSON;
      const headers = { "content-type": "application/json", ...headersOf(asked) };
      const answer = await rawRequest(base(server), { method, path, headers, body, agent });
      const problem = statusProblem(answer, verdict);
      if (problem !== null || verdict.kind === "let in" || method === "HEAD") return problem;
      return bodyProblem(answer, verdict, door, speaksQdrant(asked));
    },
  };
}

function pathOf(path: string, manner: Asked["manner"]): string {
  const named = path.replace(/\{(\w+)\}/g, (_, name) => ABSENT[name] ?? `no-${name}`);
  return manner === "with doubled slashes" ? `${named.replaceAll("/", "//")}/` : named;
}

/** Returns whether a status is a failure of the server, other than "not implemented" and "not ready". */
function isFailure(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 503;
}

function statusProblem({ status, headers, text }: RawAnswer, { kind }: Verdict): string | null {
  const isAsExpected =
    kind === "let in" ? status !== 401 && status !== 403 && !isFailure(status) : status === STATUS[kind];
  if (!isAsExpected) return `${status} ${text.slice(0, 200)}`;
  if (status === 405 || text.includes("No such endpoint")) return `there is no such route: ${text}`;
  const challenge = headers["www-authenticate"];
  const expected = status === 401 ? CHALLENGE : undefined;
  return challenge === expected ? null : `${status} with WWW-Authenticate ${challenge}`;
}

function bodyProblem({ text }: RawAnswer, verdict: Verdict, door: Door, isQdrant: boolean): string | null {
  const body = JSON.parse(text);
  const { time } = body;
  const isTimed = typeof time === "number" && time >= 0;
  const { text: message, kind } = verdict;
  if (isAuthArea(door)) return same(body, { status: "error", message });
  if (!isTimed) return `no time: ${text}`;
  const error = isQdrant && kind !== "unknown" ? `Forbidden: ${message}` : message;
  const code = kind === "unknown" ? "UNAUTHENTICATED" : "PERMISSION_DENIED";
  return same(body, isQdrant ? { status: { error }, time } : { time, status: { error, code } });
}

/** Returns whether the response has the auth envelope, which is the same in both dialects. */
function isAuthArea({ path }: Door): boolean {
  return path.startsWith("/auth/") || path.startsWith("/api/service/");
}

function same(body: unknown, expected: unknown): string | null {
  const [got, wanted] = [JSON.stringify(body), JSON.stringify(expected)];
  return got === wanted ? null : `got ${got}, expected ${wanted}`;
}
