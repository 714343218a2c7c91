// Access: drawn by its own commit.

export function Access() {
  return <h1>Access</h1>;
}
