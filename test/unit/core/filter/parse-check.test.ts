// Invalid checks of field conditions: each is refused with its text and its position.
import { expect } from "chai";
import { MAX_POLYGON_POINTS } from "../../../../src/schema/limits.ts";
import { filterFrom, refusalOf } from "./fixtures.ts";

/** Expects each check of the key `a` to be refused with its text, at the position of the condition. */
function refuses(cases: readonly [object | string, string][]): void {
  for (const [check, message] of cases) {
    const text = typeof check === "string" ? check : JSON.stringify(check);
    expect(refusalOf(`{"must":[{"key":"a",${text.slice(1)}]}`).message, text).to.equal(
      `Invalid filter at filter.must[0]${message}`,
    );
  }
}

describe("the parser of checks in filters", () => {
  it("the parser of checks in filters refuses an invalid match", () => {
    const kinds = "value, any, except, text, text_any, phrase, prefix or substring";
    refuses([
      [{ match: 5 }, ".match: expected an object, got 5"],
      [{ match: {} }, `.match: expected one of ${kinds}, got none`],
      [{ match: { value: null } }, `.match: expected one of ${kinds}, got none`],
      [{ match: { value: 1, any: [1] } }, `.match: expected one of ${kinds}, got value and any`],
      [
        { match: { keyword: "x" } },
        '.match: unknown key "keyword"; match can have value, any, except, text, text_any, phrase, prefix and substring',
      ],
      [{ match: { value: 1.5 } }, ".match.value: expected a string, an integer or a boolean, got 1.5"],
      ['{"match":{"value":1e300}}', ".match.value: expected a string, an integer or a boolean, got 1e+300"],
      [{ match: { value: [1] } }, ".match.value: expected a string, an integer or a boolean, got an array"],
      [{ match: { any: "x" } }, '.match.any: expected a list of strings or a list of integers, got "x"'],
      [{ match: { any: [1, "x"] } }, '.match.any[1]: expected an integer, as before it, got "x"'],
      [{ match: { except: ["x", 1] } }, ".match.except[1]: expected a string, as before it, got 1"],
      [{ match: { any: [true] } }, ".match.any[0]: expected a string or an integer, got true"],
      [{ match: { any: [null] } }, ".match.any[0]: expected a string or an integer, got null"],
      ...["text", "text_any", "phrase", "prefix"].map((kind): [object, string] => [
        { match: { [kind]: 5 } },
        `.match.${kind}: expected a string, got 5`,
      ]),
    ]);
  });

  it("the parser of checks in filters refuses an invalid range", () => {
    const datetime = 'a datetime such as "2025-01-31T12:00:00Z"';
    refuses([
      [{ range: [1, 2] }, ".range: expected an object, got an array"],
      [{ range: { gt: true } }, ".range.gt: expected a number, got true"],
      [{ range: { gt: "5" } }, `.range.gt: expected ${datetime}, got "5"`],
      [{ range: { gt: "2024-02-30" } }, `.range.gt: expected ${datetime}, got "2024-02-30"`],
      [{ range: { gt: "2024-01-01", lt: 5 } }, `.range.lt: expected ${datetime}, got 5`],
    ]);
  });

  it("the parser of checks in filters refuses an invalid values_count, is_empty or is_null", () => {
    refuses([
      [{ values_count: { gt: -1 } }, ".values_count.gt: expected an unsigned integer, got -1"],
      [{ values_count: { gt: 1.5 } }, ".values_count.gt: expected an unsigned integer, got 1.5"],
      [{ values_count: 5 }, ".values_count: expected an object, got 5"],
      [{ is_empty: 1 }, ".is_empty: expected a boolean, got 1"],
      [{ is_null: "true" }, '.is_null: expected a boolean, got "true"'],
    ]);
  });

  it("the parser of checks in filters refuses an invalid geo shape", () => {
    const wrong = (lat: number, lon: number) =>
      `Wrong format of GeoPoint payload: expected \`lat\` = ${lat} within [-90;90] and \`lon\` = ${lon} within [-180;180]`;
    const origin = { lon: 0, lat: 0 };
    refuses([
      [{ geo_bounding_box: { top_left: origin } }, ".geo_bounding_box: bottom_right is required"],
      [{ geo_radius: { center: { lon: 181, lat: 0 }, radius: 1 } }, `.geo_radius.center: ${wrong(0, 181)}`],
      [
        { geo_radius: { center: { lon: 0, lat: -90.5 }, radius: 1 } },
        `.geo_radius.center: ${wrong(-90.5, 0)}`,
      ],
      [{ geo_radius: { center: { lon: 0 }, radius: 1 } }, ".geo_radius.center: lat is required"],
      [{ geo_radius: { center: origin, radius: "1" } }, '.geo_radius.radius: expected a number, got "1"'],
      [{ geo_radius: { center: origin } }, ".geo_radius: radius is required"],
      [{ geo_polygon: {} }, ".geo_polygon: exterior is required"],
      [{ geo_polygon: { exterior: [origin] } }, ".geo_polygon.exterior: expected an object, got an array"],
      [
        { geo_polygon: { exterior: { points: 5 } } },
        ".geo_polygon.exterior.points: expected a list of points, got 5",
      ],
    ]);
  });

  it("the parser of checks in filters refuses a polygon ring that is too short or not closed, as what Qdrant calls invalid and not ill-formed", () => {
    const corner = (lon: number, lat: number) => ({ lon, lat });
    const closed = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 0)];
    const short = { exterior: { points: closed.slice(1) } };
    const open = {
      exterior: { points: closed },
      interiors: [{ points: [...closed.slice(0, 3), corner(0, 1)] }],
    };
    refuses([
      [
        { geo_polygon: short },
        ".geo_polygon.exterior.points: a ring has at least 4 points, the last like the first, got 3",
      ],
      [{ geo_polygon: open }, ".geo_polygon.interiors[0].points: the last point of a ring must be its first"],
    ]);
    expect(refusalOf({ must: { key: "a", geo_polygon: open } }).kind).to.equal("named_validation");
  });

  it(`the parser of checks in filters refuses polygons of more than ${MAX_POLYGON_POINTS} points, in one ring or in several`, () => {
    const ring = (points: number) => ({ points: Array.from({ length: points }, () => ({ lon: 0, lat: 0 })) });
    const reason = `: expected at most ${MAX_POLYGON_POINTS} points in all rings of a polygon`;
    const half = ring(MAX_POLYGON_POINTS / 2);
    const parsed = filterFrom({ must: { key: "a", geo_polygon: { exterior: half, interiors: [half] } } });
    expect(parsed.must).to.have.lengthOf(1);
    refuses([
      [{ geo_polygon: { exterior: ring(MAX_POLYGON_POINTS + 1) } }, `.geo_polygon.exterior${reason}`],
      [{ geo_polygon: { exterior: half, interiors: [half, ring(4)] } }, `.geo_polygon${reason}`],
    ]);
  });
});
