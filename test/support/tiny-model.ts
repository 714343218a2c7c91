// A model in ONNX that a test can write: it looks words up in a table, and its answer has one row for each word.
// The decision: the file is written as protobuf by hand, because nothing here knows ONNX. The numbers of fields are
// those of onnx.proto.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FLOAT = 1;
const INT64 = 7;
const IR_VERSION = 8;
const OPSET = 17;

type Field = readonly [number: number, value: number | string | Uint8Array];

/** Writes a message: integers as varints, all else with its length. */
function message(...fields: readonly Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === "number") return Buffer.from([...varint(number << 3), ...varint(value)]);
    const bytes = Buffer.from(value as Uint8Array);
    return Buffer.concat([Buffer.from([...varint((number << 3) | 2), ...varint(bytes.length)]), bytes]);
  });
  return Buffer.concat(parts);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}

/** A tensor of the graph with the names of its dimensions, or their lengths. */
function valueInfo(name: string, type: number, dimensions: readonly (string | number)[]): Uint8Array {
  const dims = dimensions.map((one): Field => [1, message([typeof one === "number" ? 1 : 2, one])]);
  return message([1, name], [2, message([1, message([1, type], [2, message(...dims)])])]);
}

/**
 * Writes the files of a model whose vector of a word is its row of the table.
 * @param rounds multiplications of all vectors by a matrix that changes nothing, for a model that takes long
 */
export function writeTinyModel(
  folder: string,
  rows: Readonly<Record<string, readonly number[]>>,
  rounds = 0,
): void {
  const words = Object.keys(rows);
  const table = Object.values(rows);
  const width = table[0]!.length;
  const values = new Uint8Array(Float32Array.from(table.flat()).buffer);
  const weights = message([1, words.length], [1, width], [2, FLOAT], [8, "table"], [9, values]);
  const identity = new Float32Array(width * width);
  for (let i = 0; i < width; i++) identity[i * (width + 1)] = 1;
  const matrix = message(
    [1, width],
    [1, width],
    [2, FLOAT],
    [8, "matrix"],
    [9, new Uint8Array(identity.buffer)],
  );
  const nameOf = (round: number) => (round === rounds ? "last_hidden_state" : `state${round}`);
  const lookup = message([1, "table"], [1, "input_ids"], [2, nameOf(0)], [4, "Gather"]);
  const multiply = (_: unknown, i: number): Field => [
    1,
    message([1, nameOf(i)], [1, "matrix"], [2, nameOf(i + 1)], [4, "MatMul"]),
  ];
  const graph = message(
    [1, lookup],
    ...Array.from({ length: rounds }, multiply),
    [2, "tiny"],
    [5, weights],
    [5, matrix],
    [11, valueInfo("input_ids", INT64, ["batch", "words"])],
    [12, valueInfo("last_hidden_state", FLOAT, ["batch", "words", width])],
  );
  const model = message([1, IR_VERSION], [7, graph], [8, message([1, ""], [2, OPSET])]);
  mkdirSync(join(folder, "onnx"), { recursive: true });
  writeFileSync(join(folder, "onnx/model.onnx"), model);
  const vocab = Object.fromEntries(words.map((word, i) => [word, i]));
  writeJson(folder, "config.json", { model_type: "bert", architectures: ["BertModel"], hidden_size: width });
  writeJson(folder, "tokenizer_config.json", {
    tokenizer_class: "PreTrainedTokenizerFast",
    pad_token: "[PAD]",
    unk_token: "[UNK]",
    model_max_length: 512,
  });
  writeJson(folder, "tokenizer.json", {
    version: "1.0",
    added_tokens: [],
    normalizer: null,
    pre_tokenizer: { type: "Whitespace" },
    post_processor: null,
    decoder: null,
    model: { type: "WordLevel", vocab, unk_token: "[UNK]" },
  });
}

function writeJson(folder: string, file: string, value: object): void {
  writeFileSync(join(folder, file), JSON.stringify(value));
}
