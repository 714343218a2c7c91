// A hook that searches for neighbours of the clicked point and draws lines to them.
import { useEffect } from "preact/hooks";
import { type Resource, useResource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { loadNeighbours, type Neighbour, type Subject } from "./load.ts";
import type { Scene } from "./scene.ts";

export interface Found {
  readonly neighbours: readonly Neighbour[];
  readonly ms: number;
}

/** @param centre the index of the point, or -1 */
export function useFound(
  scene: Scene | undefined,
  subject: Subject,
  ids: readonly PointId[],
  indexes: ReadonlyMap<string, number>,
  centre: number,
): Resource<Found | null> {
  const id = ids[centre];
  const found = useResource(
    async (signal): Promise<Found | null> => {
      if (id === undefined) return null;
      const began = performance.now();
      const neighbours = await loadNeighbours(subject, id, signal);
      return { neighbours, ms: performance.now() - began };
    },
    [subject, id],
  );
  useEffect(() => {
    if (centre >= 0) scene?.reveal(centre);
  }, [scene, centre]);
  useEffect(() => {
    const neighbours = (found.value?.neighbours ?? []).flatMap(
      (neighbour) => indexes.get(String(neighbour.id)) ?? [],
    );
    scene?.mark({ centre: id === undefined ? -1 : centre, neighbours });
  }, [scene, centre, found.value]);
  return found;
}
