// What the operating system tells of this process: of the right size, and rising where it says so.
import { expect } from "chai";
import { processFigures } from "../../../src/serve/machine.ts";
import { processMetrics } from "../../../src/service/machine-metrics.ts";

describe("what the process takes", () => {
  it("is of the size of a process", () => {
    const { allocatedBytes, cpuSeconds, minorFaults, majorFaults } = processFigures();
    expect(allocatedBytes).to.be.within(2 ** 20, 2 ** 40);
    expect(cpuSeconds).to.be.within(0.01, 1e6);
    expect(minorFaults).to.be.at.least(1);
    expect(majorFaults).to.be.at.least(0);
    expect(processFigures().cpuSeconds).to.be.at.least(cpuSeconds);
  });

  it("has threads and open files where the system tells", () => {
    const { threads, openFiles } = processFigures();
    const isLinux = process.platform === "linux";
    for (const figure of [threads, openFiles]) {
      if (isLinux) expect(figure).to.be.within(1, 1e5);
      else expect(figure).to.equal(null);
    }
  });

  it("is left out where nothing is known", () => {
    expect(processMetrics(null, null)).to.deep.equal([]);
  });
});
