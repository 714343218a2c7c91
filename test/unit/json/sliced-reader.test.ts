// The JSON reader for large bodies: it returns what the other reader returns, in slices.
import { expect } from "chai";
import fc from "fast-check";
import { readPackedBody, readPackedBodyInSlices } from "../../../src/json/floats.ts";
import { readJson } from "../../../src/json/reader.ts";
import { compileShape } from "../../../src/json/shape.ts";
import { readJsonInSlices } from "../../../src/json/sliced-reader.ts";
import { UpsertPointsSchema } from "../../../src/schema/point-write.ts";
import { RawJson } from "../../../src/schema/raw-json.ts";

const SHAPE = compileShape(UpsertPointsSchema);
const MIB = 2 ** 20;

/** The value that is read, or the error, as data. */
async function outcome(read: () => unknown): Promise<unknown> {
  try {
    return plain(await read());
  } catch (error) {
    return (error as Error).message;
  }
}

function plain(value: unknown): unknown {
  if (value instanceof RawJson)
    return { raw: Buffer.from(value.bytes).toString("latin1"), depth: value.depth };
  if (value instanceof Float32Array) return { floats: [...value] };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

async function same(body: Uint8Array, shape = SHAPE): Promise<void> {
  expect(await outcome(() => readJsonInSlices(body, shape))).to.deep.equal(
    await outcome(() => readJson(body, shape)),
  );
}

describe("the JSON reader for large bodies", () => {
  const vector = fc.oneof(
    fc.array(fc.float({ noNaN: true }), { maxLength: 20 }),
    fc.array(fc.oneof(fc.integer(), fc.string(), fc.constant([])), { maxLength: 5 }),
  );
  const request = fc.record(
    {
      points: fc.array(
        fc.record({
          id: fc.oneof(fc.nat(), fc.string()),
          vector,
          payload: fc.json().map((text) => JSON.parse(text)),
        }),
      ),
      batch: fc.record({ ids: fc.array(fc.nat()), vectors: fc.array(vector) }),
      other: fc.json().map((text) => JSON.parse(text)),
    },
    { requiredKeys: [] },
  );

  it("the JSON reader for large bodies returns the values of the plain reader, with any white space", async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.nat(3), (value, spaces) =>
        same(Buffer.from(JSON.stringify(value, null, spaces))),
      ),
      { numRuns: 300 },
    );
  });

  it("the JSON reader for large bodies refuses what the plain reader refuses, with the same errors", async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.nat(), fc.nat(255), fc.boolean(), async (value, place, byte, isCut) => {
        const body = Buffer.from(JSON.stringify(value));
        const at = place % body.length;
        body[at] = byte;
        await same(isCut ? body.subarray(0, at) : body);
      }),
      { numRuns: 500 },
    );
    for (const text of [
      "",
      " ",
      "{",
      "[",
      '{"a"',
      '{"a":',
      '{"a":1,',
      "[1,",
      "[]x",
      "nul",
      "[1 2]",
      "{,}",
      "[".repeat(200),
    ]) {
      await same(Buffer.from(text));
    }
  });

  it("the JSON reader for large bodies reads across the ends of its slices: white space, texts, vectors, payloads, multi-byte characters", async () => {
    const space = " ".repeat(3 * MIB);
    const long = "ä".repeat(400_000);
    await same(Buffer.from(`${space}{${space}"points"${space}:${space}[]${space}}${space}`));
    await same(
      Buffer.from(`{"points":[{"id":1,"vector":[1,2${space}],"payload":{"text":"${long}"}}],"x":"${long}"}`),
    );
    const vector = Array.from({ length: 60_000 }, (_, i) => Math.sin(i));
    await same(
      Buffer.from(
        JSON.stringify({
          points: [
            { id: 1, vector },
            { id: 2, vector },
          ],
        }),
      ),
    );
    const broken = Buffer.from(`{"x":["${long}","${long}"]}`);
    broken[1_200_001] = 0xff;
    await same(broken);
  });

  it("the JSON reader for large bodies refuses payloads and texts of megabytes and long numbers with their position", async () => {
    const read = (text: string) => outcome(() => readJsonInSlices(Buffer.from(text), SHAPE));
    const tooLong = (at: number) =>
      `a value of more than ${MIB} bytes at byte ${at}: payloads, texts and numbers may have as many`;
    const rest = " ".repeat(3 * MIB);
    expect(await read(`{"points":[{"payload":{"a":"${"x".repeat(3 * MIB)}"}}]}${rest}`)).to.equal(
      tooLong(22),
    );
    expect(await read(`{"points":[{"payload":{"a":${rest}1}}]}`)).to.equal(tooLong(22));
    expect(await read(`{"a":"${"x".repeat(3 * MIB)}"}${rest}`)).to.equal(tooLong(5));
    expect(await read(`{"a":${"1".repeat(1001)}}`)).to.equal(
      "a number of more than 1000 characters at byte 5",
    );
    expect(await read(`{"a":${"1".repeat(3 * MIB)}}${rest}`)).to.equal(
      "a number of more than 1000 characters at byte 5",
    );
  });

  it("the JSON reader for large bodies reads vectors like the plain reader, beside other JSON", async () => {
    const head = Buffer.from(
      '{"batch":{"ids":[1,2],"vectors":{"$f32":[20000,3]}},"points":[{"vector":{"$f32":2}}]}',
    );
    const floats = Float32Array.from({ length: 60_002 }, (_, i) => i);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(head.length);
    for (const count of [60_002, 60_001, 60_000]) {
      const body = Buffer.concat([length, head, Buffer.from(floats.buffer, 0, count * 4)]);
      expect(await outcome(() => readPackedBodyInSlices(body, SHAPE))).to.deep.equal(
        await outcome(() => readPackedBody(body, SHAPE)),
      );
    }
  });

  it("the JSON reader for large bodies lets the event loop run while it reads", async () => {
    let turns = 0;
    let isOver = false;
    const tick = () => {
      turns++;
      if (!isOver) setImmediate(tick);
    };
    const points = Array.from({ length: 100_000 }, (_, id) => `{"id":${id},"vector":[1,2]}`);
    tick();
    await readJsonInSlices(Buffer.from(`{"points":[${points}]}`), SHAPE);
    isOver = true;
    expect(turns).to.be.at.least(5);
  });
});
