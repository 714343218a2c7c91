// Finds the definitions of the server by the names that reflection requests.
// The decision: one index from every full name to its file, made for the first request, because most servers never are
// asked, and a client that asks once asks many times.
import { filesIn } from "./descriptor.ts";
import type { EnumSchema, FileSchema, MessageSchema } from "./schema.ts";

export class Descriptors {
  readonly #image: string;
  #files: Index | undefined;

  /** @param image a google.protobuf.FileDescriptorSet in base64 */
  constructor(image: string) {
    this.#image = image;
  }

  /** @returns the file and all that it imports, each as a FileDescriptorProto; undefined: there is none of this name */
  fileNamed(name: string): Uint8Array[] | undefined {
    return this.#withImports(this.#index.byName.get(name));
  }

  /** @param symbol the full name of any declaration, such as azimuth.v1.Points.Upsert or azimuth.v1.PointId.num */
  fileDeclaring(symbol: string): Uint8Array[] | undefined {
    return this.#withImports(this.#index.bySymbol.get(symbol));
  }

  hasMessage(name: string): boolean {
    const file = this.#index.bySymbol.get(name);
    return file?.messages.some(({ typeName }) => typeName === name) ?? false;
  }

  #withImports(file: FileSchema | undefined): Uint8Array[] | undefined {
    if (!file) return undefined;
    const found = new Set([file]);
    for (const { imports } of found) for (const name of imports) found.add(this.#index.byName.get(name)!);
    return Array.from(found, ({ bytes }) => bytes);
  }

  get #index(): Index {
    this.#files ??= indexOf(filesIn(Buffer.from(this.#image, "base64")));
    return this.#files;
  }
}

interface Index {
  readonly byName: ReadonlyMap<string, FileSchema>;
  readonly bySymbol: ReadonlyMap<string, FileSchema>;
}

function indexOf(files: readonly FileSchema[]): Index {
  return {
    byName: new Map(files.map((file) => [file.name, file])),
    bySymbol: new Map(files.flatMap((file) => symbolsOf(file).map((name) => [name, file] as const))),
  };
}

function symbolsOf({ messages, enums, services }: FileSchema): string[] {
  return [
    // Entries of maps are no declarations.
    ...messages.filter(({ isMapEntry }) => !isMapEntry).flatMap(symbolsOfMessage),
    ...enums.flatMap(symbolsOfEnum),
    ...services.flatMap(({ typeName, methods }) => [
      typeName,
      ...methods.map(({ name }) => `${typeName}.${name}`),
    ]),
  ];
}

function symbolsOfMessage({ typeName, fields }: MessageSchema): string[] {
  const members = fields.flatMap(({ name, oneof }) => (oneof === null ? [name] : [name, oneof]));
  return [typeName, ...members.map((name) => `${typeName}.${name}`)];
}

/** The values of an enum are declared beside it, not in it. */
function symbolsOfEnum({ typeName, values }: EnumSchema): string[] {
  const scope = typeName.slice(0, typeName.lastIndexOf("."));
  return [typeName, ...Object.keys(values).map((name) => `${scope}.${name}`)];
}
