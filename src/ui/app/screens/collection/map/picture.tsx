// The picture with its side panel: the selection, the neighbours of a point, and the legend.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { PointId } from "../../../api/types.ts";
import { plural } from "../../../kit/format.ts";
import { scheme } from "../../../shell/theme.ts";
import type { Info } from "../info.ts";
import { regionsOf } from "./clusters.ts";
import type { Subject } from "./load.ts";
import { currentMarks } from "./palette.ts";
import type { Projection } from "./projection.ts";
import type { Scene } from "./scene.ts";
import { Side } from "./side.tsx";
import { PictureArea } from "./stage.tsx";
import { ViewBar, ZoomBar } from "./toolbar.tsx";
import { useArrangement } from "./use-arrangement.ts";
import { useColours } from "./use-colours.ts";
import { useFound } from "./use-found.ts";
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
  onUntangle(): void;
  onChange(): void;
}

/** The largest map whose layout starts without a click. */
const MAX_AUTOMATIC_POINTS = 20_000;
const AROUND = 20;
const NO_IDS: readonly PointId[] = [];
const NO_POINTS: ReadonlySet<number> = new Set();

export function Picture(props: Props) {
  const { subject, projection, local, field, values, isLoadingLocal, onUntangle } = props;
  const [scene, setScene] = useState<Scene>();
  const [isLasso, setLasso] = useState(false);
  const [selected, setSelected] = useState<readonly number[]>([]);
  const [centre, setCentre] = useState(-1);
  const [gone, setGone] = useState(NO_POINTS);
  const [rests, setRests] = useState(0);
  const ids = projection?.ids ?? NO_IDS;
  const indexes = useMemo(() => new Map(ids.map((id, index) => [String(id), index])), [ids]);
  const colours = useColours(ids, values, { selected, gone });
  const shown = useShown(scene, projection, colours.rgba, onUntangle);
  useForgetting(projection, () => {
    setSelected([]);
    setCentre(-1);
    setGone(NO_POINTS);
  });
  const arranged = useArrangement(scene, projection, local);
  const found = useFound(scene, subject, ids, indexes, centre);
  const { layout, arrangement } = arranged;
  const described = useDescription(scene, shown, rests, `${arrangement} ${layout.status}`);
  const click = (point: number): void => {
    setCentre(point);
    if (point < 0) setSelected([]);
  };
  return (
    <>
      <ViewBar
        {...arranged}
        isLoading={projection === undefined || isLoadingLocal}
        isLasso={isLasso}
        onUntangle={onUntangle}
        onLasso={setLasso}
        onSelectView={() => setSelected(scene?.inView() ?? [])}
      />
      <div class="map-body">
        <div class="map-frame">
          <PictureArea
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
          />
          <ZoomBar onZoom={(factor) => scene?.zoom(factor)} onFit={() => scene?.frame()} />
        </div>
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
        {...{ ids, field, ...described }}
        colouring={colours.colouring}
        values={colours.values}
        onPoint={click}
        onHover={(point) => scene?.mark({ hovered: point })}
      />
    </>
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

/** Calls `forget` when the points change, because the selection refers to the old ones. */
function useForgetting(projection: Projection | undefined, forget: () => void): void {
  useEffect(forget, [projection]);
}

/** Puts the points into the scene. @returns the projection that it shows */
function useShown(
  scene: Scene | undefined,
  projection: Projection | undefined,
  rgba: Uint8Array<ArrayBuffer>,
  onUntangle: () => void,
): Projection | undefined {
  const [shown, setShown] = useState<Projection>();
  useEffect(() => {
    if (!scene || !projection) return;
    scene.show(projection.positions, rgba);
    setShown(projection);
    if (projection.count > 2 && projection.count <= MAX_AUTOMATIC_POINTS) onUntangle();
  }, [scene, projection]);
  useEffect(() => scene?.paint(rgba), [scene, rgba]);
  const shownScheme = scheme.value;
  useEffect(() => scene?.markWith(currentMarks()), [scene, shownScheme]);
  return shown;
}
