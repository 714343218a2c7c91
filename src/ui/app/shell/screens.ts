// The screens by the first part of the address. The decision: each is a bundle of its own, loaded when it is opened.
import type { ComponentType } from "preact";
import type { IconName } from "../kit/icon.tsx";
import { tabAt } from "./tabs.ts";

interface Screen {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  /** Whether it uses the whole width of a large window. */
  readonly isWide?: boolean;
  load(): Promise<ComponentType>;
}

const LOADERS = {
  home: async () => (await import("../screens/home/home.tsx")).Home,
  console: async () => (await import("../screens/console/console.tsx")).Console,
  metrics: async () => (await import("../screens/metrics/metrics.tsx")).Metrics,
  cluster: async () => (await import("../screens/cluster/cluster.tsx")).Cluster,
  access: async () => (await import("../screens/access/access.tsx")).Access,
  license: async () => (await import("../screens/license/license.tsx")).License,
  collection: async () => (await import("../screens/collection/collection.tsx")).Collection,
};

/** The screens of the navigation. */
export const SCREENS: readonly Screen[] = [
  { path: "", name: "Home", icon: "home", load: LOADERS.home },
  { path: "console", name: "Console", icon: "terminal", isWide: true, load: LOADERS.console },
  { path: "metrics", name: "Metrics", icon: "pulse", isWide: true, load: LOADERS.metrics },
  { path: "cluster", name: "Cluster", icon: "servers", load: LOADERS.cluster },
  { path: "access", name: "Access", icon: "key", load: LOADERS.access },
  { path: "license", name: "License", icon: "seal", load: LOADERS.license },
];

const COLLECTION = "collections";

/** A screen for an address. */
interface Opened extends Pick<Screen, "isWide" | "load"> {
  /** The path in the navigation; undefined for a collection, which is marked in the list of collections. */
  readonly path: string | undefined;
  /** The words of the title, without the name of the product. */
  readonly title: readonly string[];
}

/** Returns the screen for the parts of an address; undefined if there is none. */
export function screenAt([path = "", collection, tab]: readonly string[]): Opened | undefined {
  if (path === COLLECTION && collection !== undefined) {
    const { name = "", isWide = false } = tabAt(tab) ?? {};
    return { path: undefined, title: [collection, name], isWide, load: LOADERS.collection };
  }
  const screen = SCREENS.find((one) => one.path === (path === COLLECTION ? "" : path));
  return screen && { ...screen, title: screen.path === "" ? [] : [screen.name] };
}
