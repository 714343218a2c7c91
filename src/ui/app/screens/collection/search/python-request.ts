// A search as a Python program that needs no package: the request of the REST API by the standard library.
// The decision: it stands in for programs of qdrant-client and of frameworks where these cannot express the search,
// because a program that raises is worse than a longer one, and the first line says why.
import type { Body } from "./body.ts";
import { pythonLiteral } from "./python-literal.ts";

interface Request {
  readonly url: string;
  readonly collection: string;
  readonly body: Body;
  readonly isGuarded: boolean;
}

/** Whether qdrant-client, or what is built on it, has the query: the ranking by words is none of Qdrant. */
export function isInClient({ query }: Body): boolean {
  return typeof query !== "object" || !("hybrid" in query || ("text" in query && !("model" in query)));
}

/** @param reason why this is no program of the usual package */
export function pythonRequest({ url, collection, body, isGuarded }: Request, reason: string): string {
  const address = `${url}/collections/${encodeURIComponent(collection)}/points/query`;
  const token = isGuarded ? `, "authorization": "Bearer " + os.environ["AZIMUTH_TOKEN"]` : "";
  return `# ${reason}
import json
${isGuarded ? "import os\n" : ""}from urllib.request import Request, urlopen

body = ${pythonLiteral(body)}
headers = {"content-type": "application/json"${token}}
request = Request(${JSON.stringify(address)}, json.dumps(body).encode(), headers)
with urlopen(request) as response:
    points = json.load(response)["result"]["points"]
for point in points:
    print(point["id"], point["score"], point["payload"])
`;
}
