// The cluster screen: the servers, where the shards of collections are, and the copies of shards that are being made.
import { useEffect, useState } from "preact/hooks";
import { useResource } from "../../api/resource.ts";
import { plural } from "../../kit/format.ts";
import { Icon } from "../../kit/icon.tsx";
import { Failed, Notice } from "../../kit/notice.tsx";
import { type Cluster as Loaded, loadCluster } from "./load.ts";
import { Servers } from "./servers.tsx";
import { Shards } from "./shards.tsx";

const POLL_EVERY_MS = 3_000;
/** Each update asks about every collection, so with many of them there are fewer. */
const MANY_COLLECTIONS = 50;
const SELDOM_MS = 60_000;

export function Cluster() {
  const [everyMs, setEveryMs] = useState(POLL_EVERY_MS);
  const { value, error, reload } = useResource(loadCluster, [], everyMs);
  useEffect(() => {
    if (value) setEveryMs(value.sharded.length + value.whole > MANY_COLLECTIONS ? SELDOM_MS : POLL_EVERY_MS);
  }, [value]);
  return (
    <>
      <div class="page-head">
        <h1>Cluster</h1>
        {value && (
          <span class={value.problem ? "badge danger" : "badge good"}>
            {value.problem ? "Log not reached" : "Log reached"}
          </span>
        )}
      </div>
      <Failed error={error} onRetry={reload} />
      {value === null && <Alone />}
      {value && <Members cluster={value} onChange={reload} />}
    </>
  );
}

function Alone() {
  return (
    <div class="card empty">
      <Icon name="servers" />
      <p>This server is in no cluster: it has all points of its collections.</p>
      <p class="small">
        To try one, run <code>azimuth cluster demo --nodes 3 --shards 4</code>.
      </p>
    </div>
  );
}

function Members({ cluster, onChange }: { cluster: Loaded; onChange: () => void }) {
  const { name, problem, servers, sharded, whole } = cluster;
  return (
    <div class="stack">
      {problem && <Notice kind="danger">{problem}</Notice>}
      <Servers cluster={cluster} />
      {sharded.map((collection) => (
        <Shards key={collection.name} collection={collection} servers={servers} onChange={onChange} />
      ))}
      <p class="small muted">
        The cluster is named {name}.{" "}
        {whole > 0 &&
          `Every server has all points of ${plural(whole, "more collection", "more collections")}.`}
      </p>
    </div>
  );
}
