// The names of a simulated file system: the directories that programs see now, and those that a disk may have.
// The decision: every change of names is a list of assignments "in this directory, this name is now that node", which
// survives completely or not at all; so a rename is seen done or not done, never half.
//
// Model. Until a `syncDir` a change may or may not survive a power cut. On one disk in two all changes survive in order
// up to some point, as in a journal. On the others they survive independently, but never one without earlier ones of
// the same name, nor the removal of a directory without the removals inside it.
import type { Random } from "./chance.ts";
import { drawSurvivors, type Mood, SimFile, type Toll } from "./sim-file.ts";

export type SimNode = SimFile | SimDir;

export class SimDir {
  now = new Map<string, SimNode>();
  kept = new Map<string, SimNode>();
}

interface Assignment {
  readonly dir: SimDir;
  readonly name: string;
  /** Null: the name was removed. */
  readonly node: SimNode | null;
}

interface Change {
  readonly assignments: readonly Assignment[];
  /** The directory that is removed with this change. */
  readonly removed?: SimDir | null;
}

export class SimNames {
  readonly root: SimDir;
  #pending: Change[] = [];

  constructor(root = new SimDir()) {
    this.root = root;
  }

  link(dir: SimDir, name: string, node: SimNode): void {
    this.#make({ assignments: [{ dir, name, node }] });
  }

  /** Removes a file, or a directory from its leaves on. */
  unlink(dir: SimDir, name: string): void {
    const node = dir.now.get(name);
    const removed = node instanceof SimDir ? node : null;
    for (const inner of removed ? [...removed.now.keys()] : []) this.unlink(removed!, inner);
    this.#make({ assignments: [{ dir, name, node: null }], removed });
  }

  rename(from: SimDir, name: string, to: SimDir, newName: string): void {
    const node = from.now.get(name)!;
    this.#make({
      assignments: [
        { dir: from, name, node: null },
        { dir: to, name: newName, node },
      ],
    });
  }

  /** Makes all changes in the directory durable. */
  sync(dir: SimDir): void {
    const durable = this.#withNeeded((change) => touches(change, dir));
    for (const change of this.#pending) if (durable.has(change)) assign(change, ({ kept }) => kept);
    this.#pending = this.#pending.filter((change) => !durable.has(change));
  }

  /** Returns the names and their files as the disk has them after a power cut now. */
  afterCut(random: Random, mood: Mood, toll: Toll): SimNames {
    const journalled = random() < 0.5;
    const before = drawSurvivors(random, mood, this.#pending.length);
    const survivors = this.#withNeeded((_, i) => (journalled ? i < before : random() < mood.survival));
    const held = new Map<SimDir, Map<string, SimNode>>();
    const heldIn = (dir: SimDir) => {
      if (!held.has(dir)) held.set(dir, new Map(dir.kept));
      return held.get(dir)!;
    };
    for (const change of this.#pending) if (survivors.has(change)) assign(change, heldIn);

    const made = new Map<SimNode, SimNode>();
    const copy = (node: SimNode): SimNode => {
      const known = made.get(node);
      if (known) return known;
      const dir = new SimDir();
      const one = node instanceof SimFile ? node.afterCut(random, mood, toll) : dir;
      made.set(node, one);
      if (node instanceof SimDir) for (const [name, inner] of heldIn(node)) dir.kept.set(name, copy(inner));
      dir.now = new Map(dir.kept);
      return one;
    };
    return new SimNames(copy(this.root) as SimDir);
  }

  #make(change: Change): void {
    assign(change, ({ now }) => now);
    this.#pending.push(change);
  }

  /** Returns the pending changes that are wanted and those that they depend on. */
  #withNeeded(wanted: (change: Change, index: number) => boolean): Set<Change> {
    const found = new Set<Change>();
    for (let i = this.#pending.length - 1; i >= 0; i--) {
      const change = this.#pending[i]!;
      if (wanted(change, i) || [...found].some((later) => needs(later, change))) found.add(change);
    }
    return found;
  }
}

function assign({ assignments }: Change, mapOf: (dir: SimDir) => Map<string, SimNode>): void {
  for (const { dir, name, node } of assignments) {
    if (node) mapOf(dir).set(name, node);
    else mapOf(dir).delete(name);
  }
}

function touches({ assignments }: Change, dir: SimDir): boolean {
  return assignments.some((one) => one.dir === dir);
}

function needs(later: Change, earlier: Change): boolean {
  if (later.removed && touches(earlier, later.removed)) return true;
  return later.assignments.some(({ dir, name }) =>
    earlier.assignments.some((one) => one.dir === dir && one.name === name),
  );
}
