// Points: drawn by its own commit.
import type { SideProps } from "../tabs.ts";

export function Points({ name }: SideProps) {
  return <p>Points of {name}</p>;
}
