// Datetimes as text: which texts are valid, and which moment each of them means.
import { expect } from "chai";
import { parseDatetime } from "../../../../src/core/filter/datetime.ts";

const micros = (...parts: Parameters<typeof Date.UTC>) => Date.UTC(...parts) * 1000;

describe("a datetime", () => {
  it("a datetime may be in RFC 3339, or in a shorter form", () => {
    const noon = micros(2024, 1, 29, 12, 30);
    const spellings = [
      "2024-02-29T12:30:00Z",
      "2024-02-29t12:30:00z",
      "2024-02-29 12:30:00",
      "2024-02-29T12:30",
      "2024-02-29 12:30",
      "2024-02-29T13:30:00+01:00",
      "2024-02-29T13:30:00+0100",
      "2024-02-29T13:30:00+01",
      "2024-02-29 07:00:00.000-05:30",
      "2024-02-29T12:30:00-00:00",
      "2024-02-29 12:30:00 UTC",
      "2024-02-29 13:30:00 +01:00",
      "2024-02-29T12:30:00 Z",
      " 2024-2-29 12:30:00",
    ];
    for (const text of spellings) expect(parseDatetime(text), text).to.equal(noon);
    expect(parseDatetime("2024-02-29")).to.equal(micros(2024, 1, 29));
    expect(parseDatetime("2024-1-2 3:04")).to.equal(micros(2024, 0, 2, 3, 4));
  });

  it("a datetime is read to the microsecond, and finer fractions are truncated", () => {
    const second = micros(2024, 0, 1, 0, 0, 1);
    expect(parseDatetime("2024-01-01T00:00:01.5Z")).to.equal(second + 500_000);
    expect(parseDatetime("2024-01-01T00:00:01.000001Z")).to.equal(second + 1);
    expect(parseDatetime("2024-01-01T00:00:01.0000019999Z")).to.equal(second + 1);
    expect(parseDatetime("1969-12-31T23:59:59.999999Z")).to.equal(-1);
  });

  it("a datetime follows the calendar, with the years 0 to 9999 and leap seconds", () => {
    expect(parseDatetime("0000-01-01")).to.equal(-62167219200000000);
    expect(parseDatetime("0099-03-01")).to.be.lessThan(parseDatetime("0100-03-01")!);
    expect(parseDatetime("9999-12-31T23:59:59Z")).to.equal(253402300799000000);
    expect(parseDatetime("2016-12-31T23:59:60Z")).to.equal(parseDatetime("2017-01-01T00:00:00Z"));
    expect(parseDatetime("2000-02-29")).not.to.equal(null);
  });

  it("a datetime is refused in any other form", () => {
    const wrong = [
      "",
      "2024",
      "2024-02",
      "24-02-29",
      "2024-02-30",
      "2023-02-29",
      "1900-02-29",
      "2024-00-01",
      "2024-13-01",
      "2024-04-31",
      "2024-01-00",
      "2024-01-32",
      "2024-01-01T",
      "2024-01-01T24:00:00Z",
      "2024-01-01T12:60:00Z",
      "2024-01-01T12:00:61Z",
      "2024-01-01T12",
      "2024-01-01T12:00Z",
      "2024-01-01Z",
      "2024-01-01T12:00:00.Z",
      "2024-01-01T12:00:00+1",
      "2024-01-01T12:00:00+24:00",
      "2024-01-01T12:00:00+01:60",
      "2024-01-01  12:00",
      "2024/01/01",
      "2024-01-01\n",
      "+2024-01-01",
      "12024-01-01",
      "now",
      "1709164800",
      "２０２４-01-01",
    ];
    for (const text of wrong) expect(parseDatetime(text), text).to.equal(null);
  });
});
