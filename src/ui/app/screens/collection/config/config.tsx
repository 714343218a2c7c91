// Config: drawn by its own commit.
import type { SideProps } from "../tabs.ts";

export function Config({ name }: SideProps) {
  return <p>Config of {name}</p>;
}
