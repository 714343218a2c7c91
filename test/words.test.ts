// Rules for the language of pages and comments: the terms of src/GLOSSARY.md, no banned words, prose of at most 120
// columns.
// The decision: a doc comment begins with what a function does or what a value is, never with a question word. The
// folders below have been checked; a new folder is added when it follows the rules, and none is removed.
import { expect } from "chai";
import { filesOf, read } from "./support/sources.ts";

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "assembly/README.md",
  "src/DECISIONS.md",
  "src/FORMATS.md",
  "src/INTERNALS.md",
  "src/README.md",
  "src/docs/api.md",
  "src/docs/browser.md",
  "src/docs/cluster.md",
  "src/docs/commands.md",
  "src/docs/grpc.md",
  "src/docs/measured.md",
  "src/docs/migrating.md",
  "src/docs/platforms.md",
  "src/docs/followers.md",
  "src/docs/recall.md",
  "src/docs/server.md",
  "test/README.md",
];

/** Folders and files whose comments follow the rules. */
const CHECKED: readonly string[] = [
  "assembly",
  "src/api",
  "src/assemble",
  "src/auth",
  "src/browser",
  "src/cli",
  "src/client",
  "src/config",
  "src/core/catalogue",
  "src/core/checkpoint",
  "src/core/collection",
  "src/core/config",
  "src/core/database",
  "src/core/filter",
  "src/core/formats",
  "src/core/index",
  "src/core/payload",
  "src/core/rebuild",
  "src/core/record",
  "src/core/search",
  "src/core/segment",
  "src/core/slots",
  "src/core/snapshot",
  "src/core/vectors",
  "src/docs",
  "src/embedded",
  "src/engine",
  "src/errors",
  "src/examples",
  "src/grpc",
  "src/http",
  "src/inference",
  "src/json",
  "src/library",
  "src/license",
  "src/log",
  "src/memory",
  "src/metrics",
  "src/net",
  "src/open.ts",
  "src/scheduling",
  "src/schema",
  "src/serve",
  "src/service",
  "src/shared",
  "src/storage",
  "src/text",
  "src/threads",
  "src/ui",
  "test/bench",
  "test/contract",
  "test/exports.test.ts",
  "test/golden",
  "test/layers.test.ts",
  "test/names.test.ts",
  "test/process",
  "test/slow",
  "test/support",
  "test/tidy.test.ts",
  "test/ui",
  "test/unit",
  "test/words.test.ts",
];

const MAX_COLUMNS = 120;
/**
 * Words of the third column of the glossary that no other meaning needs, and words that were used in place of terms.
 */
const BANNED =
  /\b(?:whoever|whomever|anew|renewed|twins?|bury|buried|burial|dying|resting|asleep|tongues?|crowd|outlook|foresee|vouch(?:es)?|somebody|nobody|made lasting|none of its business|lead(?:s)? astray|what there is|such a one|to be had|as many as are wanted|that means anything)\b/i;
/** A number that the comment does not name. */
const UNNAMED_NUMBER = /\bso many\b(?!.*\bthat\b)/i;
/** Words that say nothing by themselves, and verbs with which every function could be described. */
const EMPTY_WORDS = new Set(
  "a an the of is are be it its to in on for from by with and or that this as at all one returns makes creates".split(
    " ",
  ),
);
const OPENINGS = /^(?:What|Of|Whoever|Who|The same)\b/;

