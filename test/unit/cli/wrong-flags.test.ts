// Invalid values of every command-line flag that takes one. The flags come from the commands themselves, so that a new
// flag without an example here fails. No server runs: invalid values are refused before one is asked.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Command, Option } from "commander";
import { SETTINGS } from "../../../src/config/environment.ts";
import { commandTree, runCli } from "../../support/cli.ts";
import { freshDir } from "../storage/fixtures.ts";

const NOBODY = "127.0.0.1:9";
const NO_COUNT = ["", "0", "-1", "1.5", "1e3", "many", "9999999999"];
const NO_SHARE = ["", "0", ".4", "1.1", "-1", "NaN", "9e-1", "much", ".95.", "Infinity"];
const NO_SECONDS = ["", "-1", "soon", "1m", "Infinity", "86401"];
const NO_DISTANCE = ["", "cosine", "L2"];
const NO_FORMAT = ["", "xlsx", "JSONL"];
const NO_OBJECT = ["", "x", "[]", "1", "{", "null"];

/** The subcommands of `migrate`. */
const MIGRATIONS = ["qdrant", "chroma", "weaviate", "pgvector", "pinecone-export"];
/** Gives each of them the same value for a flag. */
const ofMigrations = <T>(flag: string, value: T): Readonly<Record<string, T>> =>
  Object.fromEntries(MIGRATIONS.map((kind) => [`migrate ${kind} ${flag}`, value]));

/** Further arguments that a command needs. `@` is a directory of the test with rows.jsonl and rows.csv. */
const BESIDES: Readonly<Record<string, readonly string[]>> = {
  "collections create": ["c", "--size", "4"],
  "collections show": ["c"],
  "collections delete": ["c", "--yes"],
  "collections restore": ["c"],
  "collections deleted": ["c"],
  search: ["c", "[1]"],
  import: ["c", "@/rows.jsonl"],
  export: ["c", "@/out.jsonl"],
  ...Object.fromEntries(MIGRATIONS.map((kind) => [`migrate ${kind}`, [NOBODY]])),
  "migrate pgvector": ["postgres://127.0.0.1:9/x"],
  "migrate pinecone-export": ["@/rows.jsonl"],
  "token create": ["ci"],
  "token rotate": ["1"],
  "token delete": ["1"],
  "license keygen": ["--out", "@", "--kid", "k"],
  "license issue": ["--key", "@/k.jwk", "--max-vectors", "7"],
  "license add": ["x"],
  mcp: ["--model", "m"],
  purge: ["--yes"],
  backup: ["@/backup"],
  restore: ["@/backup"],
};
/** Arguments that replace the further arguments of a command for one flag. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  "collections create --vector": ["c"],
  "collections create --sparse": ["c"],
  "search --like": ["c"],
  "import --delimiter": ["c", "@/rows.csv"],
  "export --vector": ["c", "@/out.jsonl"],
};

/** Values that are refused, by flag, or by command and flag. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  "--url": ["", "ftp://x", "http://", "http://h:99999", "a b"],
  "--token": ["", "a b", "a\nb", "\u00fc"],
  "--timeout": NO_SECONDS,
  "--distance": NO_DISTANCE,
  "collections create --size": NO_COUNT,
  "collections create --vector": ["", "x", "=4", "x=", "x=0", "x=y"],
  "collections create --sparse": ["", ":idf", "x:", "x:bm25", "a:b:idf"],
  "collections create --config": NO_OBJECT,
  "collections delete --undo": NO_COUNT,
  "search --like": ["", "x", "-1", "1.5", "18446744073709551616", "6b1c3a58-0000-0000-0000"],
  "search --filter": NO_OBJECT,
  "search --limit": NO_COUNT,
  "search --ef": NO_COUNT,
  "search --recall": NO_SHARE,
  "mcp --size": NO_COUNT,
  "--language": ["", "English", "klingon", "en-GB"],
  "import --format": NO_FORMAT,
  "import --start-id": ["", "-1", "x", "1.5", "18446744073709551616"],
  "import --vector": ["", "x", "=f", "n="],
  "import --sparse": ["", "x", "=f", "n="],
  "import --delimiter": ["", ";;", '"', "\n"],
  "import --resume-from": ["", "0", "-1", "x", "1.5"],
  "export --format": [...NO_FORMAT, "ivecs"],
  "export --filter": NO_OBJECT,
  "export --vector": ["x"],
  ...ofMigrations("--batch", [...NO_COUNT, "10001"]),
  ...ofMigrations("--sample", ["", "-1", "1.5", "1e3", "many", "9999999999"]),
  ...ofMigrations("--seed", ["", "-1", "1.5", "1e3", "x", "2147483648"]),
  ...ofMigrations("--id-field", [""]),
  ...ofMigrations("--timeout", [...NO_SECONDS, "0"]),
  "migrate chroma --document-field": [""],
  "migrate pinecone-export --sparse-name": [""],
  "--api-key": ["", "a b", "a\nb", "\u00fc"],
  /** A password may be any text. */
  "migrate pgvector --api-key": [],
  "bench --points": NO_COUNT,
  "bench --size": NO_COUNT,
  "bench --searches": NO_COUNT,
  "bench --ef": NO_COUNT,
  "bench --recall": NO_SHARE,
  "token create --permission": ["", "all", "read,", "read;write", "READ"],
  "token create --days": NO_COUNT,
  "license keygen --kid": ["", "a b", "x".repeat(65)],
  "license issue --max-vectors": ["", "0", "x", "1e6"],
  "license issue --days": ["", "0", "x", "36501"],
  "license issue --expires-at": ["", "soon", "2030-13-01", "tomorrow"],
  "license issue --not-before": ["", "soon", "2030-13-01"],
  "license issue --id": ["", "x".repeat(129)],
  "cluster demo --nodes": [...NO_COUNT, "10"],
  "cluster demo --shards": [...NO_COUNT, "65"],
  "cluster demo --port": [...NO_COUNT, "80", "65001"],
  "dump-log --from": ["", "-1", "x", "1.5"],
  "dump-log --to": ["", "-1", "x", "1.5"],
};

