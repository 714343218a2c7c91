// Home: drawn by its own commit.

export function Home() {
  return <h1>Home</h1>;
}
