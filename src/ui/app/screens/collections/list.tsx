// The list of collections: drawn by its own commit.

export function List() {
  return <h1>Collections</h1>;
}
