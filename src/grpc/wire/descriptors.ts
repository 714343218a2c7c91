// Finds the definitions of the server by the names that reflection requests.
// The decision: one index from every full name to its file, made for the first request, because most servers are never
// asked, and a client that asks once asks many times.
import {
  createFileRegistry,
  type DescFile,
  type DescMessage,
  fromBinary,
  toBinary,
} from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";

export class Descriptors {
  readonly #image: string;
  #files: Index | undefined;

  /** @param image a google.protobuf.FileDescriptorSet in base64 */
  constructor(image: string) {
    this.#image = image;
  }

  /** @returns the file and all that it imports, each as a FileDescriptorProto; undefined: there is none of this name */
  fileNamed(name: string): Buffer[] | undefined {
    return this.#withImports(this.#index.byName.get(name));
  }

  /** @param symbol the full name of any declaration, such as azimuth.v1.Points.Upsert or azimuth.v1.PointId.num */
  fileDeclaring(symbol: string): Buffer[] | undefined {
    return this.#withImports(this.#index.bySymbol.get(symbol));
  }

  hasMessage(name: string): boolean {
    return this.#index.messages.has(name);
  }

  #withImports(file: DescFile | undefined): Buffer[] | undefined {
    if (!file) return undefined;
    const found = new Set([file]);
    for (const one of found) for (const imported of one.dependencies) found.add(imported);
    return Array.from(found, (one) => this.#index.bytes.get(one)!);
  }

  get #index(): Index {
    this.#files ??= indexOf(this.#image);
    return this.#files;
  }
}

interface Index {
  readonly byName: ReadonlyMap<string, DescFile>;
  readonly bySymbol: ReadonlyMap<string, DescFile>;
  readonly messages: ReadonlySet<string>;
  readonly bytes: ReadonlyMap<DescFile, Buffer>;
}

function indexOf(image: string): Index {
  const set = fromBinary(FileDescriptorSetSchema, Buffer.from(image, "base64"));
  const files = Array.from(createFileRegistry(set).files);
  const symbols = files.flatMap((file) => symbolsOf(file).map((name) => [name, file] as const));
  const messages = files.flatMap((file) => file.messages.flatMap(within));
  return {
    byName: new Map(files.map((file) => [file.proto.name, file])),
    bySymbol: new Map(symbols),
    messages: new Set(messages.map(({ typeName }) => typeName)),
    bytes: new Map(files.map((file) => [file, Buffer.from(toBinary(FileDescriptorProtoSchema, file.proto))])),
  };
}

function symbolsOf(file: DescFile): string[] {
  const messages = file.messages.flatMap(within);
  const enums = [...file.enums, ...messages.flatMap(({ nestedEnums }) => nestedEnums)];
  return [
    ...messages.map(({ typeName }) => typeName),
    ...messages.flatMap(({ typeName, fields, oneofs }) =>
      [...fields, ...oneofs].map(({ name }) => `${typeName}.${name}`),
    ),
    ...enums.map(({ typeName }) => typeName),
    // A value is declared beside its enum, not in it.
    ...enums.flatMap(({ values, parent }) =>
      values.map(({ name }) => `${parent?.typeName ?? file.proto.package}.${name}`),
    ),
    ...file.services.map(({ typeName }) => typeName),
    ...file.services.flatMap(({ typeName, methods }) => methods.map(({ name }) => `${typeName}.${name}`)),
  ];
}

function within(message: DescMessage): DescMessage[] {
  return [message, ...message.nestedMessages.flatMap(within)];
}
