// Map2d: drawn by its own commit.
import type { SideProps } from "../tabs.ts";

export function Map2d({ name }: SideProps) {
  return <p>Map2d of {name}</p>;
}
