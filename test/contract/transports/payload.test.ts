// Payloads and payload indexes over every transport, with equal results.
import { expect } from "chai";
import { Fields } from "../../../src/json/fields.ts";
import { Contract } from "../../support/transports/contract.ts";
import { BIG_ID, c, fillSample, raw, UUID } from "../../support/transports/sample.ts";

describe("payloads over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  it("payloads over every transport are set, replaced, partly deleted and cleared, by id and by filter", async () => {
    const answers = await contract.same(
      async (call) => {
        await fillSample(call, false);
        const ids = [0, BIG_ID, UUID];
        const show = () => call("retrievePoints", { ...c, ids });
        await call("setPayload", {
          ...c,
          payload: raw('{"i": 18446744073709551, "f": 1.0, "g": 1e3, "z": -0.0}'),
          points: ids,
        });
        await call("setPayload", { ...c, payload: { deep: { er: [] } }, key: "list[0]", points: [BIG_ID] });
        await show();
        await call("overwritePayload", {
          ...c,
          payload: { only: "this" },
          filter: { must: [{ has_id: [UUID] }] },
        });
        await call("deletePayload", { ...c, keys: ["tags", "list[].b", "place.lat"], points: [0, BIG_ID] });
        await show();
        await call("clearPayload", { ...c, points: [0] });
        await call("clearPayload", { ...c, filter: { must: [{ key: "city", match: { value: "Basel" } }] } });
        await call("scrollPoints", { ...c, limit: 100 });
      },
      { spelled: true },
    );
    expect(answers[4][1].payload.list[0].deep).to.deep.equal(Object.assign(new Fields(), { er: [] }));
    expect(answers[4][0].payload.f.text).to.equal("1.0");
  });

  it("payloads over every transport keep integers apart from floating-point numbers of the same value", async () => {
    const answers = await contract.same(
      async (call) => {
        await fillSample(call, false);
        await call("overwritePayload", {
          ...c,
          payload: raw(
            '{"max": 9223372036854775807, "min": -9223372036854775808, "one": 1, "float": 1.0, "tiny": 1e-300, "half": 0.5}',
          ),
          points: [1],
        });
        await call("retrievePoints", { ...c, ids: [1] });
        for (const value of [1, 9223372036854775807n, -9223372036854775808n])
          for (const key of ["max", "min", "one", "float"])
            await call("countPoints", { ...c, filter: { must: [{ key, match: { value } }] } });
      },
      { spelled: true },
    );
    expect(answers[3][0].payload).to.include({ max: 9223372036854775807n, min: -9223372036854775808n });
    const counts = answers.slice(4).map(({ count }) => count);
    expect(counts).to.deep.equal([0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0]);
  });
});

describe("payload indexes over every transport", () => {
  let contract: Contract;
  before(async () => {
    contract = await Contract.open();
  });
  after(() => contract.close());

  it("payload indexes over every transport are created with every type and option, returned, and removed", async () => {
    const answers = await contract.same(async (call) => {
      await fillSample(call);
      const make = (field_name: string, field_schema: unknown) =>
        call("createFieldIndex", { ...c, field_name, field_schema });
      await make("k", { type: "keyword", is_tenant: true, on_disk: true });
      await make("i", { type: "integer", lookup: true, range: false, is_principal: true });
      await make("f", { type: "float", is_principal: true });
      await make("g", { type: "geo" });
      await make("b", { type: "bool" });
      await make("d", { type: "datetime", on_disk: false });
      await make("u", { type: "uuid", is_tenant: false });
      const text = {
        type: "text",
        tokenizer: "multilingual",
        lowercase: false,
        min_token_len: 2,
        max_token_len: 10,
      };
      await make("t", text);
      await make("p", { type: "text", tokenizer: "prefix" });
      await make("c", { type: "text", tokenizer: "code" });
      await make("n", "keyword");
      await call("getCollection", c);
      for (const field_name of ["k", "n", "nowhere"]) await call("deleteFieldIndex", { ...c, field_name });
      await call("getCollection", c);
      await make("", "keyword");
      await make("w", { type: "integer", lookup: false, range: false });
    });
    const last = answers.filter((answer) => answer?.payload_schema).at(-1);
    expect(Object.keys(last.payload_schema)).to.include.members(["i", "f", "g", "b", "d", "u", "t", "p"]);
    expect(last.payload_schema).not.to.have.any.keys("k", "n");
  });
});
