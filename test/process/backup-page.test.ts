// The programs of src/docs/backups.md, run as they are, with a server that has points.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { ROOT } from "../support/dockerfile.ts";
import { freePort } from "../support/free-port.ts";
import { call, Servers } from "../support/servers.ts";
import { itWeekly } from "../support/weekly.ts";

const execute = promisify(execFile);
const PAGE = readFileSync(join(ROOT, "src/docs/backups.md"), "utf8");
const [NIGHTLY, DRILL] = Array.from(PAGE.matchAll(/```sh\n(#!\/bin\/sh\n.*?)```/gs), ([, text]) => text!);

describe("the programs of src/docs/backups.md", () => {
  let servers: Servers;
  const at = (name: string) => join(servers.folder, name);
  beforeEach(() => {
    servers = new Servers();
    mkdirSync(at("bin"));
    mkdirSync(at("backups"));
    const command = `#!/bin/sh\nexec "${process.execPath}" "${join(ROOT, "dist/main.js")}" "$@"\n`;
    writeFileSync(at("bin/azimuth"), command, { mode: 0o755 });
  });
  afterEach(() => servers.close());

  async function run(
    program: string,
    args: readonly string[],
    variables: Record<string, string>,
  ): Promise<string> {
    writeFileSync(at("program"), program, { mode: 0o755 });
    const env = {
      ...process.env,
      PATH: `${at("bin")}${delimiter}${process.env.PATH}`,
      TMPDIR: servers.folder,
    };
    return (await execute(at("program"), args, { env: { ...env, ...variables } })).stdout;
  }

  itWeekly(
    "the programs of src/docs/backups.md keep seven verified backups, and show what the newest restores",
    async () => {
      const server = await servers.start(["--data-dir", at("data")]);
      await call(server, "PUT", "/collections/essays", { vectors_config: { size: 1, distance: "Dot" } });
      await call(server, "PUT", "/collections/essays/points", { points: [{ id: 1, vector: [1] }] });
      const old = Array.from({ length: 8 }, (_, day) => `2026-01-0${day + 1}T031700Z`);
      for (const name of [...old, "not-a-backup"]) mkdirSync(at(`backups/${name}`));
      await run(NIGHTLY!, [], { BACKUPS: at("backups"), AZIMUTH_URL: server.url });
      const kept = readdirSync(at("backups")).sort();
      expect(kept).to.have.length(8);
      expect(kept.slice(0, 6).concat(kept.at(-1)!)).to.deep.equal([...old.slice(2), "not-a-backup"]);
      const newest = at(`backups/${kept.at(-2)}`);
      expect(existsSync(join(newest, "BACKUP.json"))).to.equal(true);

      const drill = DRILL!.replaceAll("16573", String(await freePort()));
      const shown = await run(drill, [newest], {});
      expect(shown).to.match(/essays +1\b/);
      expect(readdirSync(servers.folder).filter((name) => name.startsWith("tmp."))).to.deep.equal([]);
    },
  );
});
