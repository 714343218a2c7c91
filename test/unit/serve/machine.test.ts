// The resource usage of the process as the operating system reports it: plausible sizes, and counters that rise.
import { expect } from "chai";
import { processFigures } from "../../../src/serve/machine.ts";
import { processMetrics } from "../../../src/service/machine-metrics.ts";

describe("the resource usage of the process", () => {
  it("the resource usage of the process has plausible values", () => {
    const { allocatedBytes, cpuSeconds, minorFaults, majorFaults } = processFigures();
    expect(allocatedBytes).to.be.within(2 ** 20, 2 ** 40);
    expect(cpuSeconds).to.be.within(0.01, 1e6);
    expect(minorFaults).to.be.at.least(1);
    expect(majorFaults).to.be.at.least(0);
    expect(processFigures().cpuSeconds).to.be.at.least(cpuSeconds);
  });

  it("the resource usage of the process includes threads and open files if the system reports them", () => {
    const { threads, openFiles } = processFigures();
    const isLinux = process.platform === "linux";
    for (const figure of [threads, openFiles]) {
      if (isLinux) expect(figure).to.be.within(1, 1e5);
      else expect(figure).to.equal(null);
    }
  });

  it("the resource usage of the process leaves out values that the system does not report", () => {
    expect(processMetrics(null, null)).to.deep.equal([]);
  });
});
