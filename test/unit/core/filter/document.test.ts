// The documented JSON Schema of filters and the parser of filters: the schema accepts every filter that the parser
// accepts, and refuses the errors that a schema can express.
import { Ajv } from "ajv";
import { expect } from "chai";
import fc from "fast-check";
import { FILTER_DOCUMENT } from "../../../../src/schema/filter.ts";
import { filterText } from "../../../support/filters.ts";
import { refusalOf } from "./fixtures.ts";

const ajv = new Ajv({ strict: false });
const isDocumented = ajv.compile({
  components: { schemas: FILTER_DOCUMENT },
  $ref: "#/components/schemas/Filter",
});

describe("the documented schema of filters", () => {
  it("the documented schema of filters accepts every filter that can be parsed", () => {
    fc.assert(
      fc.property(filterText, (text) => {
        // The parser reads 1e400 as a number, and JSON.parse as Infinity, which is not JSON.
        const json = JSON.parse(text.replaceAll("1e400", "1e300"));
        expect(isDocumented(json), JSON.stringify(isDocumented.errors)).to.equal(true);
      }),
    );
  });

  it("the documented schema of filters refuses filters that cannot be parsed", () => {
    const a = (check: object) => ({ must: [{ key: "a", ...check }] });
    const wrong = [
      { musst: [] },
      { must: 5 },
      { must: [null] },
      { must: { key: 5, is_null: true } },
      { must: { has_id: 5 } },
      { must: { has_id: [-1] } },
      { must: { nested: { key: "a" } } },
      { must: { slice: { total: 0, index: 0 } } },
      { min_should: { conditions: [], min_count: 0 } },
      a({ mtach: {} }),
      a({ match: {} }),
      a({ match: { value: 1.5 } }),
      a({ match: { any: [1, "x"] } }),
      a({ range: { gtt: 1 } }),
      a({ range: { gt: 1, lt: "2024-01-01" } }),
      a({ geo_radius: { center: { lon: 181, lat: 0 }, radius: 1 } }),
      a({ geo_polygon: { exterior: { points: [] } } }),
      a({ values_count: { gt: -1 } }),
    ];
    for (const json of wrong) {
      refusalOf(json);
      expect(isDocumented(json), JSON.stringify(json)).to.equal(false);
    }
  });
});
