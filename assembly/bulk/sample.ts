// Measures how many of the true nearest neighbours of some nodes are among their candidates.
// The decision: how many leaves a node needs depends on the data: few for images, many for noise. So the nodes of level
// 0 are divided again, with other leaders, until the candidates of a sample are good enough. The true neighbours of the
// sample are measured once, against all nodes, which costs a small part of one division.

import { Metric } from "../abi";
import { codeWidth } from "../codes/int8";
import { distanceOf } from "../heap";
import { dimension, metric } from "../memory/layout";
import { keyAt, poolKey } from "../walk/pool";
import { Builder } from "./builder";
import { candidatesOf, sizeOf } from "./candidates";
import { insertShared, sizeAt } from "./keys";
import { PANEL, panelBytes } from "./panel";
import { measurePanels } from "./product";
import { packCodes } from "./projections";
import { Bulk, NEIGHBOURS, SAMPLED } from "./state";

/**
 * The share of true neighbours, in percent, with which a level is not divided again: after the first division, and
 * after further ones, which find the neighbours of other nodes than the first. The sample has an error of about one
 * point.
 */
const ENOUGH_AT_ONCE: u32 = 92;
const ENOUGH: u32 = 88;
/** If `TRIED` divisions have found a smaller share in percent, as in noise of many dimensions, slots are inserted. */
const TRIED: u32 = 3;
const HOPELESS: u32 = 70;
/** Nodes that are measured in one item: a few panels. */
const MEASURED: u32 = 4 * PANEL;

/** Begins to measure the true neighbours of the sample. */
export function beginSample(bulk: Bulk, own: Builder): void {
  for (let i: u32 = 0; i < SAMPLED; i++) {
    const index = <u32>(((<u64>2 * i + 1) * bulk.size) / (2 * SAMPLED));
    store<u32>(bulk.sample + ((<usize>i) << 2), load<u32>(bulk.nodes + ((<usize>index) << 2)));
  }
  for (let i: u32 = 0; i < SAMPLED; i += PANEL) {
    packCodes(own, bulk.sample + ((<usize>i) << 2), PANEL, samplePanel(bulk, i));
  }
  memory.fill(bulk.trueSizes, 0, SAMPLED * 2);
}

/** Returns the number of items in which nodes are measured against the sample. */
export function sampleItems(bulk: Bulk): u32 {
  return (bulk.size + MEASURED - 1) / MEASURED;
}

/** Measures the nodes of an item against the sample. @returns the work in thousands of products */
export function sampleItem(bulk: Bulk, own: Builder): i32 {
  const width = codeWidth(dimension());
  const end = min(bulk.size, (own.item + 1) * MEASURED);
  for (let first = own.item * MEASURED; first < end; first += PANEL) {
    measurePanel(bulk, own, first, min(PANEL, end - first), width);
  }
  own.hasItem = false;
  return <i32>((SAMPLED * MEASURED * width) >> 10) + 1;
}

function measurePanel(bulk: Bulk, own: Builder, from: u32, points: u32, width: u32): void {
  const factor: f32 = metric() == Metric.Euclid ? 2 : 1;
  const slots = bulk.nodes + ((<usize>from) << 2);
  packCodes(own, slots, points, own.panel);
  for (let first: u32 = 0; first < SAMPLED; first += PANEL) {
    measurePanels(samplePanel(bulk, first), own.panel, width, factor, own.row, PANEL * 4, 0);
    for (let i: u32 = 0; i < PANEL; i++) {
      for (let j: u32 = 0; j < points; j++) {
        offerTrue(
          bulk,
          first + i,
          load<u32>(slots + ((<usize>j) << 2)),
          load<f32>(own.row + ((<usize>(i * PANEL + j)) << 2)),
        );
      }
    }
  }
}

function offerTrue(bulk: Bulk, index: u32, slot: u32, distance: f32): void {
  if (!(distance < Infinity) || load<u32>(bulk.sample + ((<usize>index) << 2)) == slot) return;
  insertShared(trueSize(bulk, index), trueKeysOf(bulk, index), NEIGHBOURS, poolKey(distance, slot));
}

function samplePanel(bulk: Bulk, index: u32): usize {
  return bulk.samplePanels + <usize>(index / PANEL) * panelBytes(codeWidth(dimension()));
}

function trueSize(bulk: Bulk, index: u32): usize {
  return bulk.trueSizes + ((<usize>index) << 1);
}

/** Returns the share of the true neighbours of the sample that are among its candidates, in percent. */
export function foundShare(bulk: Bulk): u32 {
  let all: u32 = 0;
  let found: u32 = 0;
  for (let i: u32 = 0; i < SAMPLED; i++) {
    const size = sizeAt(trueSize(bulk, i));
    if (size == 0) continue;
    const farthest = distanceOf(keyAt(trueKeysOf(bulk, i), size - 1));
    const slot = load<u32>(bulk.sample + ((<usize>i) << 2));
    const keys = candidatesOf(bulk, slot);
    const candidates = min(size, sizeOf(bulk, slot));
    for (let at: u32 = 0; at < candidates && distanceOf(keyAt(keys, at)) <= farthest; at++) found++;
    all += size;
  }
  return all == 0 ? 100 : (found * 100) / all;
}

/** Whether the candidates have enough of the true neighbours. @param share the share that was found */
export function hasEnough(bulk: Bulk, share: u32): bool {
  return share >= (bulk.round == 1 ? ENOUGH_AT_ONCE : ENOUGH);
}

/** Whether further divisions will not find enough of the true neighbours. */
export function isHopeless(bulk: Bulk, share: u32): bool {
  return bulk.round == TRIED && share < HOPELESS;
}

function trueKeysOf(bulk: Bulk, index: u32): usize {
  return bulk.trueKeys + <usize>index * (NEIGHBOURS * 8);
}
