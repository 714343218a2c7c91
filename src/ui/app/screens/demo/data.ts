// The demo data as the server brings it: texts of src/demo with the vectors of a real model.
// The decision: vectors stay bytes until they are sent. A vector of whole numbers is as good as one of fractions to a
// collection that compares angles, and its JSON is half as long.
import { askBytes } from "../../api/request.ts";

/** The numbers of a vector: all-MiniLM-L6-v2, see src/demo/embed.py. */
export const SIZE = 384;

/** One point of the demo data. A thing has a year or a place only where it is known. */
export interface DemoPoint {
  readonly id: number;
  readonly vector: readonly number[];
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A search by a sentence, with the vector that the model makes of it. */
interface Example {
  readonly text: string;
  readonly vector: readonly number[];
}

const WHOLE_NUMBER = /^-?\d+$/;

export async function demoPoints(): Promise<DemoPoint[]> {
  const [lines, vectors] = await Promise.all([linesOf("texts.tsv"), bytesOf("texts.i8")]);
  return lines.map((line, i) => ({ id: i + 1, vector: vectorAt(vectors, i), payload: payloadOf(line) }));
}

export async function demoExamples(): Promise<Example[]> {
  const [lines, vectors] = await Promise.all([linesOf("queries.txt"), bytesOf("queries.i8")]);
  return lines.map((text, i) => ({ text, vector: vectorAt(vectors, i) }));
}

/**
 * Returns `most` points or fewer: of each category the same share, and of a category the first ones, which are those
 * that most people know.
 */
export function selected(points: readonly DemoPoint[], most: number): DemoPoint[] {
  const sizes = new Map<unknown, number>();
  for (const { payload } of points) sizes.set(payload.category, (sizes.get(payload.category) ?? 0) + 1);
  const share = Math.min(1, most / points.length);
  const taken = new Map<unknown, number>();
  return points.filter(({ payload: { category } }) => {
    const before = taken.get(category) ?? 0;
    taken.set(category, before + 1);
    return before < Math.floor(sizes.get(category)! * share);
  });
}

/** Reads a line: name, category, year, latitude, longitude, text. */
function payloadOf(line: string): DemoPoint["payload"] {
  const [name, category, year = "", lat = "", lon = "", text] = line.split("\t");
  return {
    name,
    category,
    ...(WHOLE_NUMBER.test(year) && { year: Number(year) }),
    ...(lat !== "" && { location: { lat: Number(lat), lon: Number(lon) } }),
    text,
  };
}

function vectorAt(vectors: Int8Array, i: number): number[] {
  return [...vectors.subarray(i * SIZE, (i + 1) * SIZE)];
}

async function linesOf(file: string): Promise<string[]> {
  const text = new TextDecoder().decode(await askBytes("GET", `/demo/${file}`, { direct: true }));
  return text.split("\n").filter((line) => line !== "");
}

async function bytesOf(file: string): Promise<Int8Array> {
  return new Int8Array(await askBytes("GET", `/demo/${file}`, { direct: true }));
}
