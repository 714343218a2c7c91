// The package `qdrant` as it is encoded, against the descriptors of Qdrant's JavaScript client 1.18: every field number
// and type, message by message. All differences are listed here.
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createFileRegistry,
  type DescEnum,
  type DescField,
  type DescFile,
  type DescMessage,
  type DescMethod,
  type DescService,
  fromBinary,
  type Registry,
  ScalarType,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { expect } from "chai";
import { DESCRIPTORS } from "../../../src/grpc/gen/descriptors.ts";

/** Keys that divide a collection. */
const LEFT_OUT = /^(?:(?:Create|Delete|List)ShardKeys?(?:Request|Response)|ShardKeyDescription)$/;
const LEFT_OUT_METHODS = ["CreateShardKey", "DeleteShardKey", "ListShardKeys"];

/** Fields of 1.19 and 1.20, which the client does not know yet. */
const NEWER = [
  "BinaryQuantization.memory",
  "Bm25Params",
  "BoolIndexParams.memory",
  "BoolIndexParams.nested",
  "CollectionClusterInfoResponse.time",
  "CollectionParams.id_tracker",
  "CollectionParams.payload",
  "CollectionParamsDiff.id_tracker",
  "CollectionParamsDiff.payload",
  "Condition.slice",
  "CreateCollection.id_tracker",
  "CreateCollection.payload",
  "Datatype.Turbo16",
  "Datatype.Turbo4",
  "Datatype.Turbo8",
  "DatetimeIndexParams.memory",
  "DatetimeIndexParams.nested",
  "DisabledStemmer",
  "Expression.acosh",
  "Expression.max",
  "Expression.min",
  "FloatIndexParams.memory",
  "FloatIndexParams.nested",
  "GeoIndexParams.memory",
  "GeoIndexParams.nested",
  "HnswConfigDiff.memory",
  "IdTrackerParams",
  "IdfParams",
  "IntegerIndexParams.memory",
  "IntegerIndexParams.nested",
  "KeywordIndexParams.memory",
  "KeywordIndexParams.nested",
  "KeywordIndexParams.prefix",
  "KeywordPrefixParams",
  "Match.prefix",
  "Match.substring",
  "MaxExpression",
  "Memory",
  "MinExpression",
  "PayloadStorageParams",
  "ProductQuantization.memory",
  "Query.text",
  "ScalarQuantization.memory",
  "SearchParams.idf",
  "SliceCondition",
  "SparseIndexConfig.memory",
  "SparseSearchParams",
  "StemmingAlgorithm.disabled",
  "TextIndexParams.memory",
  "TextIndexParams.nested",
  "TextIndexParams.scoring",
  "TextQuery",
  "TextScoringParams",
  "TextScoringType",
  "TokenizerType.Code",
  "TurboQuantBitSize.Bits8",
  "TurboQuantization.memory",
  "UpdateCollectionClusterSetupResponse.time",
  "UuidIndexParams.memory",
  "UuidIndexParams.nested",
  "VectorParams.memory",
  "VectorParamsDiff.memory",
];

const PREFIX = "qdrant.";

function ours(): Registry {
  return createFileRegistry(fromBinary(FileDescriptorSetSchema, Buffer.from(DESCRIPTORS, "base64")));
}

async function theirs(): Promise<DescFile[]> {
  const entry = createRequire(import.meta.url).resolve("@qdrant/js-client-grpc");
  const folder = join(dirname(entry), "..", "esm", "proto");
  const files = readdirSync(folder).filter((name) => name.endsWith("_pb.js"));
  const modules = await Promise.all(files.map((name) => import(pathToFileURL(join(folder, name)).href)));
  return modules.flatMap((one) => Object.values<DescFile>(one).filter(({ kind }) => kind === "file"));
}

type Named = DescMessage | DescEnum | DescService;

/** Messages within messages included, entries of maps left out. */
function within(message: DescMessage): (DescMessage | DescEnum)[] {
  return [message, ...message.nestedEnums, ...message.nestedMessages.flatMap(within)];
}

