// The table of payload indexes, against definitions that cannot read it: those of gRPC and the README.
import { readFileSync } from "node:fs";
import { createFileRegistry, fromBinary } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { expect } from "chai";
import { DESCRIPTORS } from "../../../src/grpc/gen/descriptors.ts";
import { FIELD_TYPES, PAYLOAD_INDEXES, paramsOf } from "../../../src/shared/payload-indexes.ts";

const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, Buffer.from(DESCRIPTORS, "base64")));
const capitalised = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const numbersOf = (name: string) =>
  Object.fromEntries(registry.getEnum(`azimuth.v1.${name}`)!.values.map((one) => [one.name, one.number]));
const fieldsOf = (name: string) => registry.getMessage(`azimuth.v1.${name}`)!.fields.map((one) => one.name);
const numbers = (prefix: string, first: number) =>
  FIELD_TYPES.map((type) => [prefix + capitalised(type), PAYLOAD_INDEXES[type].grpc + first]);

describe("the table of payload indexes", () => {
  it("the table of payload indexes has the numbers of the gRPC definitions, and all of them", () => {
    expect(Object.fromEntries(numbers("FieldType", 0))).to.deep.equal(numbersOf("FieldType"));
    const { UnknownType, ...known } = numbersOf("PayloadSchemaType");
    expect(UnknownType).to.equal(0);
    expect(Object.fromEntries(numbers("", 1))).to.deep.equal(known);
  });

  it("the table of payload indexes has the parameters of the messages of the gRPC definitions, and all of them", () => {
    const kinds = FIELD_TYPES.map((type) => `${type}_index_params`);
    expect(fieldsOf("PayloadIndexParams")).to.have.members(kinds);
    for (const type of FIELD_TYPES) {
      const names = paramsOf(type).map(([name]) => name);
      // It says no where the message `scoring` can only say yes.
      if (type === "text") names.push("scored");
      expect(fieldsOf(`${capitalised(type)}IndexParams`), type).to.have.members(names);
    }
  });

  it("the table of payload indexes has the types that the README lists", () => {
    const [, named] = /^\| Payload indexes \| ([^;]*);/m.exec(readFileSync("README.md", "utf8"))!;
    expect(named!.split(", ")).to.have.members(FIELD_TYPES);
  });
});
