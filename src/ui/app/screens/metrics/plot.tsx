// A chart that uPlot draws on a canvas. It is hidden from screen readers: a table beside it has its figures.
// The decision: it is made again when the colours of the theme change; other data are only put in.
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { colour, scheme } from "../../shell/theme.ts";

interface Props {
  readonly height: number;
  readonly data: uPlot.AlignedData;
  /** Returns the options with the colours of the current theme. They are read once; a key makes another chart. */
  optionsOf(): Omit<uPlot.Options, "width" | "height">;
}

export function Plot({ height, data, optionsOf }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const shownScheme = scheme.value;
  useEffect(() => {
    const element = host.current!;
    const width = element.clientWidth;
    const made = new uPlot({ legend: { show: false }, ...optionsOf(), width, height }, data, element);
    plot.current = made;
    const sizes = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      made.destroy();
    };
  }, [shownScheme]);
  useEffect(() => plot.current?.setData(data), [data]);
  return <div ref={host} class="plot" style={{ height: `${height}px` }} aria-hidden="true" />;
}

/** Returns the style of axes. */
export function axisStyle() {
  return {
    stroke: colour("muted"),
    grid: { stroke: colour("line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
}
