// The components of the tabs of a collection. The decision: each is a bundle of its own.
import type { ComponentType } from "preact";
import type { TabPath } from "../../shell/tabs.ts";
import type { Info } from "./info.ts";

/** The properties of every tab. */
export interface TabProps {
  /** The name of the collection. */
  readonly name: string;
  readonly info: Info;
  /** Is called after a change that the header should show. */
  readonly onChange: () => void;
}

export const LOADERS: Readonly<Record<TabPath, () => Promise<ComponentType<TabProps>>>> = {
  points: async () => (await import("./points/points.tsx")).Points,
  search: async () => (await import("./search/search.tsx")).Search,
  map: async () => (await import("./map/map.tsx")).Map2d,
  graph: async () => (await import("./graph/graph.tsx")).Graph,
  indexes: async () => (await import("./indexes/indexes.tsx")).Indexes,
  config: async () => (await import("./config/config.tsx")).Config,
  transfer: async () => (await import("./transfer/transfer.tsx")).Transfer,
};
