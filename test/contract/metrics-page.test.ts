// The list of metrics in the documentation, compared with the metrics of a server.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { startTestServer } from "../support/rest.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGE = readFileSync(`${ROOT}src/docs/server.md`, "utf8");
const SECTION = PAGE.split("\n## Metrics\n")[1]!.split("\n## ")[0]!;
const LISTED = Array.from(SECTION.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g), ([, name]) => name!);

describe("the list of metrics in src/docs/server.md", () => {
  it("the list of metrics in src/docs/server.md contains all metrics of a server", async () => {
    const server = await startTestServer({ checkpoints: true });
    await server.call("PUT", "/collections/c", { vectors_config: { size: 1, distance: "Dot" } });
    await server.call("PUT", "/collections/c/points", { points: [{ id: 1, vector: [1] }] });
    await server.call("POST", "/checkpoint");
    const { text } = await server.call("GET", "/metrics");
    await server.close();
    const served = Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name!);
    expect(served.length).to.be.greaterThan(30);
    expect(served.filter((name) => !LISTED.includes(name) && !name.startsWith("grpc_"))).to.deep.equal([]);
  });

  it("the list of metrics in src/docs/server.md contains no metric that appears only later, except for metrics of the machine", async () => {
    const server = await startTestServer({ checkpoints: true });
    const { text } = await server.call("GET", "/metrics");
    await server.close();
    const served = Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name!);
    // A server of the tests runs in this process and reports no metrics of the machine.
    const ofMachine = /^(?:process_|memory_allocated_bytes|azimuth_event_loop_delay)/;
    expect(
      LISTED.filter((name) => !served.includes(name) && !ofMachine.test(name) && name !== "app_info"),
    ).to.deep.equal([]);
  });

  it("the list of metrics in src/docs/server.md contains no metric that does not exist", () => {
    const files = readdirSync(`${ROOT}src/service`).filter((name) => name.endsWith(".ts"));
    const sources = files.map((name) => readFileSync(`${ROOT}src/service/${name}`, "utf8")).join("\n");
    const made = LISTED.map((name) => name.replace(/^(?:rest|grpc)(?=_responses)/, ""));
    expect(made.filter((name) => !sources.includes(name))).to.deep.equal([]);
  });
});
