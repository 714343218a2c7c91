// gRPC with grpc-js: the program reads the definitions when it starts, so no code is generated.
//   npm install @grpc/grpc-js @grpc/proto-loader && node src/examples/grpc.js [ADDRESS]
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { credentials, loadPackageDefinition, Metadata } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

const address = process.argv[2] ?? "localhost:6574";
// In your project: node_modules/azimuth-db/proto
const proto = fileURLToPath(new URL("../../proto", import.meta.url));
const files = ["azimuth/v1/collections_service.proto", "azimuth/v1/points_service.proto"];
const { v1 } = loadPackageDefinition(
  loadSync(files, { includeDirs: [proto], keepCase: true, longs: String }),
).azimuth;

const metadata = new Metadata(); // metadata.set("authorization", `Bearer ${token}`) where authentication is on
const clients = ["Collections", "Points"].map((name) => new v1[name](address, credentials.createInsecure()));
const [collections, points] = clients;
const call = (client, method, request) =>
  promisify(client[method]).call(client, { collection_name: "grpc-places", ...request }, metadata);

await call(collections, "Create", { vectors_config: { params: { size: 2, distance: "Dot" } } });
await call(points, "Upsert", {
  points: [
    {
      id: { num: "13570027672830659665" },
      vectors: { vector: { dense: { data: [0.5, 2] } } },
      payload: { city: { string_value: "Berlin" } },
    },
  ],
});
const { result } = await call(points, "Query", { query: { nearest: { dense: { data: [2, 1] } } }, limit: 1 });
console.log(result[0].id.num, result[0].score, result[0].payload.city.string_value);

await call(collections, "Delete", {});
for (const client of clients) client.close();
