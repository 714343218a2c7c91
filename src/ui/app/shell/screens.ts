// The screens by the first part of the address. The decision: each is a bundle of its own, loaded when it is opened.
import type { ComponentType } from "preact";
import type { IconName } from "../kit/icon.tsx";

interface Screen {
  readonly path: string;
  readonly name: string;
  readonly icon: IconName;
  load(): Promise<ComponentType>;
}

export const SCREENS: readonly Screen[] = [
  {
    path: "",
    name: "Home",
    icon: "home",
    load: async () => (await import("../screens/home/home.tsx")).Home,
  },
  {
    path: "collections",
    name: "Collections",
    icon: "layers",
    load: async () => (await import("../screens/collections/collections.tsx")).Collections,
  },
  {
    path: "console",
    name: "Console",
    icon: "terminal",
    load: async () => (await import("../screens/console/console.tsx")).Console,
  },
  {
    path: "metrics",
    name: "Metrics",
    icon: "pulse",
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
