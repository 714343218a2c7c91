// Data directories of earlier versions, and one in the format of this version: each opens with exactly the content that
// its server returned. test/golden/make.ts writes the directories.
import { cpSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { Database } from "../../../src/core/database/database.ts";
import { parseFilter } from "../../../src/core/filter/parse.ts";
import { BEFORE, takeOver } from "../../../src/storage/format.ts";
import { nodeFs } from "../../../src/storage/node-fs.ts";
import { writeSealed } from "../../../src/storage/sealed-file.ts";
import { found, freshDir, open, registry, stored } from "./fixtures.ts";

const GOLDEN = fileURLToPath(new URL("../../golden/", import.meta.url));
const FORMATS = [1, 2, 3] as const;
const TAKEOVERS = { 1: "upgraded", 2: "renewed", 3: "current" } as const;
/** Files that every golden directory has to contain. */
const STORED = [
  /^VERSION$/,
  /^checkpoints\/00000002\.json$/,
  /graph-0-2\.bin$/,
  /codes-0\.bin$/,
  /payloads\.bin$/,
];
const KEPT = { 2: STORED, 3: [...STORED, /changes\.bin$/] } as const;
const IDS = [...Array.from({ length: 100 }, (_, i) => i), "550e8400-e29b-41d4-a716-446655440000"];

type Vector = number[] | Record<string, number[]>;
type Shown = Record<string, { id: number | string; payload: unknown; vector: Vector }[]>;

interface Answer {
  readonly query: number[];
  readonly hits: { readonly id: number; readonly score: number }[];
}

interface FilterAnswer {
  readonly filter: object;
  readonly ids: readonly number[];
}

interface Alias {
  readonly alias_name: string;
  readonly collection_name: string;
}

/** The content that the server of the directory returned. */
const shownThen = (format: number): Shown =>
  JSON.parse(readFileSync(join(GOLDEN, `format-${format}.json`), "utf8"), (_, value) =>
    typeof value === "number" && !Number.isInteger(value) ? Math.fround(value) : value,
  );

/** The content of the database that has opened the directory. */
async function shownNow(database: Database): Promise<Shown> {
  const shown: Shown = {};
  for (const { name, state } of registry(database)) {
    if (state.kind !== "ready") continue;
    const points = await Promise.all(IDS.map((id) => stored(database, name, id)));
    shown[name] = points.flatMap((point) => {
      if (!point) return [];
      const { "": unnamed, ...named } = point.vectors;
      const vectors = Object.entries(named).filter(([, vector]) => vector !== null) as [string, number[]][];
      const text = new TextDecoder().decode(Uint8Array.from(point.payload ?? []));
      const payload = JSON.parse(text || "{}", (_, value) =>
        typeof value === "number" && !Number.isInteger(value) ? Math.fround(value) : value,
      );
      return [{ id: point.id as number | string, payload, vector: unnamed ?? Object.fromEntries(vectors) }];
    });
  }
  return shown;
}

/** A copy with the file names that its server used. */
function copyOf(format: number): string {
  const dir = freshDir();
  cpSync(join(GOLDEN, `format-${format}`), dir, { recursive: true });
  return dir;
}

/** Every file below a directory, by its relative path. */
function filesIn(dir: string): Map<string, string> {
  const paths = readdirSync(dir, { recursive: true }) as string[];
  const files = paths.filter((path) => statSync(join(dir, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(dir, path), "latin1")]));
}

