// Bugs to plant in how checkpoints are written, trimmed behind and read, without touching the product. Two of them show
// only when the newest checkpoint is lost besides, which a sound database survives: that damage is a plant of its own.
import type { Checkpoints } from "../../src/storage/checkpoints.ts";
import { type FileSystem, joinPath } from "../../src/storage/fs.ts";
import { type Manifest, neededFrom, type Root, type SavedSegment } from "../../src/storage/manifest.ts";
import type { Plant } from "./log-rounds.ts";
import { isHeader, withFiles, withMethods, withRecords } from "./planted-bugs.ts";

const isData = (path: string) => path.includes("/collections/") && !/\.json(\.tmp)?$/.test(path);

/** The root is on the disk before what it refers to. */
export const skipSyncOfData: Plant = {
  fs: (fs) => withFiles(fs, (_, path) => (isData(path) ? { sync: () => {} } : {})),
};

export const rootBeforeManifests: Plant = {
  checkpoints: (checkpoints) => {
    const late: [number, Manifest][] = [];
    return withMethods<Checkpoints>(checkpoints, {
      async writeManifest(number, manifest) {
        late.push([number, manifest]);
      },
      async commit(root) {
        await checkpoints.commit(root);
        for (const [number, manifest] of late.splice(0)) await checkpoints.writeManifest(number, manifest);
      },
    });
  },
};

/** The names of the files of collections, and of new collections, reach the disk when they may. */
export const skipSyncOfCollections: Plant = {
  fs: (fs) =>
    withMethods<FileSystem>(fs, {
      syncDir: (path) => {
        if (!path.includes("/collections/")) fs.syncDir(path);
      },
    }),
};

/** The newest root cannot be read, when there is one before it. */
export const loseNewestRoot: Plant = {
  before(fs, dataDir) {
    const dir = joinPath(dataDir, "checkpoints");
    const names = fs.exists(dir) ? fs.list(dir).filter((name) => name.endsWith(".json")) : [];
    if (names.length < 2) return;
    const file = fs.open(joinPath(dir, names.sort().at(-1)!), "write");
    file.write([new Uint8Array(8)], 0);
    file.sync();
  },
};

/** Only what the newest checkpoint needs is kept of the log. */
export function trimTooFar(): Plant {
  let newest: Root | null = null;
  return {
    ...loseNewestRoot,
    checkpoints: (checkpoints) =>
      withMethods<Checkpoints>(checkpoints, {
        commit: (root) => {
          newest = root;
          return checkpoints.commit(root);
        },
      }),
    log: (log) => withMethods(log, { trim: (lsn) => log.trim(newest ? neededFrom(newest) : lsn) }),
  };
}

export const replayOneLate: Plant = { log: (log) => withRecords(log, (records) => records.slice(1)) };

/** Each checkpoint says that it has the next record too. */
export const coverOneTooMany: Plant = {
  checkpoints: (checkpoints) =>
    withMethods<Checkpoints>(checkpoints, {
      commit: (root) =>
        checkpoints.commit({
          ...root,
          lsn: root.lsn + 1,
          collections: root.collections.map((entry) => ({ ...entry, covered: entry.covered + 1 })),
        }),
    }),
};

/** Manifests as `change` makes them. */
const withSegments = (change: (segment: SavedSegment) => SavedSegment): Plant => ({
  checkpoints: (checkpoints) =>
    withMethods<Checkpoints>(checkpoints, {
      writeManifest(number, manifest) {
        const segments = manifest.segments.map(change);
        return checkpoints.writeManifest(number, { ...manifest, segments });
      },
    }),
});

export const forgetTheDead: Plant = withSegments((segment) => ({
  ...segment,
  dead: segment.dead.map(() => 0),
}));

export const forgetChanges: Plant = withSegments((segment) => ({ ...segment, changes: null }));

/** Manifests have what was there when the first was written. */
export function forgetNewConfigurations(): Plant {
  const first = new Map<string, unknown>();
  return {
    checkpoints: (checkpoints) =>
      withMethods<Checkpoints>(checkpoints, {
        writeManifest(number, manifest) {
          const config = first.get(manifest.uuid) ?? manifest.config;
          first.set(manifest.uuid, config);
          return checkpoints.writeManifest(number, { ...manifest, config });
        },
      }),
  };
}

export const forgetAliases: Plant = {
  checkpoints: (checkpoints) =>
    withMethods<Checkpoints>(checkpoints, { commit: (root) => checkpoints.commit({ ...root, aliases: [] }) }),
};

/** Nothing is checked but the headers of the log, roots and manifests. */
export function skipCrcOfData(fs: FileSystem): FileSystem {
  const isText = (data: Uint8Array) => /^(AZIMUTH |\{.*\n$)/s.test(Buffer.from(data).toString("latin1"));
  return withMethods<FileSystem>(fs, {
    crc32: (data, seed = 0) => (isHeader(data) || isText(data) ? fs.crc32(data, seed) : seed),
  });
}
