// The tabs of a collection, by the part of the address behind its name.

export const TABS = [
  { path: "points", name: "Points", isWide: true },
  { path: "search", name: "Search", isWide: true },
  { path: "map", name: "Map", isWide: true },
  { path: "graph", name: "Graph", isWide: true },
  { path: "indexes", name: "Indexes", isWide: false },
  { path: "config", name: "Config", isWide: false },
  { path: "transfer", name: "Import & export", isWide: false },
] as const;

type Tab = (typeof TABS)[number];
export type TabPath = Tab["path"];

/** Returns the tab of a part of the address, which may be missing; undefined if there is none of that name. */
export function tabAt(path: string | undefined): Tab | undefined {
  return path === undefined ? TABS[0] : TABS.find((tab) => tab.path === path);
}
