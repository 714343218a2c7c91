// Rules for files: sizes, first lines, and constructs that are not allowed.
import { expect } from "chai";
import { filesOf, read } from "./support/sources.ts";

const MAX_FILE_LINES = 300;
/** First words of titles without a subject of their own, which say nothing in a list of failed tests. */
const NO_SUBJECT =
  /^(?:is|are|was|were|has|have|had|does|do|can|cannot|may|must|never|also|with|without|that|as|to|of|when|if)\b/;

const sources = filesOf("src");
const assembly = filesOf("assembly");
const tests = filesOf("test");

describe("source files", () => {
  it("source files have at most 300 lines", () => {
    const long = [...sources, ...assembly, ...tests].filter(
      (file) => read(file).split("\n").length > MAX_FILE_LINES + 1,
    );
    expect(long).to.deep.equal([]);
  });

  it("source files begin with a comment that says what they are", () => {
    const silent = [...sources, ...assembly, ...tests].filter(
      (file) => !/^(#!.*\n)?\/\/ [A-Z`"]/.test(read(file)),
    );
    expect(silent).to.deep.equal([]);
  });

  it("source files read the environment in config/environment.ts, and end the process in main.ts and command.ts, only", () => {
    const using = (pattern: RegExp) => sources.filter((file) => pattern.test(read(file)));
    expect(using(/process\.env/)).to.deep.equal(["src/config/environment.ts"]);
    expect(using(/process\.exit/)).to.deep.equal(["src/command.ts", "src/main.ts"]);
  });

  it("source files contain status numbers in errors/table.ts and in the console's statuses.ts only", () => {
    const named = /\b(?:status|http)\b[^\n]*\b[45]\d\d\b/;
    // Matches constants whose names do not say what the number is. 500 and 512 are also common sizes and times.
    const constant = /= \[?(?:\d+, )*(?:4[0-2]\d|50[1-9])\b|(?:FAULT|ERROR|FAIL)\w* = 5\d\d\b/;
    const naming = sources.filter((file) => {
      const code = read(file).replace(/\/\/.*|\/?\*.*/g, "");
      return named.test(code) || constant.test(code);
    });
    expect(naming).to.deep.equal(["src/errors/table.ts", "src/ui/app/api/statuses.ts"]);
  });

  it("source files contain no TODO marks, no skipped tests and no escapes from the type checker", () => {
    const marks = /\b(?:TODO|FIXME|XXX)\b|@ts-(?:ignore|nocheck|expect-error)|\bas any\b/;
    expect([...sources, ...assembly].filter((file) => marks.test(read(file)))).to.deep.equal([]);
    const skipped = /\b(?:describe|it)\.(?:skip|only)\(|this\.skip\(/;
    expect(tests.filter((file) => file !== "test/tidy.test.ts" && skipped.test(read(file)))).to.deep.equal(
      [],
    );
  });

  it("test files have hooks and variables in a describe, because at the top they would be for the tests of all files", () => {
    const shared = /^(?:let|(?:before|after)(?:Each)?\()/m;
    const testFiles = tests.filter((file) => file.endsWith(".test.ts"));
    expect(testFiles.length).to.be.greaterThan(100);
    expect(testFiles.filter((file) => shared.test(read(file)))).to.deep.equal([]);
  });

  it("test files draw random numbers from the seed of the run only, so that each failure can be repeated", () => {
    const drawing = tests.filter((file) => read(file).includes("Math.random"));
    expect(drawing).to.deep.equal(["test/slow/run.ts", "test/tidy.test.ts"]);
  });

  it("test files have titles that begin with their subject, not with a verb such as is, has or can", () => {
    const titles = tests.flatMap((file) =>
      Array.from(read(file).matchAll(/\bit\(\s*["'`](.*)/g), ([, title]) => ({ file, title: title! })),
    );
    expect(titles.length).to.be.greaterThan(3000);
    expect(titles.filter(({ title }) => NO_SUBJECT.test(title))).to.deep.equal([]);
  });

  it("the package needs no run-time packages and no install scripts, because dependencies are bundled", () => {
    const { dependencies = {}, scripts } = JSON.parse(read("package.json"));
    expect(dependencies).to.deep.equal({});
    const hooks = ["preinstall", "install", "postinstall", "prepare"];
    expect(Object.keys(scripts).filter((name) => hooks.includes(name))).to.deep.equal([]);
  });
});