/** Returns the prose of a page with line numbers, without fenced blocks, tables and images. */
function proseOf(page: string): { line: number; text: string }[] {
  let isFenced = false;
  return read(page)
    .split("\n")
    .map((text, i) => ({ line: i + 1, text }))
    .filter(({ text }) => {
      if (text.startsWith("```")) isFenced = !isFenced;
      return !isFenced && !/^(?:```|[|#!])/.test(text);
    });
}

/** Returns the comments of a source file, one entry for each line, without their marks. */
function commentsOf(file: string): { line: number; text: string; columns: number }[] {
  return read(file)
    .split("\n")
    .flatMap((source, i) => {
      const comment =
        /^\s*(?:\/\*\*?|\*|\/\/)\s?(.*?)(?:\s*\*\/)?$/.exec(source) ?? /\s\/\/ (.*)$/.exec(source);
      return comment === null ? [] : [{ line: i + 1, text: comment[1]!, columns: source.length }];
    });
}

/** Returns the first line of each doc comment of a file. */
function openingsOf(file: string): { line: number; text: string }[] {
  const lines = read(file).split("\n");
  return lines.flatMap((source, i) => {
    const opening = /^\s*\/\*\*\s*(.*)$/.exec(source);
    if (opening === null) return [];
    const text = opening[1] !== "" ? opening[1]! : (lines[i + 1] ?? "").replace(/^\s*\*\s?/, "");
    return [{ line: i + 1, text }];
  });
}

/** Returns the words of a comment or a line of code in lower case, names divided, without endings. */
function wordsOf(text: string): string[] {
  const words =
    text
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return words
    .filter((word) => !EMPTY_WORDS.has(word))
    .map((word) => word.replace(/(?:ies|ing|ed|es|s|e|y)$/, ""));
}

/** Returns the doc comments of one line without a word that the line of code below lacks. */
function repetitionsOf(file: string): { line: number; text: string }[] {
  return Array.from(read(file).matchAll(/^ *\/\*\* (.*) \*\/\n(.*)$/gm), (found) => ({
    found,
    text: found[1]!,
  }))
    .filter(({ found, text }) => {
      const code = new Set(wordsOf(found[2]!));
      return !/[`@\d;:]/.test(text) && wordsOf(text).every((word) => code.has(word));
    })
    .map(({ found, text }) => ({ line: read(file).slice(0, found.index).split("\n").length, text }));
}

const checked = CHECKED.flatMap((path) => (path.endsWith(".ts") ? [path] : filesOf(path)));
const describeLine = (file: string) => (one: { line: number; text: string }) =>
  `${file}:${one.line}: ${one.text.trim()}`;

describe("the language of pages and comments", () => {
  it("the project uses no banned words on the pages", () => {
    const found = PAGES.flatMap((page) =>
      read(page)
        .split("\n")
        .map((text, i) => ({ line: i + 1, text }))
        .filter(({ text }) => BANNED.test(text))
        .map(describeLine(page)),
    );
    expect(found).to.deep.equal([]);
  });

  it("the project wraps the prose of the pages at 120 columns", () => {
    const long = PAGES.flatMap((page) =>
      proseOf(page)
        .filter(({ text }) => text.length > MAX_COLUMNS && text.includes(" "))
        .map(describeLine(page)),
    );
    expect(long).to.deep.equal([]);
  });

  it("the project uses no banned words in the comments of checked folders", () => {
    const found = checked.flatMap((file) =>
      commentsOf(file)
        .filter(({ text }) => BANNED.test(text))
        .map(describeLine(file)),
    );
    expect(found).to.deep.equal([]);
  });

  it("the project names the numbers that comments speak of", () => {
    const found = checked.flatMap((file) =>
      commentsOf(file)
        .filter(({ text }) => UNNAMED_NUMBER.test(text))
        .map(describeLine(file)),
    );
    expect(found).to.deep.equal([]);
  });

  it("the project begins the doc comments of checked folders with what a function does or a value is", () => {
    const found = checked.flatMap((file) =>
      openingsOf(file)
        .filter(({ text }) => OPENINGS.test(text))
        .map(describeLine(file)),
    );
    expect(found).to.deep.equal([]);
  });

  it("the project has no doc comment that only repeats the words of its declaration", () => {
    const found = checked.flatMap((file) => repetitionsOf(file).map(describeLine(file)));
    expect(found).to.deep.equal([]);
  });

  it("the project wraps the comments of checked folders at 120 columns", () => {
    const long = checked.flatMap((file) =>
      commentsOf(file)
        .filter(({ columns }) => columns > MAX_COLUMNS)
        .map(describeLine(file)),
    );
    expect(long).to.deep.equal([]);
  });
});
