// Configuration files: what YAML and JSON may contain, and how errors in them are reported.
import { expect } from "chai";
import { parseSettings } from "../../../src/config/file.ts";
import { keyOf } from "../../../src/config/setting.ts";
import { SETTINGS } from "../../../src/config/settings.ts";

describe("a configuration file", () => {
  const parse = (text: string) => parseSettings(text, "azimuth.yaml", SETTINGS);

  function check(text: string, expected: Record<string, string>): void {
    const { entries, problems } = parse(text);
    expect(problems).to.deep.equal([]);
    expect(Object.fromEntries(entries.map((one) => [keyOf(one.setting), one.text]))).to.deep.equal(expected);
  }

  function refuse(text: string, ...problems: string[]): void {
    expect(parse(text).problems).to.deep.equal(problems);
  }

  it("a configuration file may be YAML", () => {
    check("# ours\nrest_port: 7000\nhost: 0.0.0.0\nextended_api: true\nmemory_limit: 60%\n", {
      rest_port: "7000",
      host: "0.0.0.0",
      extended_api: "true",
      memory_limit: "60%",
    });
  });

  it("a configuration file may be JSON", () => {
    check('{"rest_port": 7000, "ephemeral": false}', { rest_port: "7000", ephemeral: "false" });
  });

  it("a configuration file may have sections for the parts of a name that is written with two underscores in the environment", () => {
    check("license:\n  public_keys: [a:1, b:2]\n", { "license.public_keys": "a:1,b:2" });
  });

  it("a configuration file accepts a list as a list or as one text", () => {
    check("allowed_hosts: [a, b]\ncors_origins: https://a, https://b\n", {
      allowed_hosts: "a,b",
      cors_origins: "https://a, https://b",
    });
  });

  it("a configuration file ignores a key without a value, and may be empty", () => {
    check("rest_port:\ntls_cert: null\n", {});
    check("", {});
    check("# nothing yet\n", {});
  });

  it("a configuration file accepts numbers as they are written", () => {
    check("rest_port: 0x10\ncheckpoint_interval: 1e2\n", { rest_port: "0x10", checkpoint_interval: "1e2" });
  });

  it("a configuration file refuses an unknown setting, with a suggestion", () => {
    refuse("host: x\nrest_prot: 1\n", "azimuth.yaml:2: rest_prot: unknown setting; did you mean rest_port?");
    refuse("dataDir: x\n", "azimuth.yaml:1: dataDir: unknown setting; did you mean data_dir?");
    refuse(
      "license:\n  keys: x\n  public-keys: y\n",
      "azimuth.yaml:2: license.keys: unknown setting; azimuth config print shows all there are",
      "azimuth.yaml:3: license.public-keys: unknown setting; did you mean license.public_keys?",
    );
  });

  it("a configuration file refuses a secret with the place where it belongs, and does not show it", () => {
    const { problems } = parse("jwt_secret: hunter2hunter2hunter2\n");
    expect(problems).to.deep.equal([
      "azimuth.yaml:1: jwt_secret: unknown setting; secrets are given by the environment: " +
        "AZIMUTH_API_KEY_FILE, AZIMUTH_READ_ONLY_API_KEY_FILE, AZIMUTH_ADMIN_PASSWORD_FILE, SERVICE_JWT_SECRET_FILE",
    ]);
  });

  it("a configuration file refuses a list or a section for a setting with a single value", () => {
    refuse("rest_port: [1]\n", "azimuth.yaml:1: rest_port: expected one value");
    refuse("rest_port: {a: 1}\n", "azimuth.yaml:1: rest_port: expected one value");
    refuse("license: x\n", "azimuth.yaml:1: license: expected settings below it");
    refuse('allowed_hosts: ["a,b"]\n', "azimuth.yaml:1: allowed_hosts: expected a text or a list of texts");
  });

  it("a configuration file refuses a document that is not a list of settings", () => {
    refuse("rest_port\n", "azimuth.yaml:1: expected settings such as rest_port: 6573");
    refuse("- rest_port: 1\n", "azimuth.yaml:1: expected settings such as rest_port: 6573");
  });

  for (const [what, text, line] of [
    ["a repeated key", "host: a\nhost: b\n", 2],
    ["broken JSON", '{"host": "a"', 1],
    ["a tag that changes the type of a value", "host: !!js/function x\n", 1],
    ["tabs in place of spaces", "license:\n\tpublic_keys: x\n", 2],
    ["two documents", "host: a\n---\nhost: b\n", 2],
  ] as const) {
    it(`a configuration file refuses ${what}, with the line`, () => {
      const { problems, entries } = parse(text);
      expect(problems[0]).to.match(new RegExp(`^azimuth.yaml:${line}: .`));
      expect(entries).to.deep.equal([]);
    });
  }

  it("a configuration file refuses YAML aliases that expand to a huge document", () => {
    const bomb = `a: &a [${"x,".repeat(9)}x]\nb: &b [${"*a,".repeat(9)}*a]\nhost: *b\n`;
    expect(parse(bomb).problems.at(-1)).to.equal("azimuth.yaml:3: host: expected one value");
  });
});
