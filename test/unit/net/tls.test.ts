// The TLS certificate of a server while its files are replaced: when the new one is used, and what is logged.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import { Certificate, type Tls } from "../../../src/net/tls.ts";
import { selfSigned } from "../../support/certificate.ts";

describe("the TLS certificate of a server", () => {
  let folder: string;
  let lines: { msg: string; reason?: string; level: number }[];
  /** Tasks that wait for their time. */
  let due: (() => void)[];
  let taken: Tls[];
  let certificate: Certificate;
  const [first, second] = [selfSigned(), selfSigned()];
  const log = () => pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const clock = {
    now: () => 0,
    after: (_ms: number, task: () => void) => {
      due.push(task);
      return () => {
        due = due.filter((one) => one !== task);
      };
    },
  };

  const put = (name: "cert" | "key", bytes: Buffer | string) =>
    writeFileSync(join(folder, `${name}.pem`), bytes);
  const tick = () => {
    for (const task of due.splice(0)) task();
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "azimuth-tls-"));
    lines = [];
    due = [];
    taken = [];
    put("cert", first.cert);
    put("key", first.key);
    certificate = Certificate.open({
      tlsCert: join(folder, "cert.pem"),
      tlsKey: join(folder, "key.pem"),
    })!;
    certificate.onChange((tls) => taken.push(tls));
    certificate.watch(clock, log());
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("the TLS certificate of a server is not read again while the files are unchanged", () => {
    tick();
    tick();
    expect([taken, lines]).to.deep.equal([[], []]);
  });

  it("the TLS certificate of a server is replaced when both files have changed", () => {
    put("cert", second.cert);
    put("key", second.key);
    tick();
    expect(taken.map(({ cert, key }) => ({ cert, key }))).to.deep.equal([second]);
    expect(certificate.current.cert).to.deep.equal(second.cert);
    expect(lines.map(({ msg }) => msg)).to.deep.equal(["certificate read again; new connections get it"]);
  });

  it("the TLS certificate of a server stays while only one of the files has changed, and is replaced when the other has changed, too", () => {
    put("cert", second.cert);
    tick();
    expect(taken).to.deep.equal([]);
    expect(certificate.current.cert).to.deep.equal(first.cert);
    put("key", second.key);
    tick();
    expect(taken).to.have.length(1);
  });

  for (const [what, break_] of [
    ["invalid", () => put("cert", "nonsense")],
    ["missing", () => rmSync(join(folder, "cert.pem"))],
    ["empty", () => put("key", "")],
  ] as const) {
    it(`the TLS certificate of a server stays when a file is ${what}, which is logged once`, () => {
      break_();
      tick();
      tick();
      tick();
      expect(taken).to.deep.equal([]);
      expect(lines.map(({ msg }) => msg)).to.deep.equal([
        "the new certificate cannot be used; the ports keep the old one",
      ]);
      expect(JSON.stringify(lines)).to.not.contain("PRIVATE KEY");
      put("cert", second.cert);
      put("key", second.key);
      tick();
      expect(taken).to.have.length(1);
    });
  }

  it("the TLS certificate of a server is reported again on request", () => {
    put("cert", "nonsense");
    tick();
    certificate.reload(log(), true);
    expect(lines).to.have.length(2);
  });

  it("the TLS certificate of a server is not checked when the server has stopped", () => {
    certificate.unwatch();
    expect(due).to.deep.equal([]);
  });
});
