// The screen of one collection: its header and the selected tab.
import { useResource } from "../../api/resource.ts";
import { count, plural } from "../../kit/format.ts";
import { Failed } from "../../kit/notice.tsx";
import { StatusBadge } from "../../kit/status.tsx";
import { Tabs } from "../../kit/tabs.tsx";
import { NotLoaded, useLazy } from "../../shell/lazy.tsx";
import { goTo, linkTo } from "../../shell/route.ts";
import { ConnectButton } from "./connect/button.tsx";
import { type Info, loadInfo, sparseOf, sparseText, vectorsOf } from "./info.ts";
import { TABS } from "./tabs.ts";

const POLL_EVERY_MS = 5_000;

export function Collection({ name, side }: { name: string; side: string | undefined }) {
  const info = useResource((signal) => loadInfo(name, signal), [name], POLL_EVERY_MS);
  const current = TABS.find(({ path }) => path === side) ?? TABS[0]!;
  const { shown: Side, error: notLoaded } = useLazy(current.load);
  return (
    <>
      <Head name={name} info={info.value} />
      <Tabs
        label={`Sides of ${name}`}
        tabs={TABS.map((tab) => ({ id: tab.path, name: tab.name }))}
        current={current.path}
        onChange={(path) => goTo(["collections", name, path])}
      />
      <Failed error={info.error} onRetry={info.reload} />
      {notLoaded && <NotLoaded error={notLoaded} />}
      {info.value && Side && (
        <Side.Component key={name} name={name} info={info.value} onChange={info.reload} />
      )}
    </>
  );
}

function Head({ name, info }: { name: string; info: Info | undefined }) {
  return (
    <div class="page-head">
      <div class="stack tight">
        <nav class="small" aria-label="Way back">
          <a href={linkTo(["collections"])}>Collections</a>
        </nav>
        <h1 class="break">{name}</h1>
      </div>
      {info && (
        <div class="row small muted">
          <StatusBadge status={info.status} />
          <span>{plural(info.points_count, "point")}</span>
          {Array.from(vectorsOf(info), ([vector, { size, distance }]) => (
            <span key={vector}>
              {vector && <code>{vector}</code>} {count(size)} dims, {distance}
            </span>
          ))}
          {Array.from(sparseOf(info), ([vector, params]) => (
            <span key={vector}>
              <code>{vector}</code> {sparseText(params)}
            </span>
          ))}
          <span>{indexed(info)}</span>
          <ConnectButton name={name} info={info} />
        </div>
      )}
    </div>
  );
}

/** Describes how much of a collection is indexed. Small collections are searched exactly and have no graph. */
function indexed({ indexed_vectors_count, points_count }: Info): string {
  if (indexed_vectors_count === 0 && points_count > 0) return "searched exactly";
  return `${count(indexed_vectors_count)} indexed`;
}
