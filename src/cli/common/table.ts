// Prints results as a table: columns as wide as their cells, numbers aligned to the right.
// The decision: it has no frame, so `awk` and people can read it.

const MAX_COLUMN_WIDTH = 80;

/** @param rows of texts, as many as there are heads */
export function tableOf(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => shortened(String(cell))));
  const widths = heads.map((head, i) => Math.max(head.length, ...cells.map((row) => row[i]!.length)));
  const isNumber = heads.map((_, i) => rows.length > 0 && rows.every((row) => typeof row[i] === "number"));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (isNumber[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join("  ")
      .trimEnd();
  return `${[heads, ...cells].map(line).join("\n")}\n`;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > MAX_COLUMN_WIDTH ? `${line.slice(0, MAX_COLUMN_WIDTH - 3)}...` : line;
}
