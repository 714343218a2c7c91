// The screen of one collection: its header and the selected tab.
// The decision: tabs are links, because each has an address of its own that is opened in other tabs and shared.
import { useEffect, useRef } from "preact/hooks";
import { useResource } from "../../api/resource.ts";
import { count, plural } from "../../kit/format.ts";
import { Failed, Notice } from "../../kit/notice.tsx";
import { Skeleton } from "../../kit/skeleton.tsx";
import { StatusBadge } from "../../kit/status.tsx";
import { NotLoaded, useLazy } from "../../shell/lazy.tsx";
import { linkTo, route } from "../../shell/route.ts";
import { TABS, tabAt } from "../../shell/tabs.ts";
import { ConnectButton } from "./connect-button.tsx";
import { CollectionName, type Info, loadInfo, sparseOf, sparseText, vectorsOf } from "./info.ts";
import { LOADERS } from "./tabs.ts";

const POLL_EVERY_MS = 5_000;

export function Collection() {
  const [, name = "", path] = useOwnParts();
  const info = useResource((signal) => loadInfo(name, signal), [name], POLL_EVERY_MS);
  const current = tabAt(path);
  const { shown: Tab, error: notLoaded } = useLazy(current && LOADERS[current.path]);
  return (
    <>
      <Head name={name} info={info.value} />
      <Tabs name={name} current={current?.path} />
      <Failed error={info.error} onRetry={info.reload} />
      {notLoaded && <NotLoaded error={notLoaded} />}
      {current === undefined ? (
        <Notice kind="warning">A collection has no tab of this name.</Notice>
      ) : info.value && Tab ? (
        <CollectionName.Provider value={name}>
          <Tab.Component key={name} name={name} info={info.value} onChange={info.reload} />
        </CollectionName.Provider>
      ) : (
        !info.error && !notLoaded && <Skeleton />
      )}
    </>
  );
}

/** Returns the parts of the address. While the next screen is loading, this one is still drawn with its own. */
function useOwnParts(): readonly string[] {
  const { parts } = route.value;
  const own = useRef(parts);
  if (parts[0] === "collections" && parts[1] !== undefined) own.current = parts;
  return own.current;
}

function Tabs({ name, current }: { name: string; current: string | undefined }) {
  const row = useRef<HTMLElement>(null);
  // In a narrow window the row scrolls, and the current tab may be outside of it.
  useEffect(
    () =>
      row.current?.querySelector("[aria-current]")?.scrollIntoView({ inline: "nearest", block: "nearest" }),
    [current],
  );
  return (
    <nav ref={row} class="tabs" aria-label={`Tabs of ${name}`}>
      {TABS.map((tab) => (
        <a
          key={tab.path}
          href={linkTo(["collections", name, tab.path])}
          aria-current={tab.path === current ? "page" : undefined}
        >
          {tab.name}
        </a>
      ))}
    </nav>
  );
}

function Head({ name, info }: { name: string; info: Info | undefined }) {
  return (
    <div class="page-head">
      <h1 class="clamp" title={name}>
        {name}
      </h1>
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
  if (indexed_vectors_count === 0 && points_count > 0) return "exact scan";
  return `${count(indexed_vectors_count)} indexed`;
}
