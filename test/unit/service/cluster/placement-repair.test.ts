// What repairs of placements never do, for placements and servers that are drawn.
import { expect } from "chai";
import type { Placement, Replica } from "../../../../src/core/config/placement.ts";
import {
  type KnownServers,
  type RepairBasis,
  repairedPlacement,
} from "../../../../src/service/placement-repair.ts";
import { between, pick, type Random, shuffled } from "../../../support/chance.ts";
import { seededRandom } from "../../../support/random.ts";

const CASES = 3_000;
const SERVERS = 6;
type Kind = "living" | "away" | "lost" | "emptied";

interface Drawn {
  readonly placement: Placement;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly basis: () => RepairBasis;
}

function drawn(random: Random): Drawn {
  const ids = Array.from({ length: SERVERS }, (_, peer) => `s${peer}`);
  const kinds = new Map(
    ids.map((id) => [id, pick<Kind>(random, ["living", "living", "away", "lost", "emptied"])]),
  );
  const fresh = (peer: number) => ({ server: `new${peer}`, peer });
  const living = new Map(
    ids.flatMap((server, peer) => {
      const kind = kinds.get(server)!;
      if (kind === "living") return [[server, { server, peer }] as const];
      return kind === "emptied" ? [[`new${peer}`, fresh(peer)] as const] : [];
    }),
  );
  for (const server of living.keys()) kinds.set(server, "living");
  const servers: KnownServers = {
    living,
    isLost: (server) => kinds.get(server) === "lost",
    isAway: (server) => kinds.get(server) !== "living",
    successorOf: ({ server, peer }) => (kinds.get(server) === "emptied" ? fresh(peer) : undefined),
  };
  const placement = Array.from({ length: 3 }, () => replicasOf(random, [...kinds.keys()]));
  const factor = pick(random, [null, 1, 2, 3, 4]);
  const drained = new Set(pick(random, [[], ["s0"], ["s0", "s1"]]));
  const basis = () => ({ servers, factor, loads: new Map(), drained, attempt: "next" });
  return { placement, kinds, basis };
}

/** Draws the replicas of a shard: at least one has all points. */
function replicasOf(random: Random, ids: readonly string[]): Replica[] {
  const chosen = shuffled(ids, random).slice(0, between(random, 1, 4));
  return chosen.map((server, i) => {
    const peer = Number(server.replace(/\D+/, ""));
    const copies = i > 0 && random() < 0.4;
    const copy = { from: pick(random, ids), moves: random() < 0.3, attempt: "first" };
    return copies ? { server, peer, copy } : { server, peer };
  });
}

const isActive = ({ copy }: Replica) => copy === undefined;

describe("a repaired placement", () => {
  function each(check: (drawn: Drawn, repaired: Placement, seed: string) => void): void {
    for (let seed = 1; seed <= CASES; seed++) {
      const one = drawn(seededRandom(seed));
      check(one, repairedPlacement(one.placement, one.basis()), `seed ${seed}`);
    }
  }

  it("a repaired placement keeps a server with all points of each shard, and those on servers that work or are away", () => {
    each(({ placement, kinds }, repaired, seed) => {
      repaired.forEach((replicas, shard) => {
        expect(replicas.some(isActive), seed).to.equal(true);
        const kept = placement[shard]!.filter(
          (one) => isActive(one) && ["living", "away"].includes(kinds.get(one.server)!),
        );
        expect(replicas, seed).to.include.members(kept);
      });
    });
  });

  it("a repaired placement has each server once in a shard, and one new copy in it at most", () => {
    each(({ placement, kinds }, repaired, seed) => {
      repaired.forEach((replicas, shard) => {
        expect(new Set(replicas.map(({ server }) => server)).size, seed).to.equal(replicas.length);
        const before = new Set(placement[shard]!.map(({ server }) => server));
        const added = replicas.filter(({ server }) => !before.has(server));
        const emptied = placement[shard]!.filter(({ server }) => kinds.get(server) === "emptied");
        expect(added.length, seed).to.be.at.most(emptied.length + 1);
      });
    });
  });

  it("a repaired placement copies from servers that work and have all points, and moves nothing that it has begun itself", () => {
    each(({ kinds }, repaired, seed) => {
      for (const replicas of repaired) {
        const begun = replicas.filter(({ copy }) => copy?.attempt === "next");
        for (const { copy } of begun) {
          const source = replicas.find(({ server }) => server === copy!.from);
          expect(source && isActive(source), seed).to.equal(true);
          expect(kinds.get(copy!.from), seed).to.equal("living");
          expect(copy!.moves, seed).to.equal(false);
        }
      }
    });
  });

  it("a repaired placement needs no second repair while its copies are made", () => {
    each(({ basis }, repaired, seed) => {
      expect(repairedPlacement(repaired, basis()), seed).to.equal(repaired);
    });
  });
});
