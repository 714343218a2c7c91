// Codecs compiled from descriptors, against a library that reads and writes by the same descriptors.
import { createFileRegistry, type DescMessage, fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { expect } from "chai";
import { DESCRIPTORS } from "../../../src/grpc/gen/descriptors.ts";
import { messages } from "../../../src/grpc/wire/messages.ts";
import { seedOf } from "../../support/chance.ts";
import { drawMessage } from "../../support/grpc-fuzz.ts";

const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, Buffer.from(DESCRIPTORS, "base64")));
const ROUNDS = 5;

/** The message as the library writes it, so that bytes can be compared. */
function normal(type: DescMessage, bytes: Uint8Array): Buffer {
  return Buffer.from(toBinary(type, fromBinary(type, bytes)));
}

const SEED = seedOf();

describe(`gRPC codecs compiled from descriptors (seed ${SEED})`, () => {
  it("gRPC codecs read and write every message of every type as a library does", () => {
    let bytesInAll = 0;
    for (const codec of Object.values<(typeof messages)["PointId"]>(messages as never)) {
      const type = registry.getMessage(codec.schema.typeName)!;
      // An entry of a map is never sent alone, and the library has no type for it.
      if (!type || codec.schema.isMapEntry) continue;
      for (let round = 0; round < ROUNDS; round++) {
        const bytes = drawMessage(type, SEED + round);
        const written = codec.encode(codec.decode(bytes));
        expect(normal(type, written), `${type.typeName}, round ${round}`).to.deep.equal(normal(type, bytes));
        bytesInAll += bytes.length;
      }
    }
    expect(bytesInAll).to.be.greaterThan(10_000);
  });

  it("gRPC codecs keep integers of 64 bits exact, at and around every encoded length", () => {
    const { PointId, Value } = messages;
    for (let bits = 0n; bits < 64n; bits++) {
      for (const num of [2n ** bits - 1n, 2n ** bits, 2n ** bits + 1n]) {
        const id = { point_id_options: { $case: "num" as const, value: num } };
        expect(PointId.decode(PointId.encode(id)).point_id_options).to.deep.equal(id.point_id_options);
        const value = BigInt.asIntN(64, -num);
        const kind = { $case: "integer_value" as const, value };
        const bytes = new BinaryWriter()
          .uint32((3 << 3) | WireType.Varint)
          .int64(value)
          .finish();
        expect(Value.encode({ kind })).to.deep.equal(Buffer.from(bytes));
        expect(Value.decode(bytes).kind).to.deep.equal(kind);
      }
    }
  });

  it("gRPC codecs refuse to write integers that have more than 64 bits or the wrong sign", () => {
    const write = (value: bigint) => () =>
      messages.PointId.encode({ point_id_options: { $case: "num", value } });
    expect(write(2n ** 64n)).to.throw("no unsigned integer of 64 bits");
    expect(write(-1n)).to.throw("no unsigned integer of 64 bits");
    const signed = (value: bigint) => () =>
      messages.Value.encode({ kind: { $case: "integer_value", value } });
    expect(signed(2n ** 63n)).to.throw("no signed integer of 64 bits");
  });

  it("gRPC codecs keep texts of every length and script", () => {
    const { Value } = messages;
    for (const unit of ["a", "ü", "日", "🦊", "\uFEFF", "\u0000"]) {
      for (const times of [0, 1, 4, 5, 16, 31, 32, 33, 127, 128, 5000, 70_000]) {
        const value = unit.repeat(times);
        const kind = { $case: "string_value" as const, value };
        const bytes = new BinaryWriter()
          .uint32((4 << 3) | WireType.LengthDelimited)
          .string(value)
          .finish();
        expect(Value.encode({ kind }).equals(bytes), `${unit} x ${times}`).to.equal(true);
        expect(Value.decode(bytes).kind).to.deep.equal(kind);
      }
    }
  });

  it("gRPC codecs read keys of maps with special names like other keys", () => {
    const { Struct } = messages;
    const keys = Array.from({ length: 3000 }, (_, i) => `k${(i * 7919) % 3000}`);
    const fields = new Map([...keys, "ü", "", "__proto__"].map((key) => [key, { kind: undefined }]));
    const bytes = Struct.encode({ fields });
    for (let again = 0; again < 2; again++) {
      expect([...Struct.decode(bytes).fields.keys()]).to.deep.equal([...fields.keys()]);
    }
  });

  it("gRPC codecs use the last value of a field that occurs twice, and the last member of a oneof", () => {
    const bytes = Uint8Array.of(0x0a, 1, 0x61, 0x0a, 1, 0x62);
    expect(messages.CountPoints.decode(bytes).collection_name).to.equal("b");
    const id = Uint8Array.of(0x08, 5, 0x12, 1, 0x61);
    expect(messages.PointId.decode(id).point_id_options).to.deep.equal({ $case: "uuid", value: "a" });
  });

  it("gRPC codecs distinguish an optional field that is zero from a missing one", () => {
    const { CountPoints } = messages;
    expect(CountPoints.decode(Uint8Array.of(0x18, 0)).exact).to.equal(false);
    expect(CountPoints.decode(new Uint8Array()).exact).to.equal(undefined);
    const message = { ...CountPoints.decode(new Uint8Array()), collection_name: "", exact: false };
    expect(CountPoints.encode(message)).to.deep.equal(Buffer.of(0x18, 0));
  });

  it("gRPC codecs skip groups, and refuse groups that do not end or are nested too deep", () => {
    const { CountPoints } = messages;
    const [begin, end] = [(90 << 3) | WireType.StartGroup, (90 << 3) | WireType.EndGroup];
    const nested = (depth: number) => {
      const writer = new BinaryWriter();
      for (let i = 0; i < depth; i++) writer.uint32(begin);
      for (let i = 0; i < depth; i++) writer.uint32(end);
      return writer
        .uint32((3 << 3) | WireType.Varint)
        .bool(true)
        .finish();
    };
    expect(CountPoints.decode(nested(100)).exact).to.equal(true);
    expect(() => CountPoints.decode(nested(101))).to.throw("groups");
    const open = new BinaryWriter().uint32(begin).finish();
    expect(() => CountPoints.decode(open)).to.throw();
  });

  it("gRPC codecs write a correct message after one that could not be written", () => {
    const good = { kind: { $case: "string_value" as const, value: "a" } };
    const bytes = messages.Value.encode(good);
    const bad = { values: [good, { kind: { $case: "integer_value" as const, value: 2n ** 70n } }] };
    expect(() => messages.ListValue.encode(bad)).to.throw();
    expect(messages.Value.encode(good)).to.deep.equal(bytes);
  });
});
