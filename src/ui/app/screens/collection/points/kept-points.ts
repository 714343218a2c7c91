// Points as the server wrote them, kept for Undo: the texts of pages, which are sent back unchanged.
// The decision: the texts are never parsed, so that every digit comes back. A tab keeps about as many numbers as it has
// memory for; a change of more points says beforehand that it cannot be undone.
import { writeJson } from "../../../api/json.ts";
import { rawMember } from "../../../api/raw-json.ts";
import { askText } from "../../../api/request.ts";
import { type Info, pathOf, vectorsOf } from "../info.ts";
import { forgetThings } from "../things/things.ts";
import type { Filter } from "./filter/chips.ts";

/** The most numbers of vectors that a tab keeps. */
const MAX_NUMBERS = 20_000_000;
/** The numbers that a payload counts as. */
const PAYLOAD_NUMBERS = 50;
const MAX_PAGE_POINTS = 1_000;
const PAGE_NUMBERS = 262_144;

function numbersOf(info: Info): number {
  return [...vectorsOf(info).values()].reduce((sum, { size }) => sum + size, PAYLOAD_NUMBERS);
}

/** Returns whether a tab can keep this number of points of a collection. */
export function canKeep(info: Info, points: number): boolean {
  return points * numbersOf(info) <= MAX_NUMBERS;
}

export class KeptPoints {
  readonly #collection: string;
  readonly #pages: string[] = [];

  private constructor(collection: string) {
    this.#collection = collection;
  }

  /** Reads the points that match, with their vectors. */
  static async read(collection: string, info: Info, filter: Filter): Promise<KeptPoints> {
    const kept = new KeptPoints(collection);
    const limit = Math.max(1, Math.min(MAX_PAGE_POINTS, Math.floor(PAGE_NUMBERS / numbersOf(info))));
    let offset = "null";
    do {
      // The offset is put in as text, as the server wrote it.
      const rest = JSON.stringify({ limit, with_payload: true, with_vector: true });
      const body = `{"filter":${writeJson(filter)},"offset":${offset},${rest.slice(1)}`;
      const text: string = await askText("POST", pathOf(collection, "/points/scroll"), { body });
      kept.#pages.push(rawMember(text, "result", "points") ?? "[]");
      offset = rawMember(text, "result", "next_page_offset") ?? "null";
    } while (offset !== "null");
    return kept;
  }

  /** Writes the points as they were. */
  async restore(): Promise<void> {
    for (const points of this.#pages)
      if (points !== "[]")
        await askText("PUT", pathOf(this.#collection, "/points?wait=true"), { body: `{"points":${points}}` });
    forgetThings(this.#collection);
  }
}
