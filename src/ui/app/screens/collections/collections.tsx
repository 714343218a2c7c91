// Collections: drawn by its own commit.

export function Collections() {
  return <h1>Collections</h1>;
}
