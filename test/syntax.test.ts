// Rules for names and functions of the code: the terms of src/GLOSSARY.md, nouns for constants, one name for one type,
// and functions that are short and written once.
// The decision: the words that a name must not contain are read from the third column of the glossary, so a term that
// is added there is enforced here. A word that another meaning needs is allowed, with its reason.
import { expect } from "chai";
import { filesOf, read } from "./support/sources.ts";
import { type DeclaredName, syntaxOf } from "./support/syntax.ts";

const MAX_FUNCTION_LINES = 70;

/** Words of the third column that are the right words for something else. */
const ALLOWED: Readonly<Record<string, string>> = {
  answer: "a response",
  attributes: "those of HTML elements",
  catalogue: "the list of files in a packed file system",
  chunk: "a part of a column, a stream or a file",
  column: "a column of a table, a CSV file or the memory of a store",
  command: "a command of the command line",
  covered: "slots that the graph contains, records that a checkpoint contains",
  document: "the OpenAPI document",
  dump: "the command azimuth dump-log",
  entry: "an item of a map or a list",
  export: "exported files and members",
  fault: "bytes or lines that cannot be used, page faults",
  found: "errors such as PointNotFound, and results of functions",
  "full scan": "the field full_scan_threshold of Qdrant",
  index: "a position, and the indexes of payloads and vectors",
  key: "a key of a payload, of a map, of the license or of a client",
  lanes: "the lanes of a SIMD register",
  line: "a line of text",
  message: "a message of gRPC, of a thread or of an error",
  metadata: "the metadata of a collection and of a gRPC call",
  mixed: "slots in mixed order, the mixed bits of a hash",
  near: "a point is near another one",
  net: "the package node:net",
  offset: "a number of bytes or points",
  origin: "an origin of the web, as in CORS",
  place: "the place of an entry of the shared log",
  places: "the places that a server of a cluster has",
  placed: "an entry that has a place",
  promise: "a promise of JavaScript",
  rank: "reciprocal rank fusion",
  record: "a record of the log, and a record of points",
  relevance: "relevance feedback queries",
  shard: "the shard keys and numbers of Qdrant",
  signature: "the signature of a product key",
  slot: "the position of a point",
  snapshot: "the snapshot of a collection",
  synonym: "names that other databases have for fields",
  table: "the operation table, and tables on the screen",
  tail: "the end of the log, and of an edge of a graph",
  uncovered: "slots that the graph does not contain yet",
  version: "a version of a format, a package or a point",
  web: "the web",
  where: "the path of a value, with which an error text begins",
  width: "a width in pixels, characters or bytes",
};

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
const TYPE = /^export (?:abstract )?(?:class|interface|type|enum) ([\w$]+)/gm;
const NUMBER_WORD = /^(?:MOST|FEW|FEWEST|LEAST|MANY|SOME|SUCH|FAR|LONGEST|ONE|ONES)$/;

/** Returns the refused words of the third column of the glossary; an item may have several words. */
function refusedWords(): string[] {
  const rows = read("src/GLOSSARY.md").matchAll(/^\| \*\*.*\| ([^|]+) \|$/gm);
  return Array.from(rows, ([, column]) => column!.split(",").map((words) => words.trim()))
    .flat()
    .filter((words) => words !== "" && !(words in ALLOWED));
}

/** Returns a pattern of a word and its forms: place, places, placed, placing, unplaced. */
const formsOf = (word: string): string => `(?:un)?${word.replace(/e$/, "")}(?:e|s|es|ed|ing)?`;
const wordsOf = (name: string): string => (name.match(WORD) ?? []).join(" ").toLowerCase();
const describeName = ({ at, name }: DeclaredName): string => `${at}: ${name}`;

describe("the code", () => {
  const { functions, names } = syntaxOf([...filesOf("src"), ...filesOf("assembly")]);

  it("the code has functions of at most 70 lines", () => {
    expect(functions.length).to.be.greaterThan(5000);
    expect(functions.filter(({ lines }) => lines > MAX_FUNCTION_LINES)).to.deep.equal([]);
  });

  it("the code has no name with a word that the glossary refuses", () => {
    const words = refusedWords();
    expect(words).to.include.members(["room", "twin", "turn", "look"]);
    const refused = new RegExp(`\\b(?:${words.map(formsOf).join("|")})\\b`, "g");
    expect(names.length).to.be.greaterThan(20_000);
    const found = names.filter(({ name }) =>
      wordsOf(name)
        .match(refused)
        ?.some((form) => !(form in ALLOWED)),
    );
    expect(found.map(describeName)).to.deep.equal([]);
  });

  it("the code has no two exported types of one name in a layer", () => {
    const files = new Map<string, string[]>();
    // Screens of the console have types of their own; the build replaces a file of json/ by web-bytes.ts.
    for (const file of filesOf("src").filter((path) => !/^src\/(?:ui|json\/web-bytes)/.test(path))) {
      for (const [, name] of read(file).matchAll(TYPE)) {
        const key = `${file.split("/")[1]} ${name}`;
        files.set(key, [...(files.get(key) ?? []), file]);
      }
    }
    expect(files.size).to.be.greaterThan(500);
    expect([...files.values()].filter(({ length }) => length > 1)).to.deep.equal([]);
  });

  it("the code has no two long functions with the same statements", () => {
    const places = new Map<string, string[]>();
    for (const { at, body, statements } of functions) {
      if (statements >= 3 || body.length > 120) places.set(body, [...(places.get(body) ?? []), at]);
    }
    expect(places.size).to.be.greaterThan(2000);
    expect([...places.values()].filter(({ length }) => length > 1)).to.deep.equal([]);
  });

  it("the code has no constant whose name is a number word alone", () => {
    const found = names.filter((name) => NUMBER_WORD.test(name.name));
    expect(found.map(describeName)).to.deep.equal([]);
  });
});
