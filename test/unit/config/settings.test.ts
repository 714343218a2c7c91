// Every setting from every source, and every invalid value of it: which source is used, and how errors are reported.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { type Loaded, load } from "../../../src/config/load.ts";
import { flagOf, keyOf, type Setting, variableOf } from "../../../src/config/setting.ts";
import { SETTINGS } from "../../../src/config/settings.ts";
import { EXAMPLES } from "./examples.ts";

describe("a setting", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "azimuth-config-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  interface Given {
    readonly file?: string;
    readonly variable?: string;
    readonly flag?: string;
  }

  /** A configuration file with the setting in a form that can contain any text. */
  function fileWith(setting: Setting, text: string): string {
    const path = join(folder, "azimuth.yaml");
    const keys = keyOf(setting).split(".");
    writeFileSync(path, JSON.stringify(keys.reduceRight<unknown>((below, key) => ({ [key]: below }), text)));
    return path;
  }

  function loadWith(setting: Setting, { file, variable, flag }: Given): Loaded {
    return load({
      flags: {
        ...(flag !== undefined && { [setting.name]: flag }),
        ...(file !== undefined && { config: fileWith(setting, file) }),
      },
      environment: variable === undefined ? {} : { [variableOf(setting)]: variable },
    });
  }

  function read(setting: Setting, given: Given): unknown {
    const { config, problems } = loadWith(setting, given);
    expect(problems).to.deep.equal([]);
    return config[setting.name];
  }

  const sourceOf = ({ effective }: Loaded, { name }: Setting) =>
    effective.find(({ setting }) => setting.name === name)!.source;

  it("a setting has a valid example in examples.ts", () => {
    expect(Object.keys(EXAMPLES).sort()).to.deep.equal(SETTINGS.map(({ name }) => name).sort());
  });

  it("a setting has the same name as a key, an environment variable and a flag", () => {
    for (const setting of SETTINGS) {
      const key = keyOf(setting);
      expect(variableOf(setting)).to.equal(`AZIMUTH_${key.replaceAll(".", "__").toUpperCase()}`);
      if (!key.includes(".")) expect(flagOf(setting)).to.equal(`--${key.replaceAll("_", "-")}`);
    }
  });

  for (const setting of SETTINGS) {
    const { right, wrong } = EXAMPLES[setting.name];
    const [text, value] = right;

    it(`a setting such as ${keyOf(setting)} is read from a file, the environment and a flag`, () => {
      expect(read(setting, {})).to.deep.equal(setting.fallback);
      expect(read(setting, { file: text })).to.deep.equal(value);
      expect(read(setting, { variable: text })).to.deep.equal(value);
      expect(read(setting, { flag: text })).to.deep.equal(value);
    });

    it(`a setting such as ${keyOf(setting)} prefers a flag to the environment and the environment to a file, and names its source`, () => {
      const all = { file: text, variable: text, flag: text };
      expect(sourceOf(loadWith(setting, {}), setting)).to.equal("default");
      expect(sourceOf(loadWith(setting, { file: text }), setting)).to.equal(
        `${join(folder, "azimuth.yaml")}:1`,
      );
      expect(sourceOf(loadWith(setting, { ...all, flag: undefined } as Given), setting)).to.equal(
        variableOf(setting),
      );
      expect(sourceOf(loadWith(setting, all), setting)).to.equal(flagOf(setting));
    });

    for (const bad of wrong) {
      it(`a setting such as ${keyOf(setting)} refuses ${JSON.stringify(bad)} from every source, and names the source`, () => {
        const shown = bad.includes("\n") ? "several lines" : JSON.stringify(bad);
        // A value of many parts, or with a secret, is not shown.
        const end = setting.isMap || setting.withoutSecret ? "" : `, got ${escaped(shown)}`;
        const path = join(folder, "azimuth.yaml");
        for (const [given, source] of [
          [{ file: bad }, `${path}:1: ${keyOf(setting)}: `],
          [{ variable: bad }, `${variableOf(setting)}: `],
          [{ flag: bad }, `${flagOf(setting)}: `],
          // An invalid value is refused even if another source overrides it.
          [{ file: bad, flag: text }, `${path}:1: ${keyOf(setting)}: `],
        ] as const) {
          const { problems } = loadWith(setting, given);
          expect(problems).to.have.length(1);
          expect(problems[0]).to.match(new RegExp(`^${escaped(source)}.+${end}$`));
        }
      });
    }
  }

  it("a setting is never shown when its value has several lines, as a key has that is given instead of its path", () => {
    const tlsKey = SETTINGS.find(({ name }) => name === "tlsKey")!;
    const { problems } = loadWith(tlsKey, { variable: EXAMPLES.tlsKey.wrong[2]! });
    expect(problems).to.deep.equal(["AZIMUTH_TLS_KEY: expected a path, got several lines"]);
  });
});

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
