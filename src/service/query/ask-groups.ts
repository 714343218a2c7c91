// Serves requests for groups: validates them, searches the groups, and looks up the points that the groups refer to.
import type { Collection } from "../../core/collection/collection.ts";
import type { Database } from "../../core/database/database.ts";
import { parsePath } from "../../core/filter/path.ts";
import type { PointRef } from "../../core/slots/point-ref.ts";
import { InvalidArgument } from "../../errors/invalid-argument.ts";
import { TimeSlice } from "../../scheduling/pause.ts";
import type { MaybeAnnotated } from "../../schema/annotated.ts";
import { isPointId, type PointId } from "../../schema/leaf.ts";
import type { Record as PointRecord } from "../../schema/point.ts";
import type { GroupsBody, Groups as GroupsResult, WithLookup } from "../../schema/query-points.ts";
import type { Rules } from "../../schema/rules.ts";
import type { AnswerBudget, ReadScope } from "../common/answer-budget.ts";
import { readRecords, type Selector, selectorOf, withoutGone } from "../common/record-reader.ts";
import { annotatedOne } from "./annotate.ts";
import { shown } from "./answers.ts";
import { notesOf } from "./ask.ts";
import type { GroupId } from "./filters.ts";
import { type Group, grouped } from "./groups.ts";
import { withIdf } from "./idf.ts";
import { limitOf } from "./limit.ts";
import { lookupCollection } from "./lookup.ts";
import type { Plan } from "./plan.ts";
import { checkHits, type Reading, readPlan } from "./read-plan.ts";
import { resolvePlans } from "./resolve.ts";

const DEFAULT_GROUP_SIZE = 3;

export async function askGroups(
  { database, budgets }: ReadScope,
  collectionName: string,
  { group_by, group_size, with_lookup, ...body }: GroupsBody,
  rules: Rules,
  reading: Omit<Reading, "points"> = {},
): Promise<MaybeAnnotated<GroupsResult>> {
  const collection = database.collection(collectionName);
  // A point is in as many groups as it has values, so there may be more groups than points.
  const count = limitOf(body.limit, rules);
  const most = limitOf(group_size, rules, DEFAULT_GROUP_SIZE, "group_size");
  const size = Math.min(most, Math.max(1, collection.reads.size));
  const asked = { path: parsePath(group_by), count, size };
  const lookup = with_lookup ? lookupOf(database, with_lookup) : null;
  const draft = readPlan(database, collection, body, rules, { points: count * size, ...reading });
  if (draft.explaining) {
    throw new InvalidArgument("params.explain: groups take several searches and cannot be explained");
  }
  const [plan] = (await withIdf(await resolvePlans([{ ...draft, offset: 0 }]))) as [Plan];
  checkHits([plan]);
  return budgets.within(async (budget) => {
    const found = await collection.reading(async () => {
      const groupsFound = await grouped(plan, asked);
      const slice = new TimeSlice();
      const groupsShown: GroupsResult["groups"] = [];
      for (const { id, found } of groupsFound) {
        groupsShown.push({ id, hits: await shown(plan, found, budget) });
        if (slice.isOver) await slice.next();
      }
      return groupsShown;
    });
    const records = lookup ? await lookup(found, budget) : [];
    const groups = found.map((group, i) => ({ ...group, ...(records[i] && { lookup: records[i] }) }));
    return annotatedOne({ groups }, notesOf(plan));
  });
}

type Lookup = (groups: readonly Pick<Group, "id">[], budget: AnswerBudget) => Promise<(PointRecord | null)[]>;

/** @throws CollectionNotFound, and InvalidArgument for what the collection cannot show */
function lookupOf(database: Database, given: NonNullable<WithLookup>): Lookup {
  const {
    collection: name,
    with_payload,
    ...rest
  } = typeof given === "string" ? { collection: given } : given;
  const collection = lookupCollection(database, name);
  const vectors = "with_vectors" in rest || "with_vector" in rest ? rest : {};
  const withVector = vectors.with_vectors ?? vectors.with_vector ?? false;
  const selector = selectorOf(collection, with_payload ?? true, withVector);
  return (groups, budget) => recordsOf(collection, groups, selector, budget);
}

/** Returns the points whose ids are those of the groups; null where there is none. */
function recordsOf(
  collection: Collection,
  groups: readonly Pick<Group, "id">[],
  selector: Selector,
  budget: AnswerBudget,
): Promise<(PointRecord | null)[]> {
  return collection.reading(async () => {
    const ids: PointId[] = groups.map(({ id }) => id).filter(isPointId);
    const slots = await collection.reads.find(ids);
    const there = new Map<GroupId, PointRef>();
    slots.forEach((slot, i) => {
      if (slot !== null) there.set(ids[i]!, slot);
    });
    const refs = [...there.values()];
    const records = await readRecords(collection, refs, selector, budget);
    const known = withoutGone(
      collection,
      refs,
      [...there.keys()].map((id, i) => [id, records[i]!] as const),
    );
    const byGroup = new Map(known);
    return groups.map(({ id }) => byGroup.get(id) ?? null);
  });
}
