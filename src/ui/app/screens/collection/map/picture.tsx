// The picture with its side panel: the selection, the neighbours of a point, and the legend.
import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { PointId } from "../../../api/types.ts";
import { plural } from "../../../kit/format.ts";
import { scheme } from "../../../shell/theme.ts";
import type { Info } from "../info.ts";
import { thingsOf } from "../things/things.ts";
import { labelsOf, type Region, regionsOf } from "./clusters.ts";
import type { Subject } from "./load.ts";
import type { Label } from "./marks.ts";
import { useFound } from "./near.tsx";
import type { Projection } from "./projection.ts";
import type { Scene } from "./scene.ts";
import { Side } from "./side.tsx";
import { PictureArea } from "./stage.tsx";
import { ViewBar, ZoomBar } from "./toolbar.tsx";
import { useArrangement } from "./use-arrangement.ts";
import { type Colours, currentMarks, useColours } from "./use-colours.ts";
import { Words } from "./words.tsx";

interface Props {
  readonly subject: Subject;
  readonly info: Info;
  /** The map; undefined while it is loaded. */
  readonly projection: Projection | undefined;
  readonly local: Projection | null;
  readonly isLoadingLocal: boolean;
  readonly field: string;
  readonly values: Projection | null;
  /** The inputs for what is drawn. */
  readonly toolbar: ComponentChildren;
  startUmap(): void;
  onChange(): void;
}

/** The largest map whose layout starts without a click. */
const MAX_AUTOMATIC_POINTS = 20_000;
const AROUND = 20;
const NO_IDS: readonly PointId[] = [];
const NO_POINTS: ReadonlySet<number> = new Set();

export function Picture(props: Props) {
  const { subject, projection, local, field, values, isLoadingLocal, startUmap } = props;
  const [scene, setScene] = useState<Scene>();
  const [isLasso, setLasso] = useState(false);
  const [isFull, setFull] = useState(false);
  const { selected, centre, gone, setSelected, setCentre, setGone, click } = usePicked(projection);
  const [rests, setRests] = useState(0);
  const ids = projection?.ids ?? NO_IDS;
  const indexes = useMemo(() => new Map(ids.map((id, index) => [String(id), index])), [ids]);
  const colours = useColours(ids, values, { selected, gone });
  const shown = useShown(scene, projection, colours.rgba, startUmap);
  const arranged = useArrangement(scene, projection, local);
  const found = useFound(scene, subject, ids, indexes, centre);
  const { layout, arrangement } = arranged;
  const described = useDescription(scene, shown, rests, `${arrangement} ${layout.status}`);
  const labels = useLabels(scene, described.regions, colours, subject.collection, ids);
  const isMoving = layout.status === "running";
  useEffect(
    () => scene?.mark({ labels: isMoving ? [] : labels, selected }),
    [scene, labels, isMoving, selected],
  );
  return (
    <>
      <div class="row map-toolbar">
        {props.toolbar}
        <ViewBar
          {...arranged}
          isLoading={projection === undefined || isLoadingLocal}
          isLasso={isLasso}
          startUmap={startUmap}
          onLasso={setLasso}
          onSelectView={() => setSelected(scene?.inView() ?? [])}
        />
      </div>
      <div class={isFull ? "map-body full" : "map-body"}>
        <Frame
          collection={subject.collection}
          ids={ids}
          label={`Map of ${plural(ids.length, "point")}`}
          isLasso={isLasso}
          isWaiting={projection === undefined}
          scene={scene}
          onScene={setScene}
          onRest={() => setRests((before) => before + 1)}
          onClick={click}
          onLasso={setSelected}
          isEmpty={shown !== undefined && described.around.length === 0}
          isFull={isFull}
          onFull={setFull}
        />
        <Side
          {...props}
          {...{ ids, indexes, selected, centre, found, colours, layout }}
          onSelect={setSelected}
          onCentre={setCentre}
          onHover={(point) => scene?.mark({ hovered: point })}
          onGone={setGone}
        />
      </div>
      <Words
        {...{ collection: subject.collection, ids, field, ...described }}
        colouring={colours.colouring}
        values={colours.values}
        onPoint={click}
        onHover={(point) => scene?.mark({ hovered: point })}
      />
    </>
  );
}

/** Returns the selected points, the one in the centre, and the deleted ones; another projection forgets them. */
function usePicked(projection: Props["projection"]) {
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [centre, setCentre] = useState(-1);
  const [gone, setGone] = useState(NO_POINTS);
  useForgetting(projection, () => {
    setSelected([]);
    setCentre(-1);
    setGone(NO_POINTS);
  });
  const click = (point: number): void => {
    setCentre(point);
    if (point < 0) setSelected([]);
  };
  return { selected, centre, gone, setSelected, setCentre, setGone, click };
}

interface FrameProps extends ComponentProps<typeof PictureArea> {
  /** Whether no point is in view. */
  readonly isEmpty: boolean;
  readonly isFull: boolean;
  onFull(isFull: boolean): void;
}

/** The picture with its buttons. */
function Frame({ isEmpty, isFull, onFull, ...area }: FrameProps) {
  const { scene } = area;
  return (
    <div class="map-frame">
      <PictureArea {...area} />
      {isEmpty && (
        <div class="map-nothing">
          <button type="button" onClick={() => scene?.frame()}>
            No point is in view: show all
          </button>
        </div>
      )}
      <ZoomBar
        isFull={isFull}
        onZoom={(factor) => scene?.zoom(factor)}
        onFit={() => scene?.frame()}
        onFull={onFull}
      />
    </div>
  );
}

/** Describes the map in words. @param arranged changes when the points have moved */
function useDescription(
  scene: Scene | undefined,
  shown: Projection | undefined,
  rests: number,
  arranged: string,
) {
  const regions = useMemo(() => (scene && shown ? regionsOf(scene.positions) : []), [scene, shown, arranged]);
  const around = useMemo(() => scene?.aroundMiddle(AROUND) ?? [], [scene, rests]);
  return { regions, around };
}

const MAX_LABELS = 12;

/** Returns labels: the names of categories where most of their points are, otherwise examples of dense regions. */
function useLabels(
  scene: Scene | undefined,
  regions: readonly Region[],
  { colouring, only }: Colours,
  collection: string,
  ids: readonly PointId[],
): readonly Label[] {
  const things = thingsOf(collection);
  const examples = regions.slice(0, MAX_LABELS).map(({ example }) => example);
  const isNamed = colouring.kind === "categories";
  const texts = isNamed
    ? []
    : examples.map((point) => (ids[point] === undefined ? "" : things.nameOf(ids[point])));
  return useMemo(() => {
    if (!scene) return [];
    const { positions } = scene;
    if (!isNamed)
      return examples.map((point, i) => ({
        x: positions[point * 2]!,
        y: positions[point * 2 + 1]!,
        text: texts[i]!,
      }));
    const names = new Map(
      colouring.categories.flatMap((category, group) =>
        category.isRest || (only !== null && only !== group) ? [] : [[group, category.name] as const],
      ),
    );
    return labelsOf(positions, colouring.groups, names);
  }, [scene, regions, colouring, only, texts.join("\n")]);
}

/** Calls `forget` when the points change, because the selection refers to the old ones. */
function useForgetting(projection: Projection | undefined, forget: () => void): void {
  useEffect(forget, [projection]);
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
