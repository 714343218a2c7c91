// The label and the image of points: which fields are guessed, and which values the page may show as a link or an
// image.
import { expect } from "chai";
import { guessImage, guessLabel, labelText } from "../../../src/ui/app/screens/collection/things/guess.ts";
import { imageUrl, linkUrl } from "../../../src/ui/app/screens/collection/things/urls.ts";

const ORIGIN = "http://localhost:6575";
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

describe("the guessed label field of a collection", () => {
  it("the label field of a collection is the field whose name says so, the best name first", () => {
    const payloads = [1, 2].map((n) => ({ id: n, text: `words ${n}`, title: `Title ${n}`, name: "" }));
    expect(guessLabel(payloads)).to.equal("title");
  });

  it("the label field of a collection is found by a word within the name of the field", () => {
    expect(guessLabel([{ price: 5, productName: "Lamp" }])).to.equal("productName");
    expect(guessLabel([{ movie_title: "M" }])).to.equal("movie_title");
  });

  it("the label field of a collection is the field of readable texts that differ most, where no name helps", () => {
    const payloads = Array.from({ length: 10 }, (_, i) => ({
      kind: i % 2 ? "a" : "b",
      digest: `${i}`.repeat(32),
      at: `2026-01-0${i}T00:00:00Z`,
      url: `https://example.org/${i}`,
      what: `thing ${i}`,
    }));
    expect(guessLabel(payloads)).to.equal("what");
  });

  it("the label field of a collection is none where only categories, digests and numbers are there, or no points", () => {
    const payloads = Array.from({ length: 10 }, (_, i) => ({
      kind: i % 2 ? "a" : "b",
      digest: `${i}`.repeat(32),
      n: i,
    }));
    expect(guessLabel(payloads)).to.equal(undefined);
    expect(guessLabel([])).to.equal(undefined);
  });

  it("the label field of a collection is not a field that most points lack", () => {
    expect(guessLabel([{ name: "a" }, { other: "b c" }, { other: "d e" }])).to.equal("other");
  });
});

describe("the label of a point", () => {
  it("the label of a point is one line of at most 80 characters, of texts, numbers and lists", () => {
    expect(labelText(" a\n\tb ")).to.equal("a b");
    expect(labelText("x".repeat(20_000))).to.equal(`${"x".repeat(80)}…`);
    expect(labelText(7n)).to.equal("7");
    expect(labelText(["a", 1, {}])).to.equal("a, 1");
    for (const none of [undefined, null, {}, "", "  ", []]) expect(labelText(none)).to.equal(undefined);
  });
});

describe("the links and images in payloads", () => {
  it("links lead to http and https and to nothing else", () => {
    expect(linkUrl("https://example.org/a b".replace(" ", "%20"))).to.equal("https://example.org/a%20b");
    for (const value of [
      "javascript:alert(1)",
      "data:text/html,x",
      " https://a",
      "https://",
      "//a.b",
      "text",
      7,
    ])
      expect(linkUrl(value), String(value)).to.equal(undefined);
  });

  it("images are those in the value itself and files of this server, so the page asks no other server", () => {
    expect(imageUrl(`data:image/png;base64,${PIXEL}`, ORIGIN)).to.match(/^data:image\/png/);
    expect(imageUrl(PIXEL, ORIGIN)).to.equal(`data:image/png;base64,${PIXEL}`);
    expect(imageUrl("/pictures/1.webp", ORIGIN)).to.equal(`${ORIGIN}/pictures/1.webp`);
    expect(imageUrl(`${ORIGIN}/a.svg`, ORIGIN)).to.equal(`${ORIGIN}/a.svg`);
    const others = [
      "https://example.org/a.png",
      "//example.org/a.png",
      "/\\example.org/a.png",
      "data:text/html,x",
    ];
    for (const value of [...others, "a.png", "/points", PIXEL.slice(0, 20), `${PIXEL} `, null])
      expect(imageUrl(value, ORIGIN), String(value)).to.equal(undefined);
  });

  it("the image field is the one whose values are images in half of the points", () => {
    expect(guessImage([{ a: PIXEL, b: "x" }, { a: PIXEL }, {}])).to.equal("a");
    expect(guessImage([{ a: PIXEL }, {}, {}])).to.equal(undefined);
  });
});
