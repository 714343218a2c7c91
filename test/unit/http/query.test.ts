// Query parameters that are kept for the next request with the same text.
import { expect } from "chai";
import { queryOf } from "../../../src/http/query.ts";

/** Returns a request with a query string, and counts how often it was read. */
function requestWith(text: string) {
  let reads = 0;
  const request = {
    querystring: text,
    get query() {
      reads++;
      return Object.fromEntries(new URLSearchParams(text));
    },
  };
  return { request, reads: () => reads };
}

describe("the query parameters of a request", () => {
  it("the query parameters of a request are the same for two requests with the same query string, and read once", () => {
    const first = requestWith("wait=true&timeout=3");
    const second = requestWith("wait=true&timeout=3");
    expect(queryOf(first.request)).to.deep.equal({ wait: "true", timeout: "3" });
    expect(queryOf(second.request)).to.equal(queryOf(first.request));
    expect(second.reads()).to.equal(0);
  });

  it("the query parameters of a request are none without a query string", () => {
    expect(queryOf(requestWith("").request)).to.deep.equal({});
  });

  it("the query parameters of a request cannot be changed by a request that shares them with others", () => {
    const query = queryOf(requestWith("limit=1").request) as Record<string, unknown>;
    expect(() => {
      query.limit = "2";
    }).to.throw(TypeError);
  });

  it("the query parameters of a request are read again where their text is long, because it would be kept in memory", () => {
    const text = `name=${"n".repeat(300)}`;
    queryOf(requestWith(text).request);
    const again = requestWith(text);
    queryOf(again.request);
    expect(again.reads()).to.equal(1);
  });
});
