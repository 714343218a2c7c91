// The reflection service: a tool without our definitions learns how to call the server.

import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { type Client, type ClientDuplexStream, status } from "@grpc/grpc-js";
import { expect } from "chai";
import { DESCRIPTORS } from "../../../src/grpc/gen/descriptors.ts";
import type {
  ServerReflectionRequest as Request,
  ServerReflectionResponse as Response,
} from "../../../src/grpc/gen/reflection.d.ts";
import { reflectionHandler } from "../../../src/grpc/reflection.ts";
import { Descriptors } from "../../../src/grpc/wire/descriptors.ts";
import { olderReflectionProtocol, reflectionProtocol } from "../../../src/grpc/wire/messages.ts";
import { GrpcFixture } from "../../support/grpc.ts";

const { ServerReflectionService: V1 } = reflectionProtocol.services;
const { ServerReflectionService: V1Alpha } = olderReflectionProtocol.services;

type Asked = NonNullable<Request["message_request"]>;
type Reflecting = Client & { serverReflectionInfo(): ClientDuplexStream<Request, Response> };

const SERVICES = ["azimuth.v1.Points", "qdrant.Points"];

/** Sends all questions on one call, and returns the answers when the server has ended it. */
async function askAll(client: Client, asked: readonly (Asked | undefined)[]): Promise<Response[]> {
  const call = (client as Reflecting).serverReflectionInfo();
  for (const one of asked) call.write({ host: "here", message_request: one });
  call.end();
  const answers: Response[] = [];
  for await (const answer of call) answers.push(answer as Response);
  return answers;
}

function filesOf(response: Response) {
  const { message_response: answer } = response;
  if (answer?.$case !== "file_descriptor_response") throw new Error(JSON.stringify(answer));
  return answer.value.file_descriptor_proto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes));
}

describe("the reflection service of gRPC", () => {
  let server: GrpcFixture;
  let client: Client;

  beforeEach(async () => {
    const serverReflectionInfo = reflectionHandler(new Descriptors(DESCRIPTORS), SERVICES);
    server = await GrpcFixture.serving([
      [V1, { serverReflectionInfo }],
      [V1Alpha, { serverReflectionInfo }],
    ]);
    client = server.client(V1);
  });

  afterEach(() => server.kill());

  const one = async (asked: Asked | undefined) => (await askAll(client, [asked]))[0]!;

  it("the reflection service of gRPC lists the services that the server has", async () => {
    const { message_response, valid_host } = await one({ $case: "list_services", value: "*" });
    expect(message_response).to.deep.equal({
      $case: "list_services_response",
      value: { service: SERVICES.map((name) => ({ name })) },
    });
    expect(valid_host).to.equal("here");
  });

  for (const [symbol, file] of [
    ["azimuth.v1.Points", "azimuth/v1/points_service.proto"],
    ["azimuth.v1.Points.Upsert", "azimuth/v1/points_service.proto"],
    ["azimuth.v1.PointId", "azimuth/v1/filters.proto"],
    ["azimuth.v1.PointId.num", "azimuth/v1/filters.proto"],
    ["azimuth.v1.PointId.point_id_options", "azimuth/v1/filters.proto"],
    ["azimuth.v1.PointsUpdateOperation.SetPayload", "azimuth/v1/writes.proto"],
    ["azimuth.v1.Distance", "azimuth/v1/vector_config.proto"],
    ["azimuth.v1.Cosine", "azimuth/v1/vector_config.proto"],
    ["azimuth.v1.MaxOptimizationThreads.Auto", "azimuth/v1/config.proto"],
    ["qdrant.Points.Query", "points_service.proto"],
    ["qdrant.PointId", "qdrant_common.proto"],
    ["grpc.health.v1.HealthCheckResponse.SERVING", "grpc/health/v1/health.proto"],
    ["google.protobuf.Timestamp", "google/protobuf/timestamp.proto"],
  ] as const) {
    it(`the reflection service of gRPC finds the file that declares ${symbol}`, async () => {
      const [found] = filesOf(await one({ $case: "file_containing_symbol", value: symbol }));
      expect(found!.name).to.equal(file);
    });
  }

  it("the reflection service of gRPC returns everything that a tool needs to make a call", async () => {
    const [file, ...imports] = filesOf(
      await one({ $case: "file_containing_symbol", value: "qdrant.Points" }),
    );
    const registry = createFileRegistry(file!, (name) => imports.find((other) => other.name === name));
    const { input } = registry.getService("qdrant.Points")!.method.upsert!;
    expect(input.fields.map(({ name }) => name)).to.include.members(["collection_name", "points"]);
  });

  it("the reflection service of gRPC returns a file with all its direct and indirect imports, itself first", async () => {
    const files = filesOf(await one({ $case: "file_by_filename", value: "points_service.proto" }));
    expect(files[0]!.name).to.equal("points_service.proto");
    const names = new Set(files.map(({ name }) => name));
    expect(names.size).to.equal(files.length);
    for (const file of files) expect(names).to.include.members(file.dependency);
    expect(names).to.include("google/protobuf/timestamp.proto");
  });

  it("the reflection service of gRPC reports an unknown symbol by name, and continues", async () => {
    const answers = await askAll(client, [
      { $case: "file_containing_symbol", value: "azimuth.v1.Nothing" },
      { $case: "file_by_filename", value: "nothing.proto" },
      {
        $case: "file_containing_extension",
        value: { containing_type: "azimuth.v1.Value", extension_number: 7 },
      },
      { $case: "all_extension_numbers_of_type", value: "azimuth.v1.Nothing" },
      undefined,
      { $case: "list_services", value: "" },
    ]);
    const errors = answers.map(({ message_response: answer }) =>
      answer?.$case === "error_response"
        ? [answer.value.error_code, answer.value.error_message]
        : answer?.$case,
    );
    expect(errors).to.deep.equal([
      [status.NOT_FOUND, "No symbol of this name: azimuth.v1.Nothing"],
      [status.NOT_FOUND, "No file of this name: nothing.proto"],
      [status.NOT_FOUND, "No extension of this name: 7 of azimuth.v1.Value"],
      [status.NOT_FOUND, "No type of this name: azimuth.v1.Nothing"],
      [status.INVALID_ARGUMENT, "message_request is required: say what is asked for"],
      "list_services_response",
    ]);
  });

  it("the reflection service of gRPC reports that a message has no extensions", async () => {
    const { message_response } = await one({ $case: "all_extension_numbers_of_type", value: "qdrant.Value" });
    expect(message_response).to.deep.equal({
      $case: "all_extension_numbers_response",
      value: { base_type_name: "qdrant.Value", extension_number: [] },
    });
  });

  it("the reflection service of gRPC answers many requests of a client that reads slowly", async () => {
    const asked = Array.from({ length: 300 }, () => ({
      $case: "file_by_filename" as const,
      value: "azimuth/v1/points_service.proto",
    }));
    expect(await askAll(client, asked)).to.have.lengthOf(300);
  });

  it("the reflection service of gRPC supports v1alpha", async () => {
    const [answer] = await askAll(server.client(V1Alpha), [{ $case: "list_services", value: "" }]);
    expect(answer!.message_response!.$case).to.equal("list_services_response");
  });
});
