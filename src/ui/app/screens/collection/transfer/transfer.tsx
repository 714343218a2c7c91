// Transfer: drawn by its own commit.
import type { SideProps } from "../tabs.ts";

export function Transfer({ name }: SideProps) {
  return <p>Transfer of {name}</p>;
}
