// The record of the parameters that the servers of a cluster share, and what a database keeps of it.
import { expect } from "chai";
import { isMet } from "../../../../src/core/catalogue/condition.ts";
import { LoggedParameters } from "../../../../src/core/catalogue/logged-parameters.ts";
import { RECORD_TYPES } from "../../../../src/core/record/operation.ts";
import { decodeOperation, encodeOperation, isUrgent } from "../../../../src/core/record/record.ts";
import { DamagedFile } from "../../../../src/errors/failures.ts";
import { runWhole } from "../../../../src/scheduling/slices.ts";
import { rootFromJson } from "../../../../src/storage/manifest.ts";
import { open, reopen, unnamed } from "../fixtures.ts";

const set = (document: string, more: { readonly unconditional?: boolean } = {}) =>
  ({ kind: "set_parameters", document, ...more }) as const;
const allocate = (sizeBytes: number) => new Uint8Array(sizeBytes);

describe("the record of shared parameters", () => {
  it("the record of shared parameters has type 9, decodes to what was encoded, and is written on a full disk", () => {
    for (const operation of [set(""), set('a "text" ü\u0000'), set("a", { unconditional: true })]) {
      const { type, body } = encodeOperation(operation, allocate);
      expect(type).to.equal(9);
      expect(decodeOperation(type, body)).to.deep.equal(operation);
      expect(isUrgent(operation)).to.equal(true);
    }
    expect(RECORD_TYPES.set_parameters).to.equal(9);
  });

  it("the record of shared parameters takes effect if none was written since those that it was made of, or if it is unconditional", () => {
    const parameters = new LoggedParameters();
    const judge = (state: string, more = {}) =>
      runWhole(isMet({ parameters } as never, set("b", more), { state, points: null }));
    expect([judge("0"), judge("3"), judge("", { unconditional: true })]).to.deep.equal([true, false, true]);
    parameters.apply(set("a"), 3);
    expect([judge("0"), judge("3"), judge("", { unconditional: true })]).to.deep.equal([false, true, true]);
  });

  it("the record of shared parameters leaves collections as they are, and is in the log of a server and its checkpoints", async () => {
    let opened = await open();
    await opened.database.create("c", unnamed(1));
    for (const document of ["first", "second"]) await opened.database.changeParameters(() => document);
    await opened.database.changeParameters(() => null);
    expect(opened.database.parameters.saved).to.deep.equal({ document: "second", lsn: 3 });
    for (let start = 0; start < 2; start++) {
      opened = await reopen(opened);
      expect(opened.database.parameters.saved).to.deep.equal({ document: "second", lsn: 3 });
    }
    expect(opened.database.collections().map(({ name }) => name)).to.deep.equal(["c"]);
    await opened.database.close();
  });

  it("the record of shared parameters is refused in a checkpoint without a text and an LSN", () => {
    const root = { number: 1, lsn: 2, collections: [], gone: [], aliases: [] };
    const parameters = { document: "a", lsn: 2 };
    expect(rootFromJson("root", { ...root, parameters }, 1).parameters).to.deep.equal(parameters);
    expect(rootFromJson("root", root, 1).parameters).to.equal(undefined);
    for (const wrong of [{ document: 1, lsn: 2 }, { document: "a" }, { document: "a", lsn: -1 }, {}])
      expect(() => rootFromJson("root", { ...root, parameters: wrong }, 1)).to.throw(DamagedFile);
  });
});
