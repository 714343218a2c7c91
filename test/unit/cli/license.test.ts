// The commands of `azimuth license`: keys are made, issued, added and shown, from arguments and through a pipe.
import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Command } from "commander";
import { addLicenseCommands } from "../../../src/cli/license.ts";
import { parsePublicKeys, verify } from "../../../src/license/key.ts";
import { startTestServer, type TestServer } from "../../support/rest.ts";
import { freshDir } from "../storage/fixtures.ts";

const NOW = Date.parse("2026-06-15T13:14:15Z");

interface Ran {
  stdout: string;
  stderr: string;
  error: string | null;
}

describe("azimuth license", () => {
  let dir: string;
  beforeEach(() => {
    dir = freshDir();
  });

  async function run(
    args: readonly string[],
    { stdin = "", token = null as string | null } = {},
  ): Promise<Ran> {
    const ran: Ran = { stdout: "", stderr: "", error: null };
    const output = (name: "stdout" | "stderr") => ({
      write(text: string) {
        ran[name] += text;
        return true;
      },
    });
    const program = new Command();
    addLicenseCommands(program, {
      stdout: output("stdout"),
      stderr: output("stderr"),
      stdin: (async function* () {
        yield new TextEncoder().encode(stdin);
      })(),
      now: () => NOW,
      token: () => token,
      url: () => null,
      run: async (command) => {
        await command().catch((error: Error) => {
          ran.error = error.message;
        });
      },
    });
    await program.parseAsync(["node", "azimuth", "license", ...args]);
    return ran;
  }

  /** Makes an issuer. @returns the public key that servers are configured with */
  async function keygen(): Promise<string> {
    const { stdout } = await run(["keygen", "--out", dir, "--kid", "mine"]);
    return /AZIMUTH_LICENSE__PUBLIC_KEYS=(\S+)/.exec(stdout)![1]!;
  }

  const issue = (...args: string[]) => run(["issue", "--key", join(dir, "mine.jwk"), ...args]);

  describe("keygen", () => {
    it("azimuth license keygen writes the private key readable for its owner only, and prints the public key", async () => {
      const setting = await keygen();
      const path = join(dir, "mine.jwk");
      expect(statSync(path).mode & 0o777).to.equal(0o600);
      expect([...parsePublicKeys(setting).keys()]).to.deep.equal(["mine"]);
      expect(setting).not.to.include(JSON.parse(readFileSync(path, "utf8")).d);
    });

    it("azimuth license keygen never overwrites a private key", async () => {
      await keygen();
      const before = readFileSync(join(dir, "mine.jwk"), "utf8");
      const { error } = await run(["keygen", "--out", join(dir, "mine.jwk"), "--kid", "other"]);
      expect(error).to.match(/^--out: .* is there already, and a private key is never written over$/);
      expect(readFileSync(join(dir, "mine.jwk"), "utf8")).to.equal(before);
    });

    it("azimuth license keygen refuses an invalid name of a key", async () => {
      const { error } = await run(["keygen", "--out", dir, "--kid", "a:b"]);
      expect(error).to.equal('--kid: expected 1 to 64 of A-Z a-z 0-9 . _ -, got "a:b"');
    });
  });

  describe("issue", () => {
    it("azimuth license issue prints a license key that servers of the issuer accept", async () => {
      const setting = await keygen();
      const { stdout, stderr } = await issue(
        ...["--max-vectors", "1000000", "--days", "30", "--customer", "Somebody", "--id", "L-1"],
      );
      expect(stdout).to.match(/^AZL1\.\S+\n$/);
      expect(verify(stdout.trim(), parsePublicKeys(setting))).to.deep.equal({
        kid: "mine",
        id: "L-1",
        maxVectors: 1_000_000,
        notBefore: Date.parse("2026-06-15T00:00:00Z"),
        expiresAt: Date.parse("2026-07-15T13:14:15Z"),
        customer: "Somebody",
      });
      expect(stderr).to.equal("license L-1: 1000000 vectors, until 2026-07-15T13:14:15.000Z\n");
    });

    it("azimuth license issue accepts a beginning and an end, or no end, and gives every license its own id", async () => {
      const setting = await keygen();
      const times = ["--not-before", "2027-01-01", "--expires-at", "2028-01-01T00:00:00+01:00"];
      const keys = [
        await issue("--max-vectors", "7", ...times),
        await issue("--max-vectors", "7", "--expires-at", "never"),
      ].map(({ stdout }) => verify(stdout.trim(), parsePublicKeys(setting)));
      expect(keys[0]).to.include({
        notBefore: Date.parse("2027-01-01T00:00:00Z"),
        expiresAt: Date.parse("2027-12-31T23:00:00Z"),
      });
      expect(keys[1]!.expiresAt).to.equal(null);
      expect(keys[0]!.id).not.to.equal(keys[1]!.id);
    });

    const refusals: [string[], string][] = [
      [
        ["--max-vectors", "0", "--days", "1"],
        '--max-vectors: expected an integer from 1 to 9007199254740991, got "0"',
      ],
      [
        ["--max-vectors", "1e6", "--days", "1"],
        '--max-vectors: expected an integer from 1 to 9007199254740991, got "1e6"',
      ],
      [["--max-vectors", "7", "--days", "0"], '--days: expected an integer from 1 to 36500, got "0"'],
      [["--max-vectors", "7"], "say either --days or --expires-at; --expires-at never is for ever"],
      [
        ["--max-vectors", "7", "--days", "1", "--expires-at", "never"],
        "say either --days or --expires-at; --expires-at never is for ever",
      ],
      [
        ["--max-vectors", "7", "--expires-at", "soon"],
        '--expires-at: expected a time such as 2030-01-31 or 2030-01-31T12:00:00Z, got "soon"',
      ],
      [
        ["--max-vectors", "7", "--days", "1", "--id", "x".repeat(129)],
        `--id: expected a text of 1 to 128 characters, got "${"x".repeat(80)}..."`,
      ],
      [
        ["--max-vectors", "7", "--expires-at", "2026-01-01"],
        "Invalid product key: it expires before it begins",
      ],
    ];
    for (const [args, text] of refusals) {
      it(`azimuth license issue is refused: ${text}`, async () => {
        await keygen();
        const { error, stdout } = await issue(...args);
        expect([error, stdout]).to.deep.equal([text, ""]);
      });
    }

    it("azimuth license issue does not use a private key that other users can read", async () => {
      await keygen();
      chmodSync(join(dir, "mine.jwk"), 0o644);
      expect((await issue("--max-vectors", "7", "--days", "1")).error).to.match(
        /is open to every user.*chmod 600/,
      );
      chmodSync(join(dir, "mine.jwk"), 0o640);
      const { error, stderr } = await issue("--max-vectors", "7", "--days", "1");
      expect(error).to.equal(null);
      expect(stderr).to.match(/was open to its group/);
    });

    it("azimuth license issue reports an invalid file of the private key", async () => {
      expect((await issue("--max-vectors", "7", "--days", "1")).error).to.match(/^--key: ENOENT/);
    });
  });

  describe("the license of a server", () => {
    let server: TestServer;
    beforeEach(async () => {
      server = await startTestServer();
    });
    afterEach(() => server.close());

    const at = (url: string, ...args: string[]) => [...args, "--url", url];

    it("the license of a server is printed", async () => {
      const { stdout } = await run(at(server.uiUrl, "status"));
      expect(stdout).to.equal("community: up to 5000 vectors\n");
      const { stdout: json } = await run(at(server.uiUrl, "status", "--json"));
      expect(JSON.parse(json)).to.deep.equal({ edition: "community", max_vectors: 5000, expires_at: null });
    });

    it("the license of a server is raised by a license key from an argument or a pipe", async () => {
      const first = server.issuer.key(10_000, { expiresAt: Date.parse("2100-01-01T00:00:00Z") });
      const { stdout } = await run(at(server.uiUrl, "add", first));
      expect(stdout).to.equal("licensed: up to 10000 vectors, until 2100-01-01T00:00:00.000Z\n");
      const piped = await run(at(server.uiUrl, "add", "-"), { stdin: `${server.issuer.key(20_000)}\n` });
      expect(piped.stdout).to.match(/^licensed: up to 30000 vectors/);
    });

    it("the license of a server is not changed by an invalid license key, whose error is printed", async () => {
      const { error, stdout } = await run(at(server.uiUrl, "add", "nonsense"));
      expect(error).to.match(/^Invalid product key: expected three parts/);
      expect(stdout).to.equal("");
    });

    it("the license of a server cannot be read without a server", async () => {
      const { error } = await run(at("http://127.0.0.1:1", "status"));
      expect(error).to.match(/^http:\/\/127.0.0.1:1 cannot be asked: .*; is the server running\?$/);
    });
  });
});
