// Indexes: drawn by its own commit.
import type { SideProps } from "../tabs.ts";

export function Indexes({ name }: SideProps) {
  return <p>Indexes of {name}</p>;
}
