// The effort of a search: its ef and the number of rescored candidates, for each encoding.
import { expect } from "chai";
import { effortOf } from "../../../src/engine/rescore.ts";
import { spec } from "./fixtures.ts";

const SLOTS = 1_000_000;
const effort = (
  encoding: "none" | "int8" | "binary",
  options: Parameters<typeof effortOf>[1],
  slots = SLOTS,
  metric: "Dot" | "Manhattan" = "Dot",
) => effortOf(spec({ dimension: 8, metric, encoding }), options, slots);

describe("the effort of a search", () => {
  it("the effort of a search is the requested ef, at least k, and twice the hits rescored on 8-bit codes and f32 vectors", () => {
    for (const encoding of ["none", "int8"] as const) {
      expect(effort(encoding, { k: 10, ef: 64 })).to.deep.equal({ ef: 64, rescored: 20 });
      expect(effort(encoding, { k: 3, ef: 64 })).to.deep.equal({ ef: 64, rescored: 20 });
      expect(effort(encoding, { k: 3, ef: 5 })).to.deep.equal({ ef: 5, rescored: 5 });
      expect(effort(encoding, { k: 100, ef: 64 })).to.deep.equal({ ef: 100, rescored: 100 });
    }
  });

  it("the effort of a search is twenty candidates for each hit on 1-bit codes, at least a hundred, all of them rescored", () => {
    expect(effort("binary", { k: 10, ef: 64 })).to.deep.equal({ ef: 200, rescored: 200 });
    expect(effort("binary", { k: 1, ef: 1 })).to.deep.equal({ ef: 100, rescored: 100 });
    expect(effort("binary", { k: 50, ef: 64 })).to.deep.equal({ ef: 1000, rescored: 1000 });
    expect(effort("binary", { k: 10, ef: 400 })).to.deep.equal({ ef: 400, rescored: 400 });
  });

  it("the effort of a search grows by no more than 4,096 candidates beyond the hits", () => {
    expect(effort("binary", { k: 10_000, ef: 64 })).to.deep.equal({ ef: 14_096, rescored: 14_096 });
  });

  it("the effort of a search is never more than the number of slots", () => {
    expect(effort("binary", { k: 10, ef: 64 }, 70)).to.deep.equal({ ef: 70, rescored: 70 });
    expect(effort("int8", { k: 10, ef: 64 }, 15)).to.deep.equal({ ef: 15, rescored: 15 });
  });

  it("the effort of a search is the requested number of rescored candidates if there is one, and has no more candidates where 1-bit codes are not used", () => {
    expect(effort("binary", { k: 10, ef: 64, rescore: 30 })).to.deep.equal({ ef: 64, rescored: 30 });
    expect(effort("binary", { k: 10, ef: 64, ignoreCodes: true })).to.deep.equal({ ef: 64, rescored: 20 });
    expect(effort("binary", { k: 10, ef: 64, exact: true }).rescored).to.equal(10);
    expect(effort("binary", { k: 10, ef: 64 }, SLOTS, "Manhattan")).to.deep.equal({ ef: 64, rescored: 20 });
  });

  it("the effort of a search rescores every candidate of the walk when codes are to be ignored and the vectors are in a file", () => {
    const onDisk = spec({ dimension: 8, metric: "Dot", rowsFile: "rows" });
    const ignoring = { k: 10, ef: 64, ignoreCodes: true };
    expect(effortOf(onDisk, ignoring, SLOTS)).to.deep.equal({ ef: 64, rescored: 64 });
    expect(effortOf(onDisk, { ...ignoring, rescore: 10 }, SLOTS)).to.deep.equal({ ef: 64, rescored: 64 });
    expect(effortOf(onDisk, { k: 10, ef: 64 }, SLOTS)).to.deep.equal({ ef: 64, rescored: 20 });
  });
});
