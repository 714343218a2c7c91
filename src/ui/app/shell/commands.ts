// The commands of the palette, and which of them fit what is typed.
// The decision: thousands of names are compared with the text, but only the best few become commands. A text that ends
// with an id or the name of a tab is about the collection before it: "books 42", "books map".
import { parseId } from "../api/ids.ts";
import { LINKS } from "./links.ts";

export interface Command {
  readonly kind: "Collection" | "Point" | "Screen" | "Action" | "Help";
  readonly name: string;
  /** Where it leads: a link of the console, or of another page of the server. */
  readonly parts?: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly href?: string;
  /** The action of a command that leads nowhere. */
  readonly action?: "help" | "theme" | "signOut";
}

const MAX_SHOWN = 50;
/** As many collections as a text with an id or a tab is about. */
const MAX_ABOUT = 5;
const NO_MATCH = Number.POSITIVE_INFINITY;

const FIXED: readonly Command[] = [
  { kind: "Action", name: "Create collection", parts: [], query: { create: "" } },
  { kind: "Action", name: "Change theme", action: "theme" },
  { kind: "Action", name: "Sign out", action: "signOut" },
  { kind: "Help", name: "Keyboard shortcuts", action: "help" },
  ...LINKS.map(({ name, href }): Command => ({ kind: "Help", name, href })),
];

/** A screen, or a tab of a collection, by a part of the address. */
interface Named {
  readonly path: string;
  readonly name: string;
}

/** The names that the palette offers, and the place where it is opened. */
interface Place {
  readonly screens: readonly Named[];
  readonly tabs: readonly Named[];
  readonly collections: readonly string[];
  /** The collection of the current screen. */
  readonly current: string | undefined;
  readonly isSignedIn: boolean;
}

/** Returns the commands for a text, the best first. */
export function commandsFor(text: string, place: Place): readonly Command[] {
  const { screens, tabs, collections, current, isSignedIn } = place;
  const typed = text.trim().toLowerCase();
  const fixed = [
    ...screens.map(({ path, name }): Command => ({ kind: "Screen", name, parts: path === "" ? [] : [path] })),
    ...FIXED.filter(({ action }) => action !== "signOut" || isSignedIn),
  ];
  const own = current === undefined ? [] : tabsOf(current, tabs);
  if (typed === "") return [...own, ...fixed, ...collections.map(pointsOf)].slice(0, MAX_SHOWN);
  const named = best(collections, typed, (name) => name).map(pointsOf);
  return [
    ...aboutPoint(typed, collections, current),
    ...best([...own, ...fixed], typed, ({ name }) => name),
    ...aboutTab(typed, collections, tabs),
    ...named,
  ]
    .sort((a, b) => distance(a.name.toLowerCase(), typed) - distance(b.name.toLowerCase(), typed))
    .slice(0, MAX_SHOWN);
}

function pointsOf(name: string): Command {
  return { kind: "Collection", name, parts: ["collections", name, "points"] };
}

function tabsOf(collection: string, tabs: readonly Named[]): Command[] {
  return tabs.map(({ path, name }) => ({
    kind: "Collection",
    name: `${collection}: ${name}`,
    parts: ["collections", collection, path],
  }));
}

/** Returns the last word of a text, and the collections that the words before it are about. */
function about(typed: string, collections: readonly string[]): { last: string; names: string[] } {
  const words = typed.split(/\s+/);
  const last = words.pop()!;
  const names = words.length === 0 ? [] : best(collections, words.join(" "), (name) => name);
  return { last, names: names.slice(0, MAX_ABOUT) };
}

/** Returns the commands for "42" in the current collection, and for "books 42" in the collections named so. */
function aboutPoint(typed: string, collections: readonly string[], current: string | undefined): Command[] {
  const { last, names } = about(typed, collections);
  const id = parseId(last);
  if (id === null) return [];
  const all = last === typed && current !== undefined ? [current] : names;
  return all.map((collection) => ({
    kind: "Point",
    name: `Go to point ${id} in ${collection}`,
    parts: ["collections", collection, "points"],
    query: { point: String(id) },
  }));
}

function aboutTab(typed: string, collections: readonly string[], tabs: readonly Named[]): Command[] {
  const { last, names } = about(typed, collections);
  return names.flatMap((collection) =>
    tabsOf(collection, tabs).filter(({ parts }) => parts!.at(-1)!.startsWith(last)),
  );
}

/** Returns the items that fit, the nearest first. */
function best<T>(items: readonly T[], typed: string, nameOf: (item: T) => string): T[] {
  const rated = items.flatMap((item) => {
    const rank = distance(nameOf(item).toLowerCase(), typed);
    return rank === NO_MATCH ? [] : [{ item, rank }];
  });
  return rated
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_SHOWN)
    .map(({ item }) => item);
}

/** Rates how well a name fits: it is the text, begins with it, has a word that does, or has all of its words. */
function distance(name: string, typed: string): number {
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  const at = name.indexOf(typed);
  if (at > 0) return /[\p{L}\p{N}]/u.test(name[at - 1]!) ? 3 : 2;
  return typed.split(/\s+/).every((word) => name.includes(word)) ? 4 : NO_MATCH;
}
