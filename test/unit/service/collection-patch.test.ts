// PATCHes of a collection, with restarts between them, against the merging of plain objects.
import { expect } from "chai";
import fc from "fast-check";
import { NATIVE_RULES } from "../../../src/schema/rules.ts";
import { CollectionsService } from "../../../src/service/collections.ts";
import { countOf } from "../../support/chance.ts";
import { copyOf } from "../core/checkpoint-fixtures.ts";
import { type Opened, open, reopen } from "../core/fixtures.ts";

type Tree = Record<string, unknown>;

const NAMES = ["a", "b"];
const VECTORS = { a: { size: 3, distance: "Dot" as const }, b: { size: 2, distance: "Euclid" as const } };

const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const partly = <T extends Record<string, fc.Arbitrary<unknown>>>(fields: T) =>
  fc.record(fields, { requiredKeys: [] });
const hnsw = partly({
  m: some(fc.constantFrom(0, 4, 16)),
  ef_construct: some(fc.integer({ min: 4, max: 60 })),
  ef_search: some(fc.integer({ min: 1, max: 99 })),
  full_scan_threshold: some(fc.integer({ min: 10, max: 99 })),
  payload_m: some(fc.nat(9)),
});
const quantization = fc.constantFrom(
  null,
  "Disabled",
  { scalar: { type: "int8" } },
  { binary: { always_ram: true } },
  { product: { compression: "x8" } },
);
const optimizers = partly({
  deleted_threshold: some(fc.constantFrom(0.1, 0.5)),
  max_segment_size: some(fc.constantFrom(1024, 5000)),
  indexing_threshold: some(fc.nat(9)),
});
const vector = partly({
  hnsw_config: some(hnsw),
  quantization_config: quantization,
  on_disk: some(fc.boolean()),
});
const body = partly({
  hnsw_config: some(hnsw),
  quantization_config: quantization,
  optimizers_config: some(optimizers),
  vectors: partly({ a: vector, b: vector }),
  params: some(partly({ replication_factor: fc.integer({ min: 1, max: 3 }), on_disk_payload: fc.boolean() })),
  strict_mode_config: some(partly({ enabled: fc.boolean(), max_query_limit: some(fc.nat(9)) })),
  metadata: some(
    fc.dictionary(fc.constantFrom("x", "y", "__proto__"), fc.constantFrom(null, 1, "two", [null]), {
      maxKeys: 3,
    }),
  ),
});
const step = fc.oneof(
  { weight: 6, arbitrary: body },
  fc.constantFrom("restart" as const, "kill" as const, "checkpoint" as const),
);

/** The merged value: a null in a change has no effect, or removes the key with `removes`. */
function merged(before: unknown, change: unknown, removes = false): Tree {
  const result = new Map(Object.entries((before ?? {}) as Tree));
  for (const [key, value] of Object.entries((change ?? {}) as Tree)) {
    if (value !== null) result.set(key, value);
    else if (removes) result.delete(key);
  }
  return Object.fromEntries(result);
}

function patchedPlainly(config: Tree, change: Tree): Tree {
  const params = config.params as Tree;
  const vectors = Object.fromEntries(
    Object.entries(params.vectors as Record<string, Tree>).map(([name, field]) => {
      const { hnsw_config, ...rest } = ((change.vectors as Tree | undefined)?.[name] ?? {}) as Tree;
      const both = merged(field, rest);
      return [name, hnsw_config ? { ...both, hnsw_config: merged(field.hnsw_config, hnsw_config) } : both];
    }),
  );
  const result: Tree = {
    ...config,
    params: { ...merged(params, change.params), vectors },
    hnsw_config: merged(config.hnsw_config, change.hnsw_config),
    optimizer_config: merged(config.optimizer_config, change.optimizers_config),
    quantization_config: change.quantization_config ?? config.quantization_config,
    strict_mode_config: merged(config.strict_mode_config, change.strict_mode_config),
    metadata: merged(config.metadata, change.metadata, true),
  };
  for (const key of ["strict_mode_config", "metadata"]) {
    if (Object.keys(result[key] as Tree).length === 0) delete result[key];
  }
  return result;
}

describe("PATCHes of a collection", () => {
  it("PATCHes of a collection are merged like plain objects, and are restored after every kind of restart", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        let opened: Opened = await open();
        const shown = async () =>
          (await new CollectionsService(opened.database).info({ collection_name: "c" }))
            .config as unknown as Tree;
        const vectors = VECTORS;
        await new CollectionsService(opened.database).create({ collection_name: "c", vectors }, NATIVE_RULES);
        let model = await shown();
        for (const one of steps) {
          if (one === "checkpoint") await opened.database.checkpoint();
          else if (one === "restart") opened = await reopen(opened);
          else if (one === "kill") {
            const dir = copyOf(opened);
            await opened.database.close();
            opened = await open({ dir });
          } else {
            const request = { collection_name: "c", ...one } as never;
            await new CollectionsService(opened.database).update(request, NATIVE_RULES);
            model = patchedPlainly(model, one as Tree);
          }
          expect(await shown()).to.deep.equal(model);
          expect(Object.keys((model.params as { vectors: Tree }).vectors)).to.deep.equal(NAMES);
        }
        await opened.database.close();
      }),
      { numRuns: countOf("ROUNDS", 20) },
    );
  });
});
