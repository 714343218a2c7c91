// The icons: paths in a box of 24 by 24, drawn for this console with one line width.

const PATHS = {
  home: "M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6",
  layers: "M12 3l9 5-9 5-9-5zM3.5 12.5L12 17l8.5-4.5M3.5 16.5L12 21l8.5-4.5",
  terminal: "M3 5h18v14H3zM7 9l3 3-3 3M12.5 15H17",
  pulse: "M3 12h4l3-8 4 16 3-8h4",
  servers: "M4 4h16v6H4zM4 14h16v6H4zM7.5 7h.01M7.5 17h.01",
  key: "M12 15a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM10.9 12.1L20 3M16 7l3 3",
  seal: "M12 3l2.4 2 3.1-.2.8 3 2.6 1.7-1.1 2.9 1.1 2.9-2.6 1.7-.8 3-3.1-.2L12 22l-2.4-2.2-3.1.2-.8-3L3.1 15.3l1.1-2.9-1.1-2.9 2.6-1.7.8-3 3.1.2zM9 12l2 2 4-4",
  search: "M10.5 17a6.5 6.5 0 1 1 0-13 6.5 6.5 0 0 1 0 13zM15.5 15.5L21 21",
  map: "M5 7h.01M9 15h.01M13 6h.01M18 10h.01M15 17h.01M10 10h.01M6 19h.01M19 18h.01",
  graph:
    "M8 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM20 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM14 18a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM8 6.3l8 1.4M6.9 7.8l4.2 8.4M17 9.7l-4 6.6",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  expand: "M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7",
  lasso:
    "M12 4c5 0 8.5 2.4 8.5 5.5S17 15 12 15s-8.5-2.4-8.5-5.5S7 4 12 4M7 14.3C5.6 17 7 18.6 8.6 18.2S10 21 8.5 21",
  forward: "M6 5l9 7-9 7zM18.5 5v14",
  back: "M18 5l-9 7 9 7zM5.5 5v14",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  undo: "M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12H9",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "M5 12.5l4.5 4.5L19 7.5",
  circle: "M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14z",
  close: "M6 6l12 12M18 6L6 18",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  menu: "M4 7h16M4 12h16M4 17h16",
  help: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.5h.01",
  filter: "M4 5h16l-6 7.5V19l-4-2v-4.5z",
  import: "M12 15V3M7 8l5-5 5 5M4 20h16",
  export: "M12 3v12M7 10l5 5 5-5M4 20h16",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  unlock: "M5 11h14v10H5zM8 11V7a4 4 0 0 1 7.5-2",
  leave: "M14 4H5v16h9M10 12h11M17 8l4 4-4 4",
  warning: "M12 4l9.5 16h-19zM12 10v4M12 17h.01",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01",
  right: "M9 5l7 7-7 7",
  down: "M5 9l7 7 7-7",
  refresh: "M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6",
} as const;

export type IconName = keyof typeof PATHS;

/** Draws an icon. It is never the only information: a text or a title is beside it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
