// The state of a map: its points, what is selected, and the description of it. All parts of the screen share it.
// The decision: positions are requested first, neighbours when they are wanted, and values for the colours when a field
// is chosen, so the picture is there soon.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { useResource } from "../../../api/resource.ts";
import type { PointId } from "../../../api/types.ts";
import { scheme } from "../../../shell/theme.ts";
import { thingsOf } from "../things/things.ts";
import { labelsOf, type Region, regionsOf } from "./clusters.ts";
import { loadNeighbours, loadProjection, type Subject } from "./load.ts";
import type { Label } from "./marks.ts";
import { areOfSamePoints, type Projection } from "./projection.ts";
import type { Scene } from "./scene.ts";
import { useArrangement } from "./use-arrangement.ts";
import { type Colours, currentMarks, useColours } from "./use-colours.ts";

const NEIGHBOURS = 15;
/** The largest map whose layout starts without a click. */
const MAX_AUTOMATIC_POINTS = 20_000;
const AROUND = 20;
const MAX_LABELS = 12;
const NO_IDS: readonly PointId[] = [];
const NO_POINTS: ReadonlySet<number> = new Set();

export type MapState = ReturnType<typeof useMap>;

/** @param field the path in the payload that chooses the colours, or "" */
export function useMap(subject: Subject, field: string) {
  const answers = useAnswers(subject, field);
  const { projection, local, startUmap } = answers;
  const [scene, setScene] = useState<Scene>();
  const [isLasso, setLasso] = useState(false);
  const [rests, setRests] = useState(0);
  const picked = usePicked(projection);
  const ids = projection?.ids ?? NO_IDS;
  const indexes = useMemo(() => new Map(ids.map((id, index) => [String(id), index])), [ids]);
  const colours = useColours(ids, answers.values, picked);
  const shown = useShown(scene, projection, colours.rgba, startUmap);
  const arranged = useArrangement(scene, projection, local);
  const found = useFound(scene, subject, ids, indexes, picked.centre);
  const { arrangement, layout } = arranged;
  const regions = useMemo(
    () => (scene && shown ? regionsOf(scene.positions) : []),
    [scene, shown, arrangement, layout.status],
  );
  const around = useMemo(() => scene?.aroundMiddle(AROUND) ?? [], [scene, rests]);
  const labels = useLabels(scene, regions, colours, subject.collection, ids);
  const isMoving = layout.status === "running";
  const { selected } = picked;
  useEffect(
    () => scene?.mark({ labels: isMoving ? [] : labels, selected }),
    [scene, labels, isMoving, selected],
  );
  return {
    ...answers,
    ...picked,
    ...arranged,
    ...{ subject, field, scene, isLasso, setLasso, ids, indexes, colours, found, regions, around },
    /** Whether points are drawn and none of them is in view. */
    isEmpty: shown !== undefined && around.length === 0,
    setScene,
    rest: () => setRests((before) => before + 1),
    indexOf: (id: PointId) => indexes.get(String(id)) ?? -1,
    hover: (point: number) => scene?.mark({ hovered: point }),
  };
}

/** Loads a map. `failures` are the requests that may have failed; the first is the map itself. */
function useAnswers(subject: Subject, field: string) {
  const [requested, setRequested] = useState<Subject>();
  const isRequested = requested === subject;
  const map = useResource((signal) => loadProjection(subject, {}, signal), [subject]);
  const local = useResource(
    async (signal) => (isRequested ? loadProjection(subject, { neighbors: NEIGHBOURS }, signal) : null),
    [subject, isRequested],
  );
  const values = useResource(
    async (signal) => (field === "" ? null : loadProjection(subject, { with_values: field }, signal)),
    [subject, field],
  );
  const startUmap = useCallback(() => setRequested(subject), [subject]);
  // If points were written in between, the later response is used.
  const isOther = local.value && map.value && !areOfSamePoints(local.value, map.value);
  return {
    /** Undefined while it is loaded. */
    projection: isOther ? local.value! : map.value,
    local: local.value ?? null,
    isLoadingLocal: isRequested && local.loading,
    values: values.value ?? null,
    failures: [map, local, values],
    startUmap,
  };
}

/** Returns the selected points, the one in the centre, and the deleted ones; another projection forgets them. */
function usePicked(projection: Projection | undefined) {
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [centre, setCentre] = useState(-1);
  const [gone, setGone] = useState(NO_POINTS);
  useEffect(() => {
    setSelected([]);
    setCentre(-1);
    setGone(NO_POINTS);
  }, [projection]);
  const click = (point: number): void => {
    setCentre(point);
    if (point < 0) setSelected([]);
  };
  return { selected, centre, gone, setSelected, setCentre, setGone, click };
}

/** Searches the nearest points of the one in the centre, and marks them. @param centre the index of the point, or -1 */
function useFound(
  scene: Scene | undefined,
  subject: Subject,
  ids: readonly PointId[],
  indexes: ReadonlyMap<string, number>,
  centre: number,
) {
  const id = ids[centre];
  const found = useResource(
    async (signal) => {
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
    const near = found.value?.neighbours ?? [];
    const neighbours = near.flatMap((neighbour) => indexes.get(String(neighbour.id)) ?? []);
    scene?.mark({ centre: id === undefined ? -1 : centre, neighbours });
  }, [scene, centre, found.value]);
  return found;
}

/** Returns labels: the names of categories where most of their points are, otherwise examples of dense regions. */
function useLabels(
  scene: Scene | undefined,
  regions: readonly Region[],
  { colouring, only }: Colours,
  collection: string,
  ids: readonly PointId[],
): readonly Label[] {
  const things = thingsOf(collection);
  const examples =
    colouring.kind === "categories" ? [] : regions.slice(0, MAX_LABELS).map(({ example }) => example);
  const texts = examples.map((point) => (ids[point] === undefined ? "" : things.nameOf(ids[point])));
  return useMemo(() => {
    const positions = scene?.positions ?? new Float32Array();
    if (colouring.kind !== "categories")
      return examples.map((point, i) => {
        return { x: positions[point * 2]!, y: positions[point * 2 + 1]!, text: texts[i]! };
      });
    const named = colouring.categories.flatMap(({ isRest, name }, group) =>
      isRest || (only !== null && only !== group) ? [] : [[group, name] as const],
    );
    return labelsOf(positions, colouring.groups, new Map(named));
  }, [scene, regions, colouring, only, texts.join("\n")]);
}

/** Puts the points into the scene. @returns the projection that it shows */
function useShown(
  scene: Scene | undefined,
  projection: Projection | undefined,
  rgba: Uint8Array<ArrayBuffer>,
  startUmap: () => void,
): Projection | undefined {
  const [shown, setShown] = useState<Projection>();
  useEffect(() => {
    if (!scene || !projection) return;
    scene.show(projection.positions, rgba);
    setShown(projection);
    if (projection.count > 2 && projection.count <= MAX_AUTOMATIC_POINTS) startUmap();
  }, [scene, projection]);
  useEffect(() => scene?.paint(rgba), [scene, rgba]);
  const shownScheme = scheme.value;
  useEffect(() => scene?.markWith(currentMarks()), [scene, shownScheme]);
  return shown;
}