function declared(files: Iterable<DescFile>): Map<string, Named> {
  const all = Array.from(files).flatMap((file): Named[] => [
    ...file.enums,
    ...file.services,
    ...file.messages.flatMap(within),
  ]);
  return new Map(
    all
      .filter(({ typeName }) => typeName.startsWith(PREFIX))
      .map((one) => [one.typeName.slice(PREFIX.length), one]),
  );
}

/** All that determines the bytes of a field, and its oneof. */
function fieldOnTheWire(field: DescField): object {
  const { number, fieldKind, oneof, presence } = field;
  const kinds = field as { listKind?: string; mapKind?: string; mapKey?: ScalarType; packed?: boolean };
  return {
    number,
    fieldKind,
    presence,
    oneof: oneof?.name,
    type:
      field.message?.typeName ?? field.enum?.typeName ?? ScalarType[(field as { scalar: ScalarType }).scalar],
    listKind: kinds.listKind,
    packed: kinds.packed,
    mapKind: kinds.mapKind,
    mapKey: kinds.mapKey && ScalarType[kinds.mapKey],
  };
}

const methodOnTheWire = ({ methodKind, input, output }: DescMethod): object => ({
  methodKind,
  input: input.typeName,
  output: output.typeName,
});

function onTheWire(one: Named): Map<string, object | number> {
  if (one.kind === "enum") return new Map(one.values.map(({ name, number }) => [name, number]));
  if (one.kind === "message") return new Map(one.fields.map((field) => [field.name, fieldOnTheWire(field)]));
  return new Map(one.methods.map((method) => [method.name, methodOnTheWire(method)]));
}

describe("the package qdrant as it is encoded", () => {
  let mine: Map<string, Named>;
  let known: Map<string, Named>;

  before(async () => {
    mine = declared((ours() as ReturnType<typeof createFileRegistry>).files);
    known = declared(await theirs());
  });

  it("the package qdrant has every message, enum and service of the client, except those of sharding keys", () => {
    expect(known.size).to.be.greaterThan(200);
    const missing = [...known.keys()].filter((name) => !mine.has(name));
    expect(missing.filter((name) => !LEFT_OUT.test(name))).to.deep.equal([]);
  });

  it("the package qdrant has no message that the list of left-out messages names", () => {
    expect([...mine.keys()].filter((name) => LEFT_OUT.test(name))).to.deep.equal([]);
  });

  it("the package qdrant has the field numbers and types of the client", () => {
    for (const [name, one] of known) {
      const counterpart = mine.get(name);
      if (!counterpart) continue;
      const found = onTheWire(counterpart);
      for (const [part, wire] of onTheWire(one)) {
        if (one.kind === "service" && LEFT_OUT_METHODS.includes(part)) continue;
        expect(found.get(part), `${name}.${part}`).to.deep.equal(wire);
      }
    }
  });

  it("the package qdrant has no other fields than the client, except newer ones", () => {
    const more = [...mine].flatMap(([name, one]) => {
      const counterpart = known.get(name);
      if (!counterpart) return [name];
      const parts = onTheWire(counterpart);
      return [...onTheWire(one).keys()].filter((part) => !parts.has(part)).map((part) => `${name}.${part}`);
    });
    expect(more.sort()).to.deep.equal(NEWER);
  });

  it("the package qdrant agrees with azimuth.v1 wherever both have a field", () => {
    const registry = ours();
    let compared = 0;
    for (const [name, one] of mine) {
      if (one.kind !== "message") continue;
      const own = registry.getMessage(`azimuth.v1.${name}`)!;
      const fields = onTheWire(own);
      for (const [part, wire] of onTheWire(one)) {
        const renamed = JSON.stringify(fields.get(part)).replace("azimuth.v1.", PREFIX);
        expect(renamed, `${name}.${part}`).to.equal(JSON.stringify(wire));
        compared += 1;
      }
    }
    expect(compared).to.be.greaterThan(700);
  });

  it("the package qdrant has none of the fields that only azimuth.v1 has", () => {
    const numbers = [...mine.values()].flatMap((one) =>
      one.kind === "message" ? one.fields.map(({ number }) => number) : [],
    );
    expect(Math.max(...numbers)).to.be.lessThan(1000);
    expect(ours().getMessage("azimuth.v1.DeleteCollection")!.field.undoSeconds!.number).to.equal(1000);
  });
});
