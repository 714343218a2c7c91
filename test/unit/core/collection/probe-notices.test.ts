// Notices about the measured recall of searches: the cause of a low recall, and what to do about it.
import { expect } from "chai";
import { sentenceOf } from "../../../../src/core/collection/probe-notices.ts";
import {
  completeConfig,
  type FieldConfig,
  fieldConfigs,
} from "../../../../src/core/config/collection-config.ts";
import type { Probed } from "../../../../src/core/config/probe-result.ts";

const probed = (recall: number, onRows: number, more: Partial<Probed> = {}): Probed => ({
  ...{ slots: 2000, ef: 64, fails: false, rounds: false },
  ...{ recall, onRows, rounded: recall, roundedOnRows: onRows },
  ...more,
});

function said(found: Probed | null, given: Partial<FieldConfig> = {}, onCodes?: number): string | null {
  const field = fieldConfigs(completeConfig({ vectors: [{ name: "v", size: 4, distance: "Dot" }] }))[0]!;
  return sentenceOf({ ...field, ...given }, onCodes, found);
}

describe("the notices about the measured recall of a vector", () => {
  it("the notices about recall are empty when searches find 19 of 20 neighbours", () => {
    expect(said(probed(0.95, 1))).to.equal(null);
    expect(said(null)).to.equal(null);
  });

  it("the notices about recall name codes when searches on the f32 vectors find clearly more, and ef_search otherwise", () => {
    expect(said(probed(0.92, 0.99))).to.match(
      /found 0.92 .*: 8-bit codes cannot tell .* disable quantization$/,
    );
    expect(said(probed(0.92, 0.92))).to.match(
      /ef 64 found 0.92 .*: ask for a recall .*, raise hnsw_config.ef_search, or m and ef_construct$/,
    );
  });

  it("the notices about recall name 32-bit floats when rounding changes the order of neighbours, and other causes besides", () => {
    const rounded = { rounds: true, rounded: 1, roundedOnRows: 1 };
    expect(said(probed(0.99, 0.99, rounded))).to.match(/^vectors_config.v: 32-bit floats round away/);
    const onDisk = said(probed(0.5, 0.5, { rounds: true }), { onDisk: true });
    expect(onDisk).to.match(/found 0.50 .*perhaps 8-bit codes .* besides, 32-bit floats round away/);
  });

  it("the notices about recall say nothing of a low recall where one is set, which decides how far searches go", () => {
    expect(said(probed(0.92, 0.93), { recall: 0.9 })).to.equal(null);
    expect(said(probed(0.92, 0.99), { recall: 0.9 })).to.match(/8-bit codes/);
  });

  it("the notices about recall report that codes were dropped, and the recall without them", () => {
    expect(said(null, {}, 0.3)).to.match(/8-bit codes .* found 0.30 .* on the f32 vectors instead$/);
    expect(said(probed(0.8, 0.8), {}, 0.3)).to.match(/instead; there they find 0.80: ask for a recall/);
  });
});
