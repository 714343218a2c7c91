// Graph: drawn by its own commit.
import type { SideProps } from "../tabs.ts";

export function Graph({ name }: SideProps) {
  return <p>Graph of {name}</p>;
}
