// The commands of the console's palette: which fit a text, and in which order.
import { expect } from "chai";
import { commandsFor } from "../../../src/ui/app/shell/commands.ts";

const COLLECTIONS = ["books", "Old Books", "bookshelf", "images", "notebooks"];
const PLACE = {
  screens: [
    { path: "", name: "Home" },
    { path: "metrics", name: "Metrics" },
  ],
  tabs: [
    { path: "points", name: "Points" },
    { path: "graph", name: "Graph" },
    { path: "transfer", name: "Import & export" },
  ],
  collections: COLLECTIONS,
  current: undefined,
  isSignedIn: false,
};
interface Given {
  readonly collections?: readonly string[];
  readonly current?: string;
  readonly isSignedIn?: boolean;
}
const names = (text: string, given: Given = {}) =>
  commandsFor(text, { ...PLACE, ...given }).map(({ name }) => name);

describe("the commands of the palette", () => {
  it("the commands of the palette begin with the name that is the text, then those that begin with it or have a word that does", () => {
    expect(names("books")).to.deep.equal(["books", "bookshelf", "Old Books", "notebooks"]);
    expect(names("book")).to.deep.equal(["books", "bookshelf", "Old Books", "notebooks"]);
    expect(names("shelf book")).to.deep.equal(["bookshelf"]);
  });

  it("the commands of the palette go to a point of the current collection, or of the one that is named", () => {
    expect(names("42")).to.deep.equal([]);
    expect(names("42", { current: "images" })).to.deep.equal(["Go to point 42 in images"]);
    expect(names("imag 18446744073709551615")).to.deep.equal(["Go to point 18446744073709551615 in images"]);
    expect(names("imag 18446744073709551616")).to.deep.equal([]);
    const [first] = commandsFor("books 0123456789ABCDEF0123456789abcdef", PLACE);
    expect(first!.query).to.deep.equal({ point: "01234567-89ab-cdef-0123-456789abcdef" });
  });

  it("the commands of the palette open a tab of a collection that is named, or of the current one", () => {
    expect(names("images gra")).to.deep.equal(["images: Graph"]);
    expect(names("import", { current: "images" })).to.deep.equal(["images: Import & export"]);
  });

  it("the commands of the palette without a text are those of the collection and the screens, then the collections", () => {
    const all = names("", { current: "images" });
    expect(all[0]).to.equal("images: Points");
    expect(all).to.include.members(["Create collection", "Metrics", "Keyboard shortcuts"]);
    expect(all.slice(-5)).to.deep.equal(COLLECTIONS);
  });

  it("the commands of the palette sign out only who is signed in", () => {
    expect(names("sign out")).to.deep.equal([]);
    expect(names("sign out", { isSignedIn: true })).to.deep.equal(["Sign out"]);
  });

  it("the commands of the palette are at most 50 of 10,000 collections, with the exact name first", () => {
    const collections = Array.from({ length: 10_000 }, (_, i) => `tenant-${i}`);
    const found = names("tenant-9", { collections });
    expect(found).to.have.length(50);
    expect(found[0]).to.equal("tenant-9");
    expect(names("9999", { collections, current: "tenant-1" })).to.deep.equal([
      "Go to point 9999 in tenant-1",
      "tenant-9999",
    ]);
  });
});
