// Calls over gRPC for the matrix of permissions. The decision: every RPC of an operation is called with bytes that are
// no message, so that nothing is changed, and so that the credential is checked before anything else.
import { type Client, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { asQdrant } from "../../../src/grpc/server.ts";
import { SERVED } from "../transports/over-grpc.ts";
import type { Verdict } from "./oracle.ts";
import { headersOf, type Port } from "./port.ts";

/** A text field of five bytes that are missing. */
const NO_MESSAGE = Buffer.of(0x0a, 5);
/**
 * The statuses of such bytes after the credential was accepted: they cannot be read, or the call is not implemented.
 */
const LET_IN = [status.INVALID_ARGUMENT, status.UNIMPLEMENTED];
const REFUSED = {
  unknown: status.UNAUTHENTICATED,
  lacking: status.PERMISSION_DENIED,
  off: status.FAILED_PRECONDITION,
} as const;

export function grpcPort(dialect: "azimuth.v1" | "qdrant"): Port {
  return {
    name: `gRPC, ${dialect}`,
    isUi: false,
    takes({ door, manner }) {
      if (manner !== undefined && manner !== "plainly" && manner !== "through a proxy") return false;
      return !door || (!door.isAlias && pathOf(door.operation, dialect) !== null);
    },
    async check({ client }, asked, verdict) {
      const path = pathOf(asked.door.operation, dialect)!;
      const error = await errorOf(client, path, Metadata.fromHttp2Headers(headersOf(asked)));
      if (error === null) return "it was answered";
      return problemOf(error, verdict, dialect === "qdrant");
    },
  };
}

/** Returns the path of an operation; null if this package does not have it. */
function pathOf(operation: string, dialect: "azimuth.v1" | "qdrant"): string | null {
  const served = SERVED.get(operation);
  if (!served) return null;
  const { service, method } = served;
  if (dialect === "azimuth.v1") return service.definition[method]!.path;
  return service.isTheirs ? asQdrant(service.definition)[method]!.path : null;
}

function errorOf(client: Client, path: string, metadata: Metadata): Promise<ServiceError | null> {
  const asIs = (bytes: Buffer) => bytes;
  return new Promise((done) => {
    client.makeUnaryRequest(path, asIs, asIs, NO_MESSAGE, metadata, (error) => done(error));
  });
}

function problemOf(
  { code, details }: ServiceError,
  { kind, text }: Verdict,
  isQdrant: boolean,
): string | null {
  if (kind === "let in") return LET_IN.includes(code) ? null : `${code} ${details}`;
  const expected = isQdrant && kind !== "unknown" ? `Forbidden: ${text}` : text;
  return code === REFUSED[kind] && details === expected ? null : `${code} ${details}`;
}
