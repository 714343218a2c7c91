// Answers calls about points that are named by their ids.

import { PointNotFound } from "../../errors/points.ts";
import { PackedIds } from "../slots/point-id.ts";
import type { PointRef } from "../slots/point-ref.ts";
import { type Answers, type Asked, againOf, checkQueries, fieldOf, rowsOf } from "./asked.ts";
import { walkColumns } from "./walk-columns.ts";
import { BARE, FILLED, GONE } from "./wire/methods.ts";
import type { NamedPoints } from "./wire/rows.ts";
import { joinedStrings } from "./wire/shapes.ts";

type PointMethod = "find" | "distances" | "payloads" | "vectors" | "neighbourhood" | "watch";

/** Point references that are there, and their positions in the call. */
async function present(
  asked: Asked,
  points: NamedPoints,
): Promise<{ refs: PointRef[]; positions: number[] }> {
  const refs: PointRef[] = [];
  const positions: number[] = [];
  for (const [i, ref] of (await againOf(asked, points)).entries()) {
    if (ref === null) continue;
    refs.push(ref);
    positions.push(i);
  }
  return { refs, positions };
}

export const POINT_ANSWERS: Answers<PointMethod> = {
  async find(asked, { ids }) {
    const { refs, positions } = await present(asked, {
      ids,
      refs: new Float64Array(ids.length).fill(NO_REF),
      versions: new Float64Array(ids.length),
    });
    return { rows: await rowsOf(asked, refs), positions: Uint32Array.from(positions) };
  },
  async distances(asked, { field, queries, points }) {
    const { refs, positions } = await present(asked, points);
    const { length } = points.ids;
    const distances = new Float32Array(queries.length * length).fill(Number.NaN);
    const config = fieldOf(asked, field);
    checkQueries(config, queries);
    const measured = await asked.reads.distances(config, queries, refs);
    for (const [query, own] of measured.entries())
      for (let i = 0; i < own.length; i++) distances[query * length + positions[i]!] = own[i]!;
    return { distances };
  },
  async payloads(asked, { points }) {
    const { refs, positions } = await present(asked, points);
    const there = new Uint8Array(points.ids.length).fill(GONE);
    const versions = new Float64Array(points.ids.length);
    const all: (Uint8Array | null)[] = new Array(points.ids.length).fill(null);
    const ownVersions: number[] = [];
    const payloads = await asked.reads.payloads(refs, ownVersions);
    for (const [i, at] of positions.entries()) {
      there[at] = payloads[i] === null ? BARE : FILLED;
      all[at] = payloads[i]!;
      versions[at] = ownVersions[i]!;
    }
    return { there, versions, payloads: joinedStrings(all) };
  },
  async vectors(asked, { name, points }) {
    const isDense = fieldOf(asked, name).size > 0;
    const { refs, positions } = await present(asked, points);
    const there = new Uint8Array(points.ids.length).fill(GONE);
    const versions = new Float64Array(points.ids.length);
    for (const [i, at] of positions.entries()) versions[at] = asked.reads.version(refs[i]!);
    const rows = await asked.reads.vectors(name, refs);
    for (const [i, at] of positions.entries()) there[at] = rows[i] === null ? BARE : FILLED;
    const vectors = rows.filter((row) => row !== null);
    if (!isDense) return { there, versions, floats: null, strings: joinedStrings(vectors as Uint8Array[]) };
    const floats = joinedFloats(vectors as Float32Array[]);
    return { there, versions, floats, strings: joinedStrings([]) };
  },
  async neighbourhood(asked, { field, point, level, hops, limit }) {
    const [ref] = await againOf(asked, point);
    if (ref == null) throw new PointNotFound([point.ids.at(0)]);
    const { levels, nodes, links } = await asked.reads.neighbourhood(fieldOf(asked, field), ref, {
      level,
      hops,
      limit,
    });
    return {
      levels,
      ids: PackedIds.pack(nodes.map(({ id }) => id)),
      highest: Uint32Array.from(nodes, (node) => node.level),
      hops: Uint32Array.from(nodes, ({ hop }) => hop),
      distances: Float64Array.from(nodes, ({ distance }) => distance),
      deleted: Uint8Array.from(nodes, ({ deleted }) => Number(deleted)),
      links: Uint32Array.from(links.flat()),
    };
  },
  async watch(asked, { query, field, k, ef, mostSteps }) {
    const request = { field: fieldOf(asked, field), k: Math.min(k, asked.reads.slots), ef, mostSteps };
    checkQueries(request.field, [query]);
    if (request.k === 0) return { rows: await rowsOf(asked, []), distances: new Float64Array(), walks: [] };
    const { segments, hits, distances } = await asked.reads.watch(query, request);
    return {
      rows: await rowsOf(
        asked,
        hits.map(({ ref }) => ref),
      ),
      distances: Float64Array.from(distances),
      walks: segments.map(walkColumns),
    };
  },
};

/** A reference that leads nowhere, so that the id is looked up. */
const NO_REF = Number.MAX_SAFE_INTEGER;

function joinedFloats(vectors: readonly Float32Array[]): Float32Array {
  const floats = new Float32Array(vectors.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const vector of vectors) {
    floats.set(vector, at);
    at += vector.length;
  }
  return floats;
}
