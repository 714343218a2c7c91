// The record of a saved segment about dropped codes, and to which configured codes it applies.
import { expect } from "chai";
import { buildRecordOf, recallsOnRows } from "../../../../src/core/config/build-record.ts";
import { completeConfig, fieldConfigs } from "../../../../src/core/config/collection-config.ts";
import type { Probed } from "../../../../src/core/config/probe-result.ts";
import type { Encoding } from "../../../../src/engine/abi.ts";

const configured = (encoding: Encoding) => {
  const field = fieldConfigs(completeConfig({ vectors: [{ name: "v", size: 4, distance: "Dot" }] }))[0]!;
  return { ...field, encoding };
};
const bad: Probed = {
  ...{ slots: 2000, ef: 64, fails: true, rounds: false },
  ...{ recall: 0.3, onRows: 0.9, rounded: 0.3, roundedOnRows: 0.9 },
};

const saved = (made: object) => [[{ name: "v", rows: [], codes: [], graph: null, made }]];
const found = (made: object, encoding: Encoding) => [
  ...recallsOnRows(saved(made) as never, [configured(encoding)]),
];

describe("codes that were dropped for low recall", () => {
  it("codes that were dropped for low recall stay dropped in a segment that was built without them", () => {
    const field = { ...configured("none"), onRows: 0.3, givenUp: "int8" } as const;
    const made = buildRecordOf({ field, probed: null, recall: null });
    expect(found(made, "int8")).to.deep.equal([["v", 0.3]]);
  });

  it("codes that were dropped for low recall stay dropped if the server stops before their segments are rebuilt", () => {
    const made = buildRecordOf({ field: configured("int8"), probed: bad, recall: null });
    expect(found(made, "int8")).to.deep.equal([["v", 0.3]]);
    expect(
      found(
        buildRecordOf({ field: configured("int8"), probed: { ...bad, fails: false }, recall: null }),
        "int8",
      ),
    ).to.deep.equal([]);
  });

  it("codes that were dropped for low recall do not affect codes of another kind that are configured later", () => {
    const field = { ...configured("none"), onRows: 0.3, givenUp: "int8" } as const;
    expect(found(buildRecordOf({ field, probed: null, recall: null }), "binary")).to.deep.equal([]);
    expect(
      found(buildRecordOf({ field: configured("int8"), probed: bad, recall: null }), "binary"),
    ).to.deep.equal([]);
    expect(found(buildRecordOf({ field, probed: null, recall: null }), "none")).to.deep.equal([]);
  });
});
