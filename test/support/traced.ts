// Requests with and without a trace of the client, and the spans that a server makes of them: for SDKs of OpenTelemetry
// in tests, whatever they send spans with.
import { expect } from "chai";
import { definitionsIn, PlainClient, plainRefusal } from "./plain-grpc.ts";
import type { ServerProcess } from "./process.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const HEADERS = { traceparent: `00-${TRACE}-${CALLER}-01`, "x-request-id": "mine" };

export interface SeenSpan {
  readonly name: string;
  /** As OTLP counts: 1 internal, 2 server. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  /** 2 is an error. */
  readonly status: number;
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** Makes a collection, and asks for it and for an absent one over REST and gRPC. @returns the answered `traceparent` */
export async function askTraced({ url, grpcAddress }: ServerProcess): Promise<(string | null)[]> {
  const made = await fetch(`${url}/collections/c`, {
    method: "PUT",
    headers: HEADERS,
    body: '{"vectors_config": {"size": 1, "distance": "Dot"}}',
  });
  const missing = await fetch(`${url}/collections/absent`);
  const nowhere = await fetch(`${url}/private-word`);
  expect([made.status, missing.status, nowhere.status]).to.deep.equal([200, 404, 404]);
  const client = new PlainClient(definitionsIn("azimuth/v1/collections_service.proto"), grpcAddress);
  await client.call("azimuth.v1.Collections/Get", { collection_name: "c" }, HEADERS);
  const [code] = await plainRefusal(client.call("azimuth.v1.Collections/Get", { collection_name: "absent" }));
  client.close();
  expect(code).to.equal(5);
  return [made, missing, nowhere].map(({ headers }) => headers.get("traceparent"));
}

/** Checks the spans of `askTraced`. */
export function expectSpans(spans: readonly SeenSpan[], answered: readonly (string | null)[]): void {
  const path = "/collections/{collection_name}";
  const seen = spans.map(({ name, kind, traceId, parentSpanId, status, attributes }) => {
    return {
      name,
      kind,
      isOfClient: traceId === TRACE,
      parentSpanId: parentSpanId || null,
      status,
      attributes,
    };
  });
  const common = { kind: 2, status: 0 };
  const rest = (method: string, status: number) => ({
    ...{ "db.system.name": "azimuth", "http.request.method": method, "http.response.status_code": status },
  });
  const call = (collection: string, status: number) => ({
    ...{ "db.system.name": "azimuth", "db.collection.name": collection },
    ...{ "rpc.system": "grpc", "rpc.service": "azimuth.v1.Collections", "rpc.method": "Get" },
    "rpc.grpc.status_code": status,
  });
  const ofClient = { isOfClient: true, parentSpanId: CALLER };
  const own = { isOfClient: false, parentSpanId: null };
  expect(seen).to.deep.equal([
    {
      ...{ ...common, ...ofClient, name: `PUT ${path}` },
      attributes: { ...rest("PUT", 200), "http.route": path, "db.collection.name": "c" },
    },
    {
      ...{ ...common, ...own, name: `GET ${path}` },
      attributes: { ...rest("GET", 404), "http.route": path, "db.collection.name": "absent" },
    },
    { ...common, ...own, name: "GET", attributes: rest("GET", 404) },
    { ...common, ...ofClient, name: "azimuth.v1.Collections/Get", attributes: call("c", 0) },
    { ...common, ...own, name: "azimuth.v1.Collections/Get", attributes: call("absent", 5) },
  ]);
  expect(answered).to.deep.equal(
    spans.slice(0, 3).map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`),
  );
}
