// A gRPC client that knows only definitions: the .proto files, or those of the server's reflection.
import { fileURLToPath } from "node:url";
import {
  type ChannelCredentials,
  type Client,
  type ClientOptions,
  credentials,
  Metadata,
  makeClientConstructor,
  type ServiceDefinition,
} from "@grpc/grpc-js";
import {
  loadFileDescriptorSetFromBuffer,
  loadSync,
  type Options,
  type PackageDefinition,
} from "@grpc/proto-loader";

const PROTO = fileURLToPath(new URL("../../proto", import.meta.url));
/** Options for names as in the definitions and exact integers. */
const AS_WRITTEN: Options = {
  keepCase: true,
  longs: String,
  enums: String,
  oneofs: true,
  defaults: true,
  includeDirs: [PROTO],
};

// biome-ignore lint/suspicious/noExplicitAny: such a client knows no types.
type Untyped = any;

/** @param name the path below the folder proto/ */
export function definitionsIn(name: string): PackageDefinition {
  return loadSync(name, AS_WRITTEN);
}

/** A client that calls methods by the names of services and methods. */
export class PlainClient {
  readonly #definitions: PackageDefinition;
  readonly #address: string;
  readonly #credentials: ChannelCredentials;
  readonly #options: ClientOptions;
  readonly #clients = new Map<string, Client>();

  constructor(
    definitions: PackageDefinition,
    address: string,
    given: ChannelCredentials = credentials.createInsecure(),
    options: ClientOptions = {},
  ) {
    this.#definitions = definitions;
    this.#address = address;
    this.#credentials = given;
    this.#options = options;
  }

  /** @param path such as azimuth.v1.Points/Upsert */
  call(path: string, request: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Untyped> {
    const [service, method] = path.split("/") as [string, string];
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
    const client = this.#client(service) as Untyped;
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, answer: object) => (error ? reject(error) : resolve(answer));
      client[method](request, metadata, done);
    });
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }

  #client(service: string): Client {
    const known = this.#clients.get(service);
    if (known) return known;
    const definition = this.#definitions[service] as ServiceDefinition;
    const made = new (makeClientConstructor(definition, service))(
      this.#address,
      this.#credentials,
      this.#options,
    );
    this.#clients.set(service, made);
    return made;
  }
}

/** Returns code and text of a call that must fail. */
export async function plainRefusal(work: Promise<unknown>): Promise<[code: number, details: string]> {
  const { code, details } = await work.then(
    () => ({ code: 0, details: "" }),
    (error: { code: number; details: string }) => error,
  );
  return [code, details];
}

/** The definitions of a server, from its reflection protocol only. */
export class Reflected {
  readonly #address: string;
  readonly #version: "v1" | "v1alpha";

  constructor(address: string, version: "v1" | "v1alpha") {
    this.#address = address;
    this.#version = version;
  }

  async services(): Promise<string[]> {
    const { list_services_response: list } = await this.#ask({ list_services: "*" });
    return list.service.map(({ name }: { name: string }) => name);
  }

  /** Returns all definitions that are needed to call a service. */
  async definitions(service: string): Promise<PackageDefinition> {
    const { file_descriptor_response: found } = await this.#ask({ file_containing_symbol: service });
    const set = Buffer.concat(found.file_descriptor_proto.flatMap((file: Buffer) => [headOf(file), file]));
    return loadFileDescriptorSetFromBuffer(set, AS_WRITTEN);
  }

  async #ask(request: object): Promise<Untyped> {
    const name = `grpc.reflection.${this.#version}.ServerReflection`;
    const definition = definitionsIn(`grpc/reflection/${this.#version}/reflection.proto`)[name];
    const made = makeClientConstructor(definition as ServiceDefinition, name);
    const client = new made(this.#address, credentials.createInsecure()) as Untyped;
    const stream = client.ServerReflectionInfo();
    try {
      return await new Promise((resolve, reject) => {
        stream.on("data", resolve).on("error", reject);
        stream.write(request);
        stream.end();
      });
    } finally {
      client.close();
    }
  }
}

/** Returns tag and length of field 1 of a google.protobuf.FileDescriptorSet, which contains a file. */
function headOf({ length }: Buffer): Buffer {
  const bytes = [0x0a];
  let rest = length;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}
