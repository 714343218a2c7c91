// Metrics: drawn by its own commit.

export function Metrics() {
  return <h1>Metrics</h1>;
}
