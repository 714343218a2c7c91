// The bare server for REST: node:http reads a search in the shortest way that Node has, and every response is the same.
import { answerParent } from "./child.ts";
import { serveFixed } from "./fixed-server.ts";
import type { Floor } from "./floor.ts";

/** Parses a search. @throws Error if it has no vector */
function readSearch(body: Buffer): void {
  const { vector } = JSON.parse(body.toString()) as { vector: number[] };
  if (Float32Array.from(vector).length === 0) throw new Error("a search without a vector");
}

export const floor: Floor = { serve: (answer) => serveFixed(answer, readSearch) };

answerParent(floor);