/** Flags that take any text, or that name a file, whose errors broken-files.test.ts and license.test.ts test. */
const ANYTHING: Readonly<Record<string, string>> = {
  "search --using": "a name, which the server knows or not",
  "import --id-field": "a name, which is in the rows or not",
  "import --vector-field": "a name, which is in the rows or not",
  "import --payload": "names, which are in the rows or not",
  "mcp --model": "the name of a model that the server knows or not",
  "import --text-field": "a name, which is in the rows or not",
  "import --rejected": "a file",
  ...ofMigrations("--collection", "a name, which the source knows or not"),
  ...ofMigrations("--as", "a name, which is checked when the source is known"),
  ...ofMigrations("--work-dir", "a folder"),
  "migrate chroma --tenant": "a name, which the source knows or not",
  "migrate chroma --database": "a name, which the source knows or not",
  "migrate weaviate --tenant": "a name, which the source knows or not",
  "token create --description": "a text",
  "auth admin --setup-code": "a text, which the server compares",
  "license keygen --out": "a file",
  "license issue --key": "a file",
  "license issue --customer": "a text",
  "mcp --collection": "a name, which the server knows or not",
  "backup --passphrase-file": "a file",
  "restore --passphrase-file": "a file",
  "healthcheck --config": "a file",
  "cluster demo --log-url": "a URL, which the servers check",
  "cluster demo --log-url-file": "a file",
  "--data-dir": "a directory",
};
/** Commands whose flags are the settings; test/unit/config and test/process/config.test.ts test them. */
const OF_SETTINGS = ["serve", "config print", "config validate", "cluster recover", "cluster import"];

interface Flag {
  readonly command: string;
  readonly option: Option;
}

function flagsOf(command: Command, path: readonly string[] = []): Flag[] {
  const own = command.options.filter(({ required, optional }) => required || optional);
  return [
    ...own.map((option) => ({ command: path.join(" "), option })),
    ...command.commands.flatMap((child) => flagsOf(child, [...path, child.name()])),
  ];
}

const FLAGS = flagsOf(commandTree());
const nameOf = ({ command, option }: Flag) => `${command} ${option.long}`;
const wrongOf = (flag: Flag) => WRONG[nameOf(flag)] ?? WRONG[flag.option.long!];

describe("a command-line flag with a value", () => {
  let dir: string;
  beforeEach(() => {
    dir = freshDir();
    writeFileSync(join(dir, "rows.jsonl"), '{"id":1,"vector":[1]}\n');
    writeFileSync(join(dir, "rows.csv"), "id,vector\n1,1\n");
  });

  it("a command-line flag has invalid examples here, or accepts any text", () => {
    const known = (flag: Flag) =>
      wrongOf(flag) !== undefined || nameOf(flag) in ANYTHING || flag.option.long! in ANYTHING;
    const unknown = FLAGS.filter((flag) => !OF_SETTINGS.includes(flag.command) && !known(flag));
    expect(unknown.map(nameOf)).to.deep.equal([]);
  });

  it("a command-line flag is a setting if its command accepts settings", () => {
    const ofServe = FLAGS.filter(({ command }) => command === "serve").map(({ option }) => option.long);
    expect(ofServe).to.have.members(["--config", ...SETTINGS.map(({ flag }) => flag.split(" ")[0])]);
  });

  for (const flag of FLAGS) {
    const name = nameOf(flag);
    for (const wrong of wrongOf(flag) ?? []) {
      it(`a command-line flag such as ${name} refuses ${JSON.stringify(wrong)} with its name, and nothing is done`, async () => {
        const besides = (INSTEAD[name] ?? BESIDES[flag.command] ?? []).map((arg) => arg.replace(/^@/, dir));
        const hasUrl = FLAGS.some(
          ({ command, option }) => command === flag.command && option.long === "--url",
        );
        const { code, stdout, stderr } = await runCli([
          ...flag.command.split(" "),
          ...besides,
          ...(hasUrl ? ["--url", NOBODY] : []),
          `${flag.option.long}=${wrong}`,
        ]);
        expect([code, stdout], stderr).to.deep.equal([2, ""]);
        expect(stderr)
          .to.match(/^azimuth: [^\n]+\n$/)
          .and.contain(flag.option.long);
        if (["--token", "--api-key"].includes(flag.option.long!))
          expect(stderr).not.to.contain(wrong || "got");
        else expect(stderr).to.match(/expected .+, got ".*"\n$|: say --|is for/);
      });
    }
  }
});
