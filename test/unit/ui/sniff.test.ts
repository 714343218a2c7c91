// What the console finds out about a file to import: its format, its encoding and its separator; and JSON arrays.
import { expect } from "chai";
import fc from "fast-check";
import { JsonArrayReader } from "../../../src/ui/app/screens/collection/transfer/json-array.ts";
import { sniff } from "../../../src/ui/app/screens/collection/transfer/sniff.ts";

const bytes = (text: string, encoding: BufferEncoding = "utf8") =>
  new Uint8Array(Buffer.from(text, encoding));

describe("the format of a file to import", () => {
  it("the format of a file to import is found in the content, whatever the name of the file is", () => {
    expect(sniff(bytes(' \n[{"id":1}]')).format).to.equal("json");
    expect(sniff(bytes('{"id":1}\n{"id":2}')).format).to.equal("jsonl");
    expect(sniff(bytes("id,city\n1,Oslo")).format).to.equal("csv");
    expect(sniff(bytes("PAR1\0\0")).format).to.equal("parquet");
    expect(sniff(bytes("\x93NUMPY\x01\0", "latin1")).format).to.equal("npy");
  });

  it("the format of a file to import is none for images and other bytes, and for nothing it is CSV without rows", () => {
    expect(() => sniff(bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"))).to.throw("no known format");
    expect(() => sniff(Uint8Array.from({ length: 400 }, (_, i) => 1 + (i % 255)))).to.throw(
      "no known format",
    );
    expect(sniff(new Uint8Array()).format).to.equal("csv");
  });

  it("the format of a file to import has the separator that the lines have equally often, whatever quoted fields contain", () => {
    const of = (text: string) => sniff(bytes(text)).comma;
    expect(of('id;name\n1;"a, b, c"\n2;"d, e"\n')).to.equal(";");
    expect(of("id\tname\n1\ta, b\n")).to.equal("\t");
    expect(of("id|v\n1|2,5\n2|3,5\n")).to.equal("|");
    expect(of("id,v\n1,2\n")).to.equal(",");
    expect(of("id\n1\n")).to.equal(",");
  });

  it("the format of a file to import has the encoding of its bytes: UTF-8 where it can be, also when a character is cut off", () => {
    const of = (all: Uint8Array) => sniff(all).encoding;
    expect(of(bytes("id,größe"))).to.equal("utf-8");
    expect(of(bytes("id,größe").subarray(0, 6))).to.equal("utf-8");
    expect(of(bytes("id,größe", "latin1"))).to.equal("windows-1252");
    expect(of(bytes("\ufeffid,größe", "utf16le"))).to.equal("utf-16le");
    expect(of(bytes("id,name of a place\n", "utf16le"))).to.equal("utf-16le");
  });
});

describe("a JSON array to import", () => {
  it("a JSON array to import is divided into its elements, wherever the pieces of the file end", () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue()),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (values, size, pretty) => {
          const text = JSON.stringify(values, null, pretty ? 2 : 0);
          const reader = new JsonArrayReader();
          const found: unknown[] = [];
          for (let at = 0; at < text.length; at += size)
            found.push(...reader.push(text.slice(at, at + size)).map((one) => JSON.parse(one)));
          reader.end();
          expect(found).to.deep.equal(JSON.parse(text));
        },
      ),
    );
  });

  it("a JSON array to import is refused if it is not closed", () => {
    const reader = new JsonArrayReader();
    expect(reader.push('[{"a":1},{"b":')).to.deep.equal(['{"a":1}']);
    expect(() => reader.end()).to.throw("ends before its array");
  });
});
