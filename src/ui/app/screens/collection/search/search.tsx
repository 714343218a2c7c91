// Search: drawn by its own commit.
import type { SideProps } from "../tabs.ts";

export function Search({ name }: SideProps) {
  return <p>Search of {name}</p>;
}
