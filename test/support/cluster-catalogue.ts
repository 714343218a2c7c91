// Drawn changes of configurations, collections and aliases of a cluster, beside the writes of points.
import { between, pick, type Random } from "./chance.ts";
import type { Judge } from "./cluster-judge.ts";
import { ask, isAway, Refused } from "./cluster-requests.ts";

const REGISTERS = "registers";

/** Makes one change, which may be refused. */
export async function changeCatalogue(
  { url }: { readonly url: string },
  random: Random,
  judge: Judge,
): Promise<void> {
  const kind = between(random, 0, 4);
  const name = `/collections/other${between(random, 0, 2)}`;
  const alias_name = `alias${between(random, 0, 2)}`;
  const send = (method: string, path: string, body?: unknown) =>
    ask(url, method, path, body).catch((error: unknown) => {
      if (error instanceof Refused && error.status >= 500 && !isAway(error))
        judge.blame(`${method} ${path}: ${error.message}`);
    });
  const index = `/collections/${REGISTERS}/index`;
  if (kind === 0) await send("PUT", name, { vectors: { size: 2, distance: "Dot" } });
  if (kind === 1) await send("DELETE", name);
  if (kind === 2) {
    const create_alias = { collection_name: pick(random, [REGISTERS, "other0", "other1"]), alias_name };
    await send("POST", "/collections/aliases", { actions: [{ create_alias }] });
  }
  if (kind === 3) await send("PUT", index, { field_name: "version", field_schema: "integer" });
  if (kind === 4) await send("DELETE", `${index}/version`);
}
