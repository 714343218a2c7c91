// Durable aliases: after a start from the log, a checkpoint or both, every alias names the collection that the log
// says.
import { expect } from "chai";
import fc from "fast-check";
import type { AliasAction } from "../../../../src/core/catalogue/alias-changes.ts";
import type { Database } from "../../../../src/core/database/database.ts";
import { Checkpoints } from "../../../../src/storage/checkpoints.ts";
import type { Manifest } from "../../../../src/storage/manifest.ts";
import { nodeFs } from "../../../../src/storage/node-fs.ts";
import { copyOf } from "../checkpoint-fixtures.ts";
import { freshDir, open, reopen, unnamed } from "../fixtures.ts";

/** Checkpoints with a hook before the first manifest is written. */
class Interrupted extends Checkpoints {
  beforeManifest = async (): Promise<void> => {};

  override async writeManifest(number: number, manifest: Manifest): Promise<void> {
    await this.beforeManifest();
    return super.writeManifest(number, manifest);
  }
}

const shown = (database: Database) =>
  Object.fromEntries(database.aliases().map(({ alias, collection }) => [alias, collection.name]));
const create = (alias: string, collection: string): AliasAction => ({ kind: "create", alias, collection });

async function withCollections() {
  const opened = await open();
  for (const name of ["a", "b"]) await opened.database.create(name, unnamed(2));
  return opened;
}

describe("the aliases of a database", () => {
  it("the aliases of a database are restored from the log alone, and from a checkpoint", async () => {
    const opened = await withCollections();
    await opened.database.changeAliases([create("x", "a"), create("y", "b")]);
    const replayed = await open({ dir: copyOf(opened) });
    expect(shown(replayed.database)).to.deep.equal({ x: "a", y: "b" });
    await replayed.database.close();
    const again = await reopen(opened);
    expect(shown(again.database)).to.deep.equal({ x: "a", y: "b" });
    await again.database.close();
  });

  it("the aliases of a database are restored from the log if they were changed after the checkpoint", async () => {
    const opened = await withCollections();
    await opened.database.changeAliases([create("x", "a"), create("y", "b"), create("z", "b")]);
    await opened.database.checkpoint();
    await opened.database.changeAliases([create("x", "b"), { kind: "delete", alias: "z" }]);
    await opened.database.drop("a");
    const again = await open({ dir: copyOf(opened) });
    expect(shown(again.database)).to.deep.equal({ x: "b", y: "b" });
    await opened.database.close();
    await again.database.close();
  });

  it("the aliases of a database are deleted with a collection that is dropped during a checkpoint", async () => {
    const dir = freshDir();
    const checkpoints = new Interrupted(nodeFs, dir);
    const opened = await open({ dir, more: { checkpoints } });
    const { database } = opened;
    for (const name of ["a", "b"]) await database.create(name, unnamed(2));
    await database.changeAliases([create("x", "a"), create("y", "b")]);
    checkpoints.beforeManifest = async () => {
      checkpoints.beforeManifest = async () => {};
      await database.changeAliases([create("z", "a")]);
      await database.drop("a");
    };
    await database.checkpoint();
    const again = await open({ dir: copyOf(opened) });
    expect(shown(again.database)).to.deep.equal({ y: "b" });
    // The names can be used again.
    await again.database.create("x", unnamed(2));
    await again.database.create("z", unnamed(2));
    await opened.database.close();
    await again.database.close();
  });

  it("the aliases of a database equal those of a Map after any changes, checkpoints and restarts", async () => {
    const names = ["a", "b", "c"];
    const aliases = ["x", "y", "z"];
    const name = fc.constantFrom(...names);
    const alias = fc.constantFrom(...aliases);
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ do: fc.constant("create" as const), alias, name }) },
      fc.record({ do: fc.constant("delete" as const), alias }),
      fc.record({ do: fc.constant("rename" as const), alias, to: alias }),
      fc.record({ do: fc.constant("drop" as const), name }),
      fc.record({ do: fc.constant("checkpoint" as const), wait: fc.boolean() }),
      fc.constant({ do: "restart" as const }),
      fc.constant({ do: "kill" as const }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        let opened = await open();
        const model = new Map<string, string>();
        const pending: Promise<unknown>[] = [];
        for (const one of names) await opened.database.create(one, unnamed(2));
        for (const one of steps) {
          const { database } = opened;
          if (one.do === "create") {
            await database.changeAliases([create(one.alias, one.name)]);
            model.set(one.alias, one.name);
          }
          if (one.do === "delete") {
            await database.changeAliases([{ kind: "delete", alias: one.alias }]);
            model.delete(one.alias);
          }
          if (one.do === "rename") {
            const renamed = database.changeAliases([{ kind: "rename", alias: one.alias, to: one.to }]);
            const target = model.get(one.alias);
            if (target === undefined)
              await renamed.then(
                () => expect.fail(),
                () => {},
              );
            else {
              await renamed;
              model.delete(one.alias);
              model.set(one.to, target);
            }
          }
          if (one.do === "drop") {
            await database.drop(one.name);
            for (const [key, target] of model) if (target === one.name) model.delete(key);
            await database.create(one.name, unnamed(2));
          }
          if (one.do === "checkpoint") {
            const taken = database.checkpoint();
            if (one.wait) await taken;
            else pending.push(taken.catch(() => {}));
          }
          if (one.do === "restart") opened = await reopen(opened);
          if (one.do === "kill") {
            const copy = copyOf(opened);
            await Promise.all(pending);
            await opened.database.close();
            opened = await open({ dir: copy });
          }
          expect(shown(opened.database)).to.deep.equal(Object.fromEntries(model));
        }
        await Promise.all(pending);
        await opened.database.close();
      }),
      { numRuns: 15 },
    );
  });
});
