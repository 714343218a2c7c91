// "Why this search effort (ef)" in words: what was asked for, and what was measured of searches of about this effort.
import { count } from "../../../kit/format.ts";
import { recallText } from "./scale.ts";
import {
  type MeasuredCurve,
  neighboursOf,
  type RecallTable,
  rulingCurves,
  rulingTable,
  shareText,
} from "./tables.ts";

/** A search that was answered. */
export interface AnsweredSearch {
  /** The recall that was asked for; null: the request had an ef. */
  readonly asked: number | null;
  /** The candidates of its walk; null: all vectors were compared. */
  readonly ef: number | null;
  /** Whether the answer says what was expected. */
  readonly isMeasured: boolean;
  /** The number of nearest points: limit and offset. */
  readonly k: number;
  /** The share of the points that its filter lets through; 1: no filter. */
  readonly share: number;
}

interface Reasons {
  /** In one or two sentences. */
  readonly text: string;
  /** The measurements, a line for each curve. */
  readonly measured: readonly string[];
  /** The table that rules; null: nothing was measured that is about this search. */
  readonly table: RecallTable | null;
}

export function reasonsOf(tables: readonly RecallTable[], search: AnsweredSearch): Reasons {
  const table = tables.length === 0 ? null : rulingTable(tables, search);
  const { ef, k, share } = search;
  if (ef === null) return { text: exactText(table, search), measured: [], table };
  const curves = table === null ? [] : rulingCurves(table, k, share);
  return {
    text: search.asked === null ? fixedText(search) : chosenText(search, curves),
    measured: curves.map((curve) => curveText(curve, ef)),
    table,
  };
}

function exactText(table: RecallTable | null, { asked, k, share }: AnsweredSearch): string {
  if (asked === 1) return "All of the nearest were asked for, which only an exact scan finds.";
  if (share < 1) return "An exact scan of the points that match costs less than the graph, and finds all.";
  if (table === null) return "An exact scan of so few vectors is fast, and finds all.";
  const curves = rulingCurves(table, k, share);
  const most = Math.min(...curves.map(({ walks }) => Math.max(...walks.map(({ recall }) => recall))));
  return asked !== null && most < asked
    ? `No measured search effort finds ${recallText(asked)}: the highest found ${recallText(most)}. So it was an exact scan.`
    : "An exact scan costs no more than a search of the graph that finds as much, and finds all.";
}

function fixedText({ ef }: AnsweredSearch): string {
  return `The request says ef ${count(ef!)} itself, so no recall was asked for. Searches of about this effort:`;
}

function chosenText({ asked, ef, k, share, isMeasured }: AnsweredSearch, curves: readonly object[]): string {
  const wish = `${recallText(asked!)} of the ${k === 1 ? "nearest point" : `${count(k)} nearest`} were asked for`;
  const within = share < 1 ? `, among the ${shareText(share)} of the points that match the filter` : "";
  if (!isMeasured && curves.length > 0)
    return (
      `${wish}${within}. A segment is not measured yet, or too small for it, and for that one ef is a careful guess. ` +
      `ef ${count(ef!)} is the largest of all segments. Of the measured ones:`
    );
  if (curves.length === 0)
    return (
      `${wish}${within}. The graph is not measured yet: until then ef ${count(ef!)} is a careful guess from the ` +
      "numbers of vectors and of results. It is measured in the background once it is complete and not small."
    );
  const chosen =
    curves.length === 1
      ? "is the smallest that is expected to find them"
      : "was taken from the measurements nearest to this case";
  return `${wish}${within}. ef ${count(ef!)} ${chosen}:`;
}

function curveText(curve: MeasuredCurve, ef: number): string {
  const { k, share, walks } = curve;
  const { below, above } = neighboursOf(curve, ef);
  const found = ({ ef: width, recall, low, compared }: (typeof walks)[number]) =>
    `ef ${count(width)} found ${recallText(recall)} (at least ${recallText(low)}), visiting ${count(compared)}`;
  const about = `${k === 1 ? "The nearest point" : `The ${count(k)} nearest`}, ${shareWords(share)}`;
  return below === above
    ? `${about}: ${found(below)} points.`
    : `${about}: ${found(below)} points; ${found(above)}.`;
}

function shareWords(share: number): string {
  return share >= 1 ? "no filter" : `with a filter that ${shareText(share)} match`;
}
