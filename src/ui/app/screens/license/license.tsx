// License: drawn by its own commit.

export function License() {
  return <h1>License</h1>;
}
