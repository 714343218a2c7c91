// Example requests, for an existing collection if there is one.
import type { Request } from "./document.ts";

export interface Example extends Request {
  readonly name: string;
}

export function examplesFor(collection: string): Example[] {
  const path = `/collections/${encodeURIComponent(collection)}`;
  return [
    { name: "Server status", method: "GET", path: "/status", body: "" },
    { name: "List collections", method: "GET", path: "/collections", body: "" },
    {
      name: "Create a collection",
      method: "PUT",
      path: "/collections/places",
      body: `{\n  "vectors_config": { "size": 4, "distance": "Cosine" }\n}`,
    },
    {
      name: "Upsert points",
      method: "PUT",
      path: "/collections/places/points",
      body: `{\n  "points": [\n    { "id": 1, "vector": [0.9, 0.1, 0.1, 0.2], "payload": { "city": "Berlin" } },\n    { "id": 2, "vector": [0.1, 0.9, 0.1, 0.1], "payload": { "city": "London" } }\n  ]\n}`,
    },
    {
      name: "Scroll points",
      method: "POST",
      path: `${path}/points/scroll`,
      body: `{\n  "limit": 10\n}`,
    },
    {
      name: "Query by point",
      method: "POST",
      path: `${path}/points/query`,
      body: `{\n  "query": 1,\n  "limit": 5,\n  "with_payload": true\n}`,
    },
    {
      name: "Count matching points",
      method: "POST",
      path: `${path}/points/count`,
      body: `{\n  "filter": { "must": [{ "key": "city", "match": { "value": "Berlin" } }] }\n}`,
    },
    { name: "Metrics", method: "GET", path: "/metrics", body: "" },
  ];
}
