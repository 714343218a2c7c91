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

/** The screens of the navigation. */
export const SCREENS: readonly Screen[] = [
  {
    path: "",
    name: "Home",
    icon: "home",
    load: async () => (await import("../screens/home/home.tsx")).Home,
  },
  {
    path: "console",
    name: "Console",
    icon: "terminal",
    isWide: true,
    load: async () => (await import("../screens/console/console.tsx")).Console,
  },
  {
    path: "metrics",
    name: "Metrics",
    icon: "pulse",
    isWide: true,
    load: async () => (await import("../screens/metrics/metrics.tsx")).Metrics,
  },
  {
    path: "cluster",
    name: "Cluster",
    icon: "servers",
    load: async () => (await import("../screens/cluster/cluster.tsx")).Cluster,
  },
  {
    path: "access",
    name: "Access",
    icon: "key",
    load: async () => (await import("../screens/access/access.tsx")).Access,
  },
  {
    path: "license",
    name: "License",
    icon: "seal",
    load: async () => (await import("../screens/license/license.tsx")).License,
  },
];

const COLLECTION = "collections";
const loadCollection = async () => (await import("../screens/collection/collection.tsx")).Collection;

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
    return { path: undefined, title: [collection, name], isWide, load: loadCollection };
  }
  const screen = SCREENS.find((one) => one.path === (path === COLLECTION ? "" : path));
  return screen && { ...screen, title: screen.path === "" ? [] : [screen.name] };
}
