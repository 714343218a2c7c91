// A column of the table of points.

export interface Column {
  readonly field: string;
  /** In characters. */
  readonly width: number;
  /** Its values are at the right. */
  readonly isFigure: boolean;
}