describe("a data directory in an earlier or the current format", () => {
  for (const format of FORMATS) {
    it(`a data directory opens with the data that its server had, and opens again after that: format ${format}`, async () => {
      const dir = copyOf(format);
      for (let starts = 0; starts < 3; starts++) {
        expect(takeOver(nodeFs, dir)).to.equal(starts === 0 ? TAKEOVERS[format] : "current");
        const { database } = await open({ dir });
        expect(await shownNow(database), `start ${starts}`).to.deep.equal(shownThen(format));
        const marked = registry(database).filter(({ state }) => state.kind === "marked");
        expect(marked.map(({ name, points }) => [name, points])).to.deep.equal([["marked", 1]]);
        await database.close();
      }
    });
  }

  for (const [format, kinds] of Object.entries(KEPT)) {
    it(`a data directory has a checkpoint, a log behind it, graphs, and vectors on disk: format ${format}`, async () => {
      const files = [...filesIn(join(GOLDEN, `format-${format}`)).keys()];
      for (const kind of kinds) {
        const isThere = files.some((file) => kind.test(file));
        expect(isThere, String(kind)).to.equal(true);
      }
      const { database } = await open({ dir: copyOf(Number(format)) });
      expect(database.collections().some(({ fields }) => fields.some(({ onDisk }) => onDisk))).to.equal(true);
      expect(database.collection("tail").created).to.be.greaterThan(database.collection("late").created);
      await database.close();
    });
  }

  it("a data directory has its aliases, metadata and payload indexes, from the checkpoint and the log together: format 3", async () => {
    const { metadata, indexes, aliases } = JSON.parse(
      readFileSync(join(GOLDEN, "format-3-about.json"), "utf8"),
    );
    const dir = copyOf(3);
    for (let starts = 0; starts < 2; starts++) {
      const { database } = await open({ dir });
      const { config } = database.collection("towns");
      expect([config.metadata, Object.keys(config.payload_schema)]).to.deep.equal([metadata, indexes]);
      const names = database.aliases().map(({ alias, collection }) => [alias, collection.name]);
      expect(names).to.deep.equal(aliases.map((one: Alias) => [one.alias_name, one.collection_name]));
      await database.close();
    }
  });

  it("a data directory uses the codes that its server wrote, which are relative to a centre", async () => {
    const golden = join(GOLDEN, "format-3-centre");
    const answers: Record<string, Answer[]> = JSON.parse(readFileSync(`${golden}.json`, "utf8"));
    const dir = freshDir();
    cpSync(golden, dir, { recursive: true });
    const codesIn = (files: Map<string, string>) => [...files].filter(([file]) => /codes-/.test(file));
    const { database } = await open({ dir });
    for (const [name, asked] of Object.entries(answers)) {
      for (const { query, hits } of asked) {
        const now = await found(database, name, Float32Array.from(query), 5);
        const shown = now.map(({ id, score }) => ({ id, score: Math.fround(score) }));
        expect(shown, name).to.deep.equal(hits.map(({ id, score }) => ({ id, score: Math.fround(score) })));
      }
    }
    await database.checkpoint();
    await database.close();
    // The codes were not encoded again.
    expect(codesIn(filesIn(dir))).to.deep.equal(codesIn(filesIn(golden)));
    expect(codesIn(filesIn(golden))).to.have.length(2);
  });

  it("a data directory uses the payload indexes that its server wrote, except of texts if letters are others now", async () => {
    const golden = join(GOLDEN, "format-3-indexes");
    const answers: FilterAnswer[] = JSON.parse(readFileSync(`${golden}.json`, "utf8"));
    const dir = freshDir();
    cpSync(golden, dir, { recursive: true });
    const { database } = await open({ dir });
    const { reads, segments } = database.collection("places");
    const lacking = Array.from(segments.all[0]!.indexes.all, ([path, entry]) => [path, entry.lacking]);
    expect(lacking).to.have.length(8);
    // Two payloads were replaced after the indexes were written.
    for (const [path, count] of lacking)
      expect(count, `${path}`).to.be.oneOf(path === "about" ? [2, 100] : [2]);
    for (const { filter, ids } of answers) {
      const found = await reads.matching(parseFilter({ must: [filter] }));
      const shown = found.map((ref) => reads.idOf(ref)).sort((a, b) => Number(a) - Number(b));
      expect(shown, JSON.stringify(filter)).to.deep.equal(ids);
    }
    await database.close();
  });

  it("a data directory gets a new VERSION in format 2, and is not changed otherwise", () => {
    const dir = copyOf(2);
    expect(takeOver(nodeFs, dir)).to.equal("renewed");
    const [before, after] = [filesIn(join(GOLDEN, "format-2")), filesIn(dir)];
    expect(after.get("VERSION")).to.not.equal(before.get("VERSION"));
    for (const files of [before, after]) files.delete("VERSION");
    expect(after).to.deep.equal(before);
  });

  it("a data directory is copied before the first start in format 1, so that the earlier version can still be used", async () => {
    const dir = copyOf(1);
    takeOver(nodeFs, dir);
    const { database } = await open({ dir });
    await database.drop("cities");
    await database.close();
    const before = join(dir, BEFORE);
    expect(filesIn(before)).to.deep.equal(filesIn(join(GOLDEN, "format-1")));
    const back = freshDir();
    cpSync(before, back, { recursive: true });
    expect(takeOver(nodeFs, back)).to.equal("upgraded");
    const again = await open({ dir: back });
    expect(await shownNow(again.database)).to.deep.equal(shownThen(1));
    await again.database.close();
  });

  it("a data directory is refused with the name of a later format, and not changed", () => {
    const dir = copyOf(2);
    writeSealed(nodeFs, dir, "VERSION", { kind: "data-directory", version: 4 }, { news: true });
    const before = filesIn(dir);
    expect(() => takeOver(nodeFs, dir)).to.throw(
      `${dir}/VERSION is a data-directory of version 4, this server knows versions up to 3; start a newer server`,
    );
    expect(filesIn(dir)).to.deep.equal(before);
  });
});
