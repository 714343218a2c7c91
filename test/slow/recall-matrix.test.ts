// Recall of data for which codes, graphs or 32-bit floats may be too coarse: every kind of data with every distance and
// every encoding. Prints the recall of each; SEED repeats a run.

import { seedOf } from "../support/chance.ts";
import {
  type Distance,
  expectFoundOrSaid,
  measureCell,
  SHAPES,
  WAYS,
  type Way,
} from "../support/recall-matrix.ts";
import { startTestServer } from "../support/rest.ts";
import { seededRandom } from "../unit/engine/fixtures.ts";

const SEED = seedOf();
const DISTANCES: readonly Distance[] = ["Cosine", "Euclid", "Dot", "Manhattan"];

/** Manhattan has no estimate for some encodings, which are refused. */
const exists = (distance: Distance, way: Way) => distance !== "Manhattan" || !way.startsWith("1-bit");

describe("all data that may exceed the precision of codes", () => {
  for (const shape of Object.keys(SHAPES)) {
    for (const distance of DISTANCES) {
      it(`data that may exceed the precision of codes is found, or causes a warning: ${shape}, ${distance}`, async () => {
        const server = await startTestServer();
        try {
          for (const way of (Object.keys(WAYS) as Way[]).filter((one) => exists(distance, one))) {
            const cell = { shape, distance, way };
            const found = await measureCell(server, cell, seededRandom(SEED));
            const said = found.warnings.at(-1) ?? "";
            process.stdout.write(`      ${found.recall.toFixed(3)} ${way} ${said && `(${said})`}\n`);
            expectFoundOrSaid(found, cell);
          }
        } catch (error) {
          if (error instanceof Error) error.message = `seed ${SEED}: ${error.message}`;
          throw error;
        } finally {
          await server.close();
        }
      }).timeout(300_000);
    }
  }
});
