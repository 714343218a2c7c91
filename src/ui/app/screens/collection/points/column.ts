// A column of the table of points.

export interface Column {
  readonly field: string;
  /** The width in characters. */
  readonly width: number;
  /** Whether its values are aligned right. */
  readonly isFigure: boolean;
}
