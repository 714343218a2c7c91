// GET /metrics of a server process, checked by the rules of Prometheus and its linter.
import { expect } from "chai";
import { Servers } from "../support/servers.ts";

describe("GET /metrics", () => {
  let servers: Servers;
  beforeEach(() => {
    servers = new Servers();
  });
  afterEach(() => servers.close());

  interface Family {
    readonly name: string;
    readonly help: string;
    readonly type: string;
    readonly samples: readonly { readonly name: string; readonly labels: string; readonly value: number }[];
  }

  function familiesOf(text: string): Family[] {
    return text
      .split(/^(?=# HELP )/m)
      .filter((part) => part !== "")
      .map((part) => {
        const [head, type, ...lines] = part.trimEnd().split("\n");
        const [, name, help] = /^# HELP (\S+) (.+)$/.exec(head!)!;
        const samples = lines.map((line) => {
          const [, sample, labels = "", value] = /^([a-z_]+)(\{.*\})? (\S+)$/.exec(line)!;
          return { name: sample!, labels, value: Number(value) };
        });
        return { name: name!, help: help!, type: type!.split(" ")[3]!, samples };
      });
  }

  it("GET /metrics follows the rules for names, types and labels that `promtool check metrics` applies", async () => {
    const server = await servers.here({ ephemeral: true });
    await fetch(`${server.url}/collections/c`, {
      method: "PUT",
      body: '{"vectors_config": {"size": 1, "distance": "Dot"}}',
    });
    const families = familiesOf(await (await fetch(`${server.url}/metrics`)).text());
    const names = families.map(({ name }) => name);
    expect(names).to.have.lengthOf(new Set(names).size);
    for (const { name, type, samples } of families) {
      expect(type === "counter" ? name.endsWith("_total") : true, name).to.equal(true);
      if (name.endsWith("_total")) expect(["counter", "untyped"], name).to.include(type);
      if (samples.some(({ labels }) => labels.includes("quantile="))) expect(type, name).to.equal("summary");
      if (samples.some(({ labels }) => /[{,]le=/.test(labels))) expect(type, name).to.equal("histogram");
      expect(name).to.not.match(/_(?:gauge|counter|histogram|summary|count|sum|bucket)$/);
      expect(name).to.not.match(/_(?:milliseconds|ms|kib|mib|minutes|hours)(?:_|$)/);
      for (const { value } of samples) expect(value, name).to.satisfy(Number.isFinite);
    }
  });

  it("GET /metrics contains the standard metrics of a process", async () => {
    const server = await servers.start(["--ephemeral"]);
    const families = familiesOf(await (await fetch(`${server.url}/metrics`)).text());
    const figure = (name: string) =>
      families.find((one) => one.name === name)?.samples[0]?.value ?? Number.NaN;
    expect(Math.abs(figure("process_start_time_seconds") - Date.now() / 1000)).to.be.below(60);
    expect(figure("process_resident_memory_bytes")).to.be.above(2 ** 24);
    expect(figure("process_cpu_seconds_total")).to.be.above(0);
    if (process.platform === "linux") {
      expect(figure("process_virtual_memory_bytes")).to.be.above(figure("process_resident_memory_bytes"));
      expect(figure("process_max_fds")).to.be.above(figure("process_open_fds"));
    }
  });

  it("GET /metrics agrees with the log, whose levels are words", async () => {
    const server = await servers.here({ ephemeral: true });
    const lines = server
      .output()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const { level } of lines) expect(["info", "warn"]).to.include(level);
    const { console: address, api } = lines.find(({ msg }) => msg === "listening");
    expect([address, api]).to.deep.equal([
      server.uiUrl.replace("127.0.0.1", "localhost"),
      server.url.replace("127.0.0.1", "localhost"),
    ]);
    expect((await fetch(address)).status).to.equal(200);
  });
});
