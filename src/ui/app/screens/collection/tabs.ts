// The tabs of a collection, by the part of the address behind its name. The decision: each is a bundle of its own.
import type { ComponentType } from "preact";
import type { Info } from "./info.ts";

/** The properties of every tab. */
export interface TabProps {
  /** The name of the collection. */
  readonly name: string;
  readonly info: Info;
  /** Is called after a change that the header should show. */
  readonly onChange: () => void;
}

interface Tab {
  readonly path: string;
  readonly name: string;
  /** Whether it uses the whole width of a large window. */
  readonly isWide?: boolean;
  load(): Promise<ComponentType<TabProps>>;
}

export const TABS: readonly Tab[] = [
  {
    path: "points",
    name: "Points",
    isWide: true,
    load: async () => (await import("./points/points.tsx")).Points,
  },
  {
    path: "search",
    name: "Search",
    isWide: true,
    load: async () => (await import("./search/search.tsx")).Search,
  },
  { path: "map", name: "Map", isWide: true, load: async () => (await import("./map/map.tsx")).Map2d },
  { path: "graph", name: "Graph", isWide: true, load: async () => (await import("./graph/graph.tsx")).Graph },
  { path: "indexes", name: "Indexes", load: async () => (await import("./indexes/indexes.tsx")).Indexes },
  { path: "config", name: "Config", load: async () => (await import("./config/config.tsx")).Config },
  {
    path: "transfer",
    name: "Import & export",
    load: async () => (await import("./transfer/transfer.tsx")).Transfer,
  },
];

/** Returns the tab of a part of the address, which may be missing; undefined if there is none of that name. */
export function tabAt(path: string | undefined): Tab | undefined {
  return path === undefined ? TABS[0] : TABS.find((tab) => tab.path === path);
}
