// Console: drawn by its own commit.

export function Console() {
  return <h1>Console</h1>;
}
